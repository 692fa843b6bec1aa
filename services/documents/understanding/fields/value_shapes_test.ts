import assert from "node:assert/strict";
import { ARABIC } from "./arabic_shapes_fixture.ts";
import { ENGLISH } from "./value_shapes_fixture.ts";
import { hasShape } from "./value_shapes.ts";

for (const [language, values] of Object.entries({ English: ENGLISH, Arabic: ARABIC })) {
  Deno.test(`a field takes ${language} values of its own shape`, () => {
    const cases = values.flatMap(({ keys, plausible }) =>
      keys.flatMap((key) => plausible.map((value) => ({ key, value })))
    );
    assert.ok(cases.length >= 60);
    assert.deepEqual(cases.filter(({ key, value }) => !hasShape(key, value)), []);
  });

  Deno.test(`a field takes no ${language} values of another field's shape`, () => {
    const cases = values.flatMap(({ keys, implausible }) =>
      keys.flatMap((key) => implausible.map((value) => ({ key, value })))
    );
    assert.ok(cases.length >= 60);
    assert.deepEqual(cases.filter(({ key, value }) => hasShape(key, value)), []);
  });
}
