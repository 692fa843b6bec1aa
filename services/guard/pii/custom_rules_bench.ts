import { type CustomRule, findCustom } from "./custom_rules.ts";

const rule = (i: number, pattern: string): CustomRule => ({
  ...{ type: `CUSTOM_${i}`, pattern, check: "none", words: ["staff no"], words_required: false },
});
const twenty = Array.from({ length: 20 }, (_, i) => rule(i, `\\b${String.fromCharCode(65 + i)}MP-\\d{6}\\b`));
const rules = [rule(0, "\\bEMP-\\d{6}\\b")];
const prose = "The staff EMP-12 words رقم and 1234 more text here; ".repeat(2_000).slice(0, 100_000);
const finds = "EMP-204816 ".repeat(9_000);

Deno.bench(
  "20 recognisers over 100,000 characters without their finds",
  () => void findCustom(prose, twenty, () => true),
);
Deno.bench(
  "a recogniser over 99,000 characters of nothing but its finds",
  () => void findCustom(finds, rules, () => true),
);
