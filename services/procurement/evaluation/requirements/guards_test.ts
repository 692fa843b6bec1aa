import assert from "node:assert/strict";
import { isOtherGrade } from "./grades.ts";
import { verdictOn } from "./sentence_finding_fixture.ts";

Deno.test("another grade never meets the requirement", () => {
  const pairs: [asks: string, says: string, other: boolean][] = [
    ["contractor of class one", "we are a contractor of class three", true],
    ["first class contractor", "we are a contractor of class 1", false],
    ["cement type v", "our cement is type ii", true],
    ["مقاول من الدرجه الاولي", "شركتنا مقاول من الدرجه الثانيه", true],
    ["مقاول من الدرجه الاولي", "شركتنا مقاول من الدرجه الاولي", false],
    ["steel of grade b", "our steel comes from a mill", false],
  ];
  for (const [requirementText, sentenceText, other] of pairs) {
    assert.equal(isOtherGrade(requirementText, sentenceText), other, sentenceText);
  }
  for (
    const [asks, says] of [
      ["Contractor classified in class one", "Our company is a contractor classified in class three."],
      ["شركة مقاولات مصنفة في الدرجة الأولى", "شركتنا شركة مقاولات مصنفة في الدرجة الثالثة."],
    ] as const
  ) assert.notEqual(verdictOn(asks, says), "met");
});

Deno.test("a sentence without an item, or without a required tax, does not meet the requirement", () => {
  for (
    const [asks, says] of [
      [
        "Laboratory accredited for testing zinc, copper and arsenic in water",
        "Our laboratory is accredited for testing zinc and copper in water.",
      ],
      [
        "Price of a kilogram of at most 20 riyals including VAT",
        "Our price of a kilogram is 18 riyals plus VAT.",
      ],
      ["ألا يتجاوز سعر الكيلوغرام 20 ريالاً شاملاً الضريبة", "سعر الكيلوغرام لدينا 18 ريالاً تضاف إليه الضريبة."],
    ] as const
  ) assert.notEqual(verdictOn(asks, says), "met", says);
});

Deno.test('a vague exception, an opinion and "nothing but" are no denials', () => {
  for (
    const [asks, says] of [
      [
        "Acceptance of all payment terms",
        "We accept all payment terms apart from the matters listed in our letter.",
      ],
      ["قبول جميع شروط الدفع", "نقبل جميع شروط الدفع ما خلا المشار إليه في خطابنا."],
      ["Pipes of grade B steel", "Grade B steel, and nothing else, is used for our pipes."],
      [
        "Only new, unused beds will be accepted",
        "None of our beds will be anything other than new and unused.",
      ],
      ["توفير استقبال باللغة التركية", "لا نعتقد أن الاستقبال باللغة التركية أمر صعب."],
    ] as const
  ) assert.notEqual(verdictOn(asks, says), "not_met", says);
});

Deno.test("a hedged value below the minimum, an early end and a product are computed", () => {
  const pairs: [status: string, asks: string, says: string][] = [
    [
      "not_met",
      "Liability insurance of at least USD 2 million",
      "Our liability insurance pays up to USD 1 million.",
    ],
    [
      "met",
      "Bids remain valid for 90 days from 30 November 2026",
      "Our bid remains valid until 31 March 2027.",
    ],
    [
      "met",
      "Warehouse of at least 1,500 square metres",
      "Our warehouse is 60 metres long and 30 metres wide.",
    ],
    ["not_met", "مستودع مساحته 2500 متر مربع على الأقل", "مستودعنا طوله 60 متراً وعرضه 30 متراً."],
    [
      "met",
      "Supply of at least 15 tonnes of rice monthly",
      "Every month we supply 400 bags of rice of 50 kg each.",
    ],
    [
      "not_met",
      "Valid ISO 9001 certificate",
      "Our ISO 9001 certificate no. FS 71 expired on 3 May 2026 and was not renewed.",
    ],
    ["not_met", "شهادة زكاة سارية", "لدينا شهادة زكاة، وقد انتهت صلاحيتها في 30/04/2026."],
  ];
  const wrong = pairs.filter(([status, requirementText, sentenceText]) =>
    verdictOn(requirementText, sentenceText) !== status
  );
  assert.deepEqual(wrong, []);
  for (
    const [asks, says] of [
      ["Bids remain valid for 90 days from 30 November 2026", "Our bid remains valid until 31 January 2027."],
      ["Warehouse of at least 2,500 square metres", "Our warehouse is 60 metres long and 30 metres wide."],
    ] as const
  ) assert.notEqual(verdictOn(asks, says), "met", says);
});
