import assert from "node:assert/strict";
import { TEST_KEYS } from "../guard_fixture.ts";
import { BEGINNING, chainedRecords, firstFault, plainHash } from "./audit_chain.ts";
import { auditKeys } from "./audit_keys.ts";
import type { AuditEntry, AuditRecord } from "./audit_event.ts";

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
const HEAD = { seq: 0, hash: BEGINNING };
const { current: key, ...keys } = TEST_KEYS;
const check = { keys, keyedFrom: 1 };

Deno.test("chainedRecords() continues over batches and firstFault() finds nothing wrong with it", () => {
  const first = chainedRecords(HEAD, [entry("a"), entry("b")], key);
  const last = first.at(-1);
  assert.ok(last);
  const records = [...first, ...chainedRecords(last, [entry("c")], key)];
  assert.deepEqual(records.map(({ seq }) => seq), [1, 2, 3]);
  assert.equal(firstFault(HEAD, records, check), undefined);
  assert.equal(
    firstFault(HEAD, records, { keyedFrom: 1 }),
    undefined,
    "the links can be checked without a key",
  );
});

Deno.test("firstFault() reports where a record was altered, removed or inserted", () => {
  const records = chainedRecords(HEAD, ["a", "b", "c", "d"].map(entry), key);
  const fault = (list: AuditRecord[]) => firstFault(HEAD, list, check);
  const second = (change: Partial<AuditRecord>) =>
    fault(records.map((record) => record.seq === 2 ? { ...record, ...change } : record));
  assert.deepEqual(second({ user_id: "eve" }), { seq: 2, fault: "altered" });
  assert.deepEqual(second({ created_at: "2026-11-21T10:00:00.001Z" }), { seq: 2, fault: "altered" });
  assert.deepEqual(fault(records.filter(({ seq }) => seq !== 3)), { seq: 3, fault: "missing" });
  const [forged] = chainedRecords({ seq: 2, hash: "f".repeat(64) }, [entry("x")], key);
  const swapped = records.map((record) => record.seq === 3 && forged ? forged : record);
  assert.deepEqual(fault(swapped), { seq: 3, fault: "unlinked" });
});

Deno.test("nobody without the key can forge a valid event, not even in the unkeyed form", () => {
  const eve = auditKeys("a secret that somebody else made up for it");
  const [own] = chainedRecords(HEAD, [entry("a")], key);
  assert.ok(own);
  const foreign = [own, ...chainedRecords(own, [entry("b")], eve.current)];
  assert.deepEqual(firstFault(HEAD, foreign, check), { seq: 2, fault: "unknown_key" });
  const renamed = foreign.map((record) => ({ ...record, key_id: key.id }));
  assert.deepEqual(firstFault(HEAD, renamed, check), { seq: 2, fault: "altered" });
  const plain = [own, plainRecord(own, entry("b"))];
  assert.deepEqual(firstFault(HEAD, plain, check), { seq: 2, fault: "unkeyed" });
});

Deno.test("events without a key are checked by their plain hashes", () => {
  const old = plainRecord(HEAD, entry("a"));
  const records = [old, ...chainedRecords(old, [entry("b")], key)];
  assert.equal(firstFault(HEAD, records, { keys, keyedFrom: 2 }), undefined);
  const altered = records.map((record) => record.seq === 1 ? { ...record, subject: "eve" } : record);
  assert.deepEqual(firstFault(HEAD, altered, { keys, keyedFrom: 2 }), { seq: 1, fault: "altered" });
});

Deno.test("the unkeyed hash still equals the stored ones", () => {
  // Computed by the version that stored them.
  assert.equal(
    plainHash(HEAD, entry("a")),
    "20650b59fd5ccc50e39ffb0c19061c6cd5fabee657407985cdebc8bcb81913fe",
  );
});

function plainRecord(before: { seq: number; hash: string }, event: AuditEntry): AuditRecord {
  const hash = plainHash(before, event);
  return { ...event, seq: before.seq + 1, previous_hash: before.hash, hash, key_id: null };
}
