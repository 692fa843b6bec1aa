import assert from "node:assert/strict";
import { outputOf } from "lib/program_fixture.ts";

Deno.test("a program's output is read, and is undefined where the program is missing or fails", async () => {
  assert.match(await outputOf(Deno.execPath(), ["--version"]) ?? "", /^deno \d/);
  assert.equal(await outputOf("diwan-has-no-such-program", []), undefined);
  assert.equal(await outputOf(Deno.execPath(), ["eval", "Deno.exit(3)"]), undefined);
});
