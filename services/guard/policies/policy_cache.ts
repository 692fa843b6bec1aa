import type { Logger } from "lib/log.ts";
import type { PolicyStore } from "./policies_store.ts";
import { compilePolicies, type PolicySet } from "./policy_set.ts";

/** The compiled active policies, kept up to date. */
export interface PolicyCache {
  current(): PolicySet;
  /** Compiles the policies again when they have changed. */
  refresh(): Promise<void>;
  /** Polls for changes of other processes until the signal aborts. */
  watch(signal: AbortSignal): void;
}

const EVERY_MS = 500;

export async function policyCache(
  { store, log }: { store: Pick<PolicyStore, "active" | "revision">; log: Logger },
): Promise<PolicyCache> {
  let revision = -1;
  let set: PolicySet = compilePolicies([]);
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    if (await store.revision() === revision) return;
    const stored = await store.active();
    set = compilePolicies(stored.policies);
    revision = stored.revision;
  }
  async function refresh(): Promise<void> {
    // A load under way may have read the policies before the change that this call follows.
    await loading;
    await (loading ??= load().finally(() => loading = undefined));
  }
  await refresh();
  return {
    current: () => set,
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
