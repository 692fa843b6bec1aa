import assert from "node:assert/strict";
import { retryAfterMs } from "lib/http/retry_after.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const asked = (headers: Record<string, string>) => retryAfterMs((name) => headers[name], NOW);

Deno.test("retryAfterMs() reads milliseconds, seconds and dates", () => {
  assert.equal(asked({ "retry-after-ms": "250", "retry-after": "9" }), 250);
  assert.equal(asked({ "retry-after": "1.5" }), 1_500);
  assert.equal(asked({ "retry-after": "Sun, 22 Nov 2026 10:00:07 GMT" }), 7_000);
  assert.equal(asked({ "retry-after": "Sun, 22 Nov 2026 09:00:00 GMT" }), 0);
});

Deno.test("retryAfterMs() is null when the headers are absent or malformed", () => {
  for (const value of ["", "soon", "-3", "NaN", "1e999x"]) {
    assert.equal(asked({ "retry-after": value, "retry-after-ms": value }), null, value);
  }
  assert.equal(asked({}), null);
});
