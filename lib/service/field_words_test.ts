import assert from "node:assert/strict";
import { SHARED_WORDS } from "lib/service/field_words.ts";

Deno.test("each shared field has one line that begins with a capital and has no full stop", () => {
  for (const [name, word] of Object.entries(SHARED_WORDS)) {
    const description = typeof word === "string" ? word : word.description;
    assert.match(description, /^[A-Z][^\n]*[^\s.]$/, name);
  }
});

Deno.test("examples of times and days can be read, and a day is no time", () => {
  const exampleOf = (name: string) => {
    const word = SHARED_WORDS[name];
    return typeof word === "object" ? word.example : undefined;
  };
  for (
    const name of Object.keys(SHARED_WORDS).filter((name) => /_at$|_time$|^timestamp$|^since$/.test(name))
  ) {
    assert.match(String(exampleOf(name)), /T.*Z$/, name);
    assert.ok(Number.isFinite(Date.parse(String(exampleOf(name)))), name);
  }
  assert.match(String(exampleOf("date")), /^\d{4}-\d\d-\d\d$/);
});
