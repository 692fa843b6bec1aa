import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { PolicyCache } from "./policy_cache.ts";
import { changeBy, checkRule, policyChanged } from "./policy_change.ts";
import { Policy, PolicyId, PolicyInput, PolicyPatch, PolicyQuery } from "./policy.ts";
import type { PolicyStore } from "./policies_store.ts";
import { allowPolicy } from "./policy_names.ts";

export interface PolicyDeps {
  store: PolicyStore;
  cache: PolicyCache;
  audit: AuditLog;
  now?: () => number;
}

export function policies(deps: PolicyDeps): OpenAPIHono<AppEnv> {
  const { store, cache, now = Date.now } = deps;
  const app = feature();
  const tags = ["policies"];
  const changed = policyChanged(deps);

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
      checkRule(input, cache.all());
      const change = changeBy(c.var.user, "create", now());
      const policy = await store.insert(uuidv7(), input, { change, allow: allowPolicy });
      await changed(change, policy);
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
      checkRule({ ...before, ...patch }, cache.all().filter(({ id }) => id !== policy_id));
      const change = changeBy(c.var.user, "update", now());
      const policy = await store.update(policy_id, patch, { change, allow: allowPolicy });
      if (!policy) throw notFound("Policy");
      await changed(change, policy);
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
      const change = changeBy(c.var.user, "delete", now());
      if (!policy || !await store.remove(policy_id, change)) throw notFound("Policy");
      await changed(change, { ...policy, version: policy.version + 1 });
      return c.json({ deleted: true as const }, 200);
    },
  );

  return app;
}
