import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { invalid, notFound } from "lib/errors.ts";
import { feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { textOf } from "lib/text.ts";
import type { Catalogue } from "./catalogue.ts";
import type { SystemStore } from "./systems_store.ts";

const System = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.string(),
  assessments: z.int(),
  trend: z.array(z.object({ report_id: z.uuid(), overall_score: z.number(), assessed_at: z.string() })),
}).meta({ id: "System" });

const EvidenceInput = z.strictObject({
  framework_id: textOf({ min: 1, max: 100 }),
  requirement_id: textOf({ min: 1, max: 100 }),
  kind: z.enum(["document", "link", "note"]),
  reference: textOf({ max: 2_000 }).default(""),
  note: textOf({ max: 5_000 }).default(""),
}).meta({
  id: "EvidenceInput",
  example: {
    framework_id: "uae-pdpl",
    requirement_id: "UAE-08",
    kind: "document",
    reference: "019a…",
    note: "Register of processing",
  },
});
const Evidence = EvidenceInput.extend({
  id: z.uuid(),
  system_id: z.uuid(),
  added_by: z.string(),
  added_at: z.string(),
})
  .meta({ id: "Evidence" });
const SystemId = z.object({ id: z.uuid() });

/** Systems over time, and the evidence that stands behind what their owners declare. */
export function systems(
  { store, catalogue }: { store: SystemStore; catalogue: Catalogue },
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/systems",
      summary: "List the assessed systems with the trend of their scores",
      request: { query: OffsetQuery.extend({ name: textOf({ max: 300 }).optional() }) },
      responses: { 200: json(z.array(System), "The systems"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { systems, total } = await store.list({ name: query.name, ...limitOffset(query) });
      return c.json(systems, 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/systems/{id}",
      summary: "Read a system with the trend of its scores",
      request: { params: SystemId },
      responses: { 200: json(System, "The system"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const system = await store.find(c.req.valid("param").id);
      if (!system) throw notFound("System");
      return c.json(system, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/systems/{id}/evidence",
      summary: "List the evidence of a system",
      request: { params: SystemId },
      responses: { 200: json(z.array(Evidence), "The evidence"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      if (!await store.find(id)) throw notFound("System");
      return c.json(await store.evidence(id), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/systems/{id}/evidence",
      summary: "Attach evidence to a requirement of a system",
      request: { params: SystemId, body: jsonBody(EvidenceInput) },
      responses: { 201: json(Evidence, "The evidence"), ...missing, ...invalidInput },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      if (!await store.find(id)) throw notFound("System");
      const framework = catalogue.find(input.framework_id);
      if (!framework) throw invalid(["body", "framework_id"], "no such framework");
      if (!framework.requirements.some((requirement) => requirement.id === input.requirement_id)) {
        throw invalid(["body", "requirement_id"], `${input.framework_id} has no such requirement`);
      }
      return c.json(await store.addEvidence(id, input, c.var.user.sub), 201);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/systems/{id}/evidence/{evidence_id}",
      summary: "Remove a piece of evidence; users only what they added themselves",
      request: { params: SystemId.extend({ evidence_id: z.uuid() }) },
      responses: { 204: { description: "It is gone" }, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { id, evidence_id } = c.req.valid("param");
      const { role, sub } = c.var.user;
      if (!await store.removeEvidence(id, evidence_id, role === "user" ? sub : undefined)) {
        throw notFound("Evidence");
      }
      return c.body(null, 204);
    },
  );

  return app;
}
