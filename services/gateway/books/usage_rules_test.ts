import { assertRefused } from "../rules_fixture.ts";
import { allowRange } from "./usage_rules.ts";

const SINCE = "2026-03-01T00:00:00.000Z";

Deno.test("allowRange() refuses an edge inside an hour with only a sum, and names the field", () => {
  const [early, late] = ["2026-02-10T10:15:00.000Z", "2026-03-05T12:15:00.000Z"];
  allowRange({ start_time: early, end_time: late }, undefined);
  allowRange({ start_time: "2026-02-10T10:00:00.000Z", end_time: late }, SINCE);
  allowRange({}, SINCE);
  for (const field of ["start_time", "end_time"] as const) {
    assertRefused(
      () => allowRange({ [field]: early }, SINCE),
      422,
      new RegExp(`"query","${field}".*must be a whole hour`),
    );
  }
});
