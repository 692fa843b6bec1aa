import { emptyLedger, type Ledger, reconciled } from "./budget_ledger.ts";
import type { BudgetScope } from "./budget_scope.ts";

export interface SharedLedgerOptions {
  kv: Deno.Kv;
  /** Nano dollars spent since `start` according to the usage records. */
  recorded: (scope: BudgetScope, start: string) => Promise<bigint>;
  now: () => number;
}

/** The period of a budget. */
export interface BudgetWindow {
  start: string;
  end: string;
}

/** A ledger with its version in KV. */
export interface LedgerVersion {
  ledger: Ledger;
  versionstamp: string | null;
}

/** The ledger of one budget in one period, in the KV that all processes share. */
export interface SharedLedger {
  /** The ledger, reconciled with the usage records if it is doubtful and they can be read. */
  read(): Promise<LedgerVersion>;
  /** False, with nothing written, when another process has written since. */
  write(since: LedgerVersion, ledger: Ledger): Promise<boolean>;
}

// How long a ledger stays doubtful: by then a killed process's records are in the database.
const DOUBT_MS = 30_000;
const DAY_MS = 86_400_000;

export function sharedLedger(
  scope: BudgetScope,
  window: BudgetWindow,
  { kv, recorded, now }: SharedLedgerOptions,
): SharedLedger {
  const key = ["gateway_budget", scope.key, scope.period, window.start];

  async function certain(ledger: Ledger): Promise<Ledger> {
    const doubted = ledger.doubtful > 0n && now() - ledger.doubtful_since > DOUBT_MS;
    if (ledger.checked && !doubted) return ledger;
    // Without the database the ledger stays doubtful, and the next read tries again.
    const known = await recorded(scope, window.start).catch(() => undefined);
    return known === undefined ? ledger : reconciled(ledger, known);
  }

  return {
    async read() {
      const { value, versionstamp } = await kv.get<Ledger>(key);
      return { ledger: await certain(value ?? emptyLedger()), versionstamp };
    },
    async write({ versionstamp }, ledger) {
      const expireIn = Date.parse(window.end) - now() + DAY_MS;
      const { ok } = await kv.atomic().check({ key, versionstamp }).set(key, ledger, { expireIn }).commit();
      return ok;
    },
  };
}
