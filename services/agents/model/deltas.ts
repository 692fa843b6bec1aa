/** Assembles a streamed answer from its deltas. */
import { z } from "zod";
import type { ModelAnswer, Usage } from "./model.ts";

/** No call has more tokens. */
const MOST_TOKENS = 1_000_000_000;

// Some providers send content as parts.
const Text = z.union([
  z.string(),
  z.array(z.object({ text: z.string().optional() })).transform((parts) =>
    parts.map(({ text = "" }) => text).join("")
  ),
]).nullish();

// Some providers send the arguments as the object itself.
const Arguments = z.union([z.string(), z.looseObject({}).transform((given) => JSON.stringify(given))])
  .nullish();

const CallPiece = z.object({
  index: z.int().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: Arguments }).nullish(),
});
type CallPiece = z.output<typeof CallPiece>;

const Delta = z.object({
  content: Text,
  refusal: z.string().nullish(),
  // DeepSeek, vLLM and others say reasoning_content; OpenRouter says reasoning.
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  tool_calls: z.array(CallPiece).nullish(),
});

// Counts that cannot be counts are unknown, and estimated: the answer beside them is as good as any other.
const Tokens = z.number().min(0).max(MOST_TOKENS).nullish();
const WireUsage = z.object({ prompt_tokens: Tokens, completion_tokens: Tokens, total_tokens: Tokens })
  .nullish().catch(null);

// Providers may omit or null any field.
const Head = z.object({ model: z.string().nullish().catch(null), usage: WireUsage });

/** The fields of a chunk that are read. */
export const Chunk = Head.extend({
  choices: z.array(z.object({
    index: z.int().nullish(),
    finish_reason: z.string().nullish(),
    delta: Delta.nullish(),
  })).nullish(),
});
export type Chunk = z.output<typeof Chunk>;

/** The fields of a complete answer that are read. */
export const Completion = Head.extend({
  choices: z.array(
    z.object({ index: z.int().nullish(), finish_reason: z.string().nullish(), message: Delta }),
  )
    .min(1),
});

/** The text that a piece added. */
export interface Added {
  content: string;
  reasoning: string;
}

/** Collects pieces; `answer` may be called at any time. */
export interface Assembly {
  add(chunk: Chunk): Added;
  answer(): ModelAnswer;
}

export function assembly(): Assembly {
  const calls: { index: number; id: string; name: string; arguments: string }[] = [];
  const whole: ModelAnswer = {
    content: "",
    reasoning: "",
    tool_calls: [],
    finish_reason: null,
    usage: null,
    model: "",
    cost_usd: null,
  };

  function addCall(piece: CallPiece, position: number): void {
    const index = piece.index ?? undefined;
    const name = piece.function?.name ?? "";
    const last = calls.at(-1);
    let call = index === undefined && !piece.id
      ? last
      : calls.findLast((call) => call.index === (index ?? position));
    // Some providers number every call 0, so a new id with a name starts another call.
    const another = call && piece.id && call.id && piece.id !== call.id && name !== "";
    if (!call || another) calls.push(call = { index: index ?? position, id: "", name: "", arguments: "" });
    call.id ||= piece.id ?? "";
    if (name !== call.name) call.name += name;
    call.arguments += piece.function?.arguments ?? "";
  }

  return {
    add(chunk) {
      whole.model ||= chunk.model ?? "";
      if (chunk.usage) whole.usage = usageOf(chunk.usage);
      const choice = chunk.choices?.find(({ index }) => (index ?? 0) === 0);
      whole.finish_reason = choice?.finish_reason ?? whole.finish_reason;
      const delta = choice?.delta;
      const added = {
        content: delta?.content || delta?.refusal || "",
        reasoning: delta?.reasoning_content || delta?.reasoning || "",
      };
      whole.content += added.content;
      whole.reasoning += added.reasoning;
      delta?.tool_calls?.forEach(addCall);
      return added;
    },
    answer: () =>
      withThinkingApart({
        ...whole,
        tool_calls: calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text })),
      }),
  };
}

function usageOf(usage: NonNullable<z.output<typeof WireUsage>>): Usage {
  const [prompt_tokens, completion_tokens] = [whole(usage.prompt_tokens), whole(usage.completion_tokens)];
  const total_tokens = whole(usage.total_tokens) || prompt_tokens + completion_tokens;
  return { prompt_tokens, completion_tokens, total_tokens };
}

function whole(count: number | null | undefined): number {
  return Math.round(count ?? 0);
}

/** The answer of a completion that was not streamed. */
export function wholeAnswer({ model, usage, choices }: z.output<typeof Completion>): ModelAnswer {
  const first = choices.find(({ index }) => (index ?? 0) === 0) ?? choices[0];
  const whole = assembly();
  const delta = first && {
    ...first.message,
    tool_calls: first.message.tool_calls?.map((call, index) => ({ ...call, index })),
  };
  whole.add({ model, usage, choices: [{ delta, finish_reason: first?.finish_reason ?? "stop" }] });
  return whole.answer();
}

/** Moves a leading `<think>…</think>`, as open models write it into their answer, to the reasoning. */
export function withThinkingApart(answer: ModelAnswer): ModelAnswer {
  const match = /^\s*<think>([\s\S]*?)(?:<\/think>|$)\s*/.exec(answer.content);
  if (!match) return answer;
  const thought = (match[1] ?? "").trim();
  return {
    ...answer,
    content: answer.content.slice(match[0].length),
    reasoning: answer.reasoning ? `${answer.reasoning}\n${thought}` : thought,
  };
}
