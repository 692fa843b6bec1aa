import { RE2JS } from "re2js";
import {
  ALT,
  ALT_MATCH,
  EMPTY_WIDTH,
  isMatched,
  type Program,
  programOf,
  RUNE,
  RUNE1,
  RUNE_ANY_NOT_NL,
} from "./program.ts";

/** How much text a pattern needs to see at once. */
export interface PatternReach {
  /**
   * The most code units from the beginning of a match to the point where a match is certain, whatever follows: five
   * for `key \d+`. Infinity when the pattern is unbounded before that point.
   */
  longest: number;
  /** Whether it looks for an end of the text or of a line, which a part of the text may not contain. */
  anchored: boolean;
}

const LINES_AND_TEXT = 1 | 2 | 4 | 8;
const BEYOND_ONE_UNIT = 0x10000;

/** A leading `.*` is skipped: it never decides whether there is a match. */
const LEADING_ANYTHING = /^((?:\(\?[a-zA-Z]+\))?)(?:\.\*\??)+(?=[^|]+$)/;

export function reachOf(pattern: RE2JS): PatternReach {
  const reach = programReach(pattern);
  const shorter = pattern.pattern().replace(LEADING_ANYTHING, "$1");
  if (reach.longest < Infinity || shorter === pattern.pattern()) return reach;
  return programReach(RE2JS.compile(shorter, pattern.flags()));
}

function programReach(pattern: RE2JS): PatternReach {
  const program = programOf(pattern);
  return { longest: longestFrom(program), anchored: program.inst.some(isAnchor) };
}

function isAnchor({ op, arg }: Program["inst"][number]): boolean {
  // Look-behind may hold an anchor too.
  return op > RUNE_ANY_NOT_NL || (op === EMPTY_WIDTH && (arg & LINES_AND_TEXT) !== 0);
}

function longestFrom({ start, inst }: Program): number {
  const known = new Map<number, number>();
  function longest(pc: number): number {
    const before = known.get(pc);
    if (before !== undefined) return before;
    // Reached again while it is computed: a loop.
    known.set(pc, Infinity);
    const length = measured(pc);
    known.set(pc, length);
    return length;
  }
  function measured(pc: number): number {
    const instruction = inst[pc];
    if (!instruction || isMatched(inst, pc)) return 0;
    if (instruction.op === ALT || instruction.op === ALT_MATCH) {
      return Math.max(longest(instruction.out), longest(instruction.arg));
    }
    if (instruction.op >= RUNE && instruction.op <= RUNE_ANY_NOT_NL) {
      return unitsOf(instruction) + longest(instruction.out);
    }
    // A boundary needs the character next to it.
    return (instruction.op === EMPTY_WIDTH ? 1 : 0) + longest(instruction.out);
  }
  return longest(start);
}

function unitsOf({ op, runes }: Program["inst"][number]): number {
  const isOneUnit = (op === RUNE || op === RUNE1) && runes.every((rune) => rune < BEYOND_ONE_UNIT);
  return isOneUnit ? 1 : 2;
}
