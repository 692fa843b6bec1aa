import assert from "node:assert/strict";
import { normalized } from "./normal_form.ts";
import { numberAt } from "./number_words.ts";
import { quantitiesIn } from "./quantities.ts";
import { wordsOf } from "./words.ts";

const NUMBERS: [string, number | undefined][] = [
  ["ثمانية ملايين وخمسمئة ألف جنيه", 8_500_000],
  ["مئة وأربعة وثمانون حارساً", 184],
  ["ألفين وثلاثمئة حاسب", 2_300],
  ["مليون ونصف المليون ريال", 1_500_000],
  ["خمس عشرة سنة", 15],
  ["خمسة وعشرون عاملاً", 25],
  ["نصف ساعة", 0.5],
  ["two hundred and fifty thousand dollars", 250_000],
  ["twenty-five trucks", 25],
  ["two and a half years", 2.5],
  ["half a million dirhams", 500_000],
  ["three and four pumps", 3],
  ["500 m of cable", 500],
  ["pumps", undefined],
];

for (const [text, value] of NUMBERS) {
  Deno.test(`${text} begins with the number ${value ?? "none"}`, () => {
    assert.equal(numberAt(wordsOf(normalized(text)), 0)?.value, value);
  });
}

const read = (text: string, required = false) =>
  quantitiesIn(wordsOf(normalized(text)), { year: 2026, requirementText: required }).map((
    { value, dimension },
  ) => [
    value,
    dimension,
  ]);

Deno.test("a half after a unit adds a half", () => {
  assert.deepEqual(read("سنتان ونصف"), [[2.5 * 365, "days"]]);
  assert.deepEqual(read("سبعة كيلومترات ونصفاً"), [[7_500, "metres"]]);
  assert.deepEqual(read("متر ونصف على الأقل"), [[1.5, "metres"]]);
});

Deno.test("a unit without a number means one, and واحد counts the noun before it", () => {
  assert.deepEqual(read("إنتاج طن من الخبز"), [[1_000, "kilograms"]]);
  assert.deepEqual(read("نجري لكل إصدار جولة اختبار واحدة"), [[1, "count"]]);
});

Deno.test("the dual is read from the ending of a word", () => {
  assert.deepEqual(read("زيارتان في السنة"), [[2, "count"]]);
  assert.deepEqual(read("مصوران على الأقل", true), [[2, "count"]]);
  assert.deepEqual(read("بيان على الأقل", true), []);
});

Deno.test("litres and cubic metres have one dimension", () => {
  assert.deepEqual(read("12,000 litres"), [[12_000, "litres"]]);
  assert.deepEqual(read("10 cubic metres"), [[10_000, "litres"]]);
});

Deno.test("a rate is written with a slash, in words or with an adverb, and is no amount", () => {
  const day = 86_400;
  for (const text of ["2 m/s", "2 metres per second", "7.2 km/h", "2 متر في الثانية", "٢ م/ث"]) {
    assert.deepEqual(read(text).map(([value, of]) => [Math.round(Number(value)), of]), [[
      2 * day,
      "metres a day",
    ]], text);
  }
  assert.deepEqual(read("600 litres daily"), [[600, "litres a day"]]);
  assert.deepEqual(read("600 litres of paint"), [[600, "litres"]]);
});

Deno.test("the letter after a year is no metre", () => {
  assert.deepEqual(read("٤ م"), [[4, "metres"]]);
  assert.deepEqual(read("٢٠١٥ م").map(([, of]) => of), ["count"]);
});
