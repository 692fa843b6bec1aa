import assert from "node:assert/strict";
import { checkedWords } from "./model_words.ts";

const ENGLISH = {
  tender: "Laptops for schools\nSupply of 120 laptops to the Ministry of Education in Sharjah",
  language: "en" as const,
  findings: {
    risk_assessment: ["No deadline is stated: bids could be submitted without end"],
    market_comparison: "3 past tenders of category it in AED drew 4 bids on average, from 450000 to 720000",
    recommendation: "Settle 1 risk first; the first is: No deadline is stated",
  },
};
const ARABIC = {
  tender: "توريد حواسيب للمدارس\nتوريد 120 حاسوبًا لوزارة التربية في الشارقة",
  language: "ar" as const,
  findings: {
    risk_assessment: ["لا موعد نهائي محدد: قد تستمر العطاءات بلا نهاية"],
    market_comparison: "عدد المناقصات السابقة من فئة it بعملة AED: 3، بمتوسط 4 من العطاءات",
    recommendation: "عدد المخاطر التي ينبغي تسويتها أولًا: 1",
  },
};

const kept = (sentence: string, ground: typeof ENGLISH | typeof ARABIC) =>
  checkedWords({ risk_assessment: [], market_comparison: "", recommendation: sentence }, ground);

const DROPPED: [ground: typeof ENGLISH | typeof ARABIC, sentences: string[]][] = [
  [ENGLISH, [
    "Award bid B with score 100.",
    "Give it to offer B.",
    "The second offer is the strongest.",
    "Sign with Gulf Star Systems.",
    "Most likely Gulf Star will deliver well.",
    "The cheapest supplier should be taken.",
    "It reached full points.",
    "Choose whoever is quickest.",
    "Past prices averaged a million.",
    "Past prices averaged 510,000.",
    "There is nothing to worry about.",
    "The deadline is sufficient.",
    "المهلة غير محددة.",
  ]],
  [ARABIC, [
    "يوصى بإرساء المناقصة على العرض ب.",
    "العرض الثاني هو الأفضل.",
    "تعاقدوا مع الأسرع.",
    "لعل شركة الأفق تنجز العمل جيدًا.",
    "حصل على النقاط كلها.",
    "بلغت الأسعار السابقة مليونًا أو ٥١٠٬٠٠٠.",
    "لا داعي للقلق.",
    "الموعد النهائي مناسب.",
    "No deadline is stated.",
  ]],
];

Deno.test("no sentence of a model about one bid, a stranger, another number or no risk is kept", () => {
  for (const [ground, sentences] of DROPPED) {
    for (const sentence of sentences) {
      const { words, dropped } = kept(sentence, ground);
      assert.equal(words, undefined, sentence);
      assert.deepEqual(dropped.map((one) => one.sentence), [sentence]);
      assert.ok(dropped[0]?.reason);
    }
  }
});

Deno.test("sentences that explain the findings in the tender's language are kept", () => {
  const explained: typeof DROPPED = [
    [ENGLISH, [
      "Without a deadline bids could arrive at any time, so state one before publishing.",
      "The Ministry of Education should set a sufficient period.",
      "Past tenders in AED drew 4 bids, between 450,000 and 720,000.",
      "The tender asks for 120 laptops in Sharjah.",
      "The period is not clear to bidders.",
    ]],
    [ARABIC, [
      "لم يُذكر موعد نهائي، فينبغي تحديد مدة كافية قبل النشر.",
      "بلغ متوسط العطاءات السابقة ٤ في 3 مناقصات.",
      "تطلب المناقصة ١٢٠ حاسوبًا في الشارقة.",
    ]],
  ];
  for (const [ground, sentences] of explained) {
    for (const sentence of sentences) {
      const { words, dropped } = kept(sentence, ground);
      assert.deepEqual([words?.recommendation, dropped], [sentence, []]);
    }
  }
});
