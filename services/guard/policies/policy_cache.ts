import { pause } from "lib/deadlines.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { CustomRule } from "../pii/custom_rules.ts";
import type { PolicyStore } from "./policies_store.ts";
import { statesOf } from "./pattern_cost.ts";
import type { MatchedPolicy, Policy } from "./policy.ts";
import { parseRule } from "./policy_rules.ts";
import type { CallScope } from "./policy_scope.ts";
import type { PolicySet } from "./policy_set.ts";
import { policySets } from "./policy_sets.ts";

/** A cache of the compiled active policies, kept up to date. */
export interface PolicyCache {
  /** The policies for a call. */
  current(call?: CallScope): PolicySet;
  /** All active policies. */
  all(): readonly Policy[];
  /** The rules of the active recognisers; a new list after a change. */
  custom(): readonly CustomRule[];
  /** Compiles the policies again when they have changed. */
  refresh(): Promise<void>;
  /** Polls for changes of other processes until the signal aborts. */
  watch(signal: AbortSignal): void;
}

const EVERY_MS = 500;
/** How often to yield to requests. */
const TURN_MS = 10;

/** Measures new patterns in advance, so that compiling them does not block requests. */
async function measured(policies: readonly MatchedPolicy[]): Promise<void> {
  let since = performance.now();
  for (const { rule_type, rule_config } of policies) {
    const parsed = parseRule(rule_type, rule_config);
    if (!("rule" in parsed) || parsed.rule.type !== "regex") continue;
    for (const { regex } of parsed.rule.patterns) {
      statesOf(regex);
      if (performance.now() - since < TURN_MS) continue;
      await pause(0);
      since = performance.now();
    }
  }
}

export async function policyCache(
  { store, log }: { store: Pick<PolicyStore, "active" | "revision">; log: Logger },
): Promise<PolicyCache> {
  let revision = -1;
  let sets = policySets([]);
  let custom: readonly CustomRule[] = [];
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    if (await store.revision() === revision) return;
    const stored = await store.active();
    await measured(stored.policies);
    sets = policySets(stored.policies);
    custom = stored.custom;
    // Compile for the first call in advance.
    sets.for({});
    revision = stored.revision;
  }
  async function refresh(): Promise<void> {
    // A load under way may have read the policies before the latest change.
    await loading;
    await (loading ??= load().finally(() => loading = undefined));
  }
  await refresh();
  return {
    current: (call = {}) => sets.for(call),
    all: () => sets.all,
    custom: () => custom,
    refresh,
    watch(signal) {
      const timer = setInterval(() => {
        refresh().catch((error) =>
          log.error("policies could not be read; the last ones remain in force", { error })
        );
      }, EVERY_MS);
      signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    },
  };
}
