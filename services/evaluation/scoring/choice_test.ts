import assert from "node:assert/strict";
import fc from "fast-check";
import { type Choice, findChoice, multipleChoice } from "./choice.ts";
import { defaultLabels } from "./choice_labels.ts";

const label = (labels: string[], texts: string[]): Choice[] =>
  texts.map((text, at) => ({ label: labels[at] ?? "", text }));
const ENGLISH = label(["A", "B", "C", "D"], ["Doha", "Muscat", "Manama", "Riyadh"]);
const ARABIC = label(["أ", "ب", "ج", "د", "هـ"], ["الدوحة", "مسقط", "المنامة", "الرياض", "الكويت"]);
const GULFS = label(["A", "B", "C", "D"], ["Gulf", "Arabian Gulf", "Red Sea", "Aden"]);

for (
  const [text, choices, expected, rule] of [
    ["ANSWER: B", ENGLISH, "B", "answer_line"],
    ["First I thought ANSWER: A, but no.\nANSWER: C", ENGLISH, "C", "answer_line"],
    ["**ANSWER: (D)**", ENGLISH, "D", "answer_line"],
    ["ANSWER: Muscat", ENGLISH, "B", "answer_line"],
    ["Answer: $\\boxed{B}$", ENGLISH, "B", "answer_line"],
    ["## Answer\n\n**B. Muscat**\n\nDoha is in Qatar.", ENGLISH, "B", "answer_line"],
    ["### الإجابة\nب\n\nأما أ ففي قطر", ARABIC, "ب", "answer_line"],
    ["Answer: A\nCorrection: B", ENGLISH, "B", "answer_line"],
    ["A) Doha comes to mind, but at first it was B) Muscat.", ENGLISH, undefined, "undecided"],
    ["A. Doha – incorrect\nB. Muscat – correct\nC. Manama – incorrect", ENGLISH, "B", "label"],
    ["A? No: B.", ENGLISH, "B", "label"],
    ["12 - 4 = 8", label(["A", "B", "C"], ["4", "8", "12"]), "B", "choice_text"],
    ["Although Doha is nearer, Muscat is the one.", ENGLISH, "B", "choice_text"],
    ["على الرغم من أن الدوحة أقرب فإن مسقط هي المقصودة.", ARABIC, "ب", "choice_text"],
    ["أختار ب مع أني ترددت بينها وبين أ", ARABIC, "ب", "label"],
    ["Between A and B, B is nearer to the sea.", ENGLISH, undefined, "undecided"],
    ["الدوحة في قطر، والمنامة في البحرين. بقيت مسقط.", ARABIC, "ب", "choice_text"],
    ["B", ENGLISH, "B", "label"],
    ["b)", ENGLISH, "B", "label"],
    ["(C) Manama", ENGLISH, "C", "label"],
    ["B. Muscat is the capital of Oman", ENGLISH, "B", "label"],
    ["The answer is D.", ENGLISH, "D", "label"],
    ["The correct option is (A).", ENGLISH, "A", "label"],
    ["The answer is a city: Muscat", ENGLISH, "B", "choice_text"],
    ["It is Muscat.", ENGLISH, "B", "choice_text"],
    ["A city by the sea", ENGLISH, undefined, "no_choice_found"],
    ["Either Doha or Muscat", ENGLISH, undefined, "ambiguous"],
    ["It is the Arabian Gulf", GULFS, "B", "choice_text"],
    ["The Gulf", GULFS, "A", "choice_text"],
    ["الإجابة: ب", ARABIC, "ب", "answer_line"],
    ["الإجابة الصحيحة هي ج", ARABIC, "ج", "label"],
    ["ANSWER: ا", ARABIC, "أ", "answer_line"],
    ["ANSWER: ه", ARABIC, "هـ", "answer_line"],
    ["ANSWER: B", ARABIC, "ب", "answer_line"],
    ["د) الرياض", ARABIC, "د", "label"],
    ["هي مدينة مسقط", ARABIC, "ب", "choice_text"],
    ["<think>ANSWER: A</think>ANSWER: B", ENGLISH, "B", "answer_line"],
  ] as const
) {
  Deno.test(`findChoice() in ${JSON.stringify(text)} is ${expected}`, () => {
    const choice = findChoice(text.replace(/<think>.*<\/think>/u, ""), [...choices]);
    assert.deepEqual(choice, { labels: expected === undefined ? [] : [expected], rule });
  });
}

