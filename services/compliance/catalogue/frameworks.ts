import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Lang, Language } from "./bilingual.ts";
import { CATEGORIES, DISCLAIMER, keysOf, type LoadedFramework, sentenceOf } from "./framework.ts";

export const FrameworkSummary = z.object({
  id: z.string().meta({ description: "The framework's id", example: "uae-pdpl" }),
  name: z.string(),
  version: z.string(),
  region: z.string(),
  nature: z.string(),
  requirement_count: z.int(),
  disclaimer: z.string(),
}).meta({
  id: "FrameworkSummary",
  example: {
    id: "uae-pdpl",
    name: "UAE Personal Data Protection Law",
    version: "Federal Decree-Law No. 45 of 2021",
    region: "AE",
    nature: "binding_law",
    requirement_count: 15,
    disclaimer: DISCLAIMER.en,
  },
});

const Needed = z.object({
  needs: z.enum(["all", "any"]),
  evidence: z.array(z.object({
    key: z.string().meta({ description: "Key in the features of an assessment" }),
    says: z.string().meta({ description: "Its statement" }),
  })),
});

export const FrameworkDetail = FrameworkSummary.extend({
  sha256: z.string(),
  status: z.string().nullable().meta({
    description: "Status of the regulation and of the check against its text; null: unknown",
  }),
  effective: z.array(z.object({
    date: z.string().meta({ description: "The day, month or year", example: "2022-01-02" }),
    what: z.string().meta({ description: "The event" }),
  })),
  sources: z.array(z.string()),
  requirements: z.array(z.object({
    id: z.string().meta({ description: "The requirement's id within its framework", example: "UAE-8" }),
    ref: z.string(),
    unverified: z.boolean().meta({
      description: "true: the reference was not checked against the official text",
    }),
    title: z.string(),
    description: z.string(),
    remediation: z.string(),
    category: z.enum(CATEGORIES),
    weight: z.int().min(1).max(5),
    shown_by: Needed.meta({ description: "Evidence that states exactly this duty" }),
    claimed_by: Needed.nullable().meta({
      description: "Related switches, which claim it at most; null: none",
    }),
    applies_when: z.array(z.union([z.string(), z.array(z.string())])),
  })),
}).meta({ id: "Framework" });

const FrameworkId = z.object({
  id: z.string().meta({ description: "The framework's id", example: "uae-pdpl" }),
});

/** The frameworks that systems are assessed against. */
export function frameworks(catalogue: Catalogue): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listFrameworks",
      method: "get",
      path: "/frameworks",
      tags: ["frameworks"],
      summary: "List the frameworks",
      request: { query: Language },
      answers: { 200: json(z.array(FrameworkSummary), "The frameworks") },
    }),
    (c) => {
      const { lang } = c.req.valid("query");
      const list = catalogue.list().map((framework) => frameworkSummary(framework, lang));
      return c.json(list, 200, { "X-Total-Count": String(list.length) });
    },
  );

  app.openapi(
    endpoint({
      id: "getFramework",
      method: "get",
      path: "/frameworks/{id}",
      tags: ["frameworks"],
      summary: "Read a framework with its requirements",
      request: { params: FrameworkId, query: Language },
      answers: { 200: json(FrameworkDetail, "The framework") },
      fails: { 404: "No such framework" },
    }),
    (c) => {
      const framework = catalogue.find(c.req.valid("param").id);
      if (!framework) throw notFound("Framework");
      return c.json(frameworkDetail(framework, c.req.valid("query").lang), 200);
    },
  );

  return app;
}

export function frameworkSummary(
  framework: LoadedFramework,
  lang: Lang,
): z.output<typeof FrameworkSummary> {
  const { id, name, version, region, nature, requirements } = framework;
  return {
    id,
    name: name[lang],
    version: version[lang],
    region,
    nature,
    requirement_count: requirements.length,
    disclaimer: DISCLAIMER[lang],
  };
}

export function frameworkDetail(
  framework: LoadedFramework,
  lang: Lang,
): z.output<typeof FrameworkDetail> {
  return {
    ...frameworkSummary(framework, lang),
    sha256: framework.sha256,
    status: framework.status?.[lang] ?? null,
    effective: framework.effective.map(({ date, what }) => ({ date, what: what[lang] })),
    sources: framework.sources,
    requirements: framework.requirements.map((
      { ref, title, description, remediation, shown_by, claimed_by, ...rest },
    ) => ({
      ...rest,
      shown_by: needed(framework, shown_by, lang),
      claimed_by: claimed_by ? needed(framework, claimed_by, lang) : null,
      ref: ref[lang],
      title: title[lang],
      description: description[lang],
      remediation: remediation[lang],
    })),
  };
}

function needed(
  framework: LoadedFramework,
  evidence: { all: string[] } | { any: string[] },
  lang: Lang,
): z.output<typeof Needed> {
  return {
    needs: "all" in evidence ? "all" : "any",
    evidence: keysOf(evidence).map((key) => ({ key, says: sentenceOf(framework, key)[lang] })),
  };
}
