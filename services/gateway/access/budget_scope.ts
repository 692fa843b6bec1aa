/** The owners of limits and budgets. */
export type Scope = "key" | "team" | "customer";

export const BUDGET_PERIODS = ["daily", "weekly", "monthly"] as const;
export type BudgetPeriod = typeof BUDGET_PERIODS[number];

/** An amount of money that a key, a team or a customer may spend per period. */
export interface BudgetScope {
  /** The key that the budget is counted under, such as `key:<id>`. */
  readonly key: string;
  readonly scope: Scope;
  readonly id: string;
  readonly limit_nano_usd: bigint;
  readonly period: BudgetPeriod;
}
