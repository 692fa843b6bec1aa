import assert from "node:assert/strict";
import { readRegulation, REGULATIONS } from "lib/regulations.ts";

Deno.test("every file of the folder is valid, is named after its id and has each requirement once, in both languages", async () => {
  for await (const { name } of Deno.readDir(REGULATIONS)) {
    const { id, requirements } = readRegulation(await Deno.readTextFile(new URL(name, REGULATIONS)));
    assert.equal(name, `${id}.yaml`);
    assert.equal(new Set(requirements.map((one) => one.id)).size, requirements.length);
    for (const { title, description } of requirements) {
      for (const { en, ar } of [title, description]) {
        assert.doesNotMatch(en, /\p{Script=Arabic}/u);
        assert.match(ar, /\p{Script=Arabic}/u);
      }
    }
  }
});

Deno.test("readRegulation() takes one string for a label that is the same in both languages", () => {
  const { version, requirements } = readRegulation(`
id: x
name: { en: X, ar: س }
version: "1"
region: AE
nature: binding_law
requirements: [{ id: X-1, ref: { en: Art. 1, ar: المادة 1 }, title: { en: T, ar: ع }, description: { en: D, ar: و }, weight: 3 }]
`);
  assert.deepEqual(version, { en: "1", ar: "1" });
  assert.deepEqual(requirements, [{
    id: "X-1",
    ref: { en: "Art. 1", ar: "المادة 1" },
    title: { en: "T", ar: "ع" },
    description: { en: "D", ar: "و" },
  }]);
});
