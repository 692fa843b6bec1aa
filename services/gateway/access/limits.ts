/**
 * Requests and tokens per minute of a key, its team and its customer: all limits must pass, else nothing is
 * counted.
 */
import type { Decision, Limiter, Room, Want } from "lib/limits/rate_limit.ts";
import type { Caller, CallerLimit } from "./caller.ts";
import type { Scope } from "./budget_scope.ts";
import { rateLimitExceeded } from "../errors.ts";

export type LimitKind = "requests" | "tokens";

interface Limit {
  key: string;
  limit: number;
  scope: Scope;
  kind: LimitKind;
  /** The limiter's name of the caller whose limit this is, for messages. */
  owner: string;
}

/** Tokens reserved for a request. */
export interface TokenCharge {
  settle(actualTokens: number): void;
}

const plans = new WeakMap<Caller, Limit[]>();

function limitsOf(caller: Caller): Limit[] {
  let plan = plans.get(caller);
  if (!plan) plans.set(caller, plan = caller.limits.flatMap(split));
  return plan;
}

function split({ key, scope, requests_per_minute, tokens_per_minute }: CallerLimit): Limit[] {
  const limitOf = (kind: LimitKind, limit: number | null): Limit[] =>
    limit === null ? [] : [{ key: `${key}:${kind}`, limit, scope, kind, owner: key }];
  return [...limitOf("requests", requests_per_minute), ...limitOf("tokens", tokens_per_minute)];
}

/**
 * Takes one request and `tokens` from every limit of `caller`; returns without a promise when leases are
 * available. Throws rate_limit_exceeded naming the limit.
 */
export function takeLimits(
  limiter: Limiter,
  caller: Caller,
  { prompt, completion, onHit }: {
    prompt: number;
    completion: number;
    onHit(scope: Scope, kind: LimitKind): void;
  },
): TokenCharge | undefined | Promise<TokenCharge> {
  const limits = limitsOf(caller);
  if (limits.length === 0) return undefined;
  const wants = limits.map(({ key, limit, kind }): Want => ({
    key,
    limit,
    cost: kind === "requests" ? 1 : tokensToTake(limit, prompt, completion),
  }));
  const decide = (decision: Decision): TokenCharge => {
    if (decision.allowed) return chargeOf(limits, decision);
    const hit = limits[wants.indexOf(decision.refused)];
    if (hit) onHit(hit.scope, hit.kind);
    throw refusal(hit, decision.retryAfterMs);
  };
  const decision = limiter.take(wants);
  return decision instanceof Promise ? decision.then(decide) : decide(decision);
}

/** The answer's length is an estimate and is capped at the limit; a prompt above the limit never passes. */
function tokensToTake(limit: number, prompt: number, completion: number): number {
  return Math.max(prompt, Math.min(limit, prompt + completion));
}

function chargeOf(limits: Limit[], decision: Extract<Decision, { allowed: true }>): TokenCharge {
  return {
    settle(actual) {
      limits.forEach(({ kind }, index) => {
        if (kind === "tokens") decision.settle(index, actual);
      });
    },
  };
}

function refusal(hit: Limit | undefined, retryAfterMs: number) {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const limit = hit ? `${hit.limit} ${hit.kind} per minute for ${hit.owner}` : "requests per minute";
  return rateLimitExceeded(`Rate limit reached: ${limit}. Try again in ${seconds} s.`, seconds);
}

const HEADERS = {
  requests: ["x-ratelimit-limit-requests", "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
  tokens: ["x-ratelimit-limit-tokens", "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
} as const;

/** Adds `x-ratelimit-*` headers of the fullest limits. */
export function limitHeaders(limiter: Limiter, caller: Caller, headers: Record<string, string>): void {
  const fullest: Partial<Record<LimitKind, Room>> = {};
  for (const { key, limit, kind } of limitsOf(caller)) {
    const room = limiter.room(key, limit);
    const known = fullest[kind];
    if (!known || room.remaining < known.remaining) fullest[kind] = room;
  }
  for (const kind of ["requests", "tokens"] as const) {
    const room = fullest[kind];
    if (!room) continue;
    const [limit, remaining, reset] = HEADERS[kind];
    headers[limit] = String(room.limit);
    headers[remaining] = String(room.remaining);
    headers[reset] = `${Math.round(room.resetMs) / 1000}s`;
  }
}
