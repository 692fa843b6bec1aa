import assert from "node:assert/strict";
import { bearer, testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, TEST_KEYS, type TestGuard, testGuard } from "../guard_fixture.ts";
import { anchorIn } from "./audit_anchor.ts";
import { checkAuditFile, type FileCheck } from "./audit_file_check.ts";
import { auditKeys } from "./audit_keys.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const { current: { publicKey } } = TEST_KEYS;

async function withEvents(guard: TestGuard, count: number): Promise<TestGuard> {
  for (let i = 0; i < count; i++) await guard.ask("POST", "/pii/detect", { text: `${i}` });
  return guard;
}

async function exported({ ask }: TestGuard, query = ""): Promise<string[]> {
  const { status, text, headers } = await ask("GET", `/audit/export${query}`, undefined, { role: "manager" });
  assert.equal(status, 200);
  assert.match(headers.get("content-type") ?? "", /^application\/x-ndjson/);
  assert.ok(text.endsWith("\n"));
  return text.trimEnd().split("\n");
}

async function faults(lines: readonly string[], check: FileCheck = {}): Promise<string[]> {
  return (await checkAuditFile(
    async function* () {
      yield* lines;
    }(),
    check,
  )).faults;
}

testOnEngines(
  "an export holds all events, including its own, and is verifiable without the service",
  options,
  async (sql) => {
    const guard = await withEvents(await testGuard(sql), 1203);
    const lines = await exported(guard);
    assert.equal(lines.length, 1203 + 1 + 2);
    assert.equal(JSON.parse(lines.at(-2) ?? "").event_type, "audit_export");
    for (const check of [{}, { publicKey }, { publicKey, keys: TEST_KEYS }]) {
      assert.deepEqual(await faults(lines, check), []);
    }
  },
);

testOnEngines("a part of the trail is exported by its places", options, async (sql) => {
  const guard = await withEvents(await testGuard(sql), 6);
  const lines = await exported(guard, "?first_seq=3&last_seq=5");
  assert.deepEqual(lines.slice(1, -1).map((line) => JSON.parse(line).seq), [3, 4, 5]);
  assert.deepEqual(await faults(lines, { publicKey, keys: TEST_KEYS }), []);
  assert.deepEqual(await faults([...lines, "", " "], { publicKey }), [], "an editor's last line");
  assert.equal((await exported(guard, "?first_seq=500")).length, 2);
  for (const query of ["?first_seq=0", "?first_seq=x", "?first_seq=4&last_seq=3"]) {
    assert.equal((await guard.ask("GET", `/audit/export${query}`)).status, 422, query);
  }
  assert.equal((await guard.ask("GET", "/audit/export", undefined, { role: "user" })).status, 403);
});

testOnEngines("every change to an exported file is found with the public key alone", options, async (sql) => {
  const lines = await exported(await withEvents(await testGuard(sql), 5));
  const changed = (at: number, from: string, to: string) =>
    lines.map((line, i) => {
      if (i !== at) return line;
      assert.ok(line.includes(from));
      return line.replace(from, to);
    });
  const tampered = {
    "an event altered": changed(3, '"info"', '"critical"'),
    "a time altered": changed(3, '"created_at":"2026', '"created_at":"2025'),
    "an event left out": lines.filter((_, i) => i !== 3),
    "two events swapped": lines.map((line, i) => lines[i === 3 ? 4 : i === 4 ? 3 : i] ?? line),
    "the last event cut off": lines.filter((_, i) => i !== lines.length - 2),
    "the footer cut off": lines.slice(0, -1),
    "the header cut off": lines.slice(1),
    "a line behind the footer": [...lines, lines[1] ?? ""],
    "a line that is none": [...lines.slice(0, 2), "{}", ...lines.slice(2)],
    "an empty file": [],
    "another header": changed(0, '"after_seq":0', '"after_seq":1'),
  };
  for (const [what, file] of Object.entries(tampered)) {
    assert.notDeepEqual(await faults(file, { publicKey }), [], what);
  }
});

testOnEngines(
  "a file signed with a foreign key is detected by the known key id",
  options,
  async (sql) => {
    const eve = auditKeys("a secret that somebody else made up for it");
    const lines = await exported(await withEvents(await testGuard(sql, { auditKeys: eve }), 2));
    assert.deepEqual(await faults(lines), []);
    assert.notDeepEqual(await faults(lines, { publicKey }), []);
  },
);

testOnEngines("the footer tells what the service found wrong with the trail", options, async (sql) => {
  const guard = await withEvents(await testGuard(sql), 4);
  await guard.flush();
  await sql`update guard.audit_events set subject = 'eve' where seq = 2`;
  const lines = await exported(guard);
  const { fault, broken_at } = JSON.parse(lines.at(-1) ?? "");
  assert.deepEqual([fault, broken_at], ["altered", 2]);
  assert.match((await faults(lines, { publicKey })).join(), /found a fault.*altered 2/);
  assert.match((await faults(lines, { publicKey, keys: TEST_KEYS })).join(), /event 2: was altered/);
});

testOnEngines("anchors show that an export is of a shorter or another trail", options, async (sql) => {
  const kept: string[] = [];
  const anchors = {
    add: (anchor: object) => Promise.resolve(void kept.push(JSON.stringify(anchor))),
    newest: () => Promise.resolve(kept.map(anchorIn)),
  };
  const guard = await withEvents(await testGuard(sql, { anchors }), 6);
  await guard.flush();
  await guard.ask("POST", "/audit/anchors", {});
  const known = kept.map(anchorIn).filter((anchor) => anchor !== undefined);
  const check = { publicKey, anchors: known };
  assert.deepEqual(await faults(await exported(guard), check), []);
  assert.deepEqual(await faults(await exported(guard, "?last_seq=3"), check), []);
  await sql`delete from guard.audit_events where seq > 4`;
  await sql`delete from guard.audit_head`;
  const shorter = await exported(guard);
  assert.match((await faults(shorter, check)).join(), /event 6: an anchor/);
  const foreign = known.map((anchor) => ({ ...anchor, seq: 2 }));
  assert.match((await faults(shorter, { publicKey, anchors: foreign })).join(), /was not signed by that key/);
});

testOnEngines("a client that leaves ends the export", options, async (sql) => {
  const guard = await withEvents(await testGuard(sql), 3);
  const response = await guard.app.request("/api/v1/audit/export", { headers: await bearer("admin") });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  assert.equal((await guard.ask("GET", "/audit/verify")).body.valid, true);
});
