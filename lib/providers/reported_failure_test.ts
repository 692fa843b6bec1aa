import assert from "node:assert/strict";
import { isOnlyFailure, reportedStatus, reportsFailure } from "lib/providers/reported_failure.ts";

Deno.test("reportedStatus() takes the number or the name of a failure, and 500 for what is unknown", () => {
  for (
    const [told, status] of [
      [{ error: { code: 429 } }, 429],
      [{ error: { code: "rate_limit_exceeded" } }, 429],
      [{ error: { status: "UNAVAILABLE", code: 503 } }, 503],
      [{ type: "overloaded_error" }, 529],
      [{ error: { code: 200 } }, 500],
      [{ error: "busy" }, 500],
      [{ error: { code: "constructor", type: "toString" } }, 500],
      [null, 500],
    ] as const
  ) assert.equal(reportedStatus(told), status, JSON.stringify(told));
});

Deno.test("a failure beside output is told apart from one alone", () => {
  assert.ok(reportsFailure({ error: { message: "busy" } }) && !reportsFailure({ error: null, choices: [] }));
  assert.ok(isOnlyFailure({ error: "busy", choices: [] }));
  assert.ok(!isOnlyFailure({ error: "busy", choices: [{ message: { content: "Yes" } }] }));
});
