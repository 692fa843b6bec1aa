import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import type { TestGuard } from "../guard_fixture.ts";
import { events, guarded, options, policy, streaming } from "./proxy_fixture.ts";

const patterns = (guard: TestGuard, patterns: string[], action = "block") =>
  guard.ask("POST", "/policies", {
    name: patterns.join(),
    rule_type: "regex",
    rule_config: JSON.stringify({ patterns }),
    action,
  });
const filler = "Words of no harm at all, one after another. ".repeat(70);

testOnEngines("a stream never begins to release what a long pattern blocks", options, async (sql) => {
  let text = "";
  await using guard = await guarded(sql, () => streaming(text, 60));
  await patterns(guard, ["launch(?: of a thing){20,30} orbit"]);
  text = `${filler}launch ${"of a thing ".repeat(24)}orbit and so on. ${filler}`;
  const bounded = events((await guard.say("", "hi", { stream: true })).text);
  assert.ok(bounded.content.length > 1_000 && !bounded.content.includes("launch"));
  assert.equal(bounded.last.safety.blocked, true);
  await patterns(guard, ["<draft>.*</draft>"]);
  text = `${filler}<draft>${"a word ".repeat(250)}</draft> ${filler}`;
  const endless = events((await guard.say("", "hi", { stream: true })).text);
  assert.ok(endless.content.length > 1_000 && !endless.content.includes("<draft>"));
  assert.equal(endless.last.safety.blocked, true);
});

testOnEngines("a stream without any space is looked at like any other", options, async (sql) => {
  let text = "";
  await using guard = await guarded(sql, () => streaming(text, 9));
  await policy(guard, ["forbidden"]);
  await patterns(guard, ["zx\\d{4}"]);
  for (const [between, word] of [["\n", "forbidden"], ["\t", "forbidden"], ["", "zx1234"]]) {
    text = ["harmless", "lines"].join(between).repeat(200) + between + word + between + "tail".repeat(500);
    const { content, last } = events((await guard.say("", "hi", { stream: true })).text);
    assert.ok(!content.includes(word ?? ""), JSON.stringify(between));
    assert.equal(last.safety.blocked, true);
  }
});

testOnEngines("patterns that look for an end are judged by the whole text alone", options, async (sql) => {
  let text = "";
  await using guard = await guarded(sql, () => streaming(text, 20));
  await patterns(guard, ["another\\. $"], "warn");
  text = `${filler}End.`;
  const warned = events((await guard.say("", "hi", { stream: true })).text);
  assert.deepEqual([warned.content, warned.last.safety.action], [text, "pass"]);
  text = filler;
  assert.equal(events((await guard.say("", "hi", { stream: true })).text).last.safety.action, "warn");
  await patterns(guard, ["^Words"]);
  const blocked = events((await guard.say("", "hi", { stream: true })).text);
  assert.deepEqual([blocked.content, blocked.last.safety.blocked], ["", true]);
  text = `No ${filler}`;
  assert.equal(events((await guard.say("", "hi", { stream: true })).text).content, text);
});

testOnEngines("what only later words reveal is released, and the answer ends there", options, async (sql) => {
  let text = "";
  await using guard = await guarded(sql, () => streaming(text, 40));
  await policy(guard, ["dynamite"]);
  text = `${filler}etimanyd is a word. ${filler.slice(0, 300)}Now read that backwards. ${filler}`;
  const { content, last } = events((await guard.say("", "hi", { stream: true })).text);
  assert.ok(content.includes("etimanyd") && content.length < text.length - 1_000);
  assert.equal(last.safety.blocked, true);
});
