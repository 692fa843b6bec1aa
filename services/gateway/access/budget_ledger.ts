import type { BudgetPeriod } from "./budget_scope.ts";

/** The state of one budget in one period, shared by all processes. Amounts are nano dollars. */
export interface Ledger {
  spent: bigint;
  /** Leases of vanished processes; counted as spent until the ledger is reconciled with the records. */
  doubtful: bigint;
  doubtful_since: number;
  /** False until earlier usage records have been read. */
  checked: boolean;
  leases: Record<string, { amount: bigint; until: number }>;
}

/** A process's report to the ledger, and its request. */
export interface Exchange {
  process: string;
  limit: bigint;
  /** Spent since the last exchange. */
  spent: bigint;
  /** Reserved for running requests. */
  reserved: bigint;
  /** Leased but not reserved; below zero after a request that cost more than its reservation. */
  available: bigint;
  /** The most that the next request may cost, if one is waiting. */
  want?: bigint | undefined;
  /** How much more to lease, so that later requests need no exchange. */
  cushion: bigint;
  now: number;
}

export const LEASE_MS = 10_000;

export function emptyLedger(): Ledger {
  return { spent: 0n, doubtful: 0n, doubtful_since: 0, checked: false, leases: {} };
}

/**
 * The ledger after an exchange, and the amount then available to the process. A request is admitted while the
 * sum of spent, reserved and otherwise leased money is below the limit, so total spending never exceeds the
 * limit by more than one request, in any number of processes.
 */
export function exchange(
  before: Ledger,
  { process, limit, spent, reserved, available, want, cushion, now }: Exchange,
): { ledger: Ledger; available: bigint; admitted: boolean } {
  const { [process]: _mine, ...others } = before.leases;
  const ledger = withoutDead({ ...before, spent: before.spent + spent, leases: others }, now);
  const room = limit - committed(ledger) - reserved;
  const admitted = want !== undefined && room > 0n;
  const spare = atLeast(room - (want ?? 0n), 0n);
  const extra = least(cushion, spare / 4n);
  const lease = admitted ? want + extra : least(atLeast(available, 0n), extra);
  const amount = reserved + lease;
  if (amount > 0n) ledger.leases[process] = { amount, until: now + LEASE_MS };
  return { ledger, available: lease, admitted };
}

/** Money spent, held by vanished processes, and leased. */
export function committed(ledger: Ledger): bigint {
  return Object.values(ledger.leases).reduce(
    (sum, lease) => sum + lease.amount,
    ledger.spent + ledger.doubtful,
  );
}

/** Replaces doubtful amounts by the usage records; never below the amounts that processes reported. */
export function reconciled(ledger: Ledger, recorded: bigint): Ledger {
  return {
    ...ledger,
    spent: atLeast(ledger.spent, recorded),
    doubtful: 0n,
    doubtful_since: 0,
    checked: true,
  };
}

function withoutDead(ledger: Ledger, now: number): Ledger {
  const leases: Ledger["leases"] = {};
  let lost = 0n;
  for (const [process, lease] of Object.entries(ledger.leases)) {
    if (lease.until > now) leases[process] = lease;
    else lost += lease.amount;
  }
  if (lost === 0n) return { ...ledger, leases };
  return { ...ledger, leases, doubtful: ledger.doubtful + lost, doubtful_since: now };
}

/** Start and end of the period that contains `now`, in UTC; weeks start on Monday. */
export function windowOf(period: BudgetPeriod, now: number): { start: string; end: string } {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (period === "monthly") return { start: utc(year, month, 1), end: utc(year, month + 1, 1) };
  if (period === "daily") return { start: utc(year, month, day), end: utc(year, month, day + 1) };
  const monday = day - (date.getUTCDay() + 6) % 7;
  return { start: utc(year, month, monday), end: utc(year, month, monday + 7) };
}

function utc(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString();
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function atLeast(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
