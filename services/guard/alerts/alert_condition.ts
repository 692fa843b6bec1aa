export const METRICS = ["policy_violations", "pii_detections", "safety_blocks", "critical_events"] as const;
export type Metric = typeof METRICS[number];
export const OPERATORS = ["gt", "gte", "lt", "lte", "eq"] as const;
export type Operator = typeof OPERATORS[number];

export function isThresholdMet(value: number, operator: Operator, threshold: number): boolean {
  switch (operator) {
    case "gt":
      return value > threshold;
    case "gte":
      return value >= threshold;
    case "lt":
      return value < threshold;
    case "lte":
      return value <= threshold;
    case "eq":
      return value === threshold;
  }
}

/**
 * Whether a rule can be evaluated yet. A rule that zero events satisfy waits for one whole window after its
 * creation, so that it does not fire for the time before.
 */
export function isReady(
  { operator, threshold, window_minutes, effective_at }: {
    operator: Operator;
    threshold: number;
    window_minutes: number;
    effective_at: string;
  },
  now: number,
): boolean {
  if (!isThresholdMet(0, operator, threshold)) return true;
  return now - Date.parse(effective_at) >= window_minutes * 60_000;
}

const WORDS: Record<Operator, string> = {
  gt: "more than",
  gte: "at least",
  lt: "fewer than",
  lte: "at most",
  eq: "exactly",
};

export function describe(
  rule: { name: string; metric: Metric; operator: Operator; threshold: number; window_minutes: number },
  value: number,
): string {
  return `${rule.name}: ${value} ${rule.metric} in ${rule.window_minutes} minutes (rule: ${
    WORDS[rule.operator]
  } ${rule.threshold})`;
}
