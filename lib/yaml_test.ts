import assert from "node:assert/strict";
import { YamlFault, yamlValue } from "lib/yaml.ts";

Deno.test("yamlValue() reads a document", () => {
  assert.deepEqual(yamlValue("a: [1, x]\nb:\n  - {c: null}\n"), { a: [1, "x"], b: [{ c: null }] });
});

const REFUSED: [why: string, text: string][] = [
  ["a key that stands twice", "a: 1\nb: {c: 1, c: 2}\n"],
  ["one that stands twice in two spellings", "a: 1\n'a': 2\n"],
  ["an alias", "a: &x [1]\nb: *x\n"],
  ["a key that is a list", "? [a, b]\n: 1\n"],
  ["what is no YAML", "a: [1\nb: }"],
  ["lists in lists in lists", "[".repeat(50_000)],
];
for (const [why, text] of REFUSED) {
  Deno.test(`yamlValue() refuses ${why}`, () => {
    assert.throws(() => yamlValue(text), YamlFault);
  });
}

Deno.test("yamlValue() reads a map of 200,000 keys without comparing each with all before it", () => {
  const text = Array.from({ length: 200_000 }, (_, index) => `key_${index}: 1`).join("\n");
  assert.equal(Object.keys(Object(yamlValue(text))).length, 200_000);
});
