/** Accounts for a model call exactly once: settles limits and budgets, writes its record, updates metrics. */
import type { AuditLog, AuditOutcome } from "../audit_event.ts";
import { type Call, close } from "./call.ts";
import { endCallSpan, refuseCallSpan } from "./call_span.ts";
import type { Target } from "../providers/target.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import type { GatewayError } from "../errors.ts";
import type { Metrics } from "../metrics.ts";
import { usd } from "../money.ts";
import type { StreamCount } from "../streams/sse.ts";
import { isNothing, type Meter, type Usage, type UsageOutcome } from "../usage.ts";

export interface Books {
  meter: Meter;
  audit: AuditLog;
  metrics: Metrics;
  /** Cost in nano US dollars; undefined for a model without a price. */
  costOf(target: Target, usage: Usage): bigint | undefined;
}

/** The end of a call. Without `usage` it is estimated, except for a failed call. */
export interface Ending {
  outcome: UsageOutcome;
  status: number;
  usage?: Usage;
  /** Set when the price is unknown for another reason than usage and model. */
  unpriced?: boolean;
  detail?: Record<string, unknown>;
}

export interface Bill {
  costNanoUsd: bigint;
  unpriced: boolean;
}

const NOTHING = estimatedUsage(0, 0);

/** Ends a call that reached a model, a cache or a provider's failure. Later calls do nothing. */
export function settle(books: Books, call: Call, ending: Ending): Bill {
  const { outcome, status } = ending;
  if (!close(call)) return { costNanoUsd: 0n, unpriced: false };
  const usage = withUnits(call, ending.outcome, usageOf(call, ending));
  const free = outcome === "cached" || isNothing(usage) || !call.target;
  const cost = free || !call.target ? 0n : books.costOf(call.target, usage);
  const bill = { costNanoUsd: cost ?? 0n, unpriced: ending.unpriced ?? cost === undefined };
  call.charge?.settle(outcome === "cached" ? 0 : usage.total_tokens);
  call.reservation?.settle(bill.costNanoUsd);
  const latencyMs = performance.now() - call.startedAt;
  const ttftMs = call.firstAt === null ? null : call.firstAt - call.startedAt;
  const provider = call.provider ?? "none";
  const model = call.model ?? "none";
  books.meter.record({
    ...usage,
    id: call.id,
    request_id: call.requestId,
    model,
    provider,
    provider_model: call.target?.model === model ? undefined : call.target?.model,
    cost_usd: usd(bill.costNanoUsd),
    tenant_id: call.caller?.tenant_id ?? "anonymous",
    team_id: call.caller?.team_id ?? null,
    customer_id: call.caller?.customer_id ?? null,
    timestamp: new Date().toISOString(),
    outcome,
    unpriced: bill.unpriced,
    cached: outcome === "cached",
    latency_ms: Math.round(latencyMs),
    ttft_ms: ttftMs === null ? null : Math.round(ttftMs),
    streamed: call.streamed,
    actor: call.caller?.actor ?? "anonymous",
    ip: call.ip,
    resource: call.resource,
    detail: ending.detail,
  });
  if (call.begun) {
    books.metrics.finished({ provider, model, outcome, status, latencyMs, ttftMs, usage, ...bill });
  }
  endCallSpan(call, { ...ending, ...bill, usage });
  return bill;
}

/** Adds the estimated units of a request if the provider reports none. */
function withUnits({ units, target }: Call, outcome: UsageOutcome, usage: Usage): Usage {
  const ran = outcome === "ok" || outcome === "aborted" || outcome === "cut";
  return units && target && ran && usage.estimated && !usage.units ? { ...usage, units } : usage;
}

function usageOf(call: Call, { outcome, usage }: Ending): Usage {
  if (usage) return usage;
  if (outcome === "error") return NOTHING;
  // A call cut off in the middle of its stream has used at least its prompt.
  const count = call.countSoFar?.();
  return count ? usageOfStream(call, { ...count, outcome }) : estimatedUsage(call.promptTokens, 0);
}

/** The reported usage; for an incomplete call, at least what was sent to the client. */
export function usageOfStream(
  { promptTokens }: Call,
  { outcome, usage, tokens }: StreamCount & Pick<Ending, "outcome">,
): Usage {
  if (!usage) return estimatedUsage(promptTokens, tokens());
  if (outcome === "ok") return usage;
  const completion_tokens = Math.max(usage.completion_tokens, tokens());
  if (completion_tokens === usage.completion_tokens) return usage;
  return {
    ...usage,
    completion_tokens,
    total_tokens: usage.prompt_tokens + completion_tokens,
    estimated: true,
  };
}

/** Ends a deferred call, which runs later as a separate call; its span never ends, so it is not exported. */
export function postpone(call: Call): void {
  if (!close(call)) return;
  call.charge?.settle(0);
}

/** Ends a call that was refused before any model was called: no usage, but recorded. */
export function turnAway(books: Books, call: Call, error: GatewayError): void {
  if (!close(call)) return;
  call.charge?.settle(0);
  call.reservation?.release();
  if (call.begun) {
    const { provider, model, startedAt } = call;
    books.metrics.finished({
      provider: provider ?? "none",
      model: model ?? "none",
      outcome: "error",
      status: error.status,
      latencyMs: performance.now() - startedAt,
      ttftMs: null,
      usage: undefined,
      costNanoUsd: 0n,
      unpriced: false,
    });
  }
  refuseCallSpan(call, error);
  books.metrics.denied(error.type);
  const [action, outcome] = actionOf(error);
  books.audit.record({
    actor: call.caller?.actor ?? "unknown",
    action,
    outcome,
    resource: call.resource,
    provider: call.provider,
    model: call.model,
    request_id: call.requestId,
    ip: call.ip,
    latency_ms: Math.round(performance.now() - call.startedAt),
    detail: { status: error.status, type: error.type, code: error.code },
  });
}

function actionOf({ type }: GatewayError): [string, AuditOutcome] {
  if (type === "rbac_denied" || type === "oidc_auth_error") return ["auth_denied", "denied"];
  if (type === "rate_limit_exceeded") return ["rate_limited", "limited"];
  return ["model_request", "failure"];
}
