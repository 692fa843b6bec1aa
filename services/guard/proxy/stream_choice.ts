import type { Evaluator } from "../policies/evaluation.ts";
import { type Checks, type Findings, findingsOf } from "./checks.ts";
import { mapTexts, textsOf } from "./message_texts.ts";
import type { Vault } from "../pii/redact.ts";
import { mergeDelta } from "./stream_deltas.ts";

/** What is looked at again in front of new text. */
const CONTEXT = 1_000;
/** New text that is looked at together: little for policies, more for models, which cost time and money. */
const STEP = 128;
const MODEL_STEP = 1_000;
/** A quarter of what is held back, so that no text is looked at more than a few times. */
const STEPS_HELD = 4;
/** A word that is still arriving is waited for up to this length, and a release ends at a word within half of it. */
const WORD = 64;

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
  const { evaluator, vault, usesModels } = looking;
  let held = "";
  let context = "";
  let all = "";
  /** How much of `held` has been looked at. */
  let looked = 0;
  let others: Record<string, unknown> = {};
  const restore = (text: string) => vault?.restore(text) ?? text;

  /** How much of the held text makes whole words: one that is still arriving is none yet. */
  function arrived(): number {
    const end = lastSpace(held, held.length);
    return end === -1 ? held.length : end;
  }
  /** The text to look at when `end` units of what is held have arrived. */
  function window(end: number): string {
    if (usesModels) return all.slice(0, all.length - held.length + end);
    return context.slice(context.length < CONTEXT ? 0 : context.search(/\s/) + 1) + held.slice(0, end);
  }
  /** How much of what was looked at may go: whole words, no half of a pair, no beginning of a marker. */
  function cut(): number {
    const most = looked - evaluator.held();
    if (most <= 0) return 0;
    const space = lastSpace(held, most);
    let end = space > most - WORD / 2 ? space : most;
    if ((held.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    return Math.max(0, end - (vault?.openEnd(held.slice(0, end)) ?? 0));
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
      if (when === "end") return await judged(looking, [all, ...textsOf(others)].join("\n"), "whole");
      if (held.length < due(looking)) return undefined;
      looked = arrived();
      return await judged(looking, window(looked), "part");
    },
    release(when) {
      const end = when === "end" ? held.length : cut();
      const text = held.slice(0, end);
      held = held.slice(end);
      looked = Math.max(0, looked - end);
      context = (context + text).slice(-CONTEXT);
      return restore(text);
    },
    others() {
      const mapped = mapTexts(others, restore);
      return typeof mapped === "object" && mapped !== null ? { ...mapped } : {};
    },
  };
}

/** How much must be held before another look. */
function due({ evaluator, usesModels }: Looking): number {
  const back = evaluator.held();
  return back + Math.max(usesModels ? MODEL_STEP : STEP, back / STEPS_HELD);
}

async function judged(looking: Looking, text: string, extent: "part" | "whole"): Promise<Findings> {
  const { evaluator, checks, question, usesModels, signal } = looking;
  const part = extent === "part";
  if (usesModels && text.trim() !== "") return await checks.output(text, { question, part }, signal);
  return findingsOf(part ? evaluator.matchPart(text) : evaluator.match(text), undefined);
}

/** The index of the last white space before `end`, or -1. */
function lastSpace(text: string, end: number): number {
  for (let i = end - 1; i >= 0 && i >= end - WORD; i--) if (/\s/.test(text.charAt(i))) return i;
  return -1;
}
