import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { withFeatures } from "../feature_fixture.ts";
import { usageRecord } from "../books/usage_fixture.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const KEYS = "/governance/virtual-keys";

testOnEngines(
  "a virtual key is created, returned once, used, changed, rotated and revoked",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call }) => {
      const created = await call(KEYS, {
        method: "POST",
        body: {
          name: "روبوت",
          rate_limit: { requests_per_minute: 10 },
          budget: { limit_usd: 2.5, period: "daily" },
          allowed_models: ["echo"],
          timeout_seconds: 2.5,
          may_pass_through: true,
          expires_at: "2099-01-01T00:00:00+03:00",
        },
      });
      assert.equal(created.status, 201);
      const { key, ...record } = await created.json();
      assert.match(key, /^dwn-/);
      assert.equal(record.expires_at, "2098-12-31T21:00:00.000Z");
      assert.deepEqual(record.rate_limit, { requests_per_minute: 10, tokens_per_minute: null });
      assert.equal(record.created_by, "admin");
      assert.deepEqual([record.timeout_seconds, record.may_pass_through], [2.5, true]);
      const text = await (await call(`${KEYS}/${record.id}`)).text();
      const { spending, ...read } = JSON.parse(text);
      assert.deepEqual(read, record);
      assert.equal(spending.spent_usd, 0);
      const stored = JSON.stringify(await sql`select * from gateway.virtual_keys`);
      assert.ok(!text.includes(key) && !stored.includes(key), "only a hash is kept");

      assert.equal((await call("/costs", { key })).status, 200);
      const changed = await call(`${KEYS}/${record.id}`, { method: "PATCH", body: { budget: null } });
      assert.equal((await changed.json()).budget, null);

      const rotated = await call(`${KEYS}/${record.id}/rotate?grace_seconds=60`, { method: "POST" });
      assert.equal(rotated.status, 200);
      const second = (await rotated.json()).key;
      assert.equal((await call("/costs", { key })).status, 200);
      const again = await call(`${KEYS}/${record.id}/rotate`, { method: "POST" });
      const third = (await again.json()).key;
      assert.deepEqual(
        await Promise.all(
          [key, second, third].map(async (each) => (await call("/costs", { key: each })).status),
        ),
        [
          401,
          401,
          200,
        ],
      );

      const revoked = await call(`${KEYS}/${record.id}/revoke`, { method: "POST" });
      assert.equal((await revoked.json()).status, "revoked");
      const refused = await call("/costs", { key: third });
      assert.equal(refused.status, 401);
      assert.deepEqual(await refused.json(), {
        error: { message: "The API key was revoked", type: "rbac_denied", param: null, code: null },
      });
      assert.equal((await call(`${KEYS}/${record.id}/rotate`, { method: "POST" })).status, 409);

      const events = await (await call("/logs/events?search=virtual_key")).json();
      assert.deepEqual(events.data.map((event: { action: string }) => event.action), [
        "virtual_key_revoke",
        "virtual_key_rotate",
        "virtual_key_rotate",
        "virtual_key_update",
        "virtual_key_create",
      ]);
      assert.deepEqual(events.data[3].detail, { changed: ["budget"] });
      assert.equal(events.data[0].ip, "10.1.2.3");
    }),
);

testOnEngines(
  "customers and teams are created, listed, changed and removed",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call }) => {
      const customer = await (await call("/governance/customers", { method: "POST", body: { name: "Acme" } }))
        .json();
      const body = { name: "Team", customer_id: customer.id, rate_limit: { tokens_per_minute: 1000 } };
      const made = await call("/governance/teams", { method: "POST", body });
      assert.equal(made.status, 201);
      const team = await made.json();
      assert.equal(team.customer_id, customer.id);
      assert.deepEqual(await (await call(`/governance/teams/${team.id}`)).json(), {
        ...team,
        spending: null,
      });
      const list = await (await call("/governance/teams?search=TEA")).json();
      assert.deepEqual(list, { data: [team], total: 1, page: 1, limit: 50 });
      assert.equal((await call(`/governance/customers/${customer.id}`, { method: "DELETE" })).status, 409);
      const moved = await call(`/governance/teams/${team.id}`, {
        method: "PATCH",
        body: { customer_id: null },
      });
      assert.equal((await moved.json()).customer_id, null);
      assert.equal((await call(`/governance/customers/${customer.id}`, { method: "DELETE" })).status, 204);
      assert.equal((await call(`/governance/customers/${customer.id}`)).status, 404);
    }),
);

testOnEngines(
  "governance refuses bad input in the gateway's error format",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, jwt }) => {
      const { key } = await (await call(KEYS, { method: "POST", body: { name: "one" } })).json();
      const admin = await jwt("admin", "root");
      assert.equal((await call(KEYS, { key: admin })).status, 200);
      const none = crypto.randomUUID();
      const cases: [number, string, string, unknown?, string?][] = [
        [401, "GET", KEYS, undefined, "dwn-wrong"],
        [403, "GET", KEYS, undefined, key],
        [403, "POST", KEYS, { name: "two" }, await jwt("manager", "m")],
        [404, "GET", `${KEYS}/${none}`],
        [404, "PATCH", `${KEYS}/${none}`, {}],
        [404, "POST", `${KEYS}/${none}/rotate`],
        [404, "POST", `${KEYS}/${none}/revoke`],
        [404, "DELETE", `/governance/teams/${none}`],
        [409, "POST", KEYS, { name: "ONE" }],
        [422, "POST", KEYS, {}],
        [422, "POST", KEYS, { name: "x".repeat(201) }],
        [422, "POST", KEYS, { name: "nul\0" }],
        [422, "POST", KEYS, { name: "two", colour: "red" }],
        [422, "POST", KEYS, { name: "two", team_id: none }],
        [422, "POST", KEYS, { name: "two", rate_limit: { requests_per_minute: 0 } }],
        [422, "POST", KEYS, { name: "two", budget: { limit_usd: -1, period: "daily" } }],
        [422, "POST", KEYS, { name: "two", budget: { limit_usd: 1, period: "yearly" } }],
        [422, "GET", `${KEYS}/not-an-id`],
        [422, "GET", `${KEYS}?limit=501`],
      ];
      for (const [status, method, path, body, as] of cases) {
        const response = await call(path, { method, body, ...(as ? { key: as } : {}) });
        const label = `${method} ${path} ${JSON.stringify(body)}`;
        assert.equal(response.status, status, label);
        const { error } = await response.json();
        assert.equal(typeof error.message, "string", label);
        assert.equal(error.type, status < 404 ? "rbac_denied" : "invalid_request_error", label);
      }
    }),
);

testOnEngines(
  "a budget's owner can read its spending and renewal time",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, meter }) => {
      const budget = { limit_usd: 5, period: "monthly" };
      const customer =
        await (await call("/governance/customers", { method: "POST", body: { name: "A", budget } })).json();
      const record = usageRecord({
        customer_id: customer.id,
        cost_usd: "1.250000001",
        timestamp: new Date().toISOString(),
      });
      meter.record(record);
      await meter.flush();
      const { spending } = await (await call(`/governance/customers/${customer.id}`)).json();
      assert.equal(spending.spent_usd, 1.250000001);
      assert.match(spending.since, /-01T00:00:00\.000Z$/);
      assert.ok(spending.renews_at > new Date().toISOString());
    }),
);
