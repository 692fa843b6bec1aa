import assert from "node:assert/strict";
import { enumeratedIn } from "./enumeration.ts";
import { readStatement } from "./statement.ts";

const listedIn = (text: string) =>
  enumeratedIn(readStatement({ text, question: false }, { listed: false, year: 2026 }));

Deno.test("listed things are counted by the numeral that closes the list, or by a year in brackets each", () => {
  assert.deepEqual(
    [
      "Roads in Sur, Nizwa, Ibri and Sohar; letters from all four are enclosed",
      "Hospitals completed: Bolton (2022), Nairobi (March 2024), Dubai (2025)",
      "صيانة مستشفى الملك خالد ومستشفى محايل ومستشفى بيشة، وصور العقود الثلاثة مرفقة",
      "أنجزنا محطات تبوك والجوف ونجران والأحساء، وشهادات الإنجاز الأربع طيه",
      "أنجزنا محطات كثيرة خلال السنوات الثلاث الماضية",
      "We have completed many roads",
    ].map(listedIn),
    [4, 3, 3, 4, undefined, undefined],
  );
});
