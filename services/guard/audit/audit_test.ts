import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";

import { auditStore } from "./audit_store.ts";
import { MIGRATIONS, TEST_KEYS, testGuard } from "../guard_fixture.ts";
import { verifyTrail } from "./audit_verification.ts";

const options = { schema: "guard", migrations: MIGRATIONS };

testOnEngines("every check leaves an event that holds nothing of the text", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const secret = "write to ali@example.com about the merger";
  await ask("POST", "/governance/evaluate", { content: secret, user_id: "u-9", model: "m", context: "hr" }, {
    role: "user",
    sub: "sara",
  });
  await ask("POST", "/pii/detect", { text: secret });
  await ask("POST", "/pii/redact", { text: secret });
  await ask("POST", "/safety/check", { text: secret });
  const { body, text, headers } = await ask("GET", "/audit/trail");
  assert.equal(headers.get("x-total-count"), "4");
  assert.ok(!text.includes("ali@") && !text.includes("merger"));
  const types = [3, 2, 1, 0].map((i) => body[i]?.event_type);
  assert.deepEqual(types, ["evaluation", "pii_detection", "pii_detection", "safety_check"]);
  const evaluation = body[3];
  assert.deepEqual(
    [
      evaluation?.user_id,
      evaluation?.subject,
      evaluation?.model,
      evaluation?.details?.context,
      evaluation?.severity,
    ],
    ["u-9", "sara", "m", "hr", "info"],
  );
  assert.equal(evaluation?.pii_entities, 1);
  assert.match(String(evaluation?.content_hash), /^[0-9a-f]{64}$/);
});

testOnEngines("AUDIT_SNIPPETS keeps the beginning of a text, redacted", options, async (sql) => {
  const { ask } = await testGuard(sql, { settings: { AUDIT_SNIPPETS: "true" } });
  await ask("POST", "/governance/evaluate", {
    content: "mail ali@example.com " + "x".repeat(400),
  });
  const { body } = await ask("GET", "/audit/trail");
  assert.match(String(body[0]?.content_snippet), /^mail \[REDACTED_EMAIL\] x+$/);
  assert.equal(String(body[0]?.content_snippet).length, 200);
});

testOnEngines("GET /audit/trail filters, and shows users their own alone", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const evaluate = (sub: string) =>
    ask("POST", "/governance/evaluate", { content: "x" }, { role: "user", sub });
  for (const sub of ["a", "b", "b"]) await evaluate(sub);
  await ask("POST", "/pii/detect", { text: "ali@example.com" });
  const total = async (query: string, who = {}) =>
    (await ask("GET", `/audit/trail?${query}`, undefined, who)).headers.get("x-total-count");
  assert.equal(await total(""), "4");
  assert.equal(await total("event_type=evaluation"), "3");
  assert.equal(await total("severity=warning"), "1");
  assert.equal(await total("user_id=b"), "2");
  assert.equal(await total("", { role: "user", sub: "b" }), "2");
  assert.equal(await total("user_id=a", { role: "user", sub: "b" }), "0");
  assert.equal(await total("", { role: "manager" }), "4");
  for (const query of ["limit=0", "limit=501", "event_type=x", "severity=x"]) {
    assert.equal((await ask("GET", `/audit/trail?${query}`)).status, 422, query);
  }
});

testOnEngines("GET /audit/verify says where the chain breaks", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const verified = async () => (await ask("GET", "/audit/verify")).body;
  assert.deepEqual(await verified(), {
    valid: true,
    checked: 0,
    first_seq: null,
    last_seq: null,
    broken_at: null,
    fault: null,
    keyed_from: 1,
    key_id: TEST_KEYS.current.id,
    public_key: TEST_KEYS.current.publicKey,
    anchors: { checked: 0, unreadable: 0, last_seq: null, last_at: null },
  });
  for (let i = 0; i < 5; i++) await ask("POST", "/pii/detect", { text: `${i}` });
  assert.deepEqual(await verified(), {
    valid: true,
    checked: 5,
    first_seq: 1,
    last_seq: 5,
    broken_at: null,
    fault: null,
    keyed_from: 1,
    key_id: TEST_KEYS.current.id,
    public_key: TEST_KEYS.current.publicKey,
    anchors: { checked: 0, unreadable: 0, last_seq: null, last_at: null },
  });
  await sql`update guard.audit_events set user_id = 'eve' where seq = 3`;
  assert.deepEqual([(await verified()).broken_at, (await verified()).fault], [3, "altered"]);
  await sql`update guard.audit_events set user_id = 'admin-1' where seq = 3`;
  assert.equal((await verified()).valid, true);
  await sql`delete from guard.audit_events where seq = 5`;
  assert.deepEqual([(await verified()).broken_at, (await verified()).fault], [5, "missing"]);
  assert.equal((await ask("GET", "/audit/verify", undefined, { role: "user" })).status, 403);
});

testOnEngines("dropping old events leaves a chain that holds", options, async (sql) => {
  const { ask, clock } = await testGuard(sql);
  const store = auditStore(sql, { keys: TEST_KEYS });
  for (let i = 0; i < 4; i++) {
    await ask("POST", "/pii/detect", { text: `${i}` });
    await ask("GET", "/audit/trail");
    clock.now += 60_000;
  }
  assert.equal(await store.prune(new Date(clock.now - 150_000).toISOString()), 2);
  const verified = await verifyTrail({ store, keys: TEST_KEYS });
  assert.deepEqual([verified.valid, verified.checked, verified.first_seq], [true, 2, 3]);
  assert.equal(await store.prune(new Date(clock.now + 1).toISOString()), 2);
  const { valid, checked, first_seq, last_seq } = await verifyTrail({ store, keys: TEST_KEYS });
  assert.deepEqual([valid, checked, first_seq, last_seq], [true, 0, null, null]);
  await ask("POST", "/pii/detect", { text: "again" });
  assert.equal((await ask("GET", "/audit/verify")).body.first_seq, 5);
});

testOnEngines("two processes append to one chain", options, async (sql) => {
  const [first, second] = [await testGuard(sql), await testGuard(sql)];
  await Promise.all(
    Array.from(
      { length: 40 },
      (_, i) => (i % 2 ? first : second).ask("POST", "/pii/detect", { text: `${i}` }),
    ),
  );
  await Promise.all([first.flush(), second.flush()]);
  const { valid, checked } = await verifyTrail({
    store: auditStore(sql, { keys: TEST_KEYS }),
    keys: TEST_KEYS,
  });
  assert.deepEqual([valid, checked], [true, 40]);
});
