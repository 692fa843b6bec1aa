import assert from "node:assert/strict";
import { isInVocabulary, vocabularyOf, vocabularyWithHypernyms } from "./vocabulary.ts";
import { namesAlternative } from "./alternatives.ts";
import { findingFor } from "./sentence_finding_fixture.ts";
import { stanceOf } from "./stance.ts";
import { SYNONYMS } from "./synonyms.ts";
import { stemOf } from "./words.ts";

Deno.test("another fibre, wood, fuel or teaching method contradicts the required one", () => {
  for (
    const [asks, says, other] of [
      ["silk scarves", "the scarves are woven of nylon", true],
      ["silk scarves", "the scarves are woven of silk and nylon", false],
      ["doors of teak", "the doors are of mdf with a teak finish", true],
      ["hybrid taxis", "our taxis run on petrol", true],
      ["frozen fish", "the fish is delivered fresh", true],
      ["frozen fish", "the fish is delivered on ice", false],
      ["اسماك مجمده", "نورد اسماكا طازجه", true],
      ["ابواب من خشب الساج", "ابوابنا من خشب الساج", false],
    ] as const
  ) assert.equal(namesAlternative(asks, says), other, `${asks}: ${says}`);
  const { status } = findingFor(
    "Shuttle run by electric vehicles",
    "We run the shuttle with diesel vehicles.",
  );
  assert.equal(status, "not_met");
});

Deno.test("a hyponym satisfies its hypernym, but not the reverse: a van is a vehicle", () => {
  assert.ok(isInVocabulary("vehicles", vocabularyWithHypernyms(["our", "vans", "stand", "ready"])));
  assert.ok(!isInVocabulary("vans", vocabularyWithHypernyms(["our", "vehicles", "stand", "ready"])));
  assert.ok(!isInVocabulary("vehicles", vocabularyOf(["vans"])));
});

Deno.test("ambiguous words are weak evidence of a condition", () => {
  const of = (text: string) => stanceOf(text, { requirementText: "", question: false });
  assert.deepEqual([...of("a guard stands against the wall").perhaps], ["conditional"]);
  assert.deepEqual([...of("a guard stands there unless you object").perhaps], []);
  assert.equal(of("a guard stands there unless you object").conditional, true);
});

Deno.test("a refusal with an exception, a past state and a missing list item are unclear", () => {
  for (
    const [asks, says] of [
      ["Parking may not be charged", "Parking is not invoiced, unless more cars come than we assumed."],
      [
        "A registered pharmacist in the team",
        "Until 2024 our labels were checked by Mr. Amin, a registered pharmacist.",
      ],
      ["سجاد وستائر وأغطية عرض", "يضم عرضنا 40 سجادة و12 ستارة."],
    ] as const
  ) assert.equal(findingFor(asks, says).status, "unclear", says);
});

Deno.test("no stem occurs in two groups of synonyms", () => {
  for (const group of SYNONYMS) {
    const words = group.split(" ");
    assert.equal(new Set(words.map(stemOf)).size, 1, group);
  }
  const stems = SYNONYMS.map((group) => stemOf(group.split(" ")[0] ?? ""));
  assert.equal(new Set(stems).size, stems.length);
});
