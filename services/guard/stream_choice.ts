import type { Evaluator } from "./evaluation.ts";
import { type Checks, type Findings, findingsOf } from "./proxy_checks.ts";
import { mapTexts, textsOf } from "./proxy_texts.ts";
import type { Vault } from "./pii/redact.ts";
import { mergeDelta } from "./stream_deltas.ts";

/** Text held back so that a phrase that is still arriving is not half released: as long as a keyword may be. */
const HELD = 200;
/** What is looked at again in front of new text. */
const CONTEXT = 1_000;
/** New text that is looked at together: little for policies, more for models, which cost time and money. */
const STEP = 64;
const MODEL_STEP = 1_000;

export interface Looking {
  evaluator: Evaluator;
  checks: Checks;
  question: string;
  vault: Vault | undefined;
  /** Whether the output must be shown to models. */
  usesModels: boolean;
  signal: AbortSignal;
}

/** One choice of an answer as it arrives. */
export interface StreamChoice {
  index: number;
  finish: string | null;
  /** Takes the text and the other fields of a delta. */
  add(content: string, others: Record<string, unknown>): void;
  /** All that arrived, to be read. */
  text(): string;
  /** Looks at what is due; undefined when nothing is. */
  look(when: "more" | "end"): Promise<Findings | undefined>;
  /** Text that has been looked at and may go; at the end all of it. */
  release(when: "more" | "end"): string;
  /** The fields beside the content, whole: what may go at the end. */
  others(): Record<string, unknown>;
}

export function streamChoice(index: number, looking: Looking): StreamChoice {
  const { evaluator, checks, question, vault, usesModels, signal } = looking;
  let held = "";
  let context = "";
  let all = "";
  let others: Record<string, unknown> = {};
  const restore = (text: string) => vault?.restore(text) ?? text;

  function window(when: "more" | "end"): string {
    const whole = usesModels
      ? all
      : context.slice(context.length < CONTEXT ? 0 : context.search(/\s/) + 1) + held;
    if (when === "end") return [whole, ...textsOf(others)].join("\n");
    // A word that is still arriving is no word yet.
    const end = whole.lastIndexOf(" ");
    return end > 0 ? whole.slice(0, end) : whole;
  }
  /** How much of the held text may go: whole words, no half of a pair, no beginning of a marker. */
  function cut(): number {
    const most = held.length - HELD;
    const space = held.lastIndexOf(" ", most);
    let end = space > most - 100 && space > 0 ? space : most;
    if ((held.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    return end - (vault?.openEnd(held.slice(0, end)) ?? 0);
  }
  return {
    index,
    finish: null,
    add(content, more) {
      held += content;
      all += content;
      others = mergeDelta(others, more);
    },
    text: () => [all, ...textsOf(others)].join("\n"),
    async look(when) {
      if (when === "more" && held.length < HELD + (usesModels ? MODEL_STEP : STEP)) return undefined;
      const text = window(when);
      if (usesModels && text.trim() !== "") return await checks.output(text, question, signal);
      return findingsOf(evaluator.match(text), undefined);
    },
    release(when) {
      const end = when === "end" ? held.length : Math.max(0, cut());
      const text = held.slice(0, end);
      held = held.slice(end);
      context = (context + text).slice(-CONTEXT);
      return restore(text);
    },
    others() {
      const mapped = mapTexts(others, restore);
      return typeof mapped === "object" && mapped !== null ? { ...mapped } : {};
    },
  };
}
