import type { Scope } from "./caller.ts";

export type BudgetPeriod = "daily" | "weekly" | "monthly";

/** An amount of money that a key, a team or a customer may spend per period. */
export interface BudgetScope {
  /** What the budget is counted under, such as `key:<id>`. */
  readonly key: string;
  readonly scope: Scope;
  readonly id: string;
  readonly limit_nano_usd: bigint;
  readonly period: BudgetPeriod;
}

/** Money set aside for a request. Either method ends it; calls after the first do nothing. */
export interface Reservation {
  settle(actualNanoUsd: bigint): void;
  release(): void;
}

/** Stops spending at its limit, however many requests and processes spend at once. */
export interface Budgets {
  /** Throws rate_limit_exceeded naming the budget. Answers at once while leased money lasts. */
  reserve(scopes: readonly BudgetScope[], estimateNanoUsd: bigint): Reservation | Promise<Reservation>;
  close(): Promise<void>;
}
