/** A policy's rule as people write it, and as the JSON that the guard keeps. */
import type { PolicyInput, RuleType } from "./guard.ts";

const FIELDS = {
  keyword: "keywords",
  regex: "patterns",
  pii: "types",
  injection: "threshold",
  "model-based": "rubric",
} as const;

export const HANDLINGS = ["keep", "mask", "restore", "hash", "replace"] as const;
export type Handling = typeof HANDLINGS[number];

type Kept = Pick<PolicyInput, "rule_type" | "rule_config">;

/** Where the guard begins to call a text an attack, unless the rule says otherwise. */
const USUAL_THRESHOLD = "0.5";

/** The lines, threshold or rubric of a rule; an unreadable rule is shown as it is. */
export function ruleText({ rule_type: kind, rule_config }: Kept): string {
  const settings = settingsOf(rule_config);
  if (!settings) return rule_config;
  const value = settings[FIELDS[kind]];
  if (Array.isArray(value)) return value.join("\n");
  return String(value ?? (kind === "injection" ? USUAL_THRESHOLD : ""));
}

/** The handlings of personal data by a policy. */
export function handlingOf({ rule_config }: Kept): Handling {
  const { handling } = settingsOf(rule_config) ?? {};
  return HANDLINGS.find((known) => known === handling) ?? "keep";
}

/** The rule that `text` says, with the settings of `before` that stand beside it when it is of the same kind. */
export function configOf(kind: RuleType, text: string, { handling, before }: {
  handling: Handling;
  before: Kept;
}): string {
  const kept = before.rule_type === kind ? settingsOf(before.rule_config) : {};
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const value = kind === "injection" ? Number(text) : kind === "model-based" ? text : lines;
  // Only said where it says something: a rule that keeps the usual handling stays as it was written.
  const handled = kind === "pii" && (handling !== "keep" || "handling" in (kept ?? {})) ? { handling } : {};
  return JSON.stringify({ ...kept, ...handled, [FIELDS[kind]]: value });
}

function settingsOf(config: string): Record<string, unknown> | undefined {
  try {
    const parsed: Record<string, unknown> | null = JSON.parse(config);
    return parsed ?? undefined;
  } catch {
    return undefined;
  }
}
