import assert from "node:assert/strict";
import { amountInWords } from "./number_words.ts";

Deno.test("amounts in words are read in both languages, with the parts of their currency on either side", () => {
  const amounts: [string, number][] = [
    [
      "In words: Qatari Riyals Fifty-Three Thousand Two Hundred Seventy-Five and Dirhams Thirty-One Only",
      53275.31,
    ],
    ["Total in words: UAE Dirham Thirteen Thousand Two Hundred Twenty-Two and Sixty-Three Fils", 13222.63],
    ["Sixteen thousand six hundred sixty-three euro and ten cents.", 16663.1],
    ["Rupees Two Lakh Ten Thousand and Paise Fifty Only", 210000.5],
    ["Say US dollars one hundred twenty and 50/100 only", 120],
    ["فقط تسعة وسبعون ألفا وستمائة وسبعة وتسعون جنيها وأربعون قرشا لا غير.", 79697.4],
    ["مبلغا وقدره: ثمانية عشر ألفا وستمائة ريال قطري لا غير", 18600],
    ["كتابة: سبعة ملايين وثلاثمائة ألف دينار عراقي", 7300000],
    ["فقط ألفان ومائة وخمسون ريالا عمانيا وخمسمائة بيسة", 2150.5],
  ];
  for (const [text, amount] of amounts) assert.equal(amountInWords(text, 100), amount, text);
});

Deno.test("a dinar has a thousand fils, a dirham a hundred", () => {
  assert.equal(amountInWords("فقط خمسة وعشرون دينارا كويتيا و750 فلسا", 1000), 25.75);
  assert.equal(amountInWords("Dirhams six hundred and fils eighty only", 100), 600.8);
});

Deno.test("a number with an unknown word beside it is no amount, and neither is one in a sentence", () => {
  for (
    const text of [
      "Saudi Riyals Three Thrce Hundred only",
      "only one copy is valid",
      "Payment within thirty days",
      "فقط ثلاثة آلاف وخصسمائة ريال",
    ]
  ) assert.equal(amountInWords(text, 100), undefined, text);
});

Deno.test("long hostile texts of number words take linear time", () => {
  assert.equal(amountInWords("one and ".repeat(100_000), 100), undefined);
});
