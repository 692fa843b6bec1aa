import assert from "node:assert/strict";
import { spelledNumber } from "./spelled_number.ts";

for (
  const [text, expected] of [
    ["ألفان وتسعمئة كتاب", 2900],
    ["مليوني نخلة", 2_000_000],
    ["ثمانية عشر ألفا", 18_000],
    ["مئتان وسبعون ألفا", 270_000],
    ["ملياران", 2_000_000_000],
    ["خمسة ملايين ونصف المليون", 5_500_000],
    ["أربع ساعات ونصف الساعة", 4.5],
    ["لتر وربع اللتر", 1.25],
    ["كيلوغرام ونصف", 1.5],
    ["seven and a quarter", 7.25],
    ["three and a half million", 3_500_000],
    ["four hundred and six", 406],
    ["minus nine", -9],
    ["مائتان وثلاثون", 230],
    ["مائتي كتاب", 200],
    ["seventeen eighty-nine", 1789],
    ["twenty twenty", 2020],
    // Two readings, parts of something, ordinals and several numbers stay open.
    ["ألفا درهم", undefined],
    ["ثلاثة أرباع", undefined],
    ["السعر ونصف", undefined],
    ["الخامس عشر", undefined],
    ["half a dozen", undefined],
    ["ستة أو سبعة", undefined],
    ["الربع", undefined],
    ["five six", undefined],
    ["عشرة عشرون", undefined],
    ["no number", undefined],
    // Another mention decides between the two readings.
    ["ألفا درهم، أي ألفان", 2000],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} spells ${expected}`, () => assert.equal(spelledNumber(text), expected));
}
