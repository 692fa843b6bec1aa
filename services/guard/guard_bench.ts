import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { evaluator } from "./policies/evaluation.ts";
import type { MatchedPolicy } from "./policies/policy.ts";
import { readingOf } from "./reading/reading.ts";
import { compilePolicies } from "./policies/policy_set.ts";
import { TelemetryEvent } from "./telemetry/telemetry_event.ts";
import { telemetryLog } from "./telemetry/telemetry_log.ts";
import type { TelemetryRow } from "./telemetry/telemetry_row.ts";
import { deltaEncoded, telemetryStore } from "./telemetry/telemetry_store.ts";
import { z } from "zod";

const SYLLABLES = ["ba", "ko", "ter", "min", "sal", "dro", "ق", "سل", "را", "نو", "fi", "gan"];
const word = (n: number) =>
  [n, n * 7, n * 13].map((i) => SYLLABLES[i % SYLLABLES.length]).join("") + n.toString(36);

const keywords = Array.from({ length: 100 }, (_, p): MatchedPolicy => ({
  id: `k${p}`,
  name: `keywords ${p}`,
  rule_type: "keyword",
  rule_config: JSON.stringify({ keywords: Array.from({ length: 50 }, (_, i) => word(p * 50 + i)) }),
  action: "warn",
}));
const regexes = Array.from({ length: 100 }, (_, p): MatchedPolicy => ({
  id: `r${p}`,
  name: `pattern ${p}`,
  rule_type: "regex",
  rule_config: JSON.stringify({
    patterns: [`\\b${["proj", "case", "doc", "ref"][p % 4]}-${p}\\d{3,6}[a-z]?\\b`],
  }),
  action: "block",
}));
const set = compilePolicies([...keywords, ...regexes]);
const judging = evaluator({ cache: { current: () => set }, judge: () => Promise.resolve(undefined) });

const TEXT =
  ("The committee reviewed the annual report and its budget for 2026; details from office@example.ae. " +
    "راجعت اللجنة التقرير السنوي وميزانية ٢٠٢٦ وللتواصل الهاتف 0501234567 مساء. ").repeat(20).slice(0, 2_048);

Deno.bench({
  name: "evaluate: 2 kB, 100 keyword policies of 50 words and 100 regexes (limit 2 ms)",
  async fn() {
    await judging.evaluate(TEXT);
  },
});

const costly = compilePolicies([
  ...Array.from({ length: 12 }, (_, p): MatchedPolicy => ({
    ...{ id: `c${p}`, name: `costly ${p}`, rule_type: "regex", action: "block" },
    rule_config: JSON.stringify({ patterns: [`[ab]*a[ab]{8}${String.fromCharCode(99 + p)}`] }),
  })),
  ...Array.from({ length: 188 }, (_, p): MatchedPolicy => ({
    ...{ id: `n${p}`, name: `nested ${p}`, rule_type: "keyword", action: "block" },
    rule_config: JSON.stringify({ keywords: ["a".repeat(1 + p)], match: p % 2 === 0 ? "word" : "substring" }),
  })),
]);
let seed = 1;
const AB = Array.from({ length: 100_000 }, () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed >>> 31 === 0 ? "a" : "b";
}).join("");

Deno.bench({
  name: "policies: 100,000 characters by 200 policies of the worst kind that can be saved (limit 25 ms)",
  fn() {
    costly.match(readingOf(AB));
  },
});

const database = await openEmbedded();
await migrate(database.sql, "guard", import.meta.resolve("./migrations/"));
const log = telemetryLog({ store: telemetryStore(database.sql), log: createLogger({ write: () => {} }) });
const Body = z.array(TelemetryEvent);
const SENT = JSON.stringify(Array.from({ length: 1_000 }, (_, i) => ({
  product: "chat",
  model: `model-${i % 5}`,
  user_id: `user-${i}`,
  latency_ms: i,
  prompt_tokens: 100 + i % 50,
  completion_tokens: 80 + i % 30,
  content_snippet: `a short piece of what was said, ${i}`,
})));

Deno.bench({
  name: "telemetry: 4 requests of 1000 events at once, read, checked and stored (limit 80 ms)",
  async fn() {
    await Promise.all([1, 2, 3, 4].map(() => log.ingest(Body.parse(JSON.parse(SENT)))));
  },
});

// The baseline: one statement inserts as many rows of the same shape into a table without indexes and sums.
const { sql } = database;
await sql`create table plain_events (like guard.telemetry_events)`;
const row = (i: number): TelemetryRow => ({
  id: `019aa5c1-0000-7000-8000-${String(i).padStart(12, "0")}`,
  event_type: "llm_call",
  product: "chat",
  model: `model-${i % 5}`,
  user_id: `user-${i}`,
  latency_ms: i,
  prompt_tokens: 100 + i % 50,
  completion_tokens: 80 + i % 30,
  total_tokens: 180 + i % 50 + i % 30,
  cost_usd: 0,
  failed: false,
  counted: true,
  content_snippet: `a short piece of what was said, ${i}`,
  severity: "info",
  metadata: null,
  created_at: "2026-11-21T10:00:00Z",
});
const { first, differing } = deltaEncoded(Array.from({ length: 4_000 }, (_, i) => row(i % 1_000)));

Deno.bench({
  name: "telemetry: the engine's own limit, 4000 such rows without an index",
  async fn() {
    await sql`
      insert into plain_events
      select * from json_populate_recordset(
        json_populate_record(null::plain_events, ${first}::text::json), ${differing}::text::json)`;
  },
});

globalThis.addEventListener("unload", () => void database.close());
