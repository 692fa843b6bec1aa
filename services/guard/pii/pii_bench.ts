import { fill, PROSE, SIZE } from "./bench_texts.ts";
import { detect } from "./detect.ts";

const WORST: Record<string, string> = {
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
