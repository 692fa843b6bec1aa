import assert from "node:assert/strict";
import { rewritten } from "./rewriting.ts";

Deno.test("rules run in their order, and those of a nested group only where its trigger matches", () => {
  const rewrites = {
    where: /\d/,
    rules: [[/one/g, "1"], { where: /m/, rules: [[/(\d) ?m/g, "$1 metre"]] }, [/metre/g, "metres"]],
  } satisfies Parameters<typeof rewritten>[1];
  assert.equal(rewritten("one m, 5 m", rewrites), "1 metres, 5 metres");
  assert.equal(rewritten("one m", rewrites), "one m");
  assert.equal(rewritten("one, 5", rewrites), "1, 5");
});
