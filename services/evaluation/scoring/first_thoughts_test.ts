import assert from "node:assert/strict";
import { multipleChoice } from "./choice.ts";
import { defaultLabels } from "./choice_labels.ts";

const labelled = (choices: string[], language: string) =>
  choices.map((text, at) => ({ label: defaultLabels(language, choices.length)[at] ?? "", text }));
const ENGLISH = labelled(["Istanbul", "Ankara", "Izmir", "Bursa"], "en");
const ARABIC = labelled(["إسطنبول", "أنقرة", "إزمير", "بورصة"], "ar");

for (
  const [score, text] of [
    [1, "I first thought Istanbul, but that is only the largest city; the right one is Ankara."],
    [1, "I first thought the answer was (A), but Istanbul is only the largest city. The right one is (B)."],
    [1, "Many think it is Istanbul, because it is so large, but it isn't. The capital is Ankara."],
    [1, "Many people believe the capital is Istanbul. In fact, the capital is Ankara."],
    [1, "It is tempting to say Istanbul, yet the capital is Ankara."],
    [1, "At first glance Istanbul seems right. However, the seat of government is Ankara."],
    [1, "A common mistake is Istanbul. The capital is Ankara."],
    [1, "You might think Istanbul, since it is the best known, but the capital is Ankara."],
    [1, "My first instinct was A. On reflection, it is B."],
    [0, "Many think it is Ankara, but the capital is Istanbul."],
    [0, "I first thought B, but the right one is A."],
    [0, "Many people believe it is Ankara. In fact the capital is Istanbul."],
    [1, "Many people think it is Ankara, and they are right."],
    [1, "I first thought Istanbul, then Izmir, but the right one is Ankara."],
    [0, "I first thought Ankara, then Izmir, but the right one is Bursa."],
    [null, "Many think the capital is Istanbul. Ankara is much smaller."],
    [0, "I first thought Ankara, but it is not."],
    [null, "I first thought Ankara, but Bursa is older. Still, it is Ankara."],
    [1, "It's easy to confuse this with Istanbul, which is larger. The answer, though, is Ankara."],
    [0, "Many think it is Izmir, but it is Bursa. Ankara is nearby."],
    [1, "I first thought Istanbul might be wrong, but no: it must be Ankara, not Istanbul."],
  ] as const
) {
  Deno.test(`multipleChoice() of "${text}" against Ankara is ${score}`, () => {
    const question = "What is the capital of Turkey?";
    assert.equal(multipleChoice({ text }, ["B"], ENGLISH, question).score, score);
  });
}

for (
  const [score, text] of [
    [1, "ظننت أولًا أن الجواب هو (أ)، لكن إسطنبول أكبر المدن فقط. الصواب هو (ب) لأنها مقر الحكومة."],
    [1, "يظن كثيرون أن العاصمة إسطنبول لأنها الأشهر، لكنها ليست العاصمة. العاصمة هي أنقرة."],
    [1, "قد تظن أنها إسطنبول، والصواب أنقرة."],
    [1, "يعتقد البعض أنها إسطنبول، إلا أن العاصمة هي أنقرة."],
    [1, "للوهلة الأولى تبدو إسطنبول صحيحة، غير أن العاصمة هي أنقرة."],
    [1, "من الأخطاء الشائعة أن العاصمة إسطنبول. العاصمة هي أنقرة."],
    [1, "في البداية حسبتها إسطنبول، ثم تذكرت أن مقر الحكومة في أنقرة."],
    [0, "ظننت أولًا أن الجواب هو (ب)، لكن أنقرة أصغر. الصواب هو (أ)."],
    [0, "يظن كثيرون أنها أنقرة، لكنها ليست العاصمة. العاصمة هي إسطنبول."],
    [1, "العاصمة هي أنقرة، لكنها ليست الأكبر."],
    [1, "يظن كثيرون أن العاصمة أنقرة، وهم على حق."],
    [null, "يظن كثيرون أن العاصمة إسطنبول. أنقرة أصغر منها."],
  ] as const
) {
  Deno.test(`multipleChoice() of "${text}" against «أنقرة» is ${score}`, () => {
    assert.equal(multipleChoice({ text }, ["ب"], ARABIC, "ما عاصمة تركيا؟").score, score);
  });
}
