/** A key as its holder sees it, and the own keys that the holder may create. */
import { z } from "@hono/zod-openapi";
import { invalid } from "lib/errors.ts";
import { LimitFields, Spending } from "./allowance.ts";
import { type SelfService, Team } from "./group.ts";
import { VirtualKey, type VirtualKeyInput, VirtualKeyInput as Input } from "./virtual_key.ts";

const Seen = VirtualKey.pick({
  ...{ id: true, name: true, key_hint: true, status: true, allowed_models: true },
  ...{ rate_limit: true, budget: true, expires_at: true, created_at: true },
});

export const OwnKey = Seen.extend({
  spending: Spending,
  team: z.object({ name: Team.shape.name, ...LimitFields, spending: Spending }).nullable().meta({
    description: "the team, whose limits and budget apply too",
  }),
  self_service: Team.shape.self_service.meta({
    description: "keys that its holder may create; null: none",
  }),
}).meta({ id: "OwnKey" });

export const MadeKey = Seen.extend({ spending: Spending }).meta({ id: "MadeKey" });
export const NewOwnKey = Seen.extend({ key: z.string().meta({ description: "shown this once" }) })
  .meta({ id: "NewOwnKey" });

export const OwnKeyInput = Input.pick({
  ...{ name: true, rate_limit: true, budget: true, allowed_models: true, expires_at: true },
}).meta({
  id: "OwnKeyInput",
  example: { name: "my-notebook", budget: { limit_usd: 5, period: "monthly" } },
});
type OwnKeyInput = z.output<typeof OwnKeyInput>;

/** A key as its holder sees it. */
export const keyForHolder = (key: VirtualKey): z.output<typeof Seen> => Seen.parse(key);

/**
 * The own key that `maker`'s holder requests: of the same team, with no right that the maker lacks.
 * @throws 422 for more than the maker or the team allows.
 */
export function ownKeyOf(input: OwnKeyInput, maker: VirtualKey, allowed: SelfService): VirtualKeyInput {
  const { team_id, customer_id, timeout_seconds } = maker;
  return {
    ...{ name: input.name, team_id, customer_id, timeout_seconds },
    rate_limit: rateWithin(input.rate_limit, maker.rate_limit),
    budget: budgetWithin(input.budget, allowed.budget),
    allowed_models: modelsWithin(input.allowed_models, maker.allowed_models),
    expires_at: endWithin(input.expires_at, maker.expires_at),
    ...{ may_skip_guardrails: false, may_pass_through: false, cache: null },
  };
}

type Budget = VirtualKeyInput["budget"];

function budgetWithin(asked: Budget, most: Budget): Budget {
  if (most === null || asked === null) return asked ?? most;
  if (asked.period !== most.period || asked.limit_usd > most.limit_usd) {
    throw invalid(
      ["body", "budget"],
      `must be at most ${most.limit_usd} USD, ${most.period}: the team allows no more`,
    );
  }
  return asked;
}

type RateLimit = VirtualKeyInput["rate_limit"];

function rateWithin(asked: RateLimit, most: RateLimit): RateLimit {
  if (most === null || asked === null) return asked ?? most;
  const bounded = { ...asked };
  for (const field of ["requests_per_minute", "tokens_per_minute"] as const) {
    const [requested, bound] = [asked[field], most[field]];
    if (bound !== null && requested !== null && requested > bound) {
      throw invalid(
        ["body", "rate_limit", field],
        `must be at most ${bound} per minute, like that of the key that creates it`,
      );
    }
    bounded[field] = requested ?? bound;
  }
  return bounded;
}

function modelsWithin(asked: string[] | null, those: string[] | null): string[] | null {
  if (those === null || asked === null) return asked ?? those;
  const covers = (pattern: string, model: string) =>
    pattern.endsWith("*") ? model.startsWith(pattern.slice(0, -1)) : model === pattern;
  const index = asked.findIndex((model) => !those.some((pattern) => covers(pattern, model)));
  if (index >= 0) {
    throw invalid(["body", "allowed_models", index], "is not allowed for the key that creates this one");
  }
  return asked;
}

function endWithin(asked: string | null, latest: string | null): string | null {
  if (latest === null || asked === null) return asked ?? latest;
  if (asked > latest) {
    throw invalid(
      ["body", "expires_at"],
      `must not be after ${latest}, when the key that creates it expires`,
    );
  }
  return asked;
}
