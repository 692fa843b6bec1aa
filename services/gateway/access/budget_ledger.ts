import type { BudgetPeriod } from "./budget_scope.ts";

/** The state of one budget in one period, shared by all processes. Amounts are nano dollars. */
export interface Ledger {
  spent: bigint;
  /** Leases of processes that vanished; counted as spent until the records have been asked. */
  doubtful: bigint;
  doubtful_since: number;
  /** False until the usage records of before have been read. */
  checked: boolean;
  leases: Record<string, { amount: bigint; until: number }>;
}

/** A process's report to the ledger, and its request. */
export interface Exchange {
  process: string;
  limit: bigint;
  /** Spent since the last exchange. */
  spent: bigint;
  /** Promised to requests that are running. */
  reserved: bigint;
  /** Leased, and promised to nobody; below zero after a request that cost more than was reserved for it. */
  available: bigint;
  /** The most that the next request may cost, if there is one. */
  want?: bigint | undefined;
  /** How much more than that to lease, so that the requests after it need no exchange. */
  cushion: bigint;
  now: number;
}

export const LEASE_MS = 10_000;

export function emptyLedger(): Ledger {
  return { spent: 0n, doubtful: 0n, doubtful_since: 0, checked: false, leases: {} };
}

/**
 * The ledger after an exchange, and what the process then has available. A request is admitted as long as all that
 * is spent, promised and leased to others is below the limit: then the sum of what is ever spent stays within one
 * request of the limit, in however many processes.
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

/** Spent, held by the vanished, and leased. */
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

/** When the period that `now` is in began and when it ends, in UTC; weeks begin on Monday. */
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
