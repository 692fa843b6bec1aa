import assert from "node:assert/strict";
import { describe, isReady, isThresholdMet } from "./alert_condition.ts";

Deno.test("isThresholdMet() compares by the rule's operator", () => {
  assert.deepEqual(
    (["gt", "gte", "lt", "lte", "eq"] as const).map((operator) => isThresholdMet(5, operator, 5)),
    [
      false,
      true,
      false,
      true,
      true,
    ],
  );
});

Deno.test("isReady() makes a rule that zero events satisfy wait for one full window", () => {
  const rule = { threshold: 1, window_minutes: 10, effective_at: "2026-11-21T10:00:00.000Z" };
  const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);
  assert.equal(isReady({ ...rule, operator: "lt" }, at("10:09:59")), false);
  assert.equal(isReady({ ...rule, operator: "lt" }, at("10:10:00")), true);
  assert.equal(isReady({ ...rule, operator: "gte" }, at("10:00:01")), true);
  assert.equal(isReady({ ...rule, operator: "eq", threshold: 0 }, at("10:00:01")), false);
});

Deno.test("describe() states the event and the rule", () => {
  const rule = {
    name: "Leaks",
    metric: "pii_detections",
    operator: "gt",
    threshold: 3,
    window_minutes: 5,
  } as const;
  assert.equal(describe(rule, 4), "Leaks: 4 pii_detections in 5 minutes (rule: more than 3)");
});
