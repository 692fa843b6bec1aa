import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const STAFF = {
  ...{ name: "Staff numbers", type: "CUSTOM_STAFF_ID", pattern: "\\bEMP-\\d{6}\\b" },
  words: { en: ["staff no"], ar: ["الرقم الوظيفي"] },
  examples: { found: ["staff no EMP-204816"], not_found: ["EMP-2048161"] },
};
const TEXT = "her number is EMP-204816";

testOnEngines(
  "a recogniser is made, read, changed and deleted, and is in force at once",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const types = async () => {
      const { body } = await ask("POST", "/pii/detect", { text: TEXT });
      return [0, 1].map((i) => body.entities?.[i]?.type).filter((type) => type !== undefined);
    };
    assert.deepEqual(await types(), []);
    const made = await ask("POST", "/pii/recognisers", STAFF);
    assert.equal(made.status, 201);
    assert.deepEqual([made.body.created_by, made.body.check_digit, made.body.is_active], [
      "admin-1",
      "none",
      true,
    ]);
    assert.deepEqual(await types(), ["CUSTOM_STAFF_ID"]);
    const path = `/pii/recognisers/${made.body.id}`;
    assert.deepEqual((await ask("GET", path, undefined, { role: "user" })).body, made.body);
    const { body: list, headers } = await ask("GET", "/pii/recognisers");
    assert.deepEqual([list[0], headers.get("x-total-count")], [made.body, "1"]);
    assert.equal((await ask("PUT", path, { is_active: false })).body.is_active, false);
    assert.deepEqual(await types(), []);
    await ask("PUT", path, { is_active: true });
    assert.deepEqual(await types(), ["CUSTOM_STAFF_ID"]);
    assert.equal((await ask("DELETE", path)).text, '{"deleted":true}');
    assert.deepEqual(await types(), []);
    for (const method of ["GET", "DELETE"]) assert.equal((await ask(method, path)).status, 404);
    assert.equal((await ask("PUT", path, { is_active: true })).status, 404);
    const { body: trail } = await ask("GET", "/audit/trail?event_type=policy_change");
    assert.equal(trail[0]?.action, "delete_recogniser");
  },
);

testOnEngines(
  "its findings are redacted, judged by policies, hidden and restored like the others",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    await ask("POST", "/pii/recognisers", STAFF);
    const { body: redacted } = await ask("POST", "/pii/redact", { text: TEXT });
    assert.equal(redacted.redacted, "her number is [REDACTED_CUSTOM_STAFF_ID]");
    const rule_config = JSON.stringify({
      types: ["CUSTOM_STAFF_ID", "EMAIL"],
      handlings: { CUSTOM_STAFF_ID: "restore" },
    });
    const made = await ask("POST", "/policies", {
      name: "Staff",
      rule_type: "pii",
      rule_config,
      action: "log",
    });
    assert.equal(made.status, 201);
    for (const text of [TEXT, `${"words of no harm ".repeat(2_000)}${TEXT}`]) {
      const { body } = await ask("POST", "/governance/texts", {
        texts: [{ channel: "0", text }],
        direction: "input",
      });
      assert.equal(body.violations?.[0]?.name, "Staff");
      assert.match(String(body.texts?.[0]?.edits?.[0]?.text), /^\[CUSTOM_STAFF_ID_[0-9a-f]{10}\]$/);
      assert.equal(body.pseudonyms?.[0]?.value, "EMP-204816");
    }
  },
);

testOnEngines(
  "a recogniser whose examples fail, or whose pattern is too costly, is refused with the place",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const examples = (types: string[], not_found: string[] = []) => ({
      examples: { found: types, not_found },
    });
    const cases: [object, RegExp][] = [
      [examples(["staff no EMP-204816", "nothing"]), /"examples","found",1\].*nothing is found/],
      [examples(["EMP-204816"], ["x", "EMP-204817"]), /"examples","not_found",1\].*something is found/],
      [examples([]), /"found"/],
      [{ check_digit: "luhn" }, /"examples","found",0/],
      [{ words_required: true, words: {} }, /"words"/],
      [{ pattern: "(" }, /"pattern"/],
      [{ pattern: "a*" }, /empty text/],
      [{ pattern: "(?:[a-z]{1,30} ){1,12}x" }, /"pattern".*too (?:costly|large)/],
      [{ pattern: "(?=x)y" }, /"pattern"/],
      [{ type: "EMAIL" }, /CUSTOM_/],
      [{ type: "CUSTOM_" }, /"type"/],
      [{ type: "CUSTOM_x" }, /"type"/],
      [{ words: { fr: ["matricule"] } }, /fr/],
      [{ check_digit: "crc" }, /"check_digit"/],
      [{ name: "n\0" }, /"name"/],
    ];
    for (const [fault, named] of cases) {
      const { status, text } = await ask("POST", "/pii/recognisers", { ...STAFF, ...fault });
      assert.equal(status, 422, text);
      assert.match(text, named);
    }
    assert.equal((await ask("GET", "/pii/recognisers")).headers.get("x-total-count"), "0");
    const { body } = await ask("POST", "/pii/recognisers", STAFF);
    assert.equal((await ask("PUT", `/pii/recognisers/${body.id}`, { pattern: "STF-\\d{6}" })).status, 422);
    assert.equal((await ask("GET", `/pii/recognisers/${body.id}`)).body.pattern, STAFF.pattern);
  },
);

testOnEngines(
  "names are unique, changing is for admins, trying for managers too, and there are twenty at most",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const { body } = await ask("POST", "/pii/recognisers", STAFF);
    assert.equal((await ask("POST", "/pii/recognisers", STAFF)).status, 409);
    await ask("POST", "/pii/recognisers", { ...STAFF, name: "Other" });
    assert.equal((await ask("PUT", `/pii/recognisers/${body.id}`, { name: "Other" })).status, 409);
    for (const role of ["user", "manager"] as const) {
      assert.equal((await ask("POST", "/pii/recognisers", { ...STAFF, name: "x" }, { role })).status, 403);
      assert.equal(
        (await ask("PUT", `/pii/recognisers/${body.id}`, { is_active: false }, { role })).status,
        403,
      );
      assert.equal((await ask("DELETE", `/pii/recognisers/${body.id}`, undefined, { role })).status, 403);
    }
    const trial = { recogniser: STAFF, texts: [TEXT, "nothing"] };
    assert.equal((await ask("POST", "/pii/recognisers/try", trial, { role: "user" })).status, 403);
    const { body: tried } = await ask("POST", "/pii/recognisers/try", trial, { role: "manager" });
    assert.deepEqual([tried.texts?.[0]?.[0]?.value, tried.texts?.[1]], ["EMP-204816", []]);
    assert.ok(Number(tried.states) > 0 && Number(tried.states) <= 500);
    for (let i = 2; i < 20; i++) await ask("POST", "/pii/recognisers", { ...STAFF, name: `${i}` });
    const full = await ask("POST", "/pii/recognisers", { ...STAFF, name: "one more" });
    assert.equal(full.status, 409);
    assert.match(full.text, /20 recognisers/);
  },
);
