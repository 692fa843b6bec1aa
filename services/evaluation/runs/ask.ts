import type { Reply } from "../results/answer.ts";
import { APIError } from "openai";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { storable } from "lib/text.ts";
import { badGateway } from "lib/errors.ts";
import type { Provider } from "lib/providers/provider.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import type { Message } from "../scoring/question.ts";
import { pause } from "lib/deadlines.ts";
import type { Gate } from "./rate_limit_gate.ts";

/** A failure that would affect every further question: a refused key, a missing model. */
export class HopelessProvider extends Error {}

export interface AskOptions {
  provider: Provider;
  gate: Gate;
  model: string;
  temperature: number;
  /** Whether a model that refuses the temperature may answer at its own: a judge may, a model under test may not. */
  temperatureOptional?: boolean;
  max_tokens: number | null;
  timeoutMs: number;
  /** Aborts the call itself. */
  signal: AbortSignal;
  /** Ends only the wait between calls: a call under way may still be answered. */
  waiting: AbortSignal;
}

const TRIES = 3;
const RATE_LIMITED_TRIES = 20;
const FIRST_PAUSE_MS = 500;

/** Calls until there is an answer, the time is used up or the failure is permanent. */
export async function ask(prompt: Message[], options: AskOptions): Promise<Reply> {
  const { gate, signal, waiting } = options;
  let left = options.timeoutMs;
  let failures = 0;
  for (let tries = 1;; tries++) {
    await gate.pass(waiting);
    const start = performance.now();
    const outcome = await attempt(prompt, { ...options, timeoutMs: left });
    left -= Math.ceil(performance.now() - start);
    signal.throwIfAborted();
    if (outcome.reply) {
      gate.opened();
      return { ...outcome.reply, latency_ms: performance.now() - start, tries };
    }
    const { failure } = outcome;
    if (failure.kind === "hopeless") throw new HopelessProvider(failure.message);
    if (failure.kind === "rate_limited") {
      gate.hold(failure.retryAfterMs);
      if (tries < RATE_LIMITED_TRIES) continue;
    }
    const over = left <= 0 || failure.kind === "timeout";
    if (over || failure.kind !== "passing" || ++failures >= TRIES) {
      return failed(over, failure.message, tries);
    }
    await pause(failure.retryAfterMs ?? Math.random() * FIRST_PAUSE_MS * 2 ** failures, waiting);
  }
}

type Attempt = { reply: Omit<Reply, "latency_ms" | "tries">; failure?: undefined } | {
  reply?: undefined;
  failure: Failure;
};

interface Failure {
  kind: "hopeless" | "rate_limited" | "passing" | "timeout" | "refused";
  message: string;
  retryAfterMs?: number;
}

async function attempt(prompt: Message[], options: AskOptions): Promise<Attempt> {
  const { timeoutMs, signal } = options;
  if (timeoutMs <= 0) return { failure: { kind: "timeout", message: "no time left" } };
  const asMaxTokens = !RENAMED.has(options.provider, options.model);
  const withTemperature = !UNTEMPERED.has(options.provider, options.model);
  try {
    return { reply: parseCompletion(await complete(prompt, options)) };
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof HTTPException ? error.cause : error;
    if (filtered(cause)) return { reply: contentFilter() };
    const refused = refusedSetting(cause);
    if (refused === "max_tokens" && asMaxTokens) {
      RENAMED.add(options.provider, options.model);
      return await attempt(prompt, options);
    }
    if (refused === "temperature" && withTemperature && options.temperatureOptional) {
      UNTEMPERED.add(options.provider, options.model);
      return await attempt(prompt, options);
    }
    return { failure: classify(error, cause) };
  }
}

const Tokens = z.number().nullish();

const Choice = z.object({
  message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
  finish_reason: z.string().nullish(),
}).refine(({ finish_reason }) => finish_reason !== "error");

/** The fields of an answer that are read. Some servers report errors with status 200: without a choice there is no answer. */
const Completion = z.object({
  model: z.string().nullish(),
  choices: z.tuple([Choice], Choice),
  usage: z.object({ prompt_tokens: Tokens, completion_tokens: Tokens, total_tokens: Tokens }).nullish(),
});
type Completion = z.output<typeof Completion>;

