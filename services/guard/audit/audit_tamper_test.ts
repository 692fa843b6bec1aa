import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "../guard_fixture.ts";
import type { AuditAnchor } from "./audit_anchor.ts";
import { anchorFile, type AnchorStore } from "./audit_anchors_store.ts";
import { AuditEntry } from "./audit_event.ts";
import { BEGINNING, plainHash } from "./audit_chain.ts";
import { auditKeys } from "./audit_keys.ts";

const options = { schema: "guard", migrations: MIGRATIONS };

/** Anchors out of reach of the database's owner. */
function anchorsInMemory(): AnchorStore & { kept: AuditAnchor[] } {
  const kept: AuditAnchor[] = [];
  return {
    kept,
    add: (anchor) => Promise.resolve(void kept.push(anchor)),
    newest: () => Promise.resolve(kept.toReversed()),
  };
}

async function events(guard: TestGuard, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await guard.ask("POST", "/pii/detect", { text: `${i}` });
  await guard.flush();
}

async function verdict({ ask }: TestGuard): Promise<unknown[]> {
  const { body } = await ask("GET", "/audit/verify");
  return [body.valid, body.broken_at, body.fault];
}

testOnEngines(
  "a cut tail is found by the head's hash, and with the head row by an anchor",
  options,
  async (sql) => {
    const anchors = anchorsInMemory();
    const guard = await testGuard(sql, { anchors });
    await events(guard, 3);
    const [early] = await sql`select * from guard.audit_head`;
    await events(guard, 3);
    const anchored = await guard.ask("POST", "/audit/anchors", {});
    assert.equal(anchored.status, 201);
    assert.equal(anchored.body.seq, 6);
    assert.deepEqual(await verdict(guard), [true, null, null]);

    await sql`delete from guard.audit_events where seq > 3`;
    assert.deepEqual(await verdict(guard), [false, 4, "missing"]);
    await sql`update guard.audit_head set seq = 3, hash = (select hash from guard.audit_events where seq = 3)`;
    assert.deepEqual(await verdict(guard), [false, null, "head_altered"]);
    // An old head is valid by itself: only an external anchor reveals it.
    await sql`update guard.audit_head set ${sql(early ?? {})}`;
    assert.deepEqual(await verdict(guard), [false, 6, "anchor"]);
    await sql`delete from guard.audit_head`;
    assert.deepEqual(await verdict(guard), [false, null, "head_missing"]);
    await events(guard, 4);
    assert.deepEqual(await verdict(guard), [false, 6, "anchor"], "the chain that goes on is another one");
    const { body } = await guard.ask("GET", "/audit/trail?event_type=audit_fault");
    assert.equal(body[0]?.details?.fault, "head_missing");
    assert.equal(body[0]?.severity, "critical");
  },
);

testOnEngines("a head that was changed is on record from the next event on, once", options, async (sql) => {
  const guard = await testGuard(sql);
  await events(guard, 3);
  await sql`delete from guard.audit_events where seq = 3`;
  await sql`update guard.audit_head set seq = 2, hash = (select hash from guard.audit_events where seq = 2)`;
  await events(guard, 1);
  await events(guard, 1);
  const { body, headers } = await guard.ask("GET", "/audit/trail?event_type=audit_fault");
  assert.equal(headers.get("x-total-count"), "1");
  assert.deepEqual(body[0]?.details, { fault: "head_altered", last_seq: 2 });
  assert.deepEqual(await verdict(guard), [true, null, null]);
});

testOnEngines(
  "deleting the oldest events by hand is detected, even with a matching head",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    await events(guard, 4);
    await sql`delete from guard.audit_events where seq <= 2`;
    assert.deepEqual(await verdict(guard), [false, 1, "missing"]);
    await sql`
    update guard.audit_head
    set anchor_seq = 2, anchor_hash = (select previous_hash from guard.audit_events where seq = 3)`;
    assert.deepEqual(await verdict(guard), [false, null, "head_altered"]);
  },
);

