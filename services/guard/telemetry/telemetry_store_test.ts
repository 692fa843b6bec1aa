import assert from "node:assert/strict";
import fc from "fast-check";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS } from "../guard_fixture.ts";
import { metricsOf } from "./monitoring.ts";
import type { TelemetryRow } from "./telemetry_row.ts";
import { daysOf, telemetryStore } from "./telemetry_store.ts";

const options = { schema: "guard", migrations: MIGRATIONS };

const EVENT: TelemetryRow = {
  id: "1",
  event_type: "llm_call",
  product: "p",
  model: "m",
  user_id: null,
  latency_ms: 1,
  prompt_tokens: 1,
  completion_tokens: 2,
  total_tokens: 3,
  cost_usd: 0.5,
  failed: false,
  counted: true,
  content_snippet: null,
  severity: "info",
  metadata: null,
  created_at: "2026-11-21T10:00:00.000Z",
};

testOnEngines("the sums of a day are those of its events", options, async (sql) => {
  const store = telemetryStore(sql);
  const rows = Array.from({ length: 500 }, (_, i) => ({
    ...EVENT,
    id: `e${i}`,
    model: i % 3 === 0 ? null : `m${i % 5}`,
    latency_ms: i % 2 === 0 ? null : i,
    prompt_tokens: i,
    total_tokens: i + 2,
    failed: i % 7 === 0,
    counted: i % 11 !== 0,
    created_at: `2026-11-${String(1 + i % 3).padStart(2, "0")}T12:00:00.000Z`,
  }));
  for (let i = 0; i < rows.length; i += 70) await store.insert(rows.slice(i, i + 70), []);
  assert.deepEqual([...await store.daily("2026-11-01")], daysOf(rows));
  const metrics = metricsOf(daysOf(rows), ["2026-11-01", "2026-11-02", "2026-11-03"]);
  assert.equal(metrics.total_requests, rows.filter(({ counted }) => counted).length);
});

testOnEngines(
  "events are stored as they are, whatever the others of their batch hold",
  options,
  async (sql) => {
    const store = telemetryStore(sql);
    const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) =>
      !value.includes("\0") && value.isWellFormed()
    );
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const tokens = fc.integer({ min: 0, max: 1e9 });
    const row = fc.record<TelemetryRow>({
      id: fc.uuid(),
      event_type: fc.constantFrom("llm_call", 'a "b" \\ ,{}'),
      product: text,
      model: maybe(text),
      user_id: maybe(text),
      latency_ms: maybe(fc.double({ min: 0, max: 1e12, noNaN: true })),
      prompt_tokens: tokens,
      completion_tokens: tokens,
      total_tokens: tokens,
      cost_usd: fc.constantFrom(0, 0.1, 1e-9),
      failed: fc.boolean(),
      counted: fc.boolean(),
      content_snippet: maybe(text),
      severity: text,
      metadata: maybe(fc.json()),
      created_at: fc.constantFrom("2026-11-21T10:00:00.001Z", "2026-11-22T00:00:00.000Z"),
    });
    const batches = fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ id }) => id });
    await fc.assert(
      fc.asyncProperty(batches, async (rows) => {
        await sql`delete from guard.telemetry_events`;
        await store.insert(rows, []);
        const stored = await sql<TelemetryRow[]>`select * from guard.telemetry_events`;
        const byId = (a: TelemetryRow, b: TelemetryRow) => a.id < b.id ? -1 : 1;
        // JSON stores -0 as 0.
        const sent = rows.map((row) => ({
          ...row,
          latency_ms: row.latency_ms === null ? null : row.latency_ms + 0,
        }));
        assert.deepEqual([...stored].sort(byId), sent.sort(byId));
      }),
      { numRuns: 60 },
    );
  },
);

testOnEngines("a batch that is written again counts once", options, async (sql) => {
  const store = telemetryStore(sql);
  const rows = ["guard:1", "guard:2", "guard:1"].map((id) => ({ ...EVENT, id }));
  assert.deepEqual(await store.insert(rows, ["guard:1", "guard:2"]), new Set(["guard:1", "guard:2"]));
  const more = [...rows, { ...EVENT, id: "guard:3" }];
  assert.deepEqual(await store.insert(more, ["guard:1", "guard:2", "guard:3"]), new Set(["guard:3"]));
  const [day] = await store.daily("2026-11-21");
  assert.equal(day?.requests, 3);
  assert.equal((await sql`select 1 from guard.telemetry_events`).length, 3);
});

testOnEngines("a batch with one event that cannot be stored leaves nothing behind", options, async (sql) => {
  const store = telemetryStore(sql);
  const bad = { ...EVENT, id: "2", prompt_tokens: 0.5 };
  await assert.rejects(store.insert([EVENT, bad], []));
  await assert.rejects(store.insert([{ ...EVENT, id: "a:1" }, bad], ["a:1"]));
  assert.equal((await sql`select 1 from guard.telemetry_events`).length, 0);
  assert.deepEqual([...await store.daily("2026-11-01")], []);
});
