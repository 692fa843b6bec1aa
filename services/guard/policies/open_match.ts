/** Finds where an undecided match may have begun in a partial text. */
import type { RE2JS } from "re2js";
import {
  ALT,
  ALT_MATCH,
  CAPTURE,
  EMPTY_WIDTH,
  type Instruction,
  isMatched,
  MATCH,
  NOP,
  type Program,
  programOf,
  RUNE_ANY,
  RUNE_ANY_NOT_NL,
} from "./program.ts";

const FOLD_CASE = 1;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

/**
 * The offset at or after `from` where the earliest unfinished match of a pattern begins; the text's length
 * when there is none.
 */
export function openMatch(pattern: RE2JS): (text: string, from: number) => number {
  const program = programOf(pattern);
  const certain = program.inst.map((_, pc) => isMatched(program.inst, pc));
  return (text, from) => {
    let threads = newThreads(program.inst.length);
    let next = newThreads(program.inst.length);
    for (let at = from; at < text.length;) {
      follow(program, certain, { text, at, threads, start: at, pc: program.start });
      const rune = text.codePointAt(at) ?? 0;
      at += rune > 0xffff ? 2 : 1;
      clear(next);
      for (let i = 0; i < threads.count; i++) {
        const instruction = program.inst[threads.pcs[i] ?? 0];
        if (!instruction || !takes(instruction, rune)) continue;
        follow(program, certain, {
          text,
          at,
          threads: next,
          start: threads.starts[i] ?? 0,
          pc: instruction.out,
        });
      }
      [threads, next] = [next, threads];
    }
    let first = text.length;
    for (let i = 0; i < threads.count; i++) first = Math.min(first, threads.starts[i] ?? first);
    return first;
  };
}

interface Threads {
  pcs: Int32Array;
  /** Where the thread's match began; the first thread at an instruction began first. */
  starts: Int32Array;
  count: number;
  seen: Uint8Array;
}

function newThreads(size: number): Threads {
  return {
    pcs: new Int32Array(size),
    starts: new Int32Array(size),
    count: 0,
    seen: new Uint8Array(size),
  };
}

function clear(threads: Threads): void {
  threads.count = 0;
  threads.seen.fill(0);
}

/** Adds the instructions that wait for a character at or behind `pc`. */
function follow(
  { inst }: Program,
  certain: readonly boolean[],
  { text, at, threads, start, pc }: {
    text: string;
    at: number;
    threads: Threads;
    start: number;
    pc: number;
  },
): void {
  const pending = [pc];
  for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
    const step = inst[pc];
    if (!step || threads.seen[pc] === 1) continue;
    threads.seen[pc] = 1;
    // A certain match is found by the pattern itself.
    if (certain[pc] || step.op === MATCH) continue;
    if (step.op === ALT || step.op === ALT_MATCH) pending.push(step.arg, step.out);
    else if (step.op === NOP || step.op === CAPTURE) pending.push(step.out);
    else if (step.op === EMPTY_WIDTH && at < text.length) {
      if (holds(step.arg, text, at)) pending.push(step.out);
    } else {
      // At the end of the text a boundary needs the next character too.
      threads.pcs[threads.count] = pc;
      threads.starts[threads.count++] = start;
    }
  }
}

function takes({ op, arg, runes }: Instruction, rune: number): boolean {
  if (op === RUNE_ANY) return true;
  if (op === RUNE_ANY_NOT_NL) return rune !== 10;
  const [only = 0] = runes;
  if (runes.length === 1) return only === rune || ((arg & FOLD_CASE) !== 0 && folded(only) === folded(rune));
  for (let i = 0; i + 1 < runes.length; i += 2) {
    if (rune >= (runes[i] ?? 0) && rune <= (runes[i + 1] ?? 0)) return true;
  }
  return false;
}

const folded = (rune: number) => String.fromCodePoint(rune).toLowerCase();

/** Whether a boundary holds at a place within the text. */
function holds(boundaries: number, text: string, at: number): boolean {
  const isBoundary = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  if ((boundaries & WORD_BOUNDARY) !== 0 && !isBoundary) return false;
  return (boundaries & NO_WORD_BOUNDARY) === 0 || !isBoundary;
}

const isWord = (unit: number) =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95;