testOnEngines("a trail written anew in the form of before there were keys is found", options, async (sql) => {
  const anchors = anchorsInMemory();
  const guard = await testGuard(sql, { anchors });
  await events(guard, 3);
  await guard.ask("POST", "/audit/anchors", {});
  const { body } = await guard.ask("GET", "/audit/trail");
  let before = { seq: 0, hash: BEGINNING };
  for (let i = 2; i >= 0; i--) {
    const event = { ...body[i], subject: "nobody", details: JSON.stringify(body[i]?.details) };
    const hash = plainHash(before, AuditEntry.parse(event));
    const seq = before.seq + 1;
    await sql`
      update guard.audit_events set subject = 'nobody', previous_hash = ${before.hash}, hash = ${hash}, key_id = null
      where seq = ${seq}`;
    before = { seq, hash };
  }
  await sql`update guard.audit_head set hash = ${before.hash}, keyed_from = null, key_id = null, mac = null`;
  assert.deepEqual(await verdict(guard), [false, 3, "anchor"]);
});

testOnEngines("a trail of before there were keys is continued with a key", options, async (sql) => {
  const { event, hash } = oldEvent();
  await sql`insert into guard.audit_events ${sql({ ...event, seq: 1, previous_hash: BEGINNING, hash })}`;
  await sql`update guard.audit_head set seq = 1, hash = ${hash}`;
  const guard = await testGuard(sql);
  await events(guard, 2);
  const { body } = await guard.ask("GET", "/audit/verify");
  assert.deepEqual([body.valid, body.checked, body.keyed_from], [true, 3, 2]);
  await sql`update guard.audit_events set subject = 'eve' where seq = 1`;
  assert.deepEqual(await verdict(guard), [false, 1, "altered"]);
});

testOnEngines("events under a former secret hold while the secret is given", options, async (sql) => {
  const [old, young] = ["a secret of last year, long enough", "the secret of this year, long enough"];
  await events(await testGuard(sql, { auditKeys: auditKeys(old) }), 2);
  const rotated = await testGuard(sql, { auditKeys: auditKeys(young, [old]) });
  await events(rotated, 2);
  assert.deepEqual(await verdict(rotated), [true, null, null]);
  const forgetful = await testGuard(sql, { auditKeys: auditKeys(young) });
  assert.deepEqual(await verdict(forgetful), [false, 1, "unknown_key"]);
});

testOnEngines(
  "an anchor with a foreign signature, or a broken line, is ignored",
  options,
  async (sql) => {
    const dir = await Deno.makeTempDir({ prefix: "anchors-" });
    try {
      const guard = await testGuard(sql, { anchors: await anchorFile(dir) });
      await events(guard, 2);
      await guard.ask("POST", "/audit/anchors", {});
      const path = `${dir}/guard_audit.jsonl`;
      const [line = ""] = (await Deno.readTextFile(path)).split("\n").filter((line) => line !== "");
      await Deno.writeTextFile(path, `{"half\n${line.replace('"seq":2', '"seq":1')}\n`, { append: true });
      const { body } = await guard.ask("GET", "/audit/verify");
      assert.deepEqual([body.valid, body.anchors?.checked, body.anchors?.unreadable], [true, 1, 2]);
      assert.equal(body.anchors?.last_seq, 2);
    } finally {
      await Deno.remove(dir, { recursive: true });
    }
  },
);

testOnEngines(
  "only managers and admins anchor; without a place or events it is refused",
  options,
  async (sql) => {
    const bare = await testGuard(sql);
    assert.equal((await bare.ask("POST", "/audit/anchors", {})).status, 409);
    const guard = await testGuard(sql, { anchors: anchorsInMemory() });
    assert.equal((await guard.ask("POST", "/audit/anchors", {})).status, 409);
    assert.equal((await guard.ask("POST", "/audit/anchors", {}, { role: "user" })).status, 403);
    await events(guard, 1);
    assert.equal((await guard.ask("POST", "/audit/anchors", {}, { role: "manager" })).status, 201);
  },
);

function oldEvent(): { event: AuditEntry; hash: string } {
  const event = AuditEntry.parse({
    id: "of-before",
    event_type: "evaluation",
    severity: "info",
    user_id: null,
    subject: "sara",
    model: null,
    action: "pass",
    request_id: null,
    violations: 0,
    pii_entities: 0,
    safety_blocked: false,
    content_hash: null,
    content_snippet: null,
    details: "{}",
    created_at: "2026-11-20T10:00:00.000Z",
  });
  return { event, hash: plainHash({ seq: 0, hash: BEGINNING }, event) };
}
