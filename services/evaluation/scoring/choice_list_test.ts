import assert from "node:assert/strict";
import { multipleChoice } from "./choice.ts";
import { defaultLabels } from "./choice_labels.ts";

type Case = [target: string, score: number | null, response: string];

const scored = (choices: string[], question: string, language: string, cases: Case[]) => {
  const labelled = choices.map((text, at) => ({
    label: defaultLabels(language, choices.length)[at] ?? "",
    text,
  }));
  for (const [target, score, text] of cases) {
    Deno.test(`multipleChoice() of ${JSON.stringify(text)} against ${target} is ${score}`, () => {
      assert.equal(multipleChoice({ text }, target.split(","), labelled, question).score, score);
    });
  }
};

scored(["Copper", "Helium", "Iodine", "Zinc"], "Which of these is a gas at room temperature?", "en", [
  [
    "B",
    1,
    "Option A, Copper: a solid metal ❌\nOption B, Helium: light and inert ✅\nOption C, Iodine: purple solid ❌\nOption D, Zinc: a metal ❌",
  ],
  [
    "C",
    0,
    "Option A, Copper: a solid metal ❌\nOption B, Helium: light and inert ✅\nOption C, Iodine: purple solid ❌\nOption D, Zinc: a metal ❌",
  ],
  [
    "B",
    1,
    "❌ A. Copper – it conducts well. It is a solid.\n✔️ B. Helium – unlike Zinc, it is a gas.\n❌ C. Iodine\n❌ D. Zinc",
  ],
  ["B", 1, "- A. Copper (incorrect)\n- B. Helium (correct)\n- C. Iodine (incorrect)\n- D. Zinc (incorrect)"],
  [
    "B",
    1,
    "A: wrong. Copper melts above 1,000 degrees.\nB: right. It boils at −269 °C.\nC: wrong. It sublimes slowly.\nD: wrong.",
  ],
  [
    "B",
    1,
    "| Option | Verdict |\n|---|---|\n| A. Copper | ✗ |\n| B. Helium | ✓ |\n| C. Iodine | ✗ |\n| D. Zinc | ✗ |",
  ],
  ["B", 1, "- [ ] Copper\n- [x] Helium\n- [ ] Iodine\n- [ ] Zinc"],
  ["B", 1, "☐ A\n☑ B\n☐ C\n☐ D"],
  ["B", 1, "A ✗ B ✓ C ✗ D ✗"],
  ["B", 1, "A. Copper\nB. Helium ✅\nC. Iodine\nD. Zinc"],
  ["B", 0, "- [ ] Copper\n- [x] Helium\n- [x] Iodine\n- [ ] Zinc"],
  ["B", 0, "- [ ] Copper\n- [ ] Helium\n- [x] Iodine\n- [ ] Zinc"],
  ["B", 0, "A. Copper ❌\nB. Helium ❌\nC. Iodine ✅\nD. Zinc ❌\n\nSo the answer is C."],
  ["B", 1, "A. Copper ❌\nB. Helium ✅\nC. Iodine ❌\nD. Zinc ❌\n\nSo the answer is B."],
  ["B", null, "The correct option is B.\n\nA. Copper ❌\nB. Helium ❌\nC. Iodine ✅\nD. Zinc ❌"],
  ["B", null, "B. Helium ✅\nB. Helium ❌\nA. Copper ✅"],
  ["B", null, "A. Copper ✅\nB. Helium ✅\nC. Iodine ✅\nD. Zinc ❌"],
  ["A", 0, "✅ A and B"],
  ["B", 1, "A. Copper\n**B. Helium**\nC. Iodine\nD. Zinc"],
  ["C", 0, "A. Copper\n**B. Helium**\nC. Iodine\nD. Zinc"],
  [
    "B",
    1,
    "**Option A:** Incorrect – a metal.\n**Option B:** Correct – a noble gas.\n**Option C:** Incorrect.",
  ],
  ["B", null, "A. Helium ✅\nB. Copper ❌"],
  ["B", 0, "A. Copper – no\nB. Helium – no\nC. Iodine – no\nD. Zinc – yes"],
  ["C", 0, "The correct option is B.\n\nA. Copper ❌\nB. Helium ✅\nC. Iodine ❌\nD. Zinc ❌"],
]);

scored(["9", "15", "17", "21"], "Which of these numbers is NOT composite?", "en", [
  ["C", 1, "A. 9 ✅ composite\nB. 15 ✅ composite\nC. 17 ❌ not composite\nD. 21 ✅ composite"],
  ["A", 0, "A. 9 ✅ composite\nB. 15 ✅ composite\nC. 17 ❌ not composite\nD. 21 ✅ composite"],
  ["C", 1, "A. 9 ❌\nB. 15 ❌\nC. 17 ✅\nD. 21 ❌"],
]);

scored(["True", "False"], "Sound travels faster in water than in air.", "en", [
  ["A", 1, "A. True"],
  ["B", 0, "A. True"],
  ["A", 1, "A. True ✅\nB. False ❌"],
  ["B", 0, "A. True ✅\nB. False ❌"],
]);

