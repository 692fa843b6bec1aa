import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { costLine } from "./cost_csv.ts";
import { type Features, withFeatures } from "../feature_fixture.ts";
import { usageRecord } from "./usage_fixture.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

async function tenant({ call }: Features, name: string): Promise<{ id: string; key: string }> {
  return await (await call("/governance/virtual-keys", { method: "POST", body: { name } })).json();
}

testOnEngines(
  "GET /costs shows the latest records, by page",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, meter }) => {
      for (let n = 0; n < 5; n++) {
        meter.record(
          usageRecord({
            timestamp: `2026-03-01T00:00:0${n}.000Z`,
            cost_usd: `0.00000000${n}`,
            model: `m${n}`,
          }),
        );
      }
      const page = await (await call("/costs?limit=2&page=2&sort_by=cost_usd&sort_dir=asc")).json();
      assert.deepEqual([page.total, page.page, page.limit], [5, 2, 2]);
      assert.deepEqual(page.data.map((record: { model: string }) => record.model), ["m2", "m3"]);
      assert.equal(page.data[0].cost_usd, 0.000000002);
      assert.equal(page.data[0].timestamp, "2026-03-01T00:00:02.000Z");
      const beyond = await (await call("/costs?page=1000000&limit=500&sort_by=cost_usd")).json();
      assert.deepEqual([beyond.total, beyond.data], [5, []]);
      const some = await (await call(
        "/costs?start_time=2026-03-01T03:00:03%2B03:00&model=&end_time=2026-03-01t00:00:04z",
      ))
        .json();
      assert.deepEqual(some.data.map((record: { model: string }) => record.model), ["m3"]);
    }),
);

testOnEngines(
  "GET /costs filters unpriced requests",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, meter }) => {
      meter.record(usageRecord({ model: "mystery", unpriced: true, cost_usd: "0.000000000" }));
      meter.record(usageRecord());
      const page = await (await call("/costs?unpriced=true")).json();
      assert.deepEqual(page.data.map((record: { model: string }) => record.model), ["mystery"]);
      assert.equal(page.total, 1);
      const summary = await (await call("/costs/summary")).json();
      const counts = (list: Record<string, unknown>[], name: string) =>
        list.map((sum) => [sum[name], sum.unpriced_requests]);
      assert.equal(summary.unpriced_requests, 1);
      assert.deepEqual(counts(summary.by_model, "model"), [["small", 0], ["mystery", 1]]);
      assert.deepEqual(counts(summary.by_provider, "provider"), [["openai", 1]]);
      assert.deepEqual(counts(summary.by_tenant, "tenant_id").map(([, count]) => count), [1]);
      assert.deepEqual(counts(summary.daily_costs, "date").map(([, count]) => count), [1]);
      const csv = await (await call("/costs/export?model=mystery")).text();
      assert.match(csv, /,mystery,openai,10,5,15,,/);
    }),
);

testOnEngines(
  "a key sees only its own costs",
  DATABASE,
  (sql) =>
    withFeatures(sql, async (features) => {
      const { call, meter, jwt } = features;
      const [one, two] = [await tenant(features, "one"), await tenant(features, "two")];
      meter.record(usageRecord({ tenant_id: one.id, cost_usd: "1.000000000" }));
      meter.record(usageRecord({ tenant_id: two.id, cost_usd: "2.000000000" }));
      meter.record(usageRecord({ tenant_id: "user:alice", cost_usd: "4.000000000" }));
      const spent = async (key?: string) =>
        (await (await call("/costs/summary", key ? { key } : {})).json()).total_cost_usd;
      assert.equal(await spent(), 7);
      assert.equal(await spent(one.key), 1);
      assert.equal(await spent(await jwt("manager", "alice")), 4);
      assert.equal(await spent(await jwt("admin", "alice")), 7);
      const list = await (await call("/costs", { key: two.key })).json();
      assert.deepEqual([list.total, list.data[0].tenant_id], [1, two.id]);
      const csv = await (await call("/costs/export", { key: two.key })).text();
      assert.equal(csv.trim().split("\r\n").length, 2);
      for (const path of ["/costs", "/costs/summary", "/costs/export"]) {
        const refused = await call(`${path}?tenant_id=${one.id}`, { key: two.key });
        assert.equal(refused.status, 403, path);
        assert.equal((await refused.json()).error.type, "rbac_denied");
        assert.equal((await call(`${path}?tenant_id=${two.id}`, { key: two.key })).status, 200, path);
      }
    }),
);

testOnEngines(
  "GET /costs/export streams every record as CSV",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call, meter }) => {
      for (let n = 0; n < 4500; n++) meter.record(usageRecord({ request_id: `r-${n}` }));
      const response = await call("/costs/export?model=small");
      assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
      const lines = (await response.text()).trimEnd().split("\r\n");
      const header =
        "id,request_id,model,provider,prompt_tokens,completion_tokens,total_tokens,cost_usd,tenant_id,timestamp";
      assert.equal(lines[0], header);
      assert.equal(new Set(lines.slice(1).map((line) => line.split(",")[1])).size, 4500);
      assert.match(lines[1] ?? "", /,r-4499,small,openai,10,5,15,0\.000000123,t1,2026-03-01T00:00:00\.000Z$/);
      const none = await (await call("/costs/export?model=nothing")).text();
      assert.equal(none, `${header}\r\n`);
    }),
);

testOnEngines(
  "the cost pages answer 422 for invalid filters",
  DATABASE,
  (sql) =>
    withFeatures(sql, async ({ call }) => {
      for (
        const query of [
          "page=0",
          "limit=0",
          "limit=501",
          "page=x",
          "sort_by=colour",
          "sort_dir=up",
          "start_time=yesterday",
          "start_time=2026-02-30T00:00:00Z",
          "end_time=2026-01-01",
          "model=%00",
          "unpriced=maybe",
        ]
      ) {
        const response = await call(`/costs?${query}`);
        assert.equal(response.status, 422, query);
        assert.equal((await response.json()).error.type, "invalid_request_error");
      }
      assert.equal((await call("/costs", { key: "nobody" })).status, 401);
    }),
);

Deno.test("costLine() quotes special characters and disarms formulas", () => {
  const row = {
    ...usageRecord({ id: "i", request_id: '=cmd("x")', model: 'a,"b"', tenant_id: "عميل" }),
    provider_model: null,
    cost_usd: 0.000000123,
    units: null,
  };
  assert.equal(
    costLine(row),
    `i,"'=cmd(""x"")","a,""b""",openai,10,5,15,0.000000123,عميل,2026-03-01T00:00:00.000Z\r\n`,
  );
});
