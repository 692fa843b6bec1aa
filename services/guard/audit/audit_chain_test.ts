import assert from "node:assert/strict";
import { chained, firstFault } from "./audit_chain.ts";
import type { AuditEntry } from "./audit_event.ts";

const entry = (id: string): AuditEntry => ({
  id,
  event_type: "evaluation",
  severity: "info",
  user_id: "u",
  subject: "u",
  model: null,
  action: "pass",
  request_id: null,
  violations: 0,
  pii_entities: 0,
  safety_blocked: false,
  content_hash: null,
  content_snippet: null,
  details: "{}",
  created_at: "2026-11-21T10:00:00.000Z",
});
const HEAD = { seq: 0, hash: "0".repeat(64) };

Deno.test("chained() continues over batches and firstFault() finds nothing wrong with it", () => {
  const first = chained(HEAD, [entry("a"), entry("b")]);
  const last = first.at(-1);
  assert.ok(last);
  const records = [...first, ...chained(last, [entry("c")])];
  assert.deepEqual(records.map(({ seq }) => seq), [1, 2, 3]);
  assert.equal(firstFault(HEAD, records), undefined);
});

Deno.test("firstFault() says where a record was altered, removed, or put in", () => {
  const records = chained(HEAD, ["a", "b", "c", "d"].map(entry));
  const altered = records.map((record) => record.seq === 2 ? { ...record, user_id: "eve" } : record);
  assert.deepEqual(firstFault(HEAD, altered), { seq: 2, fault: "altered" });
  assert.deepEqual(firstFault(HEAD, records.filter(({ seq }) => seq !== 3)), { seq: 3, fault: "missing" });
  const [forged] = chained({ seq: 2, hash: "f".repeat(64) }, [entry("x")]);
  const swapped = records.map((record) => record.seq === 3 && forged ? forged : record);
  assert.deepEqual(firstFault(HEAD, swapped), { seq: 3, fault: "unlinked" });
});
