import type { Logger } from "lib/log.ts";
import type { CustomRule } from "../pii/custom.ts";
import type { PolicyStore } from "./policies_store.ts";
import { statesOf } from "./pattern_cost.ts";
import type { MatchedPolicy, Policy } from "./policy.ts";
import { parseRule } from "./policy_rules.ts";
import type { CallScope } from "./policy_scope.ts";
import type { PolicySet } from "./policy_set.ts";
import { policySets } from "./policy_sets.ts";

/** The compiled active policies, kept up to date. */
export interface PolicyCache {
  /** Those for a call. */
  current(call?: CallScope): PolicySet;
  /** All that are active. */
  all(): readonly Policy[];
  /** The rules of the active recognisers; another list when something has changed. */
  custom(): readonly CustomRule[];
  /** Compiles the policies again when they have changed. */
  refresh(): Promise<void>;
  /** Polls for changes of other processes until the signal aborts. */
  watch(signal: AbortSignal): void;
}

const EVERY_MS = 500;
/** Requests are let in between, so often. */
const TURN_MS = 10;

/** Measures the patterns that are not known yet, so that compiling them holds nobody up. */
async function measured(policies: readonly MatchedPolicy[]): Promise<void> {
  let since = performance.now();
  for (const { rule_type, rule_config } of policies) {
    const parsed = parseRule(rule_type, rule_config);
    if (!("rule" in parsed) || parsed.rule.type !== "regex") continue;
    for (const { regex } of parsed.rule.patterns) {
      statesOf(regex);
      if (performance.now() - since < TURN_MS) continue;
      await new Promise((resume) => setTimeout(resume));
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
    // The first call that comes need not wait.
    sets.for({});
    revision = stored.revision;
  }
  async function refresh(): Promise<void> {
    // A load under way may have read the policies before the change that this call follows.
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
