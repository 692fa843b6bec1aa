import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const TEXT = "mail ali@example.com";

const policy = ({ ask }: TestGuard, config: object, more: object = {}) =>
  ask("POST", "/policies", {
    ...{ name: crypto.randomUUID(), rule_type: "pii", action: "log" },
    ...{ rule_config: JSON.stringify(config), ...more },
  });

async function edited({ ask }: TestGuard, text: string, direction = "input"): Promise<string[]> {
  const { body } = await ask("POST", "/governance/texts", { texts: [{ channel: "0", text }], direction });
  const edits = [0, 1, 2, 3].map((i) => body.texts?.[0]?.edits?.[i]).filter((edit) => edit !== undefined);
  return edits.map((edit) => String(edit.text));
}

testOnEngines(
  "of two policies on the same data the first in order decides, of equals the strictest",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    await policy(guard, { types: ["EMAIL"], handling: "mask" });
    assert.deepEqual(await edited(guard, TEXT), ["***@******e.com"]);
    await policy(guard, { types: ["EMAIL"], handling: "replace" });
    assert.deepEqual(await edited(guard, TEXT), ["[REDACTED_EMAIL]"]);
    const { body } = await policy(guard, { types: ["EMAIL"], handling: "hash" }, { priority: 50 });
    const [name = ""] = await edited(guard, TEXT);
    assert.match(name, /^\[EMAIL_[0-9a-f]{10}\]$/);
    await policy(guard, { types: ["EMAIL"] }, { priority: 10, exceptions: [{ users: ["sara"] }] });
    assert.deepEqual(await edited(guard, TEXT), [], "to keep is a decision too");
    await guard.ask("DELETE", `/policies/${body.id}`);
  },
);

testOnEngines(
  "pseudonyms are made with the secret, and are the same for a value in any spelling",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    await policy(guard, { types: ["EMAIL", "PHONE"], handling: "hash" });
    const [a, b, c] = await edited(guard, "ali@example.com, ALI@EXAMPLE.COM and sara@example.com");
    assert.ok(a && a === b && c && c !== a);
    const [one, other] = await edited(guard, "+971 50 123 4567 or +971501234567");
    assert.ok(one && one === other);
    const [western, arabic, marked] = await edited(
      guard,
      "+971501234567, هاتف ٠٠٩٧١٥٠١٢٣٤٥٦٧ أو ‎+٩٧١ ٥٠ ١٢٣ ٤٥٦٧",
    );
    assert.ok(western === one && marked === one && arabic !== undefined && arabic !== one);
    const elsewhere = await testGuard(sql, { piiSecret: "another secret of names" });
    assert.notEqual((await edited(elsewhere, "ali@example.com"))[0], a);
  },
);

testOnEngines("values that are allowed do not count", options, async (sql) => {
  const guard = await testGuard(sql);
  await policy(guard, {
    types: ["EMAIL", "PHONE"],
    handling: "replace",
    allow: ["Info@Example.com", "+971501234567"],
  });
  assert.deepEqual(await edited(guard, "info@example.com, +971 50 123 4567, ali@example.com"), [
    "[REDACTED_EMAIL]",
  ]);
  assert.deepEqual(await edited(guard, "اتصل على +٩٧١ ٥٠ ١٢٣ ٤٥٦٧"), []);
});

testOnEngines("values to be put back are told with a request alone, and only then", options, async (sql) => {
  const guard = await testGuard(sql);
  await policy(guard, { types: ["EMAIL"], handling: "restore" });
  const judge = async (direction: string, text: string, more: object = {}) =>
    (await guard.ask("POST", "/governance/texts", {
      texts: [{ channel: "0/content", text, ...more }],
      direction,
    })).body;
  const input = await judge("input", TEXT);
  const marker = String(input.texts?.[0]?.edits?.[0]?.text);
  assert.deepEqual(input.pseudonyms, [{ marker, value: "ali@example.com" }]);
  const output = await judge("output", TEXT);
  assert.deepEqual([output.pseudonyms, output.texts?.[0]?.edits], [[], []]);
  const ask = (text: string, open: boolean, channel = "0/content") =>
    guard.ask("POST", "/governance/texts", {
      texts: [{ channel, text, open }],
      ...{ direction: "output", last: !open, pseudonyms: [{ marker, value: 'ali "a" @example.com' }] },
    });
  const { body: cut } = await ask(`to ${marker.slice(0, 9)}`, true);
  assert.ok(Number(cut.texts?.[0]?.release) <= 3, "a marker that is cut in two is waited for");
  const { body: args } = await ask(`{"to":"${marker}"}`, false, "0/tool_calls/0/function/arguments");
  assert.equal(args.texts?.[0]?.edits?.[0]?.text, 'ali \\"a\\" @example.com');
});

testOnEngines("what a policy on data cannot say is a 422 that names it", options, async (sql) => {
  const guard = await testGuard(sql);
  const cases: [object, RegExp][] = [
    [{ types: [] }, /"types"/],
    [{ types: ["EMAIL"], handling: "burn" }, /"handling"/],
    [{ types: ["EMAIL"], handlings: { PHONE: "mask" } }, /"handlings","PHONE"/],
    [{ types: ["EMAIL"], handlings: { EMAIL: "burn" } }, /"handlings","EMAIL"/],
    [{ types: ["EMAIL"], directions: ["up"] }, /"directions",0/],
    [{ types: ["EMAIL"], handling: "restore", directions: ["output"] }, /"directions"/],
    [{ types: ["EMAIL"], handlings: { EMAIL: "restore" }, directions: ["tool", "output"] }, /"directions"/],
    [{ types: ["EMAIL"], allow: [""] }, /"allow",0/],
  ];
  for (const [config, named] of cases) {
    const { status, text } = await policy(guard, config);
    assert.equal(status, 422, text);
    assert.match(text, named);
  }
  const { body } = await guard.ask("POST", "/governance/texts", {
    texts: [{ channel: "0", text: "x" }],
    direction: "output",
    pseudonyms: Array.from({ length: 2_001 }, () => ({ marker: "[X]", value: "x" })),
  });
  assert.match(JSON.stringify(body), /pseudonyms/);
});

testOnEngines("JSON stays JSON, in arguments, tools' results and answers", options, async (sql) => {
  const guard = await testGuard(sql);
  await policy(guard, { types: ["CREDIT_CARD"], handling: "replace" });
  const cases = [
    ["input", "tool/messages/2/content", `{"card":4111111111111111,"n":1}`],
    ["input", "messages/0/content", `[4111111111111111]`],
    ["output", "0/content", ` {"card": 4111111111111111}`],
    ["output", "0/tool_calls/0/function/arguments", `{"card":"4111111111111111"}`],
  ] as const;
  for (const [direction, channel, text] of cases) {
    const { body } = await guard.ask("POST", "/governance/texts", { texts: [{ channel, text }], direction });
    const edit = body.texts?.[0]?.edits?.[0];
    const changed = text.slice(0, Number(edit?.start)) + String(edit?.text) + text.slice(Number(edit?.end));
    assert.match(JSON.stringify(JSON.parse(changed)), /"\[REDACTED_CREDIT_CARD\]"/, changed);
  }
  assert.deepEqual(await edited(guard, "paid: 4111111111111111, thanks"), ["[REDACTED_CREDIT_CARD]"]);
});
