/** Calls a provider's /chat/completions, streamed or not. */
import { HTTPException } from "hono/http-exception";
import type OpenAI from "openai";
import { APIError } from "openai";
import type { CallOptions, Provider } from "lib/providers/provider.ts";
import type { CallLimits } from "lib/providers/provider_retry.ts";
import { reportedStatus } from "lib/providers/reported_failure.ts";
import { assembly, Chunk, Completion, wholeAnswer } from "./deltas.ts";
import { ModelFailure } from "./model_failure.ts";
import { overflowOf } from "./overflow.ts";
import { type ModelPrices, priceOf } from "./prices.ts";
import type { AskModel, ModelAnswer, ModelRequest } from "./model.ts";
import { inSpan } from "lib/telemetry/tracing.ts";

/** The options of a model call. */
export interface AskOptions {
  model: string;
  /** The provider's own default when null. */
  temperature: number | null;
  /** Whether to stream for a watching client; a complete answer costs less. */
  stream: boolean;
  timeoutMs: number;
  /** Whether spans carry answers. */
  traceContent?: boolean;
  prices?: ModelPrices;
}

/** The gateway reports the cost of a complete answer. */
const COST_HEADER = "x-diwan-cost-usd";

export function askModel(provider: Provider, options: AskOptions): AskModel {
  const { model, stream, timeoutMs } = options;
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider.name,
    "gen_ai.request.model": model,
  };
  return (request) =>
    inSpan(`chat ${model}`, attributes, async (span) => {
      try {
        let costHeader: string | null | undefined;
        const limits: CallLimits = {
          signal: request.signal,
          timeoutMs,
          onAnswer: (header) => void (costHeader = header(COST_HEADER)),
          onRetry: ({ attempt, status, waitMs }) =>
            request.onRetry({ attempt, status: status ?? null, wait_ms: Math.round(waitMs) }),
        };
        const asked = body(request, options);
        const said = stream
          ? await provider.call((client, call) => streamed(client, asked, { request, call }), limits)
          : wholeAnswerOf(await provider.post("/chat/completions", { ...asked, stream: false }, limits));
        const answer = {
          ...said,
          cost_usd: costOf(costHeader) ?? priceOf(model, said.usage, options.prices ?? {}),
        };
        span.setAttributes({
          "gen_ai.response.model": answer.model,
          "gen_ai.response.finish_reasons": [answer.finish_reason ?? ""],
          "gen_ai.usage.input_tokens": answer.usage?.prompt_tokens,
          "gen_ai.usage.output_tokens": answer.usage?.completion_tokens,
        });
        if (options.traceContent) span.setAttribute("gen_ai.output.messages", outputMessages(answer));
        return answer;
      } catch (error) {
        throw modelFailure(error, request.signal);
      }
    });
}

function costOf(costHeader: string | null | undefined): number | null {
  const cost = Number(costHeader?.trim() || NaN);
  return cost >= 0 && Number.isFinite(cost) ? cost : null;
}

/** The answer as the GenAI conventions write messages. */
function outputMessages({ content, tool_calls, finish_reason }: ModelAnswer): string {
  const calls = tool_calls.map(({ id, name, arguments: args }) => ({
    type: "tool_call",
    id,
    name,
    arguments: args,
  }));
  return JSON.stringify([{ role: "assistant", parts: [{ type: "text", content }, ...calls], finish_reason }]);
}

function body({ messages, tools }: ModelRequest, { model, temperature }: AskOptions) {
  return {
    model,
    messages,
    ...(tools.length > 0 ? { tools } : {}),
    ...(temperature === null ? {} : { temperature }),
  };
}

function wholeAnswerOf(given: unknown): ModelAnswer {
  const parsed = Completion.safeParse(given);
  if (!parsed.success) {
    throw new ModelFailure("provider_error", "The provider's answer is not a chat completion");
  }
  return wholeAnswer(parsed.data);
}

async function streamed(
  client: OpenAI,
  asked: ReturnType<typeof body>,
  { request, call }: { request: ModelRequest; call: CallOptions },
): Promise<ModelAnswer> {
  const pieces = await client.chat.completions.create({
    ...asked,
    stream: true,
    stream_options: { include_usage: true },
  }, call);
  const whole = assembly();
  let begun = false;
  try {
    for await (const piece of pieces) {
      begun = true;
      const parsed = Chunk.safeParse(piece);
      if (!parsed.success) {
        throw new ModelFailure("provider_error", "The provider's stream is not of chat completion chunks");
      }
      const added = whole.add(parsed.data);
      if (added.content || added.reasoning) request.onDelta(added);
    }
  } catch (error) {
    // A stream that breaks off, even inside an event, is retried like a connection that was never established.
    if (error instanceof TypeError || error instanceof SyntaxError) throw brokenOff();
    throw begun ? error : refusalOf(error);
  }
  call.signal.throwIfAborted();
  const answer = whole.answer();
  if (answer.finish_reason === null) {
    throw brokenOff();
  }
  return answer;
}

function brokenOff(): APIError {
  const message = "the stream ended before the answer was complete";
  return new APIError(undefined, { message }, message, undefined);
}

/** An error instead of a stream's first piece is a refusal with the status that it names. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof APIError) || error.status !== undefined || error.error === undefined) return error;
  return APIError.generate(reportedStatus(error.error), { error: error.error }, undefined, new Headers());
}

function modelFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof HTTPException)) return error;
  const { cause } = error;
  const status = cause instanceof APIError ? cause.status ?? null : null;
  const overflow = cause instanceof APIError ? overflowOf(cause) : undefined;
  if (!overflow) return new ModelFailure("provider_error", error.message);
  return new ModelFailure("context_overflow", error.message, { overflow: { ...overflow, status } });
}
