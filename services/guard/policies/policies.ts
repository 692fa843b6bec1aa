import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { requireRole } from "lib/auth.ts";
import { conflict, invalidAll, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { denied, duplicate, feature, invalidInput, json, jsonBody, missing } from "lib/openapi.ts";
import { OffsetQuery, QueryFlag } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { parseRule, RULE_TYPES, type RuleType } from "./policy_rules.ts";
import type { PolicyStore } from "./policies_store.ts";
import { text } from "../text.ts";

const PolicyInput = z.object({
  name: text({ min: 1, max: 500 }),
  description: text({ max: 5_000 }).default(""),
  rule_type: z.enum(RULE_TYPES),
  rule_config: text({ min: 1, max: 50_000 }).meta({
    description:
      'JSON: keyword {"keywords": [], "match": "word"|"substring"}, regex {"patterns": [], "case_sensitive": false}, ' +
      'model-based {"rubric": "", "model": "", "on_error": "allow"|"block"|"warn"}',
    example: '{"keywords": ["confidential", "سري للغاية"]}',
  }),
  action: z.enum(["block", "warn", "log"]),
  is_active: z.boolean().default(true),
}).meta({
  id: "PolicyInput",
  example: {
    name: "Confidential matters",
    description: "Nothing marked confidential leaves the house",
    rule_type: "keyword",
    rule_config: '{"keywords": ["confidential", "سري للغاية"]}',
    action: "block",
  },
});
const PolicyPatch = z.object({
  name: PolicyInput.shape.name,
  description: text({ max: 5_000 }),
  rule_type: PolicyInput.shape.rule_type,
  rule_config: PolicyInput.shape.rule_config,
  action: PolicyInput.shape.action,
  is_active: z.boolean(),
}).partial().meta({ id: "PolicyPatch", example: { action: "warn", is_active: true } });
const Policy = z.object({
  id: z.string(),
  ...PolicyInput.shape,
  created_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Policy" });
const PolicyId = z.object({ policy_id: z.string() });
const PolicyQuery = OffsetQuery.extend({ active_only: QueryFlag.default(false) });

export function policies(
  { store, cache, audit, now = Date.now }: {
    store: PolicyStore;
    cache: PolicyCache;
    audit: AuditLog;
    now?: () => number;
  },
): OpenAPIHono<AppEnv> {
  const app = feature();
  const tags = ["policies"];
  const changed = async (subject: string, action: string, id: string, name: string) => {
    await cache.refresh();
    audit.record({
      event_type: "policy_change",
      severity: "info",
      subject,
      user_id: subject,
      action,
      details: { policy_id: id, name },
    });
  };

  app.openapi(
    createRoute({
      method: "get",
      path: "/policies",
      tags,
      summary: "Policies, newest first",
      request: { query: PolicyQuery },
      responses: { 200: json(z.array(Policy), "The policies"), ...invalidInput },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const [list, total] = await Promise.all([store.list(query), store.count(query)]);
      c.header("X-Total-Count", String(total));
      return c.json(list, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/policies",
      tags,
      summary: "Create a policy",
      middleware: requireRole("admin"),
      request: { body: jsonBody(PolicyInput) },
      responses: { 201: json(Policy, "The policy"), ...denied, ...duplicate, ...invalidInput },
    }),
    async (c) => {
      const input = c.req.valid("json");
      checkRule(input.rule_type, input.rule_config);
      const time = new Date(now()).toISOString();
      const policy = {
        ...input,
        id: uuidv7(),
        created_by: c.var.user.sub,
        created_at: time,
        updated_at: time,
      };
      if (!await store.insert(policy)) throw conflict(`A policy named "${input.name}"`);
      await changed(c.var.user.sub, "create", policy.id, policy.name);
      return c.json(policy, 201);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/policies/{policy_id}",
      tags,
      summary: "Read a policy",
      request: { params: PolicyId },
      responses: { 200: json(Policy, "The policy"), ...missing },
    }),
    async (c) => {
      const policy = await store.find(c.req.valid("param").policy_id);
      if (!policy) throw notFound("Policy");
      return c.json(policy, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "put",
      path: "/policies/{policy_id}",
      tags,
      summary: "Change some fields of a policy",
      middleware: requireRole("admin"),
      request: { params: PolicyId, body: jsonBody(PolicyPatch) },
      responses: { 200: json(Policy, "The policy"), ...denied, ...missing, ...duplicate, ...invalidInput },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      const patch = c.req.valid("json");
      const before = await store.find(policy_id);
      if (!before) throw notFound("Policy");
      checkRule(patch.rule_type ?? before.rule_type, patch.rule_config ?? before.rule_config);
      const policy = await store.update(policy_id, { ...patch, updated_at: new Date(now()).toISOString() });
      if (policy === "taken") throw conflict(`A policy named "${patch.name}"`);
      if (!policy) throw notFound("Policy");
      await changed(c.var.user.sub, "update", policy_id, policy.name);
      return c.json(policy, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/policies/{policy_id}",
      tags,
      summary: "Delete a policy",
      middleware: requireRole("admin"),
      request: { params: PolicyId },
      responses: { 200: json(z.object({ deleted: z.literal(true) }), "It is gone"), ...denied, ...missing },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      const policy = await store.find(policy_id);
      if (!policy || !await store.remove(policy_id)) throw notFound("Policy");
      await changed(c.var.user.sub, "delete", policy_id, policy.name);
      return c.json({ deleted: true as const }, 200);
    },
  );

  return app;
}

/** @throws 422 naming each fault of the rule. */
function checkRule(type: RuleType, config: string): void {
  const parsed = parseRule(type, config);
  if ("rule" in parsed) return;
  throw invalidAll(parsed.faults.map(({ path, message }) => ({
    loc: ["body", "rule_config", ...path],
    msg: message,
    type: "rule_config",
  })));
}
