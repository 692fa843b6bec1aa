import type { Entity } from "./entity.ts";
import { findLabels, LABEL, type Labels, lastLabel } from "./labels.ts";

/** A finding, with offsets into the normalised text. */
export interface Finding extends Omit<Entity, "value"> {
  /** A check digit, a checksum or a full structure was verified, not only a shape. */
  checked: boolean;
}

/** The state of scanning one text: its tokens, its labels, the findings so far. */
export interface Scan {
  text: string;
  /** The code units of `text`, with others behind them. */
  units: Uint16Array;
  runs: Runs;
  findings: Finding[];
  wanted: (type: string) => boolean;
  labels: () => Labels;
  /** The end of the last phone number: no other begins inside it. */
  phoneEnd: number;
  /** Remaining budget of costly checks; without budget a candidate counts as found. */
  budget: { phones: number; wallets: number };
}

/** Tokens of digits only, in order. */
export interface Runs {
  count: number;
  start: number[];
  end: number[];
}

export function newScan(
  { text, units }: Pick<Scan, "text" | "units">,
  wanted: (type: string) => boolean,
): Scan {
  let labels: Labels | undefined;
  return {
    text,
    units,
    wanted,
    findings: [],
    phoneEnd: 0,
    runs: { count: 0, start: [], end: [] },
    labels: () => labels ??= findLabels(text, units),
    budget: { phones: 800, wallets: 800 },
  };
}

export function addRun(runs: Runs, start: number, end: number): void {
  runs.start[runs.count] = start;
  runs.end[runs.count++] = end;
}

/** Whether a label near a value confirms its kind, denies it or says nothing. */
export type Context = "said" | "denied" | "silent";

const BEFORE = 80;
const AFTER = 30;

/**
 * The nearest label before a value decides; when it says nothing, a label closely after the value may. A label does
 * not apply across the end of a line or sentence unless it stands directly at that end, as a heading does.
 */
export function context(scan: Scan, start: number, end: number, kinds: number): Context {
  const labels = scan.labels();
  const before = lastLabel(labels, start);
  if (before >= 0 && start - (labels.end[before] ?? 0) <= BEFORE) {
    if (reaches(scan.text, labels.end[before] ?? 0, start)) {
      return ((labels.kind[before] ?? 0) & kinds) !== 0 ? "said" : "denied";
    }
  }
  const after = before + 1;
  const following = labels.start[after] ?? 0;
  if (after < labels.count && following >= end && following - end <= AFTER) {
    const between = scan.text.slice(end, following);
    if (/^[\s(,،]*(?:is |was |هو |هي )?(?:my |the |his |her )?\(?$/.test(between)) {
      return ((labels.kind[after] ?? 0) & kinds) !== 0 ? "said" : "silent";
    }
  }
  return "silent";
}

/** Labels that only mean "a number of another kind". */
const OTHER_NUMBER = LABEL.number | LABEL.version;

/** Whether a label directly before a value marks it as an order number, a version or the like. */
export function isOtherNumber(scan: Scan, start: number): boolean {
  const labels = scan.labels();
  const before = lastLabel(labels, start);
  if (before < 0 || ((labels.kind[before] ?? 0) & OTHER_NUMBER) === 0) return false;
  const end = labels.end[before] ?? 0;
  return start - end <= 30 && reaches(scan.text, end, start) &&
    !/[,،] |\p{L}{9,}/u.test(scan.text.slice(end, start)) &&
    (scan.text.slice(end, start).match(/\d+/g)?.length ?? 0) < 3;
}

/** Whether at most two words stand between a value and the label before it, or a label follows it. */
export function isClose(scan: Scan, start: number): boolean {
  const labels = scan.labels();
  const before = lastLabel(labels, start);
  const from = before < 0 ? 0 : labels.end[before] ?? 0;
  if (before < 0 || start - from > BEFORE) return true;
  return (scan.text.slice(from, start).match(/[\p{L}\p{M}]+/gu)?.length ?? 0) <= 2;
}

/** Whether the dot at `index` ends "no." rather than a sentence. */
const isAbbreviation = (text: string, index: number) =>
  /\b(?:no|nos|nr|num)$/i.test(text.slice(index - 4, index));

function reaches(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 && i > from + 2) return false;
    const stop = unit === 46 || unit === 33 || unit === 63 || unit === 0x061f;
    if (stop && i > from + 3 && text.charCodeAt(i + 1) === 32 && !isAbbreviation(text, i)) return false;
  }
  return true;
}