scored(
  ["Robin", "Trout", "Falcon", "Gecko"],
  "Which of these animals are birds? Choose all that apply.",
  "en",
  [
    [
      "A,C",
      1,
      "The birds among these are:\n\n- **A. Robin**: a small songbird\n- **C. Falcon**: a bird of prey",
    ],
    [
      "A,C",
      0,
      "The birds among these are:\n\n- **A. Robin**: a small songbird\n- **D. Gecko**: it can climb walls",
    ],
    ["A,C", 0, "1. Robin\n2. Falcon\n3. Trout"],
    ["A,C", 1, "1. Robin\n2. Falcon"],
    ["A,C", 1, "✅ A. Robin\n❌ B. Trout\n✅ C. Falcon\n❌ D. Gecko"],
    ["A,C", 0, "✅ A. Robin\n❌ B. Trout\n❌ C. Falcon\n❌ D. Gecko"],
    ["A,C", 1, "A – correct\nB – incorrect\nC – correct\nD – incorrect"],
    ["A,C", 1, "- [x] A. Robin\n- [ ] B. Trout\n- [x] C. Falcon\n- [ ] D. Gecko"],
    ["A,C", null, "These are not birds:\n- B. Trout\n- D. Gecko"],
    ["A,C", 1, "Birds:\n- A. Robin\n- C. Falcon\n\nNot birds:\n- B. Trout\n- D. Gecko"],
    ["A,C", null, "Birds:\n- A. Robin\n- C. Falcon\n\nThe gecko also counts: D is correct too."],
    ["A,C", 1, "✅ A and C"],
    ["A,C", 0, "✅ A and D"],
    [
      "A,C",
      1,
      "Two of the four are birds:\n\n**A. Robin**\nA small songbird.\n\n**C. Falcon**\nA bird of prey.",
    ],
    ["A,C", null, "Options to consider:\n- A. Robin\n- C. Falcon"],
    ["A,C", null, "لنستعرض الخيارات:\n- A. Robin\n- C. Falcon"],
    ["A,C", null, "The birds are:\n- A. Robin\n- C. Falcon\n\nI am not sure about C."],
    ["A,C", null, "My notes:\n- A. Robin\n- B. Trout\n- C. Falcon\n- D. Gecko"],
  ],
);

scored(["النحاس", "الهيليوم", "اليود", "الخارصين"], "أيّ هذه العناصر غاز في درجة حرارة الغرفة؟", "ar", [
  [
    "ب",
    1,
    "الخيار (أ) النحاس: فلز صلب ❌\nالخيار (ب) الهيليوم: غاز خامل ✅\nالخيار (ج) اليود: صلب بنفسجي ❌\nالخيار (د) الخارصين: فلز ❌",
  ],
  [
    "د",
    0,
    "الخيار (أ) النحاس: فلز صلب ❌\nالخيار (ب) الهيليوم: غاز خامل ✅\nالخيار (ج) اليود: صلب بنفسجي ❌\nالخيار (د) الخارصين: فلز ❌",
  ],
  ["ب", 1, "أ) النحاس – خطأ\nب) الهيليوم – صح\nج) اليود – خطأ\nد) الخارصين – خطأ"],
  ["ب", 1, "أ: غير صحيح، فهو فلز.\nب: صحيح، لأنه غاز خامل.\nج: غير صحيح.\nد: غير صحيح."],
  ["ب", 1, "- [ ] النحاس\n- [x] الهيليوم\n- [ ] اليود\n- [ ] الخارصين"],
  ["ب", 1, "✗ أ. النحاس\n✓ ب. الهيليوم\n✗ ج. اليود\n✗ د. الخارصين"],
  ["ب", 0, "أ) النحاس – صح\nب) الهيليوم – صح\nج) اليود – خطأ\nد) الخارصين – خطأ"],
  ["ب", null, "الجواب الصحيح هو ب.\n\nأ) النحاس ✅\nب) الهيليوم ❌\nج) اليود ❌\nد) الخارصين ❌"],
]);

scored(["الحمامة", "القرش", "الصقر", "السحلية"], "أيّ مما يلي من الطيور؟ اختر كل ما ينطبق.", "ar", [
  ["أ,ج", 1, "الطيور في القائمة هي:\n\n- **أ. الحمامة**: طائر أليف\n- **ج. الصقر**: طائر جارح"],
  ["أ,ج", 0, "الطيور في القائمة هي:\n\n- **أ. الحمامة**: طائر أليف\n- **ب. القرش**: يعيش في البحر"],
  ["أ,ج", 1, "أ. الحمامة ✔\nب. القرش ✘\nج. الصقر ✔\nد. السحلية ✘"],
  ["أ,ج", 0, "أ. الحمامة ✔\nب. القرش ✔\nج. الصقر ✔\nد. السحلية ✘"],
  ["أ,ج", 1, "☑ الحمامة\n☐ القرش\n☑ الصقر\n☐ السحلية"],
  ["أ,ج", null, "ما ليس من الطيور:\n- ب. القرش\n- د. السحلية"],
]);

scored(["صح", "خطأ"], "الشمس نجم.", "ar", [
  ["أ", 1, "أ) صح"],
  ["ب", 0, "أ) صح"],
  ["أ", 1, "أ) صح ✅\nب) خطأ ❌"],
]);

Deno.test("lists of options are read in bounded time", () => {
  const choices = ["Rome", "Oslo"].map((text, at) => ({ label: "AB"[at] ?? "", text }));
  for (
    const unit of [
      "- [ ] ",
      "A ✅\n",
      "- A. Rome ",
      "- A. Rome\n",
      "✅",
      "A: wrong ",
      "[x",
      "- \n",
      "The cities are:\n- A\n",
    ]
  ) {
    const text = unit.repeat(20_000 / unit.length);
    const { score } = multipleChoice({ text }, ["A", "B"], choices, text.slice(0, 500));
    assert.ok(score !== 1 || unit.includes("✅") === false);
  }
});
