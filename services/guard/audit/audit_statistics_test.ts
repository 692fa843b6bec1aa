import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { dailyCounts } from "./audit_daily.ts";
import { auditStore } from "./audit_store.ts";
import type { AuditEntry } from "./audit_event.ts";
import { MIGRATIONS, TEST_KEYS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: crypto.randomUUID(), event_type: "evaluation", severity: "info", user_id: null, subject: "sara" },
  ...{ model: null, action: "pass", request_id: null, violations: 0, pii_entities: 0, safety_blocked: false },
  ...{ content_hash: null, content_snippet: null, details: "{}", created_at: "2026-11-20T10:00:00.000Z" },
  ...more,
});

testOnEngines(
  "GET /monitoring/findings counts what checks found, by day, type and category",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    const policy = {
      name: "No merger",
      rule_type: "keyword",
      rule_config: JSON.stringify({ keywords: ["merger"] }),
      action: "block",
    };
    assert.equal((await guard.ask("POST", "/policies", policy)).status, 201);
    const check = (content: string) => guard.ask("POST", "/governance/evaluate", { content });
    await check("the merger, says ali@example.com and mona@example.com");
    guard.clock.now += 86_400_000;
    await check("write to ali@example.com");
    await check("nothing here");
    const { status, body } = await guard.ask("GET", "/monitoring/findings?days=3");
    assert.equal(status, 200, JSON.stringify(body));
    const series = (kind: string, name: string, by_day: number[]) => ({
      ...{ kind, name, by_day },
      total: by_day.reduce((sum, n) => sum + n, 0),
    });
    assert.deepEqual(body, {
      days: ["2026-11-20", "2026-11-21", "2026-11-22"],
      since: "2026-11-21",
      series: [
        series("checked", "", [0, 1, 2]),
        series("violating", "", [0, 1, 0]),
        series("blocked", "", [0, 1, 0]),
        series("pii", "EMAIL", [0, 1, 1]),
      ],
    });
    assert.equal((await guard.ask("GET", "/monitoring/findings", undefined, { role: "user" })).status, 403);
    assert.equal((await guard.ask("GET", "/monitoring/findings?days=91")).status, 422);
  },
);

testOnEngines("a batch that is written again counts once", options, async (sql) => {
  const store = auditStore(sql, { keys: TEST_KEYS });
  await store.seal();
  const events = [entry({ details: '{"pii_types":["EMAIL"]}' }), entry({ event_type: "policy_change" })];
  await store.append(events);
  await store.append([...events, entry()]);
  const { counts } = await store.countsFrom("2026-11-01");
  assert.deepEqual(counts, [
    { day: "2026-11-20", kind: "checked", name: "", events: 2 },
    { day: "2026-11-20", kind: "pii", name: "EMAIL", events: 1 },
  ]);
});

Deno.test("dailyCounts() takes categories of both sources, each once, cut and bounded; details that are no JSON count nothing", () => {
  const made = Array.from({ length: 100 }, (_, i) => `${i}`.repeat(90));
  const counts = dailyCounts([
    entry({ event_type: "safety_check", action: "block", details: '{"categories":["hate","hate"]}' }),
    entry({ event_type: "proxy_request", details: '{"safety_categories":["hate"],"pii_types":"none"}' }),
    entry({ event_type: "safety_check", details: JSON.stringify({ categories: made }) }),
    entry({ details: "broken" }),
  ]);
  const of = (kind: string) => counts.filter((count) => count.kind === kind);
  assert.deepEqual(of("checked").map(({ events }) => events), [4]);
  assert.deepEqual(of("blocked").map(({ events }) => events), [1]);
  assert.deepEqual(of("safety").find(({ name }) => name === "hate")?.events, 2);
  assert.equal(of("safety").length, 41);
  assert.ok(of("safety").every(({ name }) => name.length <= 80));
  assert.deepEqual(of("pii"), []);
});
