import { z } from "zod";
import { eventData } from "./event_stream.ts";
import { type Findings, findingsOf, NOTHING } from "./checks.ts";
import type { Violation } from "../policies/verdict.ts";
import { type Looking, type StreamChoice, streamChoice } from "./stream_choice.ts";

const Chunk = z.looseObject({
  choices: z.array(z.looseObject({
    index: z.int().default(0),
    delta: z.looseObject({ role: z.string().nullish(), content: z.string().nullish() }).default({}),
    finish_reason: z.string().nullish(),
  })).default([]),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});
type Chunk = z.output<typeof Chunk>;

/** How a stream ended. */
export interface StreamEnd {
  output: Findings;
  text: string;
  usage: unknown;
  complete: boolean;
}

export interface GuardedStreamOptions extends Looking {
  /** Whether the caller asked for the usage chunk. */
  wantsUsage: boolean;
  /** Called for every piece that arrives. */
  onPiece: () => void;
  /** The safety object of the last chunk. */
  safetyOf: (output: Findings) => unknown;
  /** Called with the reason when a stream ends early, unless its caller left. */
  onFault: (error: unknown) => void;
  onEnd: (end: StreamEnd) => void;
}

/**
 * The chunks of an answer as they may be released. No text is released before it was checked together with its
 * neighbours on both sides, as far as the policies in force need them to see a match. A blocked answer ends with
 * finish_reason content_filter. The last chunk before [DONE] carries the safety object.
 */
export async function* guardedStream(
  body: ReadableStream<Uint8Array>,
  options: GuardedStreamOptions,
): AsyncGenerator<string> {
  const answer = streamedAnswer(options);
  let complete = false;
  try {
    let done = false;
    for await (const data of eventData(body)) {
      options.onPiece();
      done = data === "[DONE]";
      if (done) break;
      const chunk = Chunk.parse(JSON.parse(data));
      if (chunk.error !== undefined) {
        yield frame({ error: chunk.error });
        return;
      }
      yield* answer.take(chunk);
      if (answer.output().blocked) break;
    }
    if (!done && !answer.output().blocked) {
      yield failure("The answer was cut off");
      return;
    }
    yield* answer.end();
    complete = true;
    yield "data: [DONE]\n\n";
  } catch (error) {
    // A caller who leaves is not a fault.
    if (!options.signal.aborted) options.onFault(error);
    yield failure("The answer was cut off or could not be checked");
  } finally {
    options.onEnd({ output: answer.output(), text: answer.text(), usage: answer.usage(), complete });
  }
}

const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
/** The last event of a stream that is not whole. */
export const failure = (message: string) => frame({ error: { message, type: "provider_error" } });

/** The end of a choice whose content is blocked. */
const filtered = (index: number) => ({ index, delta: {}, finish_reason: "content_filter" });

function streamedAnswer(options: GuardedStreamOptions) {
  const choices = new Map<number, StreamChoice>();
  const seen = new Map<string, Violation>();
  let output: Findings = NOTHING;
  let base: Record<string, unknown> = {};
  let usage: unknown;

  const chunkOf = (index: number, delta: Record<string, unknown>, finish_reason: string | null) => ({
    ...base,
    choices: [{ index, delta, finish_reason }],
  });
  async function look(choice: StreamChoice, when: "more" | "end"): Promise<boolean> {
    const found = await choice.look(when);
    for (const violation of found?.violations ?? []) seen.set(violation.policy_id, violation);
    if (found) output = findingsOf([...seen.values()], found.safety ?? output.safety);
    return found !== undefined && !output.blocked;
  }
  async function* take(chunk: Chunk): AsyncGenerator<string> {
    const { choices: given, usage: counted, ...rest } = chunk;
    base = rest;
    usage = counted ?? usage;
    for (const { index, delta, finish_reason } of given) {
      const { role, content, ...others } = delta;
      const choice = choices.get(index) ?? streamChoice(index, options);
      choices.set(index, choice);
      choice.finish = finish_reason ?? choice.finish;
      if (role) yield frame(chunkOf(index, { role, content: "" }, null));
      choice.add(content ?? "", others);
      if (!await look(choice, "more")) continue;
      const text = choice.release("more");
      if (text !== "") yield frame(chunkOf(index, { content: text }, null));
    }
  }
  async function* end(): AsyncGenerator<string> {
    const last: Record<string, unknown>[] = [];
    for (const choice of choices.values()) {
      if (output.blocked || !await look(choice, "end")) break;
      const text = choice.release("end");
      if (text !== "") yield frame(chunkOf(choice.index, { content: text }, null));
      const others = choice.others();
      if (Object.keys(others).length > 0) yield frame(chunkOf(choice.index, others, null));
      last.push(chunkOf(choice.index, {}, choice.finish ?? "stop"));
    }
    if (output.blocked) last.splice(0, last.length, { ...base, choices: [...choices.keys()].map(filtered) });
    if (options.wantsUsage && usage) last.push({ ...base, choices: [], usage });
    if (last.length === 0) last.push({ ...base, choices: [] });
    for (const [i, chunk] of last.entries()) {
      yield frame(i < last.length - 1 ? chunk : { ...chunk, safety: options.safetyOf(output) });
    }
  }
  return {
    take,
    end,
    output: () => output,
    usage: () => usage,
    text: () => [...choices.values()].map((choice) => choice.text()).join("\n"),
  };
}
