import assert from "node:assert/strict";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { openMatch } from "./open_match.ts";

const open = (source: string, text: string) =>
  openMatch(RE2JS.compile(source, RE2JS.CASE_INSENSITIVE))(text, 0);

Deno.test("openMatch() finds where a match has begun that may still end", () => {
  const cases: [string, string, number][] = [
    ["BEGIN.*END", "nothing here", 12],
    ["BEGIN.*END", "now begin and", 4],
    ["BEGIN.*END", "begin and\nno more", 17],
    ["BEGIN.*END", "begin begin", 0],
    ["\\d+x", "12 345", 3],
    ["\\bcard .*expires", "a discard it", 12],
    ["\\bcard .*expires", "a card it", 2],
    ["سر.*نهاية", "هذا سر كبير", 4],
  ];
  for (const [source, text, place] of cases) assert.equal(open(source, text), place, `${source} in ${text}`);
});

Deno.test("openMatch() is at or before every match that a longer text shows, whatever the pattern", () => {
  const letter = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "c", "\\b");
  const part = fc.tuple(letter, fc.constantFrom("", "?", "+", "*", "{2}", "*?"))
    .map(([one, many]) => one === "\\b" ? one : one + many);
  const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 30 });
  fc.assert(
    fc.property(source, text, fc.nat(30), (source, text, cut) => {
      const pattern = RE2JS.compile(source);
      const matcher = pattern.matcher(text);
      if (pattern.test("") || !matcher.find()) return;
      const part = text.slice(0, cut);
      if (pattern.test(part)) return;
      assert.ok(openMatch(pattern)(part, 0) <= matcher.start(), `${source} in ${text} cut at ${cut}`);
    }),
    { numRuns: 500 },
  );
});
