/** Licences in two languages: rows of labels in both above a value each, and lists of activities. */
import assert from "node:assert/strict";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const rightAt = (text: string, right: number, top: number): Placed => [text, right - text.length * 10, top];

Deno.test("a legal form stands below its label in two languages, whatever label is beside", () => {
  for (const [latin, arabic] of [["Legal form", "الكيان القانوني"], ["Entity type", "نوع الكيان"]] as const) {
    for (
      const [other, also] of [["Capital", "رأس المال"], ["Paid-up capital", "رأس المال المدفوع"]] as const
    ) {
      const fields = placedFields("trade_licence", [
        ["State of Kuwait", 100, 0],
        [latin, 100, 130],
        rightAt(arabic, 500, 130),
        [other, 600, 130],
        rightAt(also, 1000, 130),
        ["With Limited Liability", 100, 155],
        ["KWD 25,000.000", 600, 155],
      ]);
      assert.equal(fields.legal_form, "With Limited Liability");
    }
  }
});

Deno.test("activities are the points below their heading, in one language or two", () => {
  const headings =
    "Licensed activities الأنشطة المرخصة|Activities / الأنشطة|Permitted activities|Approved activities:|النشاط المرخص|الأنشطة المرخص بها";
  for (const heading of headings.split("|")) {
    for (const bullets of [["1.", "2.", "3."], ["•", "•", "•"]] as const) {
      const fields = placedFields("trade_licence", [
        ["State of Kuwait", 100, 0],
        [heading, 100, 100],
        [bullets[0], 100, 140],
        ["Packing of dates", 140, 140],
        [bullets[1], 100, 170],
        ["Cold storage of foodstuffs", 140, 170],
        [`${bullets[2]} Wholesale of dried fruit`, 100, 200],
        ["Fees paid KWD 240.000", 100, 260],
      ]);
      assert.equal(
        fields.activities,
        "Packing of dates, Cold storage of foodstuffs, Wholesale of dried fruit",
        heading,
      );
    }
  }
});

Deno.test("activities are the lines beside their heading, centred or not, unless a line goes on", () => {
  const lines = (texts: [string, string, string]) =>
    placedFields("trade_licence", [
      ["State of Qatar", 100, 0],
      ["Activities", 100, 100],
      [texts[0], 400, 100],
      rightAt("الأنشطة", 1000, 100),
      [texts[1], 400 + (texts[0].length - texts[1].length) * 5, 126],
      [texts[2], 400 + (texts[0].length - texts[2].length) * 5, 152],
      ["Issue Date", 100, 220],
      ["20/09/2026", 450, 220],
    ]).activities;
  assert.equal(
    lines(["Tutoring in school subjects", "Language courses", "Exam preparation"]),
    "Tutoring in school subjects, Language courses, Exam preparation",
  );
  assert.equal(
    lines(["تعليم مواد المدرسة", "دورات لغات", "دورات حاسوب"]),
    "تعليم مواد المدرسة، دورات لغات، دورات حاسوب",
  );
  assert.ok(!lines(["Trading in building", "materials and tools", "of all kinds"])?.includes(","));
});