Deno.test("the fifth Arabic label is the question's own: هـ is not و", () => {
  const other = label(["أ", "ب", "ج", "د", "و"], ["1", "2", "3", "4", "5"]);
  assert.equal(findChoice("ANSWER: و", other).labels[0], "و");
  assert.equal(findChoice("ANSWER: و", ARABIC).labels[0], undefined);
});

// The cases of inspect_ai's tests of choice(): one letter, several, one too many, one too few.
for (
  const [text, target, expected] of [
    ["ANSWER: A", ["A"], 1],
    ["ANSWER: A, B", ["A", "B"], 1],
    ["ANSWER: B and A", ["A", "B"], 1],
    ["ANSWER: A, B", ["A"], 0],
    ["ANSWER: A", ["A", "B"], 0],
    ["ANSWER: C", ["A"], 0],
    ["ANSWER: A or B", ["A"], null],
    ["ANSWER: A or B", ["D"], 0],
    ["Either B or C, I cannot tell.", ["B"], null],
    ["Option D is wrong, option A is wrong, and so is B.", ["C"], 1],
    ["The right one is the third one.", ["C"], 1],
    ["I choose C over D.", ["C"], 1],
    ["Between A and C, C is the right one.", ["C"], 1],
    ["While many think of Doha, Manama is right.", ["C"], 1],
    ["Doha or Muscat; I cannot decide.", ["A"], null],
    ["I pick B rather than C.", ["B"], 1],
    ["ANSWER: A, because B is in Oman", ["A"], 1],
  ] as const
) {
  Deno.test(`multipleChoice() of ${JSON.stringify(text)} against ${target.join(" and ")} is ${expected}`, () => {
    assert.equal(multipleChoice({ text }, [...target], ENGLISH).score, expected);
  });
}

Deno.test("multipleChoice() reads several Arabic labels", () => {
  assert.equal(multipleChoice({ text: "الإجابة: أ و ج" }, ["أ", "ج"], ARABIC).score, 1);
  assert.equal(multipleChoice({ text: "الإجابة: أ، ج" }, ["أ"], ARABIC).score, 0);
});

Deno.test("multipleChoice() scores 0 with the rule where no choice is named", () => {
  assert.deepEqual(multipleChoice({ text: "no idea" }, ["B"], ENGLISH), {
    score: 0,
    extracted: null,
    rule: "no_choice_found",
  });
});

Deno.test("an explicit answer line is found for every label, whatever is written before it", () => {
  const before = fc.lorem({ mode: "sentences" });
  fc.assert(fc.property(before, fc.constantFrom(...ENGLISH, ...ARABIC), (text, { label }) => {
    const choices = ENGLISH.some((choice) => choice.label === label) ? ENGLISH : ARABIC;
    assert.equal(findChoice(`${text}\nANSWER: ${label}`, choices).labels[0], label);
  }));
});

Deno.test("the order of the choices does not change what is found", () => {
  fc.assert(fc.property(fc.constantFrom("ANSWER: C", "Muscat", "Doha or Riyadh", "b."), (text) => {
    assert.deepEqual(findChoice(text, ENGLISH), findChoice(text, [...ENGLISH].reverse()));
  }));
});

Deno.test("defaultLabels() follow the language", () => {
  assert.deepEqual(defaultLabels("ar", 5), ["أ", "ب", "ج", "د", "هـ"]);
  assert.deepEqual(defaultLabels("en", 3), ["A", "B", "C"]);
});

const COLOURS = label(["A", "B", "C", "D"], ["red", "green", "blue", "yellow"]);
const SHADES = label(["أ", "ب", "ج", "د"], ["أحمر", "أخضر", "أزرق", "أصفر"]);

