import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { invalid, notFound } from "lib/errors.ts";
import { feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import type { Catalogue } from "./catalogue.ts";
import { FLAGS } from "./framework.ts";
import { assessed, type Report } from "./report.ts";
import { type ReportStore, summaryOf } from "./reports_store.ts";

const Features = z.object({
  ...Object.fromEntries(FLAGS.map((flag) => [flag, z.boolean().default(false)])),
}).catchall(z.boolean()).refine(
  (features) => Object.keys(features).every((key) => /^has_[a-z][a-z0-9_]{0,60}$/.test(key)),
  "keys must be has_<name>: the six flags, or extra evidence",
);

export const AssessmentInput = z.strictObject({
  system_name: textOf({ min: 1, max: 300 }),
  system_type: textOf({ min: 1, max: 200 }),
  risk_level: textOf({ min: 1, max: 100 }),
  data_types: z.array(textOf({ min: 1, max: 100 })).max(50).default([]),
  deployment_region: textOf({ min: 1, max: 100 }),
  features: Features.prefault({}),
}).meta({
  id: "AssessmentInput",
  example: {
    system_name: "مساعد خدمة المتعاملين",
    system_type: "chatbot",
    risk_level: "high",
    data_types: ["personal"],
    deployment_region: "UAE",
    features: { has_audit_trail: true, has_human_oversight: true, has_dpo: true },
  },
});

const Percent = z.number().min(0).max(100);
export const ReportSummary = z.object({
  id: z.uuid(),
  system_id: z.uuid(),
  system_name: z.string(),
  overall_score: Percent,
  framework_scores: z.record(z.string(), Percent),
  total_requirements: z.int(),
  met_requirements: z.int(),
  gap_count: z.int(),
  assessed_at: z.string(),
}).meta({
  id: "ReportSummary",
  example: {
    id: "019a0000-0000-7000-8000-000000000004",
    system_id: "019a0000-0000-7000-8000-000000000005",
    system_name: "مساعد خدمة المتعاملين",
    overall_score: 71.4,
    framework_scores: { "uae-pdpl": 71.4 },
    total_requirements: 12,
    met_requirements: 8,
    gap_count: 4,
    assessed_at: "2026-11-21T08:00:00.000Z",
  },
});

const Query = z.object({
  framework_ids: z.union([z.string(), z.array(z.string())], "Name at least one framework").transform((
    ids,
  ) => [...new Set([ids].flat())])
    .pipe(z.array(z.string().min(1)).min(1).max(100)),
});

/** Assesses `input` against the frameworks named `ids` and keeps the report. @throws 404 for an unknown framework. */
export async function assessAndKeep(
  input: z.output<typeof AssessmentInput>,
  ids: string[],
  { catalogue, store, actor }: { catalogue: Catalogue; store: ReportStore; actor: string },
): Promise<Report> {
  if (ids.length === 0) throw invalid(["query", "framework_ids"], "name at least one framework");
  const frameworks = ids.map((id) => {
    const framework = catalogue.find(id);
    if (!framework) throw notFound(`Framework ${id}`);
    return framework;
  });
  return await store.insert({ ...assessed(input, frameworks), assessed_by: actor });
}

/** Assessments of systems. */
export function assess(
  { catalogue, store }: { catalogue: Catalogue; store: ReportStore },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/assess",
      summary: "Assess a system against frameworks",
      request: { query: Query, body: jsonBody(AssessmentInput) },
      responses: {
        201: json(ReportSummary, "The summary; the report is at /reports/{id}"),
        ...missing,
        ...invalidInput,
      },
    }),
    async (c) => {
      const { framework_ids } = c.req.valid("query");
      const report = await assessAndKeep(c.req.valid("json"), framework_ids, {
        catalogue,
        store,
        actor: c.var.user.sub,
      });
      return c.json(summaryOf(report), 201);
    },
  );

  return app;
}
