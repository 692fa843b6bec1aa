import type { Sql } from "lib/database/db.ts";
import { testService } from "lib/testing.ts";
import { alertEngine } from "./alert_engine.ts";
import { alertRuleStore } from "./alert_rules_store.ts";
import { alertStore } from "./alerts_store.ts";
import { MIGRATIONS, type TestGuard } from "../guard_fixture.ts";

export const options = { schema: "guard", migrations: MIGRATIONS };
export const MINUTE = 60_000;
export const RULE = {
  name: "Leaks",
  metric: "pii_detections",
  operator: "gte",
  threshold: 2,
  window_minutes: 10,
};

/** Makes the guard find personal data `times` times. */
export async function leak({ ask, flush }: TestGuard, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await ask("POST", "/pii/detect", { text: "ali@example.com" });
  await flush();
}

/** Evaluates the rules now, as the timer would. */
export function judge(sql: Sql, { clock }: TestGuard): Promise<void> {
  return alertEngine({
    rules: alertRuleStore(sql),
    alerts: alertStore(sql),
    log: testService().log,
    now: () => clock.now,
  }).run();
}
