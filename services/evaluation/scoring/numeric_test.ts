import assert from "node:assert/strict";
import fc from "fast-check";
import { numbersIn } from "./numbers.ts";
import { numeric } from "./numeric.ts";

for (
  const [text, target, expected] of [
    // The first two are inspect_ai's tests of match(numeric=True).
    ["28 + 32 = 60\nThis solves the problem.", "60", 1],
    ["28 + 32 = 60%", "60%", 1],
    ["She has 3 and then 5, so 8.", "8", 1],
    ["8 at first, 9 at last", "8", 0],
    ["$20 - $13.75 = $6.25", "6.25", 1],
    ["20% of 50 equals 10, and 30% would be 15.", "10", 1],
    ["The train covers 300", "300", 1],
    ["A jar has 96 sweets instead of the usual 95.", "96", 1],
    ["It fell from 4 to minus 9 degrees.", "-9", 1],
    ["It lasts from 4 to 9 hours.", "9", 0],
    ["It ended in 1815, three years after the march of 1812.", "1815", 1],
    ["He gave away 4, leaving her with 8 pears for the 2 guests.", "8", 1],
    ["The total is 1,234.50 dirhams.", "1234.5", 1],
    ["7.654.321 €", "7654321", 1],
    ["1.500", "1500", null],
    ["ثلاثة أثمان تساوي 0,375.", "0.375", 1],
    ["5/8 = 0,625", "0.625", 1],
    ["-0,125 m", "-0.125", 1],
    ["It holds 10,375 litres.", "10375", 1],
    ["1,000,375", "1000375", 1],
    ["An adult has 206 bones. Babies are born with 270 to 300.", "206", null],
    ["للبالغ ٣٢ سنًا. للطفل من ١٨ إلى ٢٠ سنًا.", "32", null],
    ["An adult has 210 bones. Babies are born with 270 to 300.", "206", 0],
    ["1.500", "1.5", 1],
    ["2 h 15 min", "135", null],
    ["5 to 10 days", "10", 0],
    ["30 or more", "30", null],
    ["٣٠ فأكثر", "30", null],
    ["Either 8 or 9, I cannot tell which.", "8", null],
    ["Either 8 or 9, I cannot tell which.", "7", 0],
    ["إما ٨ أو ٩، ولا أعرف أيهما.", "9", null],
    ["I am not sure which method you want. The answer is 9.", "9", 1],
    ["الزيادة = ٤٠، فصار السعر ٢٤٠ ريالا.", "240", 1],
    ["٩ × ٥ = ٤٥، في ٩ صفوف", "45", 1],
    ["في الحافلة ٣٠ راكبا، منهم ١٢ طفلا، فعدد البالغين ١٨.", "18", 1],
    ["30 passengers, of whom 12 are children, so 18 adults.", "18", null],
    ["I would say 18, though 17 is possible.", "18", 1],
    ["أظنه ١٨، وإن كان ١٧ ممكنا.", "18", 1],
    ["Not 18.", "18", 0],
    ["ليس ١٨", "18", 0],
    ["المجموع ١٬٢٣٤٫٥", "1234.5", 1],
    ["المجموع ٣٤", "34", 1],
    ["۴۲", "42", 1],
    ["-5", "-5", 1],
    ["10-3=7", "7", 1],
    ["minus −12 degrees", "-12", 1],
    ["It is 25%", "25%", 1],
    ["It is 25", "25%", 1],
    ["0.25", "25%", 1],
    ["25%", "25", 0],
    ["$300", "300", 1],
    ["AED300", "300", 1],
    ["42.", "42", 1],
    ["ANSWER: 12\n(I used 3 steps)", "12", 1],
    ["Answer: 3/4", "0.75", 1],
    ["#### 72", "72", 1],
    ["no idea", "7", 0],
    ["1e3", "1000", 1],
    ["**18**", "18", 1],
    ["The budget is 1,02,50,000 rupees.", "10250000", 1],
    ["12,34,56", "123456", 0],
    ["5 apples at 2.50 cost 12.50 in all.", "12.5", 1],
  ] as const
) {
  Deno.test(`numeric() of ${JSON.stringify(text)} against ${target} is ${expected}`, () => {
    assert.equal(numeric({ text }, [target]).score, expected);
  });
}

Deno.test("numeric() takes the first number when told, and a tolerance when given", () => {
  assert.equal(numeric({ text: "7 of 9" }, ["7"], { which: "first" }).score, 1);
  assert.equal(numeric({ text: "3.14" }, ["3.14159"], { tolerance: 0.01 }).score, 1);
  assert.equal(numeric({ text: "3.14" }, ["3.14159"]).score, 0);
});

Deno.test("numbersIn() reads back every number however its thousands are written", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.constantFrom("en-US", "ar-EG", "fa-IR"),
      (value, locale) => {
        assert.deepEqual(numbersIn(value.toLocaleString(locale)).map((n) => n.value), [value]);
      },
    ),
  );
});

Deno.test("numeric() scores any text without failing, in 0..1", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const { score } = numeric({ text }, ["5"]);
    assert.ok(score === 0 || score === 1);
  }));
});
