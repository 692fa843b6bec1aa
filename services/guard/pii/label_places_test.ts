import assert from "node:assert/strict";
import { detect } from "./detect.ts";
import labelled from "./labelled.json" with { type: "json" };
import hard from "./labelled_hard.json" with { type: "json" };

const PROSE = "The committee went on to speak of schools, and of the roads between them.\n".repeat(6);

/** The findings in a text that is read for labels completely, and in the same text between pages without a number. */
function bothWays(text: string): [string[], string[]] {
  const short = detect(text).map(({ type, value }) => `${type} ${value}`);
  const long = detect(`${PROSE}\n\n${text}\n\n${PROSE}`).map(({ type, value }) => `${type} ${value}`);
  return [short, long];
}

Deno.test("labels are found in long texts, of which only what is near numbers is read for them", () => {
  for (const { text } of [...labelled, ...hard]) {
    if (text.length > 250) continue;
    const [short, long] = bothWays(text);
    assert.deepEqual(long, short, text);
  }
});

Deno.test("marks and spaces within a label, and other numbers between, hide no label of a long text", () => {
  for (
    const [text, expected] of [
      [`تاريخ المي${"ـ".repeat(400)}لاد 12/05/1990`, "12/05/1990"],
      [`date${" ".repeat(400)}of birth 12/05/1990`, "12/05/1990"],
      ["date of      birth the and so on 22: the x9K!sd3k 12.05.90 there", "12.05.90"],
      ["born on order number :: in the year of 12/05/1990x", "12/05/1990"],
      ["password: correct-horse-battery-staple-of-mine-77", "correct-horse-battery-staple-of-mine-77"],
    ] as const
  ) {
    const values = detect(`${PROSE}\n\n${text}\n\n${PROSE}`).map(({ value }) => value);
    assert.deepEqual(values, [expected]);
  }
});

Deno.test("dates and years of birth are found in long texts, however they are written", () => {
  const filler = "the committee met to talk about its report and the budget of the year. ".repeat(8);
  const dates = [
    "12 March 1990",
    "Sept 3rd, 1985",
    "3rd of May 1985",
    "١٢ ديسمبر 1990",
    "5-Jan-1971",
    "1990.5.3",
    "12/05/90",
  ];
  for (const label of ["born on", "DOB:", "تاريخ الميلاد"]) {
    for (const date of [...dates, "1990"]) {
      const types = detect(`${filler}${label} ${date} ${filler}`).map(({ type }) => type);
      assert.deepEqual(types, ["DATE_OF_BIRTH"], `${label} ${date}`);
    }
  }
  assert.deepEqual(detect(`${filler}مواليد عام 1990 ${filler}`).map(({ type }) => type), ["DATE_OF_BIRTH"]);
  assert.deepEqual(detect(`${filler}approved for 2026 ${filler}`), []);
});