async function complete(prompt: Message[], options: AskOptions): Promise<Completion> {
  const { provider, model, temperature, max_tokens, timeoutMs, signal } = options;
  const tokens = RENAMED.has(provider, model) ? "max_completion_tokens" : "max_tokens";
  const settings = {
    ...(max_tokens === null ? {} : { [tokens]: max_tokens }),
    ...(options.temperatureOptional && UNTEMPERED.has(provider, model) ? {} : { temperature }),
  };
  const limits = { signal, timeoutMs, tries: 1 };
  const body = await provider.post("/chat/completions", { model, messages: prompt, ...settings }, limits);
  const { data, success } = Completion.safeParse(body);
  if (!success) throw badGateway("The provider's answer is not a chat completion");
  return data;
}

// OpenAI's newer models refuse max_tokens and want max_completion_tokens; other servers know only the former.
const RENAMED = perProvider();
// Its reasoning models refuse any temperature but their own.
const UNTEMPERED = perProvider();

function perProvider() {
  const models = new WeakMap<Provider, Set<string>>();
  return {
    has: (provider: Provider, model: string) => models.get(provider)?.has(model) ?? false,
    add: (provider: Provider, model: string) =>
      void models.set(provider, (models.get(provider) ?? new Set()).add(model)),
  };
}

function refusedSetting(cause: unknown): string | undefined {
  return cause instanceof APIError && cause.status === 400 ? cause.param ?? undefined : undefined;
}

function parseCompletion(completion: Completion): Omit<Reply, "latency_ms" | "tries"> {
  const { choices: [choice], usage } = completion;
  return {
    status: "answered",
    response: storable(choice.message.content ?? choice.message.refusal ?? ""),
    error: null,
    finish_reason: choice.finish_reason ?? null,
    response_model: completion.model ?? null,
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
    total_tokens: usage?.total_tokens ?? null,
  };
}

/** Azure answers 400 where OpenAI answers with finish_reason content_filter: both are the provider declining. */
function filtered(cause: unknown): boolean {
  return cause instanceof APIError && cause.status === 400 && cause.code === "content_filter";
}

function contentFilter(): Omit<Reply, "latency_ms" | "tries"> {
  return {
    status: "answered",
    response: "",
    error: null,
    finish_reason: "content_filter",
    response_model: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
  };
}

function classify(error: unknown, cause: unknown): Failure {
  const message = storable(
    error instanceof HTTPException ? error.message : "The provider's answer cannot be read",
  );
  if (!(cause instanceof APIError)) {
    const late = cause instanceof DOMException && cause.name === "TimeoutError";
    return { kind: late ? "timeout" : "refused", message };
  }
  const { status, headers } = cause;
  if (status === 401 || status === 403 || status === 404) return { kind: "hopeless", message };
  // A model that refuses the temperature refuses it for every question.
  if (status === 400 && /^unsupported_/u.test(cause.code ?? "")) return { kind: "hopeless", message };
  // Some providers answer 429 for an empty account, which waiting does not help.
  if (status === 429 && cause.code === "insufficient_quota") return { kind: "hopeless", message };
  if (status === 429) return { kind: "rate_limited", message, retryAfterMs: waitOf(headers) };
  if (status === undefined) return { kind: isTimeout(cause) ? "timeout" : "passing", message };
  const passing = status === 408 || status === 409 || status >= 500;
  return { kind: passing ? "passing" : "refused", message, retryAfterMs: waitOf(headers) };
}

function isTimeout(cause: APIError): boolean {
  return cause.name === "APIConnectionTimeoutError" || cause.name === "APIUserAbortError" ||
    /timed out|aborted/iu.test(cause.message);
}

function waitOf(headers: Headers | undefined): number | undefined {
  return retryAfterMs((name) => headers?.get(name)) ?? undefined;
}

function failed(timedOut: boolean, error: string, tries: number): Reply {
  return {
    status: timedOut ? "timeout" : "error",
    response: null,
    error,
    finish_reason: null,
    response_model: null,
    latency_ms: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    tries,
  };
}
