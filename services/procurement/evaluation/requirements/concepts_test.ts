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

Deno.test("words of both languages map to one concept, whatever their number, tense and prefix", () => {
  for (const text of ["excavators", "An excavator", "حفارة", "وبالحفارات", "حفاراتنا"]) {
    assert.deepEqual(conceptsIn(text), ["excavator"], text);
  }
});

Deno.test("the longest form wins: a performance bond is no other bond", () => {
  assert.deepEqual(conceptsIn("We enclose a performance bond"), ["performance_bond"]);
  assert.deepEqual(conceptsIn("ضمان حسن التنفيذ"), ["performance_bond"]);
});

Deno.test("a hyponym names its hypernym, but not the reverse", () => {
  assert.ok(isInVocabulary("trucks", vocabulary("six lorries"), required("trucks")));
  assert.equal(shareOfConcepts(required("medical waste"), vocabulary("clinical waste is burnt")), 1);
  assert.equal(shareOfConcepts(required("performance bond"), vocabulary("a bond is enclosed")), 0);
  assert.equal(shareOfConcepts(required("a bond"), vocabulary("a performance bond is enclosed")), 1);
});

Deno.test("co-hyponyms are distinguished", () => {
  assert.ok(namesSiblingConcept(required("performance bond"), vocabulary("a bid bond is enclosed")));
  assert.ok(!namesSiblingConcept(required("performance bond"), vocabulary("a performance bond is enclosed")));
  assert.ok(!namesSiblingConcept(required("bond"), vocabulary("a bid bond is enclosed")));
});

Deno.test("ambiguous short words and letters map to no concept", () => {
  assert.deepEqual(conceptsIn("it is at our AC"), []);
});

Deno.test("concept names are unique, and hypernyms exist and form no cycle", () => {
  const names = new Set(listed.map(([name]) => name));
  assert.equal(names.size, listed.length);
  for (const name of names) {
    const wider = hypernymOf(name ?? "");
    assert.ok(wider === "" || names.has(wider), `${name}: ${wider}`);
    assert.ok(hypernymOf(withHypernyms(name ?? "").at(-1) ?? "") === "", `${name} is in a circle`);
  }
});
