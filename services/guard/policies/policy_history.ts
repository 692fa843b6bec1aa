import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { AuditLog } from "../audit/audit_log.ts";
import type { PolicyDeps } from "./policies.ts";
import { Policy, PolicyId } from "./policy.ts";
import { changeBy, checkRule, policyChanged } from "./policy_change.ts";
import { allowPolicy } from "./policy_names.ts";
import { PolicyVersion, RollbackInput } from "./policy_version.ts";

const HitsQuery = z.object({
  days: z.coerce.number().int().min(1).max(90).default(7).meta({ description: "number of days back" }),
});
const Hits = z.object({
  enforced: z.int().meta({ description: "calls that violated it while it was active" }),
  shadow: z.int().meta({ description: "calls that would have violated it while it was in shadow mode" }),
  last_at: z.iso.datetime().nullable().meta({ description: "time of the latest" }),
}).meta({ id: "PolicyHits" });

const DAY_MS = 86_400_000;

/** The versions of a policy, and the effects of each. */
export function policyHistory(deps: PolicyDeps & { audit: AuditLog }): OpenAPIHono<AppEnv> {
  const { store, cache, audit, now = Date.now } = deps;
  const app = feature();
  const tags = ["policies"];
  const changed = policyChanged(deps);

  app.openapi(
    endpoint({
      id: "listPolicyVersions",
      method: "get",
      path: "/policies/{policy_id}/versions",
      tags,
      summary: "Versions of a policy with who changed it and when, newest first; of deleted policies too",
      roles: ["admin", "manager"],
      request: { params: PolicyId, query: OffsetQuery },
      answers: { 200: json(z.array(PolicyVersion), "The versions") },
      fails: { 404: "There was no such policy" },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      const total = await store.countVersions(policy_id);
      if (total === 0) throw notFound("Policy");
      c.header("X-Total-Count", String(total));
      return c.json(await store.versions(policy_id, c.req.valid("query")), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "rollBackPolicy",
      method: "post",
      path: "/policies/{policy_id}/rollback",
      tags,
      summary: "Restore an earlier version of a policy, even of a deleted one",
      roles: ["admin"],
      request: { params: PolicyId, body: jsonBody(RollbackInput) },
      answers: { 200: json(Policy, "The policy, in a new version with the content of the earlier one") },
      fails: { 404: "There was no such policy, or no such version", 409: "Another policy has its name now" },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      const earlier = await store.version(policy_id, c.req.valid("json").version);
      if (!earlier) throw notFound("Policy version");
      const { policy: content } = earlier;
      checkRule(content, cache.all().filter(({ id }) => id !== policy_id));
      const change = changeBy(c.var.user, "rollback", now());
      const by = { change, allow: allowPolicy };
      const policy = await store.update(policy_id, content, by) ?? await store.insert(policy_id, content, by);
      await changed(change, policy);
      return c.json(policy, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "countPolicyHits",
      method: "get",
      path: "/policies/{policy_id}/hits",
      tags,
      summary: "Number of violations of a policy, active and in shadow mode",
      roles: ["admin", "manager"],
      request: { params: PolicyId, query: HitsQuery },
      answers: { 200: json(Hits, "The numbers") },
      fails: { 404: "There was no such policy" },
    }),
    async (c) => {
      const { policy_id } = c.req.valid("param");
      if (await store.countVersions(policy_id) === 0) throw notFound("Policy");
      await audit.flush();
      const since = new Date(now() - c.req.valid("query").days * DAY_MS).toISOString();
      return c.json(await store.hits(policy_id, since), 200);
    },
  );

  return app;
}
