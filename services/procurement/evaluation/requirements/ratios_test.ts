import assert from "node:assert/strict";
import { normalized } from "./normal_form.ts";
import { ratioIn } from "./ratios.ts";
import { findingFor, misreadRows } from "./sentence_finding_fixture.ts";

Deno.test("ratioIn() reads figures and words of both languages, and no rates of time, weight or money", () => {
  const rows: [string, [number, number] | undefined][] = [
    ["At least one nurse for every four patients", [1, 4]],
    ["Two lifeguards to each 50 swimmers", [2, 50]],
    ["Twenty five guards per three hundred visitors", [25, 300]],
    ["One supervisor per ten cleaners", [1, 10]],
    ["A teacher to pupil ratio of 1:20", [1, 20]],
    ["ممرض واحد لكل أربعة مرضى على الأقل", [1, 4]],
    ["ثلاثة منقذين لكل ستين سباحاً", [3, 60]],
    ["منقذ لكل 20 سباحاً", [1, 20]],
    ["معلم إلى الطلاب بنسبة 1:15", [1, 15]],
    ["Cleaning of windows 4 times per year", undefined],
    ["One free service per 12 months", undefined],
    ["30 grams per 100 ml", undefined],
    ["Delivery by 10:30", undefined],
    ["زيارة لكل فرع", undefined],
  ];
  for (const [text, wanted] of rows) {
    const ratio = ratioIn(normalized(text));
    assert.deepEqual(ratio && [ratio.count, ratio.of], wanted, text);
  }
});

Deno.test("a ratio is compared with a ratio", () => {
  assert.deepEqual(
    misreadRows([
      ["met", "One supervisor per ten cleaners", "We provide one supervisor per eight cleaners."],
      ["met", "One supervisor per ten cleaners", "We provide two supervisors for every 20 cleaners."],
      ["not_met", "One supervisor per ten cleaners", "We provide one supervisor per fifteen cleaners."],
      ["met", "منقذ لكل عشرين سباحاً", "نوفر منقذاً لكل خمسة عشر سباحاً."],
      ["not_met", "منقذ لكل عشرين سباحاً", "نوفر منقذاً لكل ثلاثين سباحاً."],
    ]),
    [],
  );
});

Deno.test("a single number proves nothing about a ratio", () => {
  for (
    const [asks, says] of [
      ["At least one nurse for every four patients", "Each of our nurses looks after seven patients."],
      ["At least one nurse for every four patients", "We employ 40 nurses for our patients."],
      ["ممرض واحد لكل أربعة مرضى", "يرعى كل ممرض لدينا تسعة مرضى."],
      ["معلم واحد لكل عشرين طالباً على الأقل", "يشرف كل معلم لدينا على ثلاثين طالباً."],
      [
        "No more than 20 pupils for each teacher and one aide for every ten pupils",
        "One aide for every 12 pupils.",
      ],
    ] as const
  ) assert.equal(findingFor(asks, says).status, "unclear", says);
});
