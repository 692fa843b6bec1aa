import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { textOf } from "lib/text.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { Evidence, EvidenceInput, System } from "./system.ts";
import type { SystemStore } from "./systems_store.ts";

const EXAMPLE_ID = "019a0000-0000-7000-8000-000000000005";
const SystemId = z.object({
  id: z.uuid().meta({ description: "The system's id", example: EXAMPLE_ID }),
});
const EvidenceId = SystemId.extend({
  evidence_id: z.uuid().meta({ description: "The id of the evidence", example: EXAMPLE_ID }),
});
const ListQuery = OffsetQuery.extend({
  name: textOf({ max: 300 }).optional().meta({ description: "Part of a system's name", example: "مساعد" }),
});

/** Systems over time, and the evidence that stands behind what their owners declare. */
export function systems(
  { store, catalogue, rules }: { store: SystemStore; catalogue: Catalogue; rules: SharingRules },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const allowed = async (caller: Caller, id: string, act: Act = "read") =>
    rules.check(caller, await store.sharing(id), { act, what: "System" });

  app.openapi(
    endpoint({
      id: "listSystems",
      method: "get",
      path: "/systems",
      tags: ["systems"],
      summary: "List the systems that you may see with the trend of their scores",
      request: { query: ListQuery },
      answers: { 200: json(z.array(System), "The systems") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { systems, total } = await store.list({ name: query.name, ...limitOffset(query) }, c.var.user);
      return c.json(systems, 200, { "X-Total-Count": String(total) });
    },
  );

  app.openapi(
    endpoint({
      id: "getSystem",
      method: "get",
      path: "/systems/{id}",
      tags: ["systems"],
      summary: "Read a system with the trend of its scores",
      request: { params: SystemId },
      answers: { 200: json(System, "The system") },
      fails: { 404: "No such system" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await allowed(c.var.user, id);
      const system = await store.find(id, c.var.user);
      if (!system) throw notFound("System");
      return c.json(system, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listEvidence",
      method: "get",
      path: "/systems/{id}/evidence",
      tags: ["systems"],
      summary: "List the evidence of a system",
      request: { params: SystemId },
      answers: { 200: json(z.array(Evidence), "The evidence") },
      fails: { 404: "No such system" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await allowed(c.var.user, id);
      return c.json(await store.evidence(id), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "addEvidence",
      method: "post",
      path: "/systems/{id}/evidence",
      tags: ["systems"],
      summary: "Attach evidence to a requirement of a system",
      request: { params: SystemId, body: jsonBody(EvidenceInput) },
      answers: { 201: json(Evidence, "The evidence") },
      fails: { 403: "The system is shared for reading only", 404: "No such system" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await allowed(c.var.user, id, "change");
      const framework = catalogue.find(input.framework_id);
      if (!framework) throw invalid(["body", "framework_id"], "no such framework");
      if (!framework.requirements.some((requirement) => requirement.id === input.requirement_id)) {
        throw invalid(["body", "requirement_id"], `${input.framework_id} has no such requirement`);
      }
      return c.json(await store.addEvidence(id, input, c.var.user.sub), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "removeEvidence",
      method: "delete",
      path: "/systems/{id}/evidence/{evidence_id}",
      tags: ["systems"],
      summary: "Remove a piece of evidence",
      description: "Allowed for who added it and who owns the system; for managers and admins always.",
      request: { params: EvidenceId },
      answers: { 204: { description: "It is gone" } },
      fails: { 403: "The system is shared for reading only", 404: "No such system or evidence" },
    }),
    async (c) => {
      const { id, evidence_id } = c.req.valid("param");
      const system = await allowed(c.var.user, id, "change");
      const anyones = rules.may(c.var.user, system, "remove");
      if (!await store.removeEvidence(id, evidence_id, anyones ? undefined : c.var.user.sub)) {
        throw notFound("Evidence");
      }
      return c.body(null, 204);
    },
  );

  app.route("/", systemSharing(store, rules));
  return app;
}

function systemSharing(store: SystemStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/systems/{id}",
    id: z.uuid(),
    what: "System",
    rules,
    find: (id) => store.sharing(id),
    share: (id, sharing) => store.share(id, sharing),
  });
}
