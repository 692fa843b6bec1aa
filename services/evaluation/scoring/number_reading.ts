import { type Doubt, doubtAbout } from "./number_context.ts";
import type { WrittenNumber } from "./numbers.ts";

/** The number that an answer is taken to mean. */
export interface Reading {
  number: WrittenNumber | undefined;
  rule: string;
  doubt: Doubt | undefined;
  /** The text holds more than this number, and which one is meant is a guess. */
  others: WrittenNumber[];
  /** What stands before "≈", where the number stands after it. */
  exact?: Exact;
}

/** A value that an answer rounds: "10/3 ≈ 3.33". */
export interface Exact {
  number: WrittenNumber;
  /** The rounded number is this one to its last digit. */
  same: boolean;
}

/** A number with what its context makes doubtful. */
export function plainReading(number: WrittenNumber | undefined, rule: string, text: string): Reading {
  return { number, rule, doubt: number && doubtAbout(text, number), others: [] };
}

/** A value that was written in words. */
export function wordReading(value: number, written: string): Reading {
  const number = { written, value, percent: false, start: 0, end: 0, bracketed: false, scale: 1 };
  return { number: { ...number, unit: undefined }, rule: "number_in_words", doubt: undefined, others: [] };
}
