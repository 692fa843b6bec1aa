import assert from "node:assert/strict";
import { readVectors, type Vector, vectorAgreement } from "./vectors.ts";

const [tuning, heldOut, harder, unseen, fresh, later, others, plain, last, blind] = await Promise.all([
  readVectors("tuning"),
  readVectors("held_out"),
  readVectors("harder"),
  readVectors("unseen"),
  readVectors("fresh"),
  readVectors("later"),
  readVectors("others"),
  readVectors("plain"),
  readVectors("last"),
  readVectors("blind"),
]);
const [secondBlind, thirdBlind, kinds] = await Promise.all([
  readVectors("second_blind"),
  readVectors("third_blind"),
  readVectors("kinds"),
]);

const named = (vectors: Vector[]) => vectors.map(({ id, response }) => `${id}: ${response}`).join("\n");

Deno.test("the labelled answers are many, nearly half Arabic, of every kind, and a third is held out", () => {
  const all = [...tuning, ...heldOut];
  assert.ok(all.length >= 360);
  assert.ok(all.filter(({ language }) => language === "ar").length >= 0.45 * all.length);
  assert.equal(heldOut.length, Math.round(all.length / 3));
  assert.equal(new Set([...all, ...harder].map(({ id }) => id)).size, all.length + harder.length);
  for (const kind of ["choice", "exact", "numeric", "json", "judge", "code"]) {
    assert.ok(heldOut.filter((vector) => vector.kind === kind).length >= 15, kind);
  }
});

Deno.test("answers that no rule was written for are scored as a careful person scores them, or withheld", () => {
  const { right, wrong } = vectorAgreement(heldOut);
  assert.ok(right.length >= 0.95 * heldOut.length, `${right.length} of ${heldOut.length}`);
  assert.equal(named(wrong), "");
});

Deno.test("answers that the rules were written for are all scored as a careful person scores them", () => {
  const { withheld, wrong } = vectorAgreement(tuning);
  assert.equal(named([...withheld, ...wrong]), "");
});

Deno.test("of adversarial answers at most one in thirty is scored wrongly", () => {
  const { right, wrong } = vectorAgreement(harder);
  assert.ok(right.length >= 0.96 * harder.length, `${right.length} of ${harder.length}`);
  assert.ok(wrong.length <= harder.length / 30, named(wrong));
});

Deno.test("of answers written by somebody who knew no rule none is scored wrongly any more", () => {
  const { right, wrong } = vectorAgreement(unseen);
  assert.equal(named(wrong), "");
  assert.ok(right.length >= 0.97 * unseen.length, `${right.length} of ${unseen.length}`);
});

Deno.test("answers written before the last rules are scored as a careful person scores them, but for one", () => {
  const { right, wrong } = vectorAgreement(fresh);
  assert.ok(right.length >= 0.98 * fresh.length, `${right.length} of ${fresh.length}`);
  assert.ok(wrong.length <= 1, named(wrong));
});

Deno.test("of answers written after those rules at most one in forty is scored wrongly", () => {
  const { right, wrong } = vectorAgreement(later);
  assert.ok(right.length >= 0.9 * later.length, `${right.length} of ${later.length}`);
  assert.ok(wrong.length <= later.length / 40, named(wrong));
});

Deno.test("plain answers, by others and by the author of the rules, are scored as a person scores them or withheld", () => {
  for (const vectors of [others, plain]) {
    const { right, wrong } = vectorAgreement(vectors);
    assert.equal(named(wrong), "");
    assert.ok(right.length >= 0.93 * vectors.length, `${right.length} of ${vectors.length}`);
  }
});

Deno.test("of answers by people who knew no rule none is scored wrongly any more", () => {
  for (const vectors of [last, blind, secondBlind]) {
    const { right, wrong } = vectorAgreement(vectors);
    assert.equal(named(wrong), "");
    assert.ok(right.length >= 0.98 * vectors.length, `${right.length} of ${vectors.length}`);
  }
  const { right, wrong } = vectorAgreement(thirdBlind);
  assert.equal(named(wrong), "");
  assert.ok(right.length >= 0.95 * thirdBlind.length, `${right.length} of ${thirdBlind.length}`);
});

Deno.test("fresh answers of the kinds that were scored wrongly are scored as a person scores them, or withheld", () => {
  const { right, wrong } = vectorAgreement(kinds);
  assert.equal(named(wrong), "");
  assert.ok(right.length >= 0.97 * kinds.length, `${right.length} of ${kinds.length}`);
});
