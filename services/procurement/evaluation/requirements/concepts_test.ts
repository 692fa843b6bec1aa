import assert from "node:assert/strict";
import { mentionsIn, widerOf, withWider } from "./concepts.ts";
import { normalized } from "./normal_form.ts";
import { isAmong, thingsOf, thingsTold } from "./related_words.ts";
import { tellsSibling, toldConcepts } from "./told_concepts.ts";
import { wordsOf } from "./words.ts";
import listed from "./concepts.json" with { type: "json" };

const wordsIn = (text: string) => wordsOf(normalized(text));
const conceptsIn = (text: string) => mentionsIn(wordsIn(text)).map(({ concepts: [first] }) => first);
const asked = (text: string) => thingsOf(wordsIn(text));
const told = (text: string) => thingsTold(wordsIn(text));

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
  assert.ok(isAmong("trucks", told("six lorries"), asked("trucks")));
  assert.equal(toldConcepts(asked("medical waste"), told("clinical waste is burnt")), 1);
  assert.equal(toldConcepts(asked("performance bond"), told("a bond is enclosed")), 0);
  assert.equal(toldConcepts(asked("a bond"), told("a performance bond is enclosed")), 1);
});

Deno.test("one kind beside another is told apart", () => {
  assert.ok(tellsSibling(asked("performance bond"), told("a bid bond is enclosed")));
  assert.ok(!tellsSibling(asked("performance bond"), told("a performance bond is enclosed")));
  assert.ok(!tellsSibling(asked("bond"), told("a bid bond is enclosed")));
});

Deno.test("small words and letters that are also other words stand for nothing", () => {
  assert.deepEqual(conceptsIn("it is at our AC"), []);
});

Deno.test("each concept has its own name, and its wider one is listed, in no circle", () => {
  const names = new Set(listed.map(([name]) => name));
  assert.equal(names.size, listed.length);
  for (const name of names) {
    const wider = widerOf(name ?? "");
    assert.ok(wider === "" || names.has(wider), `${name}: ${wider}`);
    assert.ok(widerOf(withWider(name ?? "").at(-1) ?? "") === "", `${name} is in a circle`);
  }
});
