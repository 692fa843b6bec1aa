import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { usageRecord } from "../books/usage_fixture.ts";
import { type Features, withFeatures } from "../feature_fixture.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const SELF_SERVICE = { keys: 2, budget: { limit_usd: 5, period: "monthly" } };

/** A key of a team, which may create own keys if the team allows it. */
async function holder({ call }: Features, self_service: unknown, rights: object = {}) {
  const team = await (await call("/governance/teams", {
    method: "POST",
    body: { name: "فريق البيانات", budget: { limit_usd: 100, period: "monthly" }, self_service },
  })).json();
  const key = await (await call("/governance/virtual-keys", {
    method: "POST",
    body: { name: "analyst", team_id: team.id, ...rights },
  })).json();
  return { team, key };
}

const testFeatures = (name: string, test: (features: Features, sql: Sql) => Promise<void>) =>
  testOnEngines(name, DATABASE, (sql) => withFeatures(sql, (features) => test(features, sql)));

testFeatures(
  "GET /my/key returns the budgets that apply to a key and their spending",
  async (features) => {
    const { call, meter, jwt } = features;
    const { team, key } = await holder(features, null, { budget: { limit_usd: 2, period: "daily" } });
    meter.record(
      usageRecord({
        tenant_id: key.id,
        team_id: team.id,
        cost_usd: "0.5",
        timestamp: new Date().toISOString(),
      }),
    );
    await meter.flush();
    const answer = await call("/my/key", { key: key.key });
    assert.equal(answer.status, 200);
    const body = await answer.json();
    assert.deepEqual([body.id, body.name, body.key_hint, body.self_service], [
      key.id,
      "analyst",
      key.key_hint,
      null,
    ]);
    assert.deepEqual([body.budget.limit_usd, body.spending.spent_usd], [2, 0.5]);
    assert.deepEqual([body.team.name, body.team.budget.limit_usd, body.team.spending.spent_usd], [
      "فريق البيانات",
      100,
      0.5,
    ]);
    assert.ok(!JSON.stringify(body).includes(key.key));
    for (const other of [undefined, await jwt("user", "salma")]) {
      assert.equal((await call("/my/key", other ? { key: other } : {})).status, 404);
    }
    const refused = await call("/my/keys", { key: key.key, method: "POST", body: { name: "mine" } });
    assert.equal(refused.status, 403);
  },
);

testFeatures("a holder makes, lists and revokes keys within what the team allows", async (features, sql) => {
  const { call } = features;
  const { team, key } = await holder(features, SELF_SERVICE, {
    allowed_models: ["echo", "gpt-5*"],
    may_pass_through: true,
    expires_at: "2099-01-01T00:00:00Z",
    rate_limit: { requests_per_minute: 600, tokens_per_minute: null },
  });
  const make = async (body: object, secret = key.key) => {
    const answer = await call("/my/keys", { key: secret, method: "POST", body });
    return { status: answer.status, body: await answer.json() };
  };
  const first = await make({ name: "notebook" });
  assert.equal(first.status, 201);
  assert.deepEqual(
    [first.body.budget, first.body.allowed_models, first.body.expires_at, first.body.rate_limit],
    [SELF_SERVICE.budget, ["echo", "gpt-5*"], "2099-01-01T00:00:00.000Z", {
      requests_per_minute: 600,
      tokens_per_minute: null,
    }],
  );
  const [stored] = await sql`
    select team_id, created_by, may_pass_through, may_skip_guardrails from gateway.virtual_keys
    where id = ${first.body.id}`;
  assert.deepEqual({ ...stored }, {
    ...{ team_id: team.id, created_by: `key:${key.id}` },
    ...{ may_pass_through: false, may_skip_guardrails: false },
  });
  // It works like any key, but cannot make others.
  assert.equal((await (await call("/my/key", { key: first.body.key })).json()).self_service, null);
  assert.equal((await make({ name: "grandchild" }, first.body.key)).status, 403);

  for (
    const [body, place] of [
      [{ name: "rich", budget: { limit_usd: 5.01, period: "monthly" } }, "body.budget"],
      [{ name: "daily", budget: { limit_usd: 1, period: "daily" } }, "body.budget"],
      [{ name: "other", allowed_models: ["echo", "gpt-4"] }, "body.allowed_models.1"],
      [{ name: "all", allowed_models: ["*"] }, "body.allowed_models.0"],
      [{ name: "late", expires_at: "2099-01-01T00:00:01Z" }, "body.expires_at"],
      [{ name: "fast", rate_limit: { requests_per_minute: 601 } }, "body.rate_limit.requests_per_minute"],
      [{ name: "team", team_id: null }, "body"],
      [{ name: "scan", may_skip_guardrails: true }, "body"],
    ] as const
  ) {
    const { status, body: told } = await make(body);
    assert.equal(status, 422, body.name);
    assert.match(JSON.stringify(told), new RegExp(place.split(".")[1] ?? "unrecognized", "i"), body.name);
  }
  const second = await make({ name: "script", allowed_models: ["gpt-5-mini"], budget: SELF_SERVICE.budget });
  assert.equal(second.status, 201);
  const more = await Promise.all([make({ name: "third" }), make({ name: "fourth" })]);
  assert.deepEqual(more.map(({ status }) => status), [409, 409]);

  const listed = await (await call("/my/keys", { key: key.key })).json();
  assert.deepEqual(listed.data.map(({ name }: { name: string }) => name), ["script", "notebook"]);
  assert.ok(!JSON.stringify(listed).includes("key_hash"));
  // Holders revoke only keys that they made, and revoking one frees its place.
  assert.equal((await call(`/my/keys/${key.id}/revoke`, { key: key.key, method: "POST" })).status, 404);
  const revoked = await call(`/my/keys/${first.body.id}/revoke`, { key: key.key, method: "POST" });
  assert.equal((await revoked.json()).status, "revoked");
  assert.equal((await call("/costs", { key: first.body.key })).status, 401);
  assert.equal((await make({ name: "third" })).status, 201);
  const events = await (await call("/logs/events?search=virtual_key_create")).json();
  assert.equal(events.data[0].actor, `key:${key.id}`);
});

testFeatures("keys that a holder made end with the key that made them", async (features) => {
  const { call } = features;
  const { key } = await holder(features, SELF_SERVICE);
  const made = await (await call("/my/keys", { key: key.key, method: "POST", body: { name: "notebook" } }))
    .json();
  assert.equal((await call("/my/key", { key: made.key })).status, 200);
  assert.equal((await call(`/governance/virtual-keys/${key.id}/revoke`, { method: "POST" })).status, 200);
  assert.equal((await (await call(`/governance/virtual-keys/${made.id}`)).json()).status, "revoked");
  assert.equal((await call("/my/key", { key: made.key })).status, 401);
});

testFeatures(
  "the limit of own keys holds for concurrent requests, and an admin can withdraw the right",
  async (features) => {
    const { call } = features;
    const { team, key } = await holder(features, { keys: 1, budget: null });
    const make = async (name: string) =>
      (await call("/my/keys", { key: key.key, method: "POST", body: { name } })).status;
    const made = await Promise.all(["a", "b", "c", "d"].map(make));
    assert.deepEqual(made.toSorted(), [201, 409, 409, 409]);
    const changed = await call(`/governance/teams/${team.id}`, {
      method: "PATCH",
      body: { self_service: null },
    });
    assert.equal((await changed.json()).self_service, null);
    assert.equal(await make("e"), 403);
  },
);
