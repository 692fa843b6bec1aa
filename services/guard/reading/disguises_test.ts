import assert from "node:assert/strict";
import { z } from "zod";
import { RULE_TYPES } from "../policies/policy.ts";
import { compilePolicies } from "../policies/policy_set.ts";
import { readingOf } from "./reading.ts";

const Disguise = z.object({
  found: z.boolean(),
  rule_type: z.enum(RULE_TYPES),
  rule_config: z.record(z.string(), z.unknown()),
  text: z.string(),
});

function isFound(rule_type: z.output<typeof Disguise>["rule_type"], config: unknown, text: string): boolean {
  const set = compilePolicies([
    { id: "1", name: "policy", rule_type, action: "block", rule_config: JSON.stringify(config) },
  ]);
  const reading = readingOf(text);
  const { violations } = set.pii.find(reading, { direction: "input", pii: {}, json: false });
  return violations.length + set.match(reading).length > 0;
}

async function wrongIn(file: string): Promise<z.output<typeof Disguise>[]> {
  const lines = await Deno.readTextFile(new URL(`./${file}`, import.meta.url));
  const texts = lines.trim().split("\n").map((line) => Disguise.parse(JSON.parse(line)));
  return texts.filter(({ found, rule_type, rule_config, text }) =>
    isFound(rule_type, rule_config, text) !== found
  );
}

Deno.test("disguised texts with policies of their own are found, and those that look like them are not", async () => {
  assert.deepEqual(await wrongIn("disguises_by_policy.jsonl"), []);
});

Deno.test("texts in rare disguises are found, and those that look like them are not", async () => {
  // Digits above the line behind a word for other numbers.
  const wrong = await wrongIn("disguises_rare.jsonl");
  assert.deepEqual(wrong.map(({ text }) => text.slice(0, 4)), ["ref "]);
});

Deno.test("texts in rarer disguises are found, words over two lines among them", async () => {
  assert.deepEqual(await wrongIn("disguises_rarer.jsonl"), []);
});

Deno.test("texts in unusual disguises are found but for two, and none that look like them", async () => {
  const wrong = [
    ...await wrongIn("disguises_unusual.jsonl"),
    ...await wrongIn("disguises_unusual_last.jsonl"),
  ];
  // A number kept for films, which is no telephone's, and an account number with its letters said in Arabic.
  assert.deepEqual(wrong.map(({ text }) => text.slice(0, 7)), ["text me", "آيبان: "]);
});

Deno.test("texts in disguises by another hand are found, and none that look like them", async () => {
  assert.deepEqual(await wrongIn("disguises_wider.jsonl"), []);
  // Phrases without their dots or with signs for letters, a code on the wrong keyboard, numbers over several messages.
  const wrong = await wrongIn("disguises_wider_last.jsonl");
  assert.equal(wrong.length, 12);
  assert.ok(wrong.every(({ found }) => found), "none that only look like them");
});

const keyword = (word: string, text: string) => isFound("keyword", { keywords: [word] }, text);

Deno.test("a word with a hamza on و or ي is found without it, but a short one is another word", () => {
  assert.ok(keyword("مسؤولية", "هذه مسووليه كبيرة"));
  assert.ok(keyword("طائرات", "وصلت الطايرات أمس"));
  assert.ok(!keyword("بؤس", "بوس على الخد"));
});

Deno.test("an alef before a word makes another word of it", () => {
  assert.ok(!keyword("رهاب", "يعاني العالم من الإرهاب ومن إرهاب جديد"));
  assert.ok(!keyword("حمال", "أحمال الشاحنات الثقيلة"));
  assert.ok(keyword("رهاب", "عنده الرهاب، وبرهاب شديد"));
});

Deno.test("words that a line cuts, that begin with a digit, and in names of characters are found", () => {
  assert.ok(keyword("blueprint", "send the blue-\r\n   print today"));
  assert.ok(keyword("explosive", "an 3xplo5ive thing"));
  assert.ok(keyword("betray", "8etray them"));
  assert.ok(keyword("café", "the caf&eacute; at noon"));
  assert.ok(keyword("ransom", "ran&InvisibleComma;som&nbsp;note"));
  assert.ok(keyword("dynamite", "0x64, 0x79, 0x6E, 0x61, 0x6D, 0x69, 0x74, 0x65"));
  assert.ok(keyword("dynamite", "{0x64;0x79;0x6e;0x61;0x6d;0x69;0x74;0x65}"));
  assert.ok(!keyword("print", "3 blue- or\nprinted pages"));
});

const escaped = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

Deno.test("a value in escapes is found, though its characters are the bytes of others", () => {
  const card = `{"q":"${escaped("card 4242424242424242 please")}"}`;
  assert.ok(isFound("pii", { types: ["CREDIT_CARD"] }, card));
  const token = `{"q":"${escaped("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123456789")}"}`;
  assert.ok(isFound("pii", { types: ["JWT"] }, token));
  assert.ok(isFound("keyword", { keywords: ["4242424242424242"] }, card));
  assert.ok(isFound("regex", { patterns: ["\\b42(?:42){7}\\b"] }, card));
});

Deno.test("words in marks of Markdown, in joined strings and drawn out are found", () => {
  assert.ok(keyword("ransom", "a **ran**som note"));
  assert.ok(keyword("ransom", "say('ran' + 'som')"));
  assert.ok(keyword("مبروك", "مبروووووك يا علي"));
  assert.ok(!keyword("ransom", "they **ran** some tests, 'ran' + ' some'"));
  assert.ok(!keyword("bomb", "a boom box, zoomed"));
});
