import assert from "node:assert/strict";
import { startParams } from "lib/embedded_parameters.ts";

Deno.test("the engine asks the disk to keep what it commits, but for a setting that says otherwise", () => {
  for (const sync of ["commit", "interval"] as const) {
    const parameters = startParams(sync);
    assert.ok(!parameters.includes("-F") && parameters.includes("fsync=on"), sync);
  }
  assert.ok(startParams("off").includes("fsync=off"));
});

Deno.test("memory that is never given back is small", () => {
  assert.ok(startParams("commit").includes("shared_buffers=16MB"));
});
