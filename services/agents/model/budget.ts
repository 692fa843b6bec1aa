/** The limits that a run shares with its nested runs, and their spending so far. */
import { z } from "zod";
import type { Usage } from "./model.ts";

export const BudgetLimits = z.object({
  model_calls: z.int().min(1).meta({ description: "model calls", example: 100 }),
  tool_calls: z.int().min(1).meta({ description: "calls of tools", example: 300 }),
  tokens: z.int().min(1).meta({ description: "tokens of prompts and answers", example: 1_000_000 }),
  cost_usd: z.number().positive().nullable().meta({
    description: "price of the model calls; null: no limit",
  }),
  seconds: z.int().min(1).meta({ description: "time at work", example: 600 }),
  depth: z.int().min(0).meta({ description: "depth of nested runs", example: 3 }),
}).meta({ id: "RunBudget" });
export type BudgetLimits = z.output<typeof BudgetLimits>;

export const Spent = z.object({
  model_calls: z.int(),
  tool_calls: z.int(),
  tokens: z.int().meta({ description: "as counted by the provider, else estimated" }),
  estimated_calls: z.int().meta({ description: "model calls without token counts from the provider" }),
  cost_usd: z.number().nullable().meta({ description: "null: the price of a model call is unknown" }),
  unpriced_calls: z.int().meta({ description: "model calls of unknown price" }),
}).meta({ id: "RunSpending" });
export type Spent = z.output<typeof Spent>;

/** The budget is used up. */
export class BudgetExceeded extends Error {
  override name = "BudgetExceeded";
}

/** The spending of one model call. */
export interface Charge {
  usage: Usage | null;
  costUsd: number | null;
  /** Estimate for providers that do not report usage. */
  estimatedTokens: number;
}

export interface Budget {
  limits: BudgetLimits;
  /** Number of ancestors of this run. */
  depth: number;
  /**
   * Reserves one model call and its estimated prompt tokens; the returned function settles it with the actual
   * usage, undefined for a failed call. Throws BudgetExceeded.
   */
  takeModelCall(promptTokens: number): (charge: Charge | undefined) => void;
  /** Takes calls of tools, all or none. Throws BudgetExceeded. */
  takeToolCalls(count: number): void;
  /** The budget of a nested run, whose spending counts here too. Throws BudgetExceeded. */
  nested(): Budget;
  spent(): Spent;
}

const NOTHING: Spent = {
  model_calls: 0,
  tool_calls: 0,
  tokens: 0,
  estimated_calls: 0,
  cost_usd: 0,
  unpriced_calls: 0,
};

/** A budget with `limits`, of which `before` is spent already; every cost is charged to `parent` too. */
export function budget(limits: BudgetLimits, before: Spent = NOTHING, parent?: Budget): Budget {
  const sums = { ...before, cost_usd: before.cost_usd ?? 0 };
  const depth = parent ? parent.depth + 1 : 0;
  // Prompt tokens of calls under way, so that concurrent calls do not exceed the limit together.
  let reserved = 0;

  function afford(promptTokens: number): void {
    if (sums.model_calls >= limits.model_calls) throw usedUp(`${limits.model_calls} model calls`);
    if (sums.tokens + reserved + promptTokens > limits.tokens) throw usedUp(`${limits.tokens} tokens`);
    if (limits.cost_usd === null) return;
    if (sums.unpriced_calls > 0) {
      throw new BudgetExceeded(
        "The price of a model call is not known, so that a budget in USD cannot be kept",
      );
    }
    if (sums.cost_usd >= limits.cost_usd) throw usedUp(`${limits.cost_usd} USD`);
  }

  return {
    limits,
    depth,
    takeModelCall(promptTokens) {
      afford(promptTokens);
      const settleAbove = parent?.takeModelCall(promptTokens);
      sums.model_calls++;
      reserved += promptTokens;
      return (charge) => {
        settleAbove?.(charge);
        reserved -= promptTokens;
        if (!charge) return;
        sums.tokens += charge.usage?.total_tokens || charge.estimatedTokens;
        if (!charge.usage?.total_tokens) sums.estimated_calls++;
        sums.cost_usd += charge.costUsd ?? 0;
        if (charge.costUsd === null) sums.unpriced_calls++;
      };
    },
    takeToolCalls(count) {
      if (sums.tool_calls + count > limits.tool_calls) throw usedUp(`${limits.tool_calls} tool calls`);
      parent?.takeToolCalls(count);
      sums.tool_calls += count;
    },
    nested() {
      if (depth >= limits.depth) {
        throw new BudgetExceeded(`Agents ask each other at most ${limits.depth} deep`);
      }
      return budget(limits, NOTHING, this);
    },
    spent: () => ({ ...sums, cost_usd: sums.unpriced_calls > 0 ? null : Number(sums.cost_usd.toFixed(9)) }),
  };
}

function usedUp(limit: string): BudgetExceeded {
  return new BudgetExceeded(`The budget of ${limit} for this run and those it asked is used up`);
}

/** The operator's limits, lowered where a caller asks for less. */
export function lowered(limits: BudgetLimits, asked: Partial<BudgetLimits> = {}): BudgetLimits {
  const least = (name: "model_calls" | "tool_calls" | "tokens" | "seconds" | "depth") =>
    Math.min(limits[name], asked[name] ?? Infinity);
  const cost = Math.min(limits.cost_usd ?? Infinity, asked.cost_usd ?? Infinity);
  return {
    model_calls: least("model_calls"),
    tool_calls: least("tool_calls"),
    tokens: least("tokens"),
    cost_usd: Number.isFinite(cost) ? cost : null,
    seconds: least("seconds"),
    depth: least("depth"),
  };
}
