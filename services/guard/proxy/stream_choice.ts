import type { Evaluator } from "../policies/evaluation.ts";
import { type Checks, type Findings, findingsOf } from "./checks.ts";
import { mapTexts, textsOf } from "./message_texts.ts";
import type { Vault } from "../pii/redact.ts";
import { mergeDelta } from "./stream_deltas.ts";

/** Text before the new text that is checked again with it. */
const CONTEXT = 1_000;
/** Amount of new text per check: small for policies, larger for models, which cost time and money. */
const STEP = 128;
const MODEL_STEP = 1_000;
/** A quarter of the delay, so that no text is checked more than a few times. */
const STEPS_HELD = 4;
/** A word that is still arriving is waited for up to this length; a release ends at a word within half of it. */
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
  /** All text that has arrived. */
  text(): string;
  /** Checks the text that is due; undefined when none is. */
  look(when: "more" | "end"): Promise<Findings | undefined>;
  /** Text that was checked and may be released; at the end all of it. */
  release(when: "more" | "end"): string;
  /** The fields beside the content, whole, to be released at the end. */
  others(): Record<string, unknown>;
}

export function streamChoice(index: number, looking: Looking): StreamChoice {
  const { evaluator, vault, usesModels } = looking;
  let held = "";
  let context = "";
  let all = "";
  /** How much of `held` was checked. */
  let looked = 0;
  let others: Record<string, unknown> = {};
  const restore = (text: string) => vault?.restore(text) ?? text;

  /** Length of the held text up to its last whole word. */
  function arrived(): number {
    const end = lastSpace(held, held.length);
    return end === -1 ? held.length : end;
  }
  /** The text to check when the first `end` units of the held text have arrived. */
  function window(end: number): string {
    if (usesModels) return all.slice(0, all.length - held.length + end);
    return context.slice(context.length < CONTEXT ? 0 : context.search(/\s/) + 1) + held.slice(0, end);
  }
  /** How much of the checked text may be released: whole words, no half of a surrogate pair, no beginning of a marker. */
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

/** How much text must be held before the next check. */
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
