import assert from "node:assert/strict";
import { spelledAmount } from "./spelled_amount.ts";

Deno.test("spelledAmount() reads amounts in words of both languages", () => {
  for (
    const [text, amount] of [
      ["Bahraini dinars eighty-six and fils nine hundred only", 86.9],
      ["The sum of AED twelve thousand four hundred and five only", 12_405],
      ["UAE Dirham Thirty Seven Thousand Ten and Thirty Five Fils Only", 37_010.35],
      ["Dirhams twenty and five fils only", 20.05],
      ["Rupees two lakh five thousand only", 205_000],
      ["One hundred twenty-one riyals and fifty halalas only", 121.5],
      ["ثمانية عشر ألفا وستمائة ريال قطري لاغير", 18_600],
      ["سبعة ملايين وثلاثمائة ألف دينار عراقي لا غير", 7_300_000],
      ["(فقط خمسة آلاف وخمسمائة دينار كويتي لا غير)", 5500],
      ["فقط ألفان ومائة وخمسة وعشرون دينارا وسبعمائة وخمسون فلسا لا غير", 2125.75],
      ["مبلغ وقدره: ثلاث مائة وأحد عشر جنيها مصريا فقط لا غير", 311],
    ] as const
  ) assert.equal(spelledAmount(text), amount, text);
});

Deno.test("spelledAmount() gives nothing where a word is unknown or several amounts are spelled", () => {
  for (
    const text of [
      "سبعة ملابن وثلاثمائة ألف دينار عراقي لا غير",
      "ninety days only",
      "dirhams ten thirty five only",
      "five dinars for one and six dinars for the other only",
      "ثلاثة أيام",
      "",
    ]
  ) assert.equal(spelledAmount(text), undefined, text);
});

Deno.test("spelledAmount() takes time in proportion to a text's length", () => {
  assert.equal(spelledAmount("one ".repeat(200_000)), undefined);
});
