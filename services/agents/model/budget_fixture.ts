/** Test limits that no test reaches. */
import type { BudgetLimits } from "./budget.ts";

export const TEST_LIMITS: BudgetLimits = {
  model_calls: 1_000,
  tool_calls: 1_000,
  tokens: 10_000_000,
  cost_usd: null,
  seconds: 60,
  depth: 3,
};
