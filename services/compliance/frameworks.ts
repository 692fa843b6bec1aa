import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { notFound } from "lib/errors.ts";
import { feature, invalidInput, json, missing } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { Catalogue } from "./catalogue.ts";
import { CATEGORIES, DISCLAIMER, type LoadedFramework } from "./framework.ts";

export const Language = z.object({ lang: z.enum(["en", "ar"]).default("en") });

const FrameworkSummary = z.object({
  id: z.string(),
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

const FrameworkDetail = FrameworkSummary.extend({
  sha256: z.string(),
  status: z.string().nullable(),
  effective: z.array(z.object({ date: z.string(), what: z.string() })),
  sources: z.array(z.string()),
  requirements: z.array(z.object({
    id: z.string(),
    ref: z.string(),
    unverified: z.boolean().meta({
      description: "true: the reference was not checked against the official text",
    }),
    title: z.string(),
    description: z.string(),
    remediation: z.string(),
    category: z.enum(CATEGORIES),
    weight: z.int().min(1).max(5),
    checks: z.union([z.object({ all: z.array(z.string()) }), z.object({ any: z.array(z.string()) })]),
    applies_when: z.array(z.union([z.string(), z.array(z.string())])),
  })),
}).meta({ id: "Framework" });

/** The frameworks that systems are assessed against. */
export function frameworks(catalogue: Catalogue): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/frameworks",
      summary: "List the frameworks",
      request: { query: Language },
      responses: { 200: json(z.array(FrameworkSummary), "The frameworks"), ...invalidInput },
    }),
    (c) => {
      const { lang } = c.req.valid("query");
      const list = catalogue.list().map((framework) => frameworkSummary(framework, lang));
      return c.json(list, 200, { "X-Total-Count": String(list.length) });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/frameworks/{id}",
      summary: "Read a framework with its requirements",
      request: { params: z.object({ id: z.string() }), query: Language },
      responses: { 200: json(FrameworkDetail, "The framework"), ...missing, ...invalidInput },
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
  lang: "en" | "ar",
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
  lang: "en" | "ar",
): z.output<typeof FrameworkDetail> {
  return {
    ...frameworkSummary(framework, lang),
    sha256: framework.sha256,
    status: framework.status?.[lang] ?? null,
    effective: framework.effective.map(({ date, what }) => ({ date, what: what[lang] })),
    sources: framework.sources,
    requirements: framework.requirements.map(({ ref, title, description, remediation, ...rest }) => ({
      ...rest,
      ref: ref[lang],
      title: title[lang],
      description: description[lang],
      remediation: remediation[lang],
    })),
  };
}
