import assert from "node:assert/strict";
import { type Choice, findChoice, multipleChoice } from "./choice.ts";

const labelled = (labels: string, texts: string[]): Choice[] =>
  texts.map((text, at) => ({ label: labels[at] ?? "", text }));

Deno.test("the clause that speaks of what the question names holds the answer", () => {
  const painters = labelled("ABCD", ["Dali", "Picasso", "Miro", "Goya"]);
  const question = "Who painted Guernica?";
  const labelsIn = (text: string) => findChoice(text, painters, { question }).labels;
  assert.deepEqual(labelsIn("Dali painted soft clocks, while Guernica is by Picasso."), ["B"]);
  assert.deepEqual(labelsIn("Dali painted clocks, while Picasso painted doves."), []);
  assert.deepEqual(labelsIn("Guernica may be by Dali. Guernica may be by Picasso."), []);
  const authors = labelled("أبج", ["ابن المقفع", "المتنبي", "الجاحظ"]);
  assert.deepEqual(
    findChoice("ترجم ابن المقفع «كليلة ودمنة». ومؤلف «البخلاء» هو الجاحظ.", authors, {
      question: "من كتب «البخلاء»؟",
    }).labels,
    ["ج"],
  );
});

Deno.test("who names all the others together chooses the choice of both", () => {
  const animals = labelled("ABCD", ["Whale", "Bat", "Both of them", "Neither of them"]);
  assert.deepEqual(findChoice("Both the whale and the bat suckle their young.", animals).labels, ["C"]);
  const three = labelled("ABCD", ["Iron", "Copper", "Zinc", "All of the above"]);
  assert.deepEqual(findChoice("Iron and copper are metals.", three).labels, []);
});

Deno.test("what surpasses the others is the answer where the question asks for the one that does", () => {
  const oceans = labelled("ABC", ["Atlantic", "Indian", "Pacific"]);
  const text = "The Pacific is larger than the Atlantic and the Indian together.";
  assert.deepEqual(findChoice(text, oceans, { question: "Which is the largest ocean?" }).labels, ["C"]);
  assert.deepEqual(findChoice(text, oceans, { question: "Which is the saltiest ocean?" }).labels, []);
  const rivers = labelled("أبج", ["النيل", "الفرات", "دجلة"]);
  assert.deepEqual(
    findChoice("النيل أطول من الفرات ودجلة.", rivers, { question: "أي الأنهار أطول؟" }).labels,
    ["أ"],
  );
});

Deno.test("who cannot decide between two choices is unscored", () => {
  const cities = labelled("AB", ["Rome", "Oslo"]);
  for (const said of ["I cannot decide between Rome and Oslo.", "I am torn between Rome and Oslo."]) {
    assert.equal(multipleChoice({ text: said }, ["A"], cities).score, null, said);
  }
});

Deno.test("a choice that is taken up after ثم, and a label before a bracket, are read", () => {
  const cities = labelled("أب", ["روما", "باريس"]);
  assert.deepEqual(findChoice("اخترت أولاً (أ) ثم راجعت نفسي: الجواب (ب).", cities).labels, ["ب"]);
  assert.deepEqual(findChoice("C (100 degrees C)", labelled("BC", ["50", "100"])).labels, ["C"]);
});

Deno.test("clauses without a choice are read in bounded time", () => {
  const cities = labelled("AB", ["Rome", "Oslo"]);
  for (const unit of ["ثم ", "so ", "A (", "«Rome "]) {
    const text = unit.repeat(50_000 / unit.length);
    assert.ok(Array.isArray(findChoice(text, cities, { question: text.slice(0, 500) }).labels));
  }
});
