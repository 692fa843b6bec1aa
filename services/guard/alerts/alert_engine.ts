import { uuidv7 } from "lib/ids.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { describe, isReady, isThresholdMet } from "./alert_condition.ts";
import type { Alert } from "./alert.ts";
import type { StoredAlertRule } from "./alert_rule.ts";
import type { AlertRuleStore } from "./alert_rules_store.ts";
import type { AlertStore } from "./alerts_store.ts";

/** Evaluates the alert rules: when events arrive, and by a timer. */
export interface AlertEngine {
  /** Evaluates all enabled rules now. */
  run(): Promise<void>;
  /** Schedules an evaluation; many calls are merged into one. */
  touch(): void;
  acknowledge(id: string, by: string): Promise<Alert | undefined>;
  resolve(id: string, by: string): Promise<Alert | undefined>;
  /** Resolves the open alert of a rule that changed or was deleted. */
  forget(ruleId: string): Promise<void>;
  watch(signal: AbortSignal): void;
  /** Resolves when no evaluation is under way. */
  idle(): Promise<void>;
}

const EVERY_MS = 5_000;
const SOON_MS = 100;

export function alertEngine(
  { rules, alerts, log, now = Date.now, onQueued = () => {} }: {
    rules: AlertRuleStore;
    alerts: AlertStore;
    log: Logger;
    now?: () => number;
    /** Called when webhook messages may have been queued. */
    onQueued?: () => void;
  },
): AlertEngine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const time = () => new Date(now()).toISOString();

  async function runOnce(): Promise<void> {
    for (const rule of await rules.enabled()) if (await judge(rule, alerts, now)) onQueued();
  }
  async function run(): Promise<void> {
    await running?.catch(() => {});
    await (running ??= runOnce().finally(() => running = undefined));
  }
  const quietly = () => {
    timer = undefined;
    run().catch((error) => log.error("alert rules could not be evaluated", { error }));
  };
  return {
    run,
    touch() {
      if (!stopped) timer ??= setTimeout(quietly, SOON_MS);
    },
    async acknowledge(id, by) {
      const alert = await alerts.acknowledge(id, by, time());
      if (alert) onQueued();
      return alert ?? await alerts.find(id);
    },
    async resolve(id, by) {
      const alert = await alerts.resolve(id, by, time());
      if (alert) onQueued();
      return alert ?? await alerts.find(id);
    },
    async forget(ruleId) {
      if (await alerts.resolveOf(ruleId, "system", time())) onQueued();
    },
    watch(signal) {
      const every = setInterval(quietly, EVERY_MS);
      signal.addEventListener("abort", () => {
        stopped = true;
        clearInterval(every);
        clearTimeout(timer);
      }, { once: true });
    },
    async idle() {
      await running?.catch(() => {});
    },
  };
}

/** Triggers or resolves the alert of a rule; true when one changed. */
async function judge(rule: StoredAlertRule, alerts: AlertStore, now: () => number): Promise<boolean> {
  const at = now();
  if (!isReady(rule, at)) return false;
  const time = new Date(at).toISOString();
  const since = new Date(at - rule.window_minutes * 60_000).toISOString();
  // Counting further than the threshold would not change the result.
  const value = await alerts.measure(rule.metric, since, Math.ceil(rule.threshold) + 1);
  if (isThresholdMet(value, rule.operator, rule.threshold)) {
    return await alerts.fire(rule, { now: time, since }, (value) => alertOf(rule, value, time));
  }
  return await alerts.resolveOf(rule.id, "system", time) !== undefined;
}

function alertOf(rule: StoredAlertRule, value: number, triggered_at: string): Alert {
  const { metric, operator, threshold, window_minutes, webhook_ids } = rule;
  return {
    id: uuidv7(),
    rule_id: rule.id,
    rule_name: rule.name,
    metric,
    operator,
    threshold,
    value,
    window_minutes,
    severity: metric === "critical_events" || metric === "safety_blocks" ? "critical" : "warning",
    message: describe(rule, value),
    status: "triggered",
    webhook_ids,
    triggered_at,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
  };
}
