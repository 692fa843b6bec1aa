import assert from "node:assert/strict";
import { closingTime, Deadline } from "./deadline.ts";

Deno.test("a date ends with that day in the tender's time zone, a time at its offset", () => {
  assert.equal(closingTime("2026-12-31", "Asia/Dubai")?.toISOString(), "2026-12-31T20:00:00.000Z");
  assert.equal(closingTime("2026-12-31T14:00", "Asia/Riyadh")?.toISOString(), "2026-12-31T11:00:00.000Z");
  assert.equal(closingTime("2026-12-31T14:00:00+04:00", "UTC")?.toISOString(), "2026-12-31T10:00:00.000Z");
});

Deno.test("an invalid calendar date is refused", () => {
  for (const text of ["31/12/2026", "2026-02-30", "2026-13-01", "2026-12-31T25:00", "soon", ""]) {
    assert.equal(Deadline.safeParse(text).success, false, text);
  }
});
