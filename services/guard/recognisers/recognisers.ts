import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { textOf } from "lib/text.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import { findCustom } from "../pii/custom_rules.ts";
import { PiiEntity } from "../pii/entity.ts";
import type { PolicyCache } from "../policies/policy_cache.ts";
import {
  Recogniser,
  RecogniserId,
  RecogniserInput,
  RecogniserPatch,
  RecogniserQuery,
  ruleOf,
} from "./recogniser.ts";
import { checkRecogniser } from "./recogniser_check.ts";
import { allowRecogniser, allowRename, MOST_RECOGNISERS } from "./recogniser_rules.ts";
import type { RecogniserStore } from "./recognisers_store.ts";

const TryInput = z.object({
  recogniser: RecogniserInput,
  texts: z.array(textOf({ min: 1, max: 20_000 })).min(1).max(50).meta({ description: "texts to try it on" }),
}).meta({
  id: "RecogniserTrial",
  example: {
    recogniser: {
      ...{ name: "Staff numbers", type: "CUSTOM_STAFF_ID", pattern: "\\bEMP-\\d{6}\\b" },
      examples: { found: ["EMP-204816"] },
    },
    texts: ["her number is EMP-204816"],
  },
});
const TryResult = z.object({
  states: z.int().meta({
    description: "cost of its pattern: number of states, at most 500",
    example: 14,
  }),
  texts: z.array(z.array(PiiEntity)).meta({ description: "what it finds in each text" }),
}).meta({ id: "RecogniserTrialResult" });

export interface RecogniserDeps {
  store: RecogniserStore;
  cache: Pick<PolicyCache, "refresh">;
  audit: AuditLog;
  now?: () => number;
}

/** Custom recognisers of personal data. */
export function recognisers(deps: RecogniserDeps): OpenAPIHono<AppEnv> {
  const { store, now = Date.now } = deps;
  const app = feature();
  const tags = ["pii"];
  const changed = changeRecord(deps);

  app.openapi(
    endpoint({
      id: "listRecognisers",
      method: "get",
      path: "/pii/recognisers",
      tags,
      summary: "Recognisers of an organisation's own kinds of data, newest first",
      request: { query: RecogniserQuery },
      answers: { 200: json(z.array(Recogniser), "The recognisers") },
    }),
    async (c) => {
      const [list, total] = await Promise.all([store.list(c.req.valid("query")), store.count()]);
      c.header("X-Total-Count", String(total));
      return c.json(list, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "createRecogniser",
      method: "post",
      path: "/pii/recognisers",
      tags,
      summary: "Create a recogniser by a pattern; its examples must hold",
      roles: ["admin"],
      request: { body: jsonBody(RecogniserInput) },
      answers: { 201: json(Recogniser, "The recogniser") },
      fails: { 409: `Another has this name, or there are ${MOST_RECOGNISERS} already` },
    }),
    async (c) => {
      const input = c.req.valid("json");
      checkRecogniser(input);
      const time = new Date(now()).toISOString();
      const times = { created_by: c.var.user.sub, created_at: time, updated_at: time };
      const recogniser = { ...input, id: uuidv7(now()), ...times };
      await store.insert(recogniser, (facts) => allowRecogniser(facts, input.name));
      await changed(c.var.user.sub, "create_recogniser", recogniser);
      return c.json(recogniser, 201);
    },
  );

  app.openapi(
    endpoint({
      id: "tryRecogniser",
      method: "post",
      path: "/pii/recognisers/try",
      tags,
      summary: "Try a recogniser without saving it: its findings, and the cost of its pattern",
      roles: ["admin", "manager"],
      request: { body: jsonBody(TryInput) },
      answers: { 200: json(TryResult, "Its findings") },
    }),
    (c) => {
      const { recogniser, texts } = c.req.valid("json");
      const states = checkRecogniser(recogniser, ["body", "recogniser"]);
      const rules = [ruleOf(recogniser)];
      return c.json({ states, texts: texts.map((text) => findCustom(text, rules, () => true)) }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getRecogniser",
      method: "get",
      path: "/pii/recognisers/{recogniser_id}",
      tags,
      summary: "Read a recogniser",
      request: { params: RecogniserId },
      answers: { 200: json(Recogniser, "The recogniser") },
      fails: { 404: "No such recogniser" },
    }),
    async (c) => {
      const recogniser = await store.find(c.req.valid("param").recogniser_id);
      if (!recogniser) throw notFound("Recogniser");
      return c.json(recogniser, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updateRecogniser",
      method: "put",
      path: "/pii/recognisers/{recogniser_id}",
      tags,
      summary: "Change some fields of a recogniser; its examples must hold",
      roles: ["admin"],
      request: { params: RecogniserId, body: jsonBody(RecogniserPatch) },
      answers: { 200: json(Recogniser, "The recogniser") },
      fails: { 404: "No such recogniser", 409: "Another recogniser has this name" },
    }),
    async (c) => {
      const { recogniser_id } = c.req.valid("param");
      const patch = c.req.valid("json");
      const before = await store.find(recogniser_id);
      if (!before) throw notFound("Recogniser");
      checkRecogniser({ ...before, ...patch });
      const updated_at = new Date(now()).toISOString();
      const recogniser = await store.update(
        recogniser_id,
        { ...patch, updated_at },
        (facts) => allowRename(facts, patch.name ?? before.name),
      );
      if (!recogniser) throw notFound("Recogniser");
      await changed(c.var.user.sub, "update_recogniser", recogniser);
      return c.json(recogniser, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteRecogniser",
      method: "delete",
      path: "/pii/recognisers/{recogniser_id}",
      tags,
      summary: "Delete a recogniser",
      roles: ["admin"],
      request: { params: RecogniserId },
      answers: { 200: json(z.object({ deleted: z.literal(true) }), "It is gone") },
      fails: { 404: "No such recogniser" },
    }),
    async (c) => {
      const { recogniser_id } = c.req.valid("param");
      const recogniser = await store.find(recogniser_id);
      if (!recogniser || !await store.remove(recogniser_id)) throw notFound("Recogniser");
      await changed(c.var.user.sub, "delete_recogniser", recogniser);
      return c.json({ deleted: true as const }, 200);
    },
  );

  return app;
}

/** Puts a change in force in this process and records it. */
function changeRecord({ cache, audit }: RecogniserDeps) {
  return async (subject: string, action: string, { id, name }: Pick<Recogniser, "id" | "name">) => {
    await cache.refresh();
    audit.record({
      ...{ event_type: "policy_change", severity: "info", subject, user_id: subject, action },
      details: { recogniser_id: id, name },
    });
  };
}
