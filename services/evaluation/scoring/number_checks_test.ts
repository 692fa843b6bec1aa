import assert from "node:assert/strict";
import { numeric } from "./numeric.ts";

const CASES: [question: string, text: string, target: string, score: number | null][] = [
  // A check after the answer.
  ["Solve 3x + 5 = 26.", "3x = 21\nx = 7\n\nCheck: 3 × 7 + 5 = 26 ✓", "7", 1],
  ["Solve 3x + 5 = 26.", "3x = 21\nx = 7\n\nCheck: 3 × 7 + 5 = 26 ✓", "26", 0],
  ["Solve 3x + 5 = 26.", "x = 21 / 3 = 7. Let's verify: 3×7+5=26 ✓", "7", 1],
  ["Solve 3x + 5 = 26.", "So x = 7.\n\n**Verification:**\n3(7) + 5\n= 21 + 5\n= 26 ✔", "7", 1],
  ["Solve 3x + 5 = 26.", "x = 8. To check: 3 × 8 + 5 = 29.", "7", 0],
  ["Solve 3x + 5 = 26.", "x = 6. Check: 3 × 6 + 5 = 23 ≠ 26, so x = 7.", "7", 1],
  ["Solve 3x + 5 = 26.", "x = 6. Check: 3 × 6 + 5 = 23 ≠ 26, so x = 7.", "6", 0],
  ["Solve 3x + 5 = 26.", "x = 7\n\nVerify by substitution: 3(7) + 5 = 26.", "7", 1],
  ["If f(x) = 3x + 5, what is f(7)?", "x = 7\n3 × 7 + 5 = 26", "26", 1],
  ["I have 3 pens and 4 pens. How many in all?", "There are 3 and 4. Let's check: 3 + 4 = 7", "7", 1],
  ["What is 156 / 12?", "156 ÷ 12 = 13\nWe can check this: 13 × 12 = 156", "13", 1],
  ["Is 91 / 7 whole? What is it?", "91 ÷ 7 = 13 (check: 7 × 13 = 91)", "13", 1],
  ["حل المعادلة 4س − 3 = 29.", "4س = 32\nس = 8\n\nللتحقق: 4 × 8 − 3 = 29 ✔️", "8", 1],
  ["حل المعادلة 4س − 3 = 29.", "س = 8\nالتحقق: 32 − 3 = 29 ✓", "8", 1],
  ["حل المعادلة 4س − 3 = 29.", "س = ٨. نتحقق: ٤ × ٨ − ٣ = ٢٩", "8", 1],
  ["حل المعادلة 4س − 3 = 29.", "س = ٧\nوللتأكد: ٤ × ٧ − ٣ = ٢٥", "8", 0],
  ["حل المعادلة 4س − 3 = 29.", "س = ٧\nللتأكد: ٤ × ٧ − ٣ = ٢٥ وهذا لا يساوي ٢٩، إذن س = ٨", "8", 1],
  ["ما ناتج 144 ÷ 9؟", "144 ÷ 9 = 16\nوللتأكد من الحل: 16 × 9 = 144", "16", 1],
  ["حل المعادلة س + ٦ = ١٠.", "س = ٥. تحقق: ٥ + ٦ = ١١، إذن س = ٤", "4", 1],
  ["حل المعادلة س + ٦ = ١٠.", "س = ٤. تحقق: ٤ + ٦ = ١٠، إذن س = ٥", "4", 0],
  ["How many pens in 6 boxes of 8?", "There are 8 pens a box.\nLet's verify the total: 6 × 8 = 48", "48", 1],
  ["How many pens in 6 boxes of 8?", "There are 8 pens a box.\nCheck: 6 × 8 = 48", "8", 0],
  ["What is 3 + 4?", "3 + 4 = 8. Check: 8 − 4 = 4 ✓", "7", 0],
  // Approximate values.
  ["Area of a circle of radius 3, to two decimals?", "A = πr² = 9π ≈ 28.27", "28.27", 1],
  ["Area of a circle of radius 3, to two decimals?", "The area is π · 3² = 9π ≈ 28.27 cm².", "28.27", 1],
  ["Area of a circle of radius 3, to two decimals?", "A = 9π ≈ 28.72", "28.27", 0],
  ["The area of a circle of radius 3 is kπ. What is k?", "A = 9π ≈ 28.27", "9", null],
  ["What is the square root of 50, to one decimal?", "√50 = 5√2 ≈ 7.1", "7.1", 1],
  ["What is 10/3?", "10/3 ≈ 3.33", "3.33", 1],
  ["What is 22/7 to two decimals?", "Answer: 22/7 ≈ 3.14", "3.14", 1],
  ["ما محيط دائرة نصف قطرها ٤ سم؟ قرّب إلى منزلتين.", "المحيط = 2π × 4 = 8π ≈ 25.13 سم", "25.13", 1],
  ["ما محيط دائرة نصف قطرها ٤ سم؟ قرّب إلى منزلتين.", "المحيط = 8π ≈ ٢٥٫١٣ سم", "25.13", 1],
  ["ما محيط دائرة نصف قطرها ٤ سم؟ قرّب إلى منزلتين.", "المحيط = 8π ≈ ٢٥٫٣١ سم", "25.13", 0],
  ["ما الجذر التربيعي للعدد 8 مقربا إلى منزلتين؟", "الجواب: 2√2 ≈ 2.83", "2.83", 1],
  ["كم يساوي ٢٠ على ٣ مقربا لمنزلة؟", "٢٠ ÷ ٣ ≈ ٦٫٧", "6.7", 1],
  // Percent told after the fraction.
  ["What percentage is 9 of 12?", "9/12 = 0.75, which is 75%.", "75", 1],
  ["What percentage is 9 of 12?", "9/12 = 0.75, which is 70%.", "75", 0],
  ["What percentage is 9 of 12?", "9 ÷ 12 = 0.75 (75%)", "75", 1],
  ["What percentage is 2 of 3, to one decimal?", "2/3 = 0.6667, that is 66.7 %", "66.7", 1],
  ["What percentage is 2 of 3, to one decimal?", "2/3 = 0.6667, or about 66.7%.", "66.7", 1],
  ["What is 9/12 as a decimal?", "9/12 = 0.75, which is 75%.", "0.75", 1],
  ["What percentage is 9 of 12?", "9/12 = 0.75, which equals 75 percent", "75", 1],
  ["ما النسبة المئوية لـ 6 من 8؟", "6 ÷ 8 = 0.75، أي 75%", "75", 1],
  ["ما النسبة المئوية لـ 6 من 8؟", "٦ ÷ ٨ = ٠٫٧٥ وهو ما يعادل ٧٥٪", "75", 1],
  ["ما النسبة المئوية لـ 6 من 8؟", "6/8 = 0.75 وهي 75%.", "75", 1],
  ["ما النسبة المئوية لـ 6 من 8؟", "6/8 = 0.75، وهذا يساوي 57%.", "75", 0],
  ["What percentage of 20 is 15?", "15/20 = 0.75. The other 25% is the rest.", "75", 0],
  ["What percentage of 20 is 15?", "15/20 = 0.75, and the rest is 25%", "75", 0],
  ["What percentage of 20 is 15?", "It is 0.75, not 75% of it.", "75", 0],
  ["What costs 50 after 20% off?", "The discount is 0.2, which is 20%, so it costs 45.", "40", 0],
  ["What percentage of 40 is 14?", "14/40 = 7/20 = 0.35, so 14 is 35% of 40.", "35", 1],
  ["What percentage of 40 is 14?", "35% (0.35)", "35", 1],
  ["Area of a circle of radius 5, to two decimals?", "$A = 25\\pi \\approx 78.54$", "78.54", 1],
  [
    "Volume of a sphere of radius 2, to two decimals?",
    "V = 32π/3, which is approximately 33.51.",
    "33.51",
    1,
  ],
  [
    "Volume of a sphere of radius 2, to two decimals?",
    "V = 32π/3, which is approximately 35.31.",
    "33.51",
    0,
  ],
  // The variable that is asked for.
  [
    "If a + b = 12 and a − b = 2, what is b?",
    "Adding: 2a = 14, so a = 7 and b = 5.\nSolution: a = 7, b = 5.",
    "5",
    1,
  ],
  ["If a + b = 12 and a − b = 2, what is a?", "Solution: a = 7, b = 5.", "7", 1],
  ["If a + b = 12 and a − b = 2, what is a?", "Answer: a = 7, b = 5", "7", 1],
  ["If a + b = 12 and a − b = 2, what is a?", "Answer: a = 7, b = 5", "5", 0],
  ["If a + b = 12 and a − b = 2, find the value of b.", "(a, b) = (7, 5)", "5", 1],
  ["If a + b = 12 and a − b = 2, find the value of b.", "a = 5, b = 7", "5", 0],
  ["If a + b = 12 and a − b = 2, what is ab?", "a = 7, b = 5", "35", 0],
  ["If a + b = 12 and a − b = 2, what are a and b?", "a = 7, b = 5", "5", null],
  ["If a + b = 12 and a − b = 2, what is b?", "a = 6, b = 6 or b = 5", "5", null],
  ["If a + b = 12 and a − b = 2, what is b?", "If a = 7 then b = 5; if a = 8 then b = 4.", "4", null],
  ["If a + b = 12 and a − b = 2, what is b?", "b = 5, but let me recheck: b = 6, a = 7.", "5", 0],
  ["If a + b = 12 and a − b = 2, what is a?", "a is 7 and b is 5.", "7", 1],
  ["إذا كان س + ص = 12 و س − ص = 2، فما قيمة س؟", "قيمة س هي ٧ وقيمة ص هي ٥", "7", 1],
  ["إذا كان س + ص = 12 و س − ص = 2، فما قيمة ص؟", "بالجمع 2س = 14، فيكون س = 7، ص = 5", "5", 1],
  ["إذا كان س + ص = 12 و س − ص = 2، فما قيمة س؟", "الحل: س = ٧، ص = ٥", "7", 1],
  ["إذا كان س + ص = 12 و س − ص = 2، فما قيمة س؟", "الحل: س = ٥، ص = ٧", "7", 0],
  ["أوجد قيمة ص إذا كان س + ص = 12 و س − ص = 2.", "الجواب: س = 7 و ص = 5", "5", 1],
];

for (const [question, text, target, score] of CASES) {
  Deno.test(`numeric() of ${JSON.stringify(text)} against ${target}, asked "${question}", is ${score}`, () => {
    assert.equal(numeric({ text }, [target], { question }).score, score);
  });
}

Deno.test("checks, approximations and equations are read in bounded time", () => {
  for (
    const unit of [
      "Check: ",
      "x = 4, ",
      "≈ 3 ",
      "0.5, which is 50% ",
      "للتحقق: 3 ",
      ". Check 4",
      "(x, y) = (1, 2)\n",
    ]
  ) {
    const text = `1 ${unit.repeat(20_000 / unit.length)}`;
    const { score } = numeric({ text }, ["7"], { question: "What is y?" });
    assert.notEqual(score, 1);
  }
});
