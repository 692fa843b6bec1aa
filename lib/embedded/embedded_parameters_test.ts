import assert from "node:assert/strict";
import { startParams } from "lib/embedded/embedded_parameters.ts";

Deno.test("the engine syncs its commits unless the setting turns that off", () => {
  for (const sync of ["commit", "interval"] as const) {
    const parameters = startParams(sync);
    assert.ok(!parameters.includes("-F") && parameters.includes("fsync=on"), sync);
  }
  assert.ok(startParams("off").includes("fsync=off"));
});

Deno.test("the memory that is never released stays small", () => {
  assert.ok(startParams("commit").includes("shared_buffers=16MB"));
});