for (
  const [text, targets, choices, expected] of [
    ["B and C are out. D rules itself out: too bright.", ["A"], COLOURS, 1],
    ["It turns out to be C.", ["C"], COLOURS, 1],
    ["❌ A ✅ B ❌ C ❌ D", ["B"], COLOURS, 1],
    ["A ❌ B ✅ C ❌ D ❌", ["B"], COLOURS, 1],
    ["- A. red: ✔ warm\n- B. green: ✘ cold\n- C. blue: ✘ cold\n- D. yellow: ✔ warm", ["A", "D"], COLOURS, 1],
    ["- A. red: ✔ warm\n- B. green: ✔ cold\n- C. blue: ✘ cold\n- D. yellow: ✔ warm", ["A", "D"], COLOURS, 0],
    ["They are red and yellow.", ["A", "D"], COLOURS, 1],
    ["They are red and blue.", ["A", "D"], COLOURS, 0],
    ["They are red and yellow.", ["A"], COLOURS, 0],
    [
      "اللونان هما الأصفر والأحمر.",
      ["أ", "د"],
      label(["أ", "ب", "ج", "د"], ["الأحمر", "الأخضر", "الأزرق", "الأصفر"]),
      1,
    ],
    ["هو (ب) اللون أصفر.", ["ب"], SHADES, null],
    ["It is (B) unlike blue.", ["B"], COLOURS, 1],
    ["لا أجزم بذلك، غير أنني أختار الخيار ج.", ["ج"], SHADES, 1],
    ["يبدو أخضر إلا أنه في الحقيقة الخيار د.", ["د"], SHADES, 1],
    ["I choose option A, whereas option B is the colour of leaves.", ["A"], COLOURS, 1],
    ["الخيار أ يناسب النار، وأما الخيار ب فهو لون الشجر.", ["أ"], SHADES, 1],
    ["الخيار أ يناسب النار، أما الجواب الصحيح فهو ب.", ["ب"], SHADES, 1],
    ["I take the last option.", ["D"], COLOURS, 1],
    ["الخيار الأخير.", ["د"], SHADES, 1],
    ["4", ["3"], label(["1", "2", "3", "4"], ["2", "3", "4", "6"]), null],
    ["2", ["2"], label(["1", "2", "3"], ["5", "2", "9"]), 1],
  ] as const
) {
  Deno.test(`multipleChoice() of ${JSON.stringify(text)} with target ${targets} is ${expected}`, () => {
    assert.equal(multipleChoice({ text }, [...targets], [...choices]).score, expected);
  });
}

Deno.test("a number in digits is the choice that says it in words, unless another number stands beside it", () => {
  const counts = label(["أ", "ب", "ج"], ["تسعة", "عشرة", "أحد عشر"]);
  assert.deepEqual(findChoice("١١ لاعباً", counts), { labels: ["ج"], rule: "choice_value" });
  assert.equal(findChoice("١٢ لاعباً", counts).labels[0], undefined);
  assert.equal(findChoice("١١ لاعباً و٧ بدلاء", counts).labels[0], undefined);
});

for (
  const [text, target, choices, expected] of [
    ["It may be A and it may well be B.", "B", ENGLISH, null],
    ["It may be A and it may well be B.", "C", ENGLISH, 0],
    ["Hard to say which: Doha, Muscat.", "A", ENGLISH, null],
    ["I cannot decide between Doha and Muscat.", "B", ENGLISH, null],
    ["I cannot decide between Doha and Muscat.", "D", ENGLISH, 0],
    ["ربما أ وربما ب.", "أ", ARABIC, null],
    ["قد يكون أ وقد يكون ب، ولا أستطيع الترجيح بينهما.", "ب", ARABIC, null],
    ["It is a city, I am not sure which.", "A", ENGLISH, 0],
    ["B or maybe A", "A", ENGLISH, null],
    ["B or maybe A", "C", ENGLISH, 0],
  ] as const
) {
  Deno.test(`an answer that leaves two choices open: ${text} is ${expected} where ${target} is right`, () => {
    assert.equal(multipleChoice({ text }, [target], [...choices]).score, expected);
  });
}

Deno.test("an answer that ends without deciding is withheld if the right choice is among those it names", () => {
  const score = (text: string, target: string, choices = ENGLISH) =>
    multipleChoice({ text }, [target], choices).score;
  const open = "Usually it's A, but by sea it's B. I can't choose between A and B.";
  assert.equal(score(open, "A"), null);
  assert.equal(score(open, "D"), 0);
  const arabic = "يمكن أن يكون الجواب أ، ويمكن أن يكون ج، ولا أستطيع الترجيح بينهما.";
  assert.equal(score(arabic, "أ", ARABIC), null);
  assert.equal(score(arabic, "د", ARABIC), 0);
  assert.equal(score("At first I could not tell which of A and B it is. It is B.", "B"), 1);
  assert.equal(score("ترددت ولم أستطع الاختيار بين أ وب. الجواب الصحيح هو ب.", "ب", ARABIC), 1);
});

Deno.test("«أما» leads over to the others, «إما» leaves the choice open", () => {
  const score = (text: string, targets: string[]) => multipleChoice({ text }, targets, ARABIC).score;
  assert.equal(score("أ وج فقط؛ أما الرياض ومسقط فلا.", ["أ", "ج"]), 1);
  assert.equal(score("ب ود؛ أما البقية فليست على البحر.", ["ب", "د"]), 1);
  assert.equal(score("إما أ وإما ب", ["أ"]), null);
  assert.equal(score("اما أ أو ب", ["أ"]), null);
});
