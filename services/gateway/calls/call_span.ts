/** The spans of a model call and of each attempt, by OpenTelemetry's GenAI conventions. */
import { type Attributes, SpanKind } from "@opentelemetry/api";
import { failSpan, inSpan, inThisTrace, startSpan, traceHeaders, withSpan } from "lib/telemetry/tracing.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { GatewayError } from "../errors.ts";
import { usd } from "../money.ts";
import type { Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import type { Call } from "./call.ts";
import { inputMessages, outputMessages } from "./span_messages.ts";
import { type CallSpan, createSighting } from "./span_sighting.ts";

const OPERATIONS: Record<string, string> = {
  "/v1/chat/completions": "chat",
  "/v1/responses": "chat",
  "/v1/messages": "chat",
  "/v1/completions": "text_completion",
  "/v1/embeddings": "embeddings",
};

/** The conventions' names for providers; others keep their own. */
const PROVIDERS: Record<string, string> = {
  azure_openai: "azure.ai.openai",
  bedrock: "aws.bedrock",
  gemini: "gcp.gemini",
  gemini_openai: "gcp.gemini",
  mistral: "mistral_ai",
  xai: "x_ai",
};

/** Starts the span of `call`; `content` also records texts. */
export function openCallSpan({ resource, requestId }: Call, content: boolean): CallSpan {
  const operation = operationOf(resource);
  const attributes = { "gen_ai.operation.name": operation, "diwan.request_id": requestId };
  const span = startSpan(operation, attributes, SpanKind.CLIENT);
  return { span, content, answer: createSighting(content), around: inThisTrace(traceHeaders) };
}

function operationOf(resource: string): string {
  return OPERATIONS[resource] ?? resource.slice("/v1/".length).replaceAll("/", "_");
}

const SETTINGS = ["temperature", "top_p", "max_tokens", "frequency_penalty", "presence_penalty", "seed"];

/** Records the request as sent to providers. */
export function tellRequest({ span: callSpan, model, resource, streamed }: Call, data: JsonObject): void {
  if (!callSpan) return;
  const { span, content } = callSpan;
  span.updateName(`${operationOf(resource)} ${model}`);
  span.setAttribute("gen_ai.request.model", model ?? "none");
  span.setAttribute("gen_ai.request.stream", streamed);
  for (const name of SETTINGS) {
    const value = data[name];
    if (typeof value === "number") span.setAttribute(`gen_ai.request.${name}`, value);
  }
  const longest = data.max_completion_tokens ?? data.max_output_tokens;
  if (typeof longest === "number") span.setAttribute("gen_ai.request.max_tokens", longest);
  if (content) span.setAttribute("gen_ai.input.messages", inputMessages(data));
}

/** Runs `work`, one attempt at a provider, in its own span. */
export async function inTry<T>(call: Call, target: Target, work: () => Promise<T>): Promise<T> {
  if (!call.span) return await work();
  const attributes = {
    "http.request.method": "POST",
    "server.address": target.baseUrl.hostname,
    "gen_ai.provider.name": PROVIDERS[target.provider] ?? target.provider,
    "gen_ai.request.model": target.model,
  };
  return await withSpan(
    call.span.span,
    () =>
      inSpan(`POST ${target.provider}`, attributes, async (span) => {
        try {
          return await work();
        } catch (error) {
          if (error instanceof UpstreamError && error.status > 0) {
            span.setAttribute("http.response.status_code", error.status);
          }
          throw error;
        }
      }, SpanKind.CLIENT),
  );
}

/** Ends the span of an answered or failed call. */
export function endCallSpan(
  call: Call,
  { outcome, status, usage, costNanoUsd, unpriced, detail }: {
    outcome: string;
    status: number;
    usage: Usage;
    costNanoUsd: bigint;
    unpriced: boolean;
    detail?: Record<string, unknown> | undefined;
  },
): void {
  if (!call.span) return;
  const { span, content, answer } = call.span;
  const { provider, target, firstAt, startedAt } = call;
  const { reasons, id, text } = answer.seen();
  const attributes: Attributes = {
    "gen_ai.provider.name": PROVIDERS[provider ?? ""] ?? provider ?? undefined,
    "gen_ai.response.model": target?.model,
    "gen_ai.response.id": id,
    "gen_ai.response.finish_reasons": reasons.length > 0 ? reasons : undefined,
    "gen_ai.usage.input_tokens": usage.prompt_tokens,
    "gen_ai.usage.output_tokens": usage.completion_tokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens || undefined,
    "gen_ai.usage.cache_creation.input_tokens": usage.cache_write_tokens || undefined,
    "gen_ai.response.time_to_first_chunk": firstAt === null ? undefined : (firstAt - startedAt) / 1000,
    "gen_ai.output.messages": content && text !== "" ? outputMessages(text, reasons[0]) : undefined,
    "diwan.outcome": outcome,
    "diwan.cost_usd": unpriced ? undefined : Number(usd(costNanoUsd)),
    "diwan.unpriced": unpriced || undefined,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) span.setAttribute(name, value);
  }
  if (outcome !== "ok" && outcome !== "cached") failSpan(span, String(detail?.type ?? outcome));
  span.setAttribute("http.response.status_code", status);
  span.end();
}

/** Ends the span of a refused call. */
export function refuseCallSpan({ span: callSpan, model }: Call, { status, type }: GatewayError): void {
  if (!callSpan) return;
  if (model) callSpan.span.setAttribute("gen_ai.request.model", model);
  callSpan.span.setAttribute("http.response.status_code", status);
  failSpan(callSpan.span, type);
  callSpan.span.end();
}
