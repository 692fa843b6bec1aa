import assert from "node:assert/strict";
import fc from "fast-check";
import { ahoCorasick } from "./aho_corasick.ts";
import { foldText } from "./characters.ts";
import { standsAlone } from "./word_boundary.ts";

function found(patterns: string[], text: string): string[] {
  const list: string[] = [];
  ahoCorasick(patterns).scan(text, (pattern, start, end) => {
    list.push(`${patterns[pattern]}=${text.slice(start, end)}`);
  });
  return list;
}

Deno.test("ahoCorasick() finds overlapping patterns and those inside others", () => {
  assert.deepEqual(found(["he", "she", "his", "hers"], "ushers"), ["she=she", "he=he", "hers=hers"]);
});

Deno.test("ahoCorasick() folds case, width, Arabic forms, marks and white space", () => {
  assert.deepEqual(found(["credit card"], "CREDIT \n\u00a0Ｃard"), ["credit card=CREDIT \n\u00a0Ｃard"]);
  assert.deepEqual(found(["إرهاب"], "الإِرْهـاب و ارهاب"), ["إرهاب=إِرْهـاب", "إرهاب=ارهاب"]);
  assert.deepEqual(found(["سلاح"], "ﺳﻼﺡ"), ["سلاح=ﺳﻼﺡ"]);
  assert.deepEqual(found(["bomb"], "b\u200bo\u200dm\u2060b 𝐛𝐨𝐦𝐛"), [
    "bomb=b\u200bo\u200dm\u2060b",
    "bomb=𝐛𝐨𝐦𝐛",
  ]);
  assert.deepEqual(found(["café"], "cafe\u0301 CAFÉ"), ["café=cafe\u0301".slice(0, 9), "café=CAFÉ"]);
});

Deno.test("ahoCorasick() finds what a search of the folded text finds", () => {
  const letter = fc.constantFrom("a", "b", "A", "ا", "أ", " ", "c");
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 4 }).filter((word) =>
    foldText(word).trim() !== ""
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.string({ unit: letter, maxLength: 40 }),
      (words, text) => {
        const seen = new Set<number>();
        ahoCorasick(words).scan(text, (pattern) => void seen.add(pattern));
        const folded = foldText(text);
        words.forEach((word, i) => assert.equal(seen.has(i), folded.includes(foldText(word).trim()), word));
      },
    ),
  );
});

Deno.test("ahoCorasick() keeps a very large set in a table that grows with its text, not with its alphabet", () => {
  const words = Array.from(
    { length: 60_000 },
    (_, i) => `w${i.toString(36)}ض${String.fromCharCode(0x4e00 + (i % 900))}x`,
  );
  const automaton = ahoCorasick(words);
  assert.ok(automaton.bytes < 20_000_000, String(automaton.bytes));
  const hits: number[] = [];
  automaton.scan(`a ${words[5]} b ${words[59_999]}`, (pattern) => void hits.push(pattern));
  assert.deepEqual(hits, [5, 59_999]);
});

Deno.test("ahoCorasick() reports a settled pattern once, however often it occurs within others", () => {
  const words = Array.from({ length: 100 }, (_, i) => "a".repeat(i + 1));
  let asked = 0;
  ahoCorasick(words).scan("a".repeat(20_000), () => ++asked > 0);
  assert.ok(asked <= 5_100, `${asked} times`);
});

Deno.test("standsAlone() knows the prefixes of Arabic and scripts without spaces", () => {
  const alone = (text: string, word: string) => {
    const start = text.indexOf(word);
    return standsAlone(text, start, start + word.length);
  };
  for (const text of ["بنك", "البنك", "والبنك", "بالبنك", "للبنك", "وبنك", "ب\u0650بنك", "(بنك)", "بنك،"]) {
    assert.ok(alone(text, "بنك"), text);
  }
  for (const text of ["بنكنا", "وبنكهم", "للبنكين"]) assert.ok(alone(text, "بنك"), text);
  for (const text of ["مبنك", "بنكوك", "تالبنك"]) assert.ok(!alone(text, "بنك"), text);
  assert.ok(!alone("سمي", "سم"), "a short word");
  for (const text of ["kill", "to kill.", "\u200fkill!"]) assert.ok(alone(text, "kill"), text);
  for (const text of ["skill", "killer", "kill_x", "kill9"]) assert.ok(!alone(text, "kill"), text);
  assert.ok(alone("我要炸弹吗", "炸弹"));
  assert.ok(alone("C++ code", "C++"));
});
