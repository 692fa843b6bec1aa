import { z } from "zod";
import { isJson } from "../policies/json_text.ts";
import type { TextWindow } from "lib/streams/held_channel.ts";
import { HeldTooLong } from "lib/streams/held_queue.ts";
import { holdStream, type HoldVerdict } from "lib/streams/held_stream.ts";
import { providerRefusal } from "lib/providers/provider_refusal.ts";
import { chunkTexts, withChunkTexts } from "lib/streams/message_texts.ts";
import { type Evaluator, oncePerPolicy } from "../policies/evaluation.ts";
import type { Scan } from "../policies/scan.ts";
import type { Violation } from "../policies/verdict.ts";
import { withRestored } from "../pii/restoring.ts";
import type { Restorer } from "../pii/redact.ts";
import { type Checks, type Findings, findingsOf, NOTHING } from "./checks.ts";
import { eventData } from "./event_stream.ts";

const Chunk = z.looseObject({
  choices: z.array(z.looseObject({ index: z.int().default(0), delta: z.looseObject({}).default({}) }))
    .default([]),
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

export interface GuardedStreamOptions {
  evaluator: Evaluator;
  checks: Checks;
  question: string;
  restorer: Restorer | undefined;
  /** Whether models must check the output. */
  usesModels: boolean;
  signal: AbortSignal;
  /** Whether the caller asked for the usage chunk. */
  wantsUsage: boolean;
  /** Called for every piece that arrives. */
  onPiece: () => void;
  /** Builds the safety object of the last chunk. */
  safetyOf: (output: Findings) => unknown;
  /** Called with the reason when a stream ends early, unless its caller left. */
  onFault: (error: unknown) => void;
  onEnd: (end: StreamEnd) => void;
}

/** Amount of new text per check: small for policies, larger for models, which cost time and money. */
const STEP = 128;
const MODEL_STEP = 1_000;

/** Ends a stream whose text is blocked. */
class Blocked extends Error {}

/**
 * The chunks of an answer as they may be released. Text is released only after it was checked with as much
 * context on both sides as the policies in force need to see a match. A blocked answer ends with
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
        yield frame({ error: await shownError(chunk.error, options.evaluator) });
        return;
      }
      for (const released of await answer.take(chunk)) yield frame(released);
      if (answer.output().blocked) break;
    }
    if (!done && !answer.output().blocked) {
      yield failureFrame("The answer was cut off");
      return;
    }
    for (const released of await answer.end()) yield frame(released);
    complete = true;
    yield "data: [DONE]\n\n";
  } catch (error) {
    // A caller who leaves is not a fault.
    if (!options.signal.aborted) options.onFault(error);
    yield failureFrame(
      error instanceof HeldTooLong ? error.message : "The answer was cut off or could not be checked",
    );
  } finally {
    options.onEnd({ output: answer.output(), text: answer.text(), usage: answer.usage(), complete });
  }
}

const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/** The last event of an incomplete stream. */
export const failureFrame = (message: string) => frame({ error: { message, type: "provider_error" } });

/** A provider's error without keys; its words only when the policies find nothing in them, since they may quote texts. */
async function shownError(error: unknown, evaluator: Evaluator) {
  const body = typeof error === "string" ? { error: { message: error } } : { error };
  const { message, type, code, param } = providerRefusal({ status: 502, header: () => null, body });
  const scans = message === null ? [] : await evaluator.scan(
    [{ text: message, direction: "output" }],
    { policies: true, pii: false },
  );
  const isClean = scans.every(({ violations, edits }) => violations.length + edits.length === 0);
  return {
    message: isClean && message !== null ? message : "The provider ended the answer with an error",
    type: type ?? "provider_error",
    code,
    param,
  };
}

/** The end of a choice whose content is blocked. */
const filtered = (index: number) => ({ index, delta: {}, finish_reason: "content_filter" });

function streamedAnswer(options: GuardedStreamOptions) {
  const looking = streamChecks(options);
  const hold = holdStream<Chunk>({
    check: looking.check,
    texts: chunkTexts,
    rewrite: (chunk, texts) => Chunk.parse(withChunkTexts(chunk, texts)),
  });
  const indexes = new Set<number>();
  let base: Record<string, unknown> = {};
  let usage: unknown;

  /** The chunks that may be released; none when the answer is blocked. */
  async function unlessBlocked(released: Promise<Chunk[]>): Promise<Chunk[]> {
    try {
      return await released;
    } catch (error) {
      if (error instanceof Blocked) return [];
      throw error;
    }
  }
  return {
    async take(chunk: Chunk): Promise<Chunk[]> {
      const { usage: counted, ...rest } = chunk;
      usage = counted ?? usage;
      for (const { index } of rest.choices) indexes.add(index);
      const { choices, ...others } = rest;
      base = others;
      return choices.length === 0 ? [] : await unlessBlocked(hold.take(rest));
    },
    async end(): Promise<unknown[]> {
      const rest: unknown[] = looking.output().blocked ? [] : await unlessBlocked(hold.end());
      if (looking.output().blocked) {
        rest.splice(0, rest.length, { ...base, choices: [...indexes].map(filtered) });
      }
      if (options.wantsUsage && usage) rest.push({ ...base, choices: [], usage });
      const last = rest.pop() ?? { ...base, choices: [] };
      return [...rest, { ...Object(last), safety: options.safetyOf(looking.output()) }];
    },
    output: looking.output,
    usage: () => usage,
    text: () => [...hold.texts().values()].join("\n"),
  };
}

/** The checks of a stream's windows, and what they have found so far. */
function streamChecks(options: GuardedStreamOptions) {
  const { evaluator, checks, question, usesModels, signal } = options;
  const seen = new Map<string, Violation>();
  let output: Findings = { ...NOTHING };

  function note(findings: Findings): void {
    for (const violation of findings.violations) seen.set(violation.policy_id, violation);
    output = { ...findingsOf([...seen.values()], findings.safety ?? output.safety), shadow: output.shadow };
    if (output.blocked) throw new Blocked();
  }

  async function looked(window: TextWindow, { violations, seen, release, edits }: Scan) {
    note(findingsOf(violations, undefined));
    const text = window.text.slice(0, seen);
    if (usesModels && text.trim() !== "") note(await checks.part(text, { question, violations }, signal));
    return withRestored(options.restorer, { ...window, json: isJson(window) }, { release, edits });
  }

  return {
    output: () => output,
    async check(windows: readonly TextWindow[], last: boolean): Promise<HoldVerdict> {
      const texts = windows.map((window) => ({
        ...window,
        direction: "output" as const,
        json: isJson(window),
        tool: isOfTool(window),
      }));
      const scans = await evaluator.scan(texts, { policies: true, pii: false });
      const verdicts = [];
      for (const [i, window] of windows.entries()) {
        const scan = scans[i];
        if (scan) verdicts.push(await looked(window, scan));
      }
      if (last) {
        const shown = windows.map(({ text }) => text).join("\n");
        const judged = await evaluator.judgeShadow(shown, signal);
        output.shadow = oncePerPolicy([...scans.flatMap((scan) => scan.shadow), ...judged]);
      }
      return { windows: verdicts, step: usesModels ? MODEL_STEP : STEP };
    },
  };
}

const isOfTool = ({ channel }: { channel: string }) => /(?:^|\/)(?:tool_calls|function_call)\//.test(channel);
