import assert from "node:assert/strict";
import { hypernymOf, mentionsIn, withHypernyms } from "./concepts.ts";
import { normalized } from "./normal_form.ts";
import { isInVocabulary, vocabularyOf, vocabularyWithHypernyms } from "./vocabulary.ts";
import { namesSiblingConcept, shareOfConcepts } from "./concept_coverage.ts";
import { wordsOf } from "./words.ts";
import listed from "./concepts.json" with { type: "json" };

const wordsIn = (text: string) => wordsOf(normalized(text));
const conceptsIn = (text: string) => mentionsIn(wordsIn(text)).map(({ concepts: [first] }) => first);
const required = (text: string) => vocabularyOf(wordsIn(text));
const vocabulary = (text: string) => vocabularyWithHypernyms(wordsIn(text));

Deno.test("words of both languages stand for one concept, whatever their number, tense and prefix", () => {
  for (const text of ["excavators", "An excavator", "حفارة", "وبالحفارات", "حفاراتنا"]) {
    assert.deepEqual(conceptsIn(text), ["excavator"], text);
  }
});

Deno.test("the longest form counts: a performance bond is no bond of another kind", () => {
  assert.deepEqual(conceptsIn("We enclose a performance bond"), ["performance_bond"]);
  assert.deepEqual(conceptsIn("ضمان حسن التنفيذ"), ["performance_bond"]);
});

Deno.test("a narrower thing tells a wider one, not the other way round", () => {
  assert.ok(isInVocabulary("trucks", vocabulary("six lorries"), required("trucks")));
  assert.equal(shareOfConcepts(required("medical waste"), vocabulary("clinical waste is burnt")), 1);
  assert.equal(shareOfConcepts(required("performance bond"), vocabulary("a bond is enclosed")), 0);
  assert.equal(shareOfConcepts(required("a bond"), vocabulary("a performance bond is enclosed")), 1);
});

Deno.test("one kind beside another is told apart", () => {
  assert.ok(namesSiblingConcept(required("performance bond"), vocabulary("a bid bond is enclosed")));
  assert.ok(!namesSiblingConcept(required("performance bond"), vocabulary("a performance bond is enclosed")));
  assert.ok(!namesSiblingConcept(required("bond"), vocabulary("a bid bond is enclosed")));
});

Deno.test("small words and letters that are also other words stand for nothing", () => {
  assert.deepEqual(conceptsIn("it is at our AC"), []);
});

Deno.test("each concept has its own name, and its wider one is listed, in no circle", () => {
  const names = new Set(listed.map(([name]) => name));
  assert.equal(names.size, listed.length);
  for (const name of names) {
    const wider = hypernymOf(name ?? "");
    assert.ok(wider === "" || names.has(wider), `${name}: ${wider}`);
    assert.ok(hypernymOf(withHypernyms(name ?? "").at(-1) ?? "") === "", `${name} is in a circle`);
  }
});
