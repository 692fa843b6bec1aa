import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/endpoint.ts";
import { conflict, invalidAll, notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { type MatchedPolicy, Policy, PolicyId, PolicyInput, PolicyPatch, PolicyQuery } from "./policy.ts";
import { costFaults, parseRule, type Rule } from "./policy_rules.ts";
import type { PolicyStore } from "./policies_store.ts";

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
    endpoint({
      id: "listPolicies",
      method: "get",
      path: "/policies",
      tags,
      summary: "Policies, newest first",
      request: { query: PolicyQuery },
      answers: { 200: json(z.array(Policy), "The policies") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const [list, total] = await Promise.all([store.list(query), store.count(query)]);
      c.header("X-Total-Count", String(total));
      return c.json(list, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "createPolicy",
      method: "post",
      path: "/policies",
      tags,
      summary: "Create a policy",
      roles: ["admin"],
      request: { body: jsonBody(PolicyInput) },
      answers: { 201: json(Policy, "The policy") },
      fails: { 409: "Another policy has this name" },
    }),
    async (c) => {
      const input = c.req.valid("json");
      checkRule(input, cache.current().policies);
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
    endpoint({
      id: "getPolicy",
      method: "get",
      path: "/policies/{policy_id}",
      tags,
      summary: "Read a policy",
      request: { params: PolicyId },
      answers: { 200: json(Policy, "The policy") },
      fails: { 404: "No such policy" },
    }),
    async (c) => {
      const policy = await store.find(c.req.valid("param").policy_id);
      if (!policy) throw notFound("Policy");
      return c.json(policy, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "updatePolicy",
      method: "put",
      path: "/policies/{policy_id}",
      tags,
      summary: "Change some fields of a policy",
      roles: ["admin"],
      request: { params: PolicyId, body: jsonBody(PolicyPatch) },
      answers: { 200: json(Policy, "The policy") },
      fails: { 404: "No such policy", 409: "Another policy has this name" },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      const patch = c.req.valid("json");
      const before = await store.find(policy_id);
      if (!before) throw notFound("Policy");
      const others = cache.current().policies.filter(({ id }) => id !== policy_id);
      checkRule({ ...before, ...patch }, others);
      const policy = await store.update(policy_id, { ...patch, updated_at: new Date(now()).toISOString() });
      if (policy === "taken") throw conflict(`A policy named "${patch.name}"`);
      if (!policy) throw notFound("Policy");
      await changed(c.var.user.sub, "update", policy_id, policy.name);
      return c.json(policy, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deletePolicy",
      method: "delete",
      path: "/policies/{policy_id}",
      tags,
      summary: "Delete a policy",
      roles: ["admin"],
      request: { params: PolicyId },
      answers: { 200: json(z.object({ deleted: z.literal(true) }), "It is gone") },
      fails: { 404: "No such policy" },
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

/** @throws 422 naming each fault of the rule, its cost together with the `others` in force included. */
function checkRule(
  { rule_type, rule_config }: Pick<MatchedPolicy, "rule_type" | "rule_config">,
  others: readonly MatchedPolicy[],
): void {
  const parsed = parseRule(rule_type, rule_config);
  const faults = "rule" in parsed ? costFaults(parsed.rule, others.flatMap(rulesOf)) : parsed.faults;
  if (faults.length === 0) return;
  throw invalidAll(faults.map(({ path, message }) => ({
    loc: ["body", "rule_config", ...path],
    msg: message,
    type: "rule_config",
  })));
}

function rulesOf({ rule_type, rule_config }: MatchedPolicy): Rule[] {
  const parsed = parseRule(rule_type, rule_config);
  return "rule" in parsed ? [parsed.rule] : [];
}
