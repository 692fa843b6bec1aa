import assert from "node:assert/strict";
import { detect } from "./detect.ts";
import { OPTIONAL, TYPES } from "./entity.ts";
import labelled from "./labelled.json" with { type: "json" };
import fresh from "./labelled_fresh.json" with { type: "json" };
import hard from "./labelled_hard.json" with { type: "json" };
import freshNames from "./labelled_names_fresh.json" with { type: "json" };
import names from "./labelled_names.json" with { type: "json" };

interface Labelled {
  text: string;
  /** Type and value of every expected finding. */
  found: string[][];
}

interface Score {
  right: number;
  extra: number;
  missed: number;
}

function scoresOf(texts: readonly Labelled[], include: readonly string[]): Map<string, Score> {
  const scores = new Map<string, Score>();
  const score = (type: string) => {
    const known = scores.get(type) ?? { right: 0, extra: 0, missed: 0 };
    scores.set(type, known);
    return known;
  };
  for (const { text, found } of texts) {
    const expected = new Set(found.map(([type, value]) => `${type} ${value}`));
    for (const { type, value } of detect(text, { include })) {
      if (expected.delete(`${type} ${value}`)) score(type).right++;
      else score(type).extra++;
    }
    for (const missed of expected) score(missed.slice(0, missed.indexOf(" "))).missed++;
  }
  return scores;
}

function keepsTo(scores: Map<string, Score>, type: string, limits: { precision: number; recall: number }) {
  const { right, extra, missed } = scores.get(type) ?? { right: 0, extra: 0, missed: 0 };
  assert.ok(right > 0, `${type} has no example`);
  assert.ok(right / (right + extra) >= limits.precision, `${type}: precision ${right}/${right + extra}`);
  assert.ok(right / (right + missed) >= limits.recall, `${type}: recall ${right}/${right + missed}`);
}

const isNegative = ({ found }: Labelled) => found.length === 0;
const checked: Labelled[] = [...labelled, ...hard, ...fresh];

Deno.test("the labelled texts are many and distinct, and two fifths of them hold nothing to find", () => {
  assert.ok(checked.length >= 900);
  assert.equal(new Set(checked.map(({ text }) => text)).size, checked.length);
  assert.ok(checked.filter(isNegative).length * 5 >= checked.length * 2);
  assert.ok(names.filter(isNegative).length * 3 >= names.length);
  for (const { text, found } of [...checked, ...names]) {
    for (const [type, value = ""] of found) assert.ok(text.includes(value), `${type} ${value} in ${text}`);
  }
});

Deno.test("detect() reaches its precision and recall on the labelled texts for every type", () => {
  const scores = scoresOf(checked, []);
  for (const type of TYPES) {
    if (!OPTIONAL.includes(type)) keepsTo(scores, type, { precision: 0.97, recall: 0.97 });
  }
});

Deno.test("detect() finds names and addresses by their labels, in Arabic and English", () => {
  const scores = scoresOf(names, ["PERSON", "ADDRESS"]);
  keepsTo(scores, "PERSON", { precision: 0.9, recall: 0.9 });
  keepsTo(scores, "ADDRESS", { precision: 0.95, recall: 0.95 });
});

// Arabic has no capitals to show where a name ends, and a label is followed by many words that are no name.
Deno.test("detect() finds most names in texts that were written for this test alone", () => {
  keepsTo(scoresOf(freshNames, ["PERSON"]), "PERSON", { precision: 0.75, recall: 0.85 });
});
