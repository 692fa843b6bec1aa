/** The response of a call, its headers, and the copy that the cache keeps. */
import type { Bill } from "./accounting.ts";
import type { Call } from "./call.ts";
import type { AnswerText } from "./checked_answer.ts";
import { limitHeaders } from "../access/limits.ts";
import { usd } from "../money.ts";
import type { Bytes } from "lib/http/http_client.ts";
import type { Usage } from "../usage.ts";
import type { CallDeps } from "./call_endpoint.ts";

/** The headers of an event stream. */
export function eventStreamHeaders(): Record<string, string> {
  return { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" };
}

/** Caches an answer for identical calls. */
export function keepAnswer(
  { cache }: CallDeps,
  { provider }: Call,
  { cache: { key, seconds }, ...answer }: {
    cache: { key: string; seconds: number };
    bytes: Bytes;
    usage: Usage;
    contentType: string;
    texts: AnswerText[];
  },
): void {
  cache.keep(key, { ...answer, provider: provider ?? "none" }, seconds);
}

/** The headers of every answer of a call. */
export function headersOf(
  { limiter }: CallDeps,
  { requestId, provider, caller }: Call,
  headers: Record<string, string> = {},
): Record<string, string> {
  headers["x-request-id"] = requestId;
  headers["x-content-type-options"] = "nosniff";
  if (provider) headers["x-diwan-provider"] = provider;
  if (caller) limitHeaders(limiter, caller, headers);
  return headers;
}

/** Adds the cost header; for a model without a price the cost is unknown, not 0. */
export function tellCost(headers: Record<string, string>, { costNanoUsd, unpriced }: Bill): void {
  if (unpriced) headers["x-diwan-unpriced"] = "true";
  else headers["x-diwan-cost-usd"] = usd(costNanoUsd);
}
