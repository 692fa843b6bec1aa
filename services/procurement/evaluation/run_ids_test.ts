import fc from "fast-check";
import assert from "node:assert/strict";
import { RunIds } from "./run_ids.ts";

Deno.test("every three-word run has one unique id, returned once per text", () => {
  const run = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30));
  fc.assert(fc.property(fc.array(fc.array(run), { minLength: 1 }), (texts) => {
    const ids = new RunIds();
    const known = new Map<string, number>();
    for (const [text, runs] of texts.entries()) {
      const had = new Set<string>();
      for (const run of runs) {
        const name = run.join();
        const number = had.has(name) ? undefined : known.get(name) ?? known.size;
        assert.equal(ids.of(text, ...run), number);
        had.add(name);
        if (number !== undefined) known.set(name, number);
      }
    }
  }));
});

Deno.test("a hundred thousand runs keep their ids", () => {
  const ids = new RunIds();
  const all = Array.from({ length: 100_000 }, (_, i) => i);
  for (const i of all) ids.of(0, i % 7, i, i >> 3);
  assert.deepEqual(all.map((i) => ids.of(1, i % 7, i, i >> 3)), all);
});
