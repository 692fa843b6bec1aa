/** Explains which provider a call would reach, without making it. */
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { type Choice, CHOICES } from "../providers/alias.ts";
import type { Circuits } from "../providers/circuit.ts";
import { record } from "../providers/model_record.ts";
import type { Target } from "../providers/target.ts";
import { chainOf, type ChainWish, pricedChain, type RouteDeps, timedChain } from "../calls/chain.ts";
import { estimatedUsage } from "../streams/estimate.ts";

const Candidate = z.object({
  provider: z.string(),
  provider_model: z.string(),
  reason: z.string().meta({ description: "Reason for its position" }),
  available: z.boolean(),
  retry_after_seconds: z.number().meta({ description: "Time until it may be tried again; 0: now" }),
  in_flight: z.int().meta({ description: "Calls in flight from this process" }),
  latency_ms: z.number().nullable().meta({
    description: "Median of the last minute; null: unknown",
  }),
  likely_cost_usd: z.number().nullable().meta({
    description: "Estimated cost of this call; null: no known price",
  }),
  context_window: z.int().nullable(),
  timeout_seconds: z.number(),
  idle_timeout_seconds: z.number(),
  keys: z.array(z.object({ id: z.string(), weight: z.int(), available: z.boolean() })).optional().meta({
    description: "Usable provider keys; for admins and managers only",
  }),
});

export const Plan = z.object({
  model: z.string(),
  by: z.enum(CHOICES).meta({ description: "Strategy of the alias; `order` for a model that is no alias" }),
  would_ask: z.string().nullable().meta({ description: "First available model; null: none" }),
  candidates: z.array(Candidate),
  hedge_after_seconds: z.number().nullable().meta({
    description: "Hedging: the next model is called too if the first has not answered by then; null: off",
  }),
  longer: z.array(Candidate).meta({ description: "Models for requests that are too long for the others" }),
  left_out: z.array(z.string()).meta({ description: "Models without a price, if a budget applies" }),
}).meta({ id: "RoutePlan" });
export type Plan = z.output<typeof Plan>;
type Candidate = z.output<typeof Candidate>;

export interface PlanDeps extends RouteDeps {
  resilience: { circuits: Circuits };
}

/** Throws the error of a call when there is no target. */
export function planOf(deps: PlanDeps, caller: Caller, wish: ChainWish): Plan {
  const { by } = deps.config.current().route(wish.model);
  const all = timedChain(caller, chainOf(deps, caller, wish));
  const chain = pricedChain(deps, caller, all);
  const candidateFor = (target: Target, reason: string) => candidate(deps, { caller, target, wish, reason });
  const candidates = chain.map((target, index) =>
    candidateFor(target, reasonFor(deps, target, { by, index, wish }))
  );
  const [first] = chain;
  const chosen = candidates.find(({ available }) => available);
  const usable = new Set(chain.map(nameOf));
  return {
    model: wish.model,
    by,
    would_ask: chosen ? `${chosen.provider}/${chosen.provider_model}` : null,
    candidates,
    hedge_after_seconds: first?.hedgeAfterMs === undefined ? null : first.hedgeAfterMs / 1000,
    longer: (first?.longer ?? []).map((target) =>
      candidateFor(target, "accepts longer requests than the others")
    ),
    left_out: all.map(nameOf).filter((name) => !usable.has(name)),
  };
}

function nameOf({ provider, model }: Target): string {
  return `${provider}/${model}`;
}

function candidate(
  { costOf, resilience: { circuits } }: PlanDeps,
  { caller, target, wish, reason }: { caller: Caller; target: Target; wish: ChainWish; reason: string },
): Candidate {
  const keys = target.keys.map(({ id, weight }) => {
    const restsMs = circuits.restsMs(`${target.provider}/${id}`, target.model);
    return { id, weight, restsMs };
  });
  const restsMs = Math.min(...keys.map((key) => key.restsMs));
  const cost = costOf(target, estimatedUsage(wish.promptTokens, wish.completionTokens));
  const maySeeKeys = caller.role === "admin" || caller.role === "manager";
  return {
    provider: target.provider,
    provider_model: target.model,
    reason,
    available: restsMs === 0,
    retry_after_seconds: Number.isFinite(restsMs) ? Math.ceil(restsMs / 1000) : 0,
    in_flight: target.load?.inFlight ?? 0,
    latency_ms: rounded(target.load?.latencyMs(wish.streamed)),
    likely_cost_usd: cost === undefined ? null : Number(cost) / 1e9,
    context_window: contextWindow(target),
    timeout_seconds: target.timeoutMs / 1000,
    idle_timeout_seconds: target.idleTimeoutMs / 1000,
    ...maySeeKeys
      ? { keys: keys.map(({ id, weight, restsMs }) => ({ id, weight, available: restsMs === 0 })) }
      : {},
  };
}

function contextWindow(target: Target): number | null {
  const { context_window } = record(target);
  return typeof context_window === "number" ? context_window : null;
}

function rounded(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}

function reasonFor(
  { costOf }: PlanDeps,
  target: Target,
  { by, index, wish }: { by: Choice; index: number; wish: ChainWish },
): string {
  const { load } = target;
  const ms = rounded(load?.latencyMs(wish.streamed));
  const cost = costOf(target, estimatedUsage(wish.promptTokens, wish.completionTokens));
  const reasons: Record<Choice, string> = {
    order: index === 0
      ? "first in the configured order"
      : `number ${index + 1} in the configured order, called when those before it fail`,
    weight: index === 0
      ? "first in the random draw by weight"
      : `number ${index + 1} in the random draw by weight, called when those before it fail`,
    latency: ms !== null
      ? `median latency of the last minute: ${ms} ms`
      : (load?.inFlight ?? 0) > 0
      ? "its latency is unknown, and a call in progress is measuring it"
      : "its latency is unknown, so it is called first",
    in_flight: `calls in progress: ${load?.inFlight ?? 0}`,
    cost: cost === undefined
      ? "has no known price, so it is last"
      : `estimated cost: ${Number(cost) / 1e9} USD`,
  };
  return reasons[by];
}
