import assert from "node:assert/strict";
import { Hono } from "hono";
import type { GatewayEnv } from "./caller.ts";
import { changes } from "./governance_audit.ts";

/** Makes a change whose refresh fails `failures` times; returns the number of refreshes. */
async function refreshesOf(failures: number): Promise<{ status: number; asked: number }> {
  let asked = 0;
  const replica = {
    refresh: () => ++asked > failures ? Promise.resolve() : Promise.reject(new Error("no answer in 5000 ms")),
  };
  const changed = changes({ audit: { record: () => {} }, replica }, "virtual_key");
  const app = new Hono<GatewayEnv>().post("/", async (c) => {
    c.set("caller", { ...CALLER });
    await changed(c, { action: "create", id: "1" });
    return c.json({}, 201);
  });
  const { status } = await app.request("/", { method: "POST" });
  return { status, asked };
}

const CALLER = {
  actor: "admin",
  kind: "admin",
  role: "admin",
  tenant_id: "admin",
  team_id: null,
  customer_id: null,
  limits: [],
  budgets: [],
  allowed_models: null,
  may_skip_guardrails: false,
  may_pass_through: false,
  timeout_ms: null,
  cache: null,
} as const;

Deno.test("a change is answered once this process has applied it, also after failed refreshes", async () => {
  assert.deepEqual(await refreshesOf(0), { status: 201, asked: 1 });
  assert.deepEqual(await refreshesOf(2), { status: 201, asked: 3 });
});

Deno.test("a change is answered even if the database never answers again", async () => {
  assert.deepEqual(await refreshesOf(Infinity), { status: 201, asked: 6 });
});
