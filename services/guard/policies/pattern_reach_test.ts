import assert from "node:assert/strict";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { reachOf } from "./pattern_reach.ts";

const reach = (source: string) => reachOf(RE2JS.compile(source, RE2JS.CASE_INSENSITIVE));

Deno.test("reachOf() tells how much text shows that a pattern matches", () => {
  const cases: [string, number][] = [
    ["abc", 3],
    ["key \\d+", 5],
    ["key \\d{3,6}", 7],
    ["key \\d{3,6}[a-z]", 11],
    ["a|bcd|ef", 3],
    ["(?:ab){2,}", 4],
    ["colou?r", 6],
    ["\\babc\\b", 5],
    ["\\d+x", Infinity],
    ["BEGIN.*END", Infinity],
    [".*secret.*", 6],
    ["(?s).*?secret", 6],
    ["x[^y]y", 4],
    ["سر[يى]", 3],
    ["😀", 2],
  ];
  for (const [source, longest] of cases) assert.equal(reach(source).longest, longest, source);
});

Deno.test("reachOf() knows patterns that look for an end of the text or of a line", () => {
  for (const source of ["^yes", "no$", "\\Aa", "(?m)^a", "(?:a|^b)c"]) {
    assert.ok(reach(source).anchored, source);
  }
  for (const source of ["yes", "\\bno\\b", "[^a]b", "\\$5"]) assert.ok(!reach(source).anchored, source);
});

Deno.test("a match shows within the reach of its pattern, whatever the pattern and the text", () => {
  const letter = fc.constantFrom("a", "b", "[ab]", ".", "\\b", "c");
  const quantified = fc.tuple(letter, fc.constantFrom("", "", "?", "+", "*", "{2}", "{1,3}")).map((
    [one, many],
  ) => one === "\\b" ? one : one + many);
  const sequence = fc.array(quantified, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  const source = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("|"))
    // The text behind it must not be released.
    .filter((source) => !source.startsWith(".*"));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 30 });
  fc.assert(
    fc.property(source, text, (source, text) => {
      const pattern = RE2JS.compile(source);
      const { longest } = reachOf(pattern);
      const matcher = pattern.matcher(text);
      if (longest === Infinity || !matcher.find()) return;
      // Every match that begins at `start` is found once the text up to its reach is there.
      assert.ok(pattern.test(text.slice(0, matcher.start() + longest)), `${source} in ${text}`);
    }),
    { numRuns: 500 },
  );
});
