/**
 * The cost of a pattern: the number of states it goes through in a worst-case text. Matching takes constant
 * time per character while all states fit into the cache.
 */
import type { RE2JS } from "re2js";
import {
  ALT,
  ALT_MATCH,
  CAPTURE,
  EMPTY_WIDTH,
  type Instruction,
  MATCH,
  NOP,
  type Program,
  programOf,
  RUNE,
  RUNE1,
} from "./program.ts";

/** Most states for one pattern. */
export const MOST_STATES = 500;
/** Most states for all patterns in force. */
export const MOST_STATES_IN_ALL = 6_000;
/** Length of the worst-case text in characters. */
export const PROBE_CHARACTERS = 2_000;
/** One in this many characters is arbitrary; the others continue some match. */
const NOISE = 12;

const known = new Map<string, number>();
const MOST_KNOWN = 10_000;

/** Counts the states that a pattern goes through, up to `MOST_STATES` + 1. */
export function statesOf(pattern: RE2JS): number {
  const key = `${pattern.flags()} ${pattern.pattern()}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const states = countedStates(programOf(pattern));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, states);
  return states;
}

function countedStates(program: Program): number {
  const alphabet = alphabetOf(program);
  const random = numbers(alphabet.length);
  const states = new Set<string>();
  let live = closure(program, [program.start]);
  for (let i = 0; i < PROBE_CHARACTERS && states.size <= MOST_STATES; i++) {
    states.add(live.join());
    live = stepped(program, live, nextRune(program, live, { alphabet, random }));
  }
  return states.size;
}

/** A character that continues a match; occasionally an arbitrary one. */
function nextRune(
  program: Program,
  live: readonly number[],
  { alphabet, random }: { alphabet: readonly number[]; random: (below: number) => number },
): number {
  const anyRune = alphabet[random(alphabet.length)] ?? 97;
  const instruction = program.inst[live[random(live.length)] ?? -1];
  if (!instruction || random(NOISE) === 0 || instruction.op > RUNE1) return anyRune;
  if (instruction.runes.length === 1) return instruction.runes[0] ?? anyRune;
  const fitting = alphabet.filter((rune) => takes(instruction, rune));
  return fitting[random(fitting.length)] ?? anyRune;
}

function stepped(program: Program, pcs: readonly number[], rune: number): number[] {
  const next = [program.start];
  for (const pc of pcs) {
    const instruction = program.inst[pc];
    if (instruction && takes(instruction, rune)) next.push(instruction.out);
  }
  return closure(program, next);
}

/** The instructions that wait for a character behind `from`, in order. */
function closure({ inst }: Program, from: readonly number[]): number[] {
  const pending = [...from];
  const seen = new Set<number>();
  const waiting: number[] = [];
  for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
    const instruction = inst[pc];
    if (!instruction || seen.has(pc)) continue;
    seen.add(pc);
    if (instruction.op === ALT || instruction.op === ALT_MATCH) {
      pending.push(instruction.out, instruction.arg);
    } else if (instruction.op === NOP || instruction.op === CAPTURE || instruction.op === EMPTY_WIDTH) {
      pending.push(instruction.out);
    } else if (instruction.op !== MATCH) waiting.push(pc);
  }
  return waiting.sort((a, b) => a - b);
}

function takes({ op, runes }: Instruction, rune: number): boolean {
  if (op > RUNE1) return true;
  if (runes.length === 1) return runes[0] === rune;
  for (let i = 0; i + 1 < runes.length; i += 2) {
    if (rune >= (runes[i] ?? 0) && rune <= (runes[i + 1] ?? 0)) return true;
  }
  return false;
}

/** Some characters of every class in the pattern, and some of none. */
function alphabetOf({ inst }: Program): number[] {
  const runes = new Set<number>([0x20, 0x7e]);
  for (const { op, runes: given } of inst) {
    if (op < RUNE) continue;
    for (const rune of given.slice(0, 16)) if (rune < 0x10000) runes.add(rune);
  }
  return [...runes];
}

/** A deterministic pseudo-random generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return below === 0 ? 0 : (state >>> 8) % below;
  };
}
