import { detect } from "./detect.ts";

export const ENGLISH =
  "The committee met on Tuesday to review the annual report (page 12 of 48), and Mr Saleh said that the budget " +
  "of 1,250,000 dirhams for 2026 was approved after a discussion of its third chapter: roads, schools and parks. ";
const ARABIC =
  "اجتمعت اللجنة يوم الثلاثاء لمراجعة التقرير السنوي، وقال السيد صالح إن ميزانية ٢٠٢٦ البالغة ١٬٢٥٠٬٠٠٠ درهم قد اعتُمدت " +
  "بعد مناقشة الفصل الثالث منها: الطرق والمدارس والحدائق، على أن تُنشر في الجريدة الرسمية قبل نهاية العام. ";
const CONTACT = "Contact office@example.ae or +971 4 331 2345. للتواصل الهاتف 0501234567. ";
const SIZE = 100_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
// An entity every 500 characters.
export const PROSE = fill((ENGLISH + ARABIC).repeat(3) + CONTACT);

export const WORST: Record<string, string> = {
  "letters": fill("a"),
  "digits": fill("7"),
  "short numbers": fill("1 "),
  "three-digit groups": fill("411 "),
  "groups of four": fill("4111 "),
  "mobile numbers": fill("05 012 "),
  "plus signs": fill("+1415555 "),
  "valid numbers abroad": Array.from({ length: 7700 }, (_, i) => `+4915${String(112345670 + i)}`).join(" ")
    .slice(0, SIZE),
  "at signs": fill("a@"),
  "addresses": fill("a@b.co "),
  "colons": fill("a:"),
  "hex colons": fill("1:2:3:4:5:6:7:"),
  "credential urls": fill("a://b:c"),
  "dots": fill("1.1."),
  "dashes": fill("a0-"),
  "ibans": fill("AE07 "),
  "wallets": fill("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2 "),
  "tokens": fill("eyJhbGciOi.eyJ."),
  "keys": fill("sk-a"),
  "labels": fill("dob 1 "),
  "secrets": fill("password: a1"),
  "pem": fill("-----BEGIN PRIVATE KEY"),
  "arabic digits": fill("٧٨٤١٩٨٧ "),
  "invisible": fill("1\u200b"),
  "ssn": fill("123-45-6789 "),
};

Deno.bench({
  name: "PII: 100,000 characters of prose (limit 3 ms)",
  group: "pii",
  baseline: true,
  fn: () => void detect(PROSE),
});
for (const [name, text] of Object.entries(WORST)) {
  Deno.bench({
    name: `PII: 100,000 characters of ${name} (limit 25 ms)`,
    group: "pii",
    fn: () => void detect(text),
  });
}
