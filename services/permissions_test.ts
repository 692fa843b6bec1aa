import assert from "node:assert/strict";
import { openingLine, runPermission } from "./permissions.ts";

Deno.test("a start may run its own program, and only where a setting asks for several processes", () => {
  assert.deepEqual(runPermission({}), []);
  assert.deepEqual(runPermission({ GATEWAY_PROCESSES: "1", GUARD_PROCESSES: "", PROCESSES: "4" }), []);
  for (const GATEWAY_PROCESSES of ["2", "auto"]) {
    assert.deepEqual(runPermission({ GATEWAY_PROCESSES }), ["--allow-run=/proc/self/exe"]);
  }
});

Deno.test("a start says at once that it is under way, and other tasks and JSON logs do not", () => {
  assert.match(openingLine(["start"], undefined), /^Starting Diwan.*\n$/);
  assert.equal(openingLine(["start"], "json"), "");
  assert.equal(openingLine([], undefined), "");
});
