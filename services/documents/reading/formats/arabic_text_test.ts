import assert from "node:assert/strict";
import { layerScore, repairedArabic } from "./arabic_text.ts";

Deno.test("repairedArabic() converts presentation forms to letters and corrects lam-alef", () => {
  assert.equal(repairedArabic("ﻓﺎﺗﻮﺭﺓ"), "فاتورة");
  assert.equal(repairedArabic("اإلجمالي"), "الإجمالي");
  assert.equal(repairedArabic("ا\u200fلأ\u202bمل"), "الأمل");
  assert.equal(repairedArabic("ﻻ"), "لا");
});

const LAYERS: [string, string, boolean][] = [
  ["an English layer", "This Agreement is made on 12 January 2026 between two parties", true],
  ["an Arabic layer", "شركة الأمل للتجارة المحدودة الرياض المملكة العربية السعودية", true],
  ["figures", "1,026.00 890.00 2,300.00 12 40 2 85.50", true],
  ["a mixed layer", "تستخدم الإدارة نظام Microsoft Exchange للبريد", true],
  ["private glyphs", "\ue001\ue002\ue003 \ue004\ue005 \ue006\ue007", false],
  ["shifted letters", "Wklv Djuhhphqw lv pdgh rq Mdqxdub ehwzhhq wkh sduwlhv", false],
  ["articles at the end", "ةكرشلا ضايرلا ةيبرعلا ةكلمملا ةيدوعسلا", false],
  ["letters one by one", "T h i s i s a l i n e o f l e t t e r s", false],
  ["nothing", "", false],
];

for (const [name, text, good] of LAYERS) {
  Deno.test(`layerScore() is ${good ? "high" : "low"} for ${name}`, () => {
    const score = layerScore(text.split(" "));
    assert.equal(score >= 0.7, good, String(score));
  });
}
