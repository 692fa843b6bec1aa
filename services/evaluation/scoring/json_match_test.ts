import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "lib/providers/model_json.ts";
import { jsonMatch } from "./json_match.ts";

const exact = { mode: "exact" as const };
const say = (text: string) => ({ text });

Deno.test("jsonMatch() compares by value, whatever the order of the keys and the layout", () => {
  assert.equal(jsonMatch(say('{"b": 2.0, "a": [1, null]}'), { a: [1, null], b: 2 }, exact).score, 1);
  assert.equal(jsonMatch(say('{"a": 1, "b": 2}'), { a: 1 }, exact).score, 0);
  assert.equal(jsonMatch(say('{"a": "1"}'), { a: 1 }, exact).score, 0);
  assert.equal(jsonMatch(say("[2, 1]"), [1, 2], exact).score, 0);
  assert.equal(jsonMatch(say("[2, 1]"), [1, 2], { ...exact, anyOrder: true }).score, 1);
});

Deno.test("jsonMatch() finds JSON in a code block or in prose, and says so", () => {
  assert.equal(jsonMatch(say('Here:\n```json\n{"a": 1}\n```'), { a: 1 }, exact).rule, "code_block");
  assert.equal(jsonMatch(say('Sure [1]: {"a": "}"} ok'), [1], exact).rule, "last_balanced");
  assert.equal(jsonMatch(say('It is {"a": "}{"} ok'), { a: "}{" }, exact).score, 1);
  assert.equal(jsonMatch(say("nothing {here"), { a: 1 }, exact).rule, "no_json");
  assert.equal(
    jsonMatch(say('Here: {"a": 1}'), { a: 1 }, { ...exact, onlyJson: true }).rule,
    "not_only_json",
  );
});

Deno.test("jsonMatch() in subset mode lets the answer say more", () => {
  const subset = { mode: "subset" as const };
  assert.equal(jsonMatch(say('{"a": {"b": 1, "c": 2}, "d": 3}'), { a: { b: 1 } }, subset).score, 1);
  assert.equal(jsonMatch(say('{"a": {"c": 2}}'), { a: { b: 1 } }, subset).score, 0);
});

Deno.test("jsonMatch() in fields mode gives the share of right leaves; invented ones cost as well", () => {
  const fields = { mode: "fields" as const, normalised: true };
  assert.equal(
    jsonMatch(say('{"name": "al noor.", "total": 5}'), { name: "Al Noor", total: 6 }, fields).score,
    0.5,
  );
  assert.equal(jsonMatch(say('{"name": "Al Noor", "x": 1}'), { name: "Al Noor" }, fields).score, 0.5);
  assert.equal(
    jsonMatch(say('{"items": [{"q": 1}, {"q": 2}]}'), { items: [{ q: 1 }, { q: 3 }] }, fields).score,
    0.5,
  );
});

Deno.test("a value equals itself and prototype names are no fields", () => {
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    const json: Json = JSON.parse(JSON.stringify(value));
    const written = JSON.stringify(json);
    fc.pre(!/\d{16,}/u.test(written));
    assert.equal(jsonMatch(say(written), json, exact).score, 1);
  }));
  assert.equal(jsonMatch(say("{}"), JSON.parse('{"constructor": 1}'), exact).score, 0);
});

Deno.test("jsonMatch() gives 0..1 for any text in every mode", () => {
  const mode = fc.constantFrom("exact" as const, "subset" as const, "fields" as const);
  fc.assert(fc.property(fc.string(), fc.jsonValue(), mode, (text, value, mode) => {
    const { score } = jsonMatch(say(text), JSON.parse(JSON.stringify(value)), { mode });
    assert.ok(score !== null && score >= 0 && score <= 1);
  }));
});

Deno.test("jsonMatch() takes any of a list of accepted values when told, else the list as it is", () => {
  const either: Json = [{ a: 1 }, { a: 2 }];
  assert.equal(jsonMatch(say('{"a": 2}'), either, { ...exact, anyOf: true }).score, 1);
  assert.equal(jsonMatch(say('{"a": 3}'), either, { ...exact, anyOf: true }).score, 0);
  assert.equal(jsonMatch(say('{"a": 2}'), either, exact).score, 0);
  assert.equal(jsonMatch(say('[{"a": 1}, {"a": 2}]'), either, exact).score, 1);
});

Deno.test("jsonMatch() withholds a score where a text has two readings", () => {
  assert.equal(jsonMatch(say('{"a": {"b": 1, "b": 2}}'), { a: { b: 2 } }, exact).rule, "name_repeated");
  assert.equal(jsonMatch(say('{"a": {"b": 1}, "b": 2}'), { a: { b: 1 }, b: 2 }, exact).score, 1);
  assert.equal(jsonMatch(say("9007199254740993"), 9007199254740992, exact).rule, "number_too_large");
});

for (
  const [text, score] of [
    ['{\u200F"يوم"\u200F: "الأحد"\u200F, "ساعة": 5}', 1],
    ['\u200F{\u200F"ساعة": 5,\u200F "يوم": "الأحد"}', 1],
    ['إليك: {\u2067"يوم": "الأحد"\u2069, "ساعة": 5}\u200F.', 1],
    ['```json\n{"يوم": "الأحد", \u200E"ساعة":\u00A05}\n```', 1],
    ['{"يوم"\u200F: "الأحد", "ساعة"\u200F: 6}', 0],
    ['{"يوم"\u200F: "الأحد", "ساعة": 5\u200F0}', 0],
    ['{"يوم"\u200F "الأحد", "ساعة": 5}', 0],
    ['{"ساعة"\u200F: 6, "يوم": "الأحد", "ساعة"\u200F: 5}', null],
  ] as const
) {
  Deno.test(`jsonMatch() of ${JSON.stringify(text)}, with direction marks, is ${score}`, () => {
    assert.equal(jsonMatch({ text }, { "يوم": "الأحد", "ساعة": 5 }, { mode: "exact" }).score, score);
  });
}
