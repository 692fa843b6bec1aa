import type { Entity } from "./entity.ts";
import { AFTER, BEFORE, labelPlaces } from "./label_places.ts";
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
  /** Tokens of digits only. */
  runs: Runs;
  /** Tokens of digits and letters. */
  mixed: Runs;
  findings: Finding[];
  wanted: (type: string) => boolean;
  /** The labels before dates and secrets; of the whole text where a wanted type needs no number. */
  labels: () => Labels;
  /** The same, with all that are near a value. */
  labelsNear: (start: number, end: number) => Labels;
  /** The end of the last phone number: no other begins inside it. */
  phoneEnd: number;
  /** Remaining budget of costly checks; without budget a candidate counts as found. */
  budget: { phones: number; wallets: number };
}

/** Tokens, in order. */
export interface Runs {
  count: number;
  start: number[];
  end: number[];
}

/** Up to this length, or with a number in as few characters, a text is read for labels as a whole. */
const SHORT = 300;
const DENSE = 16;

/** A scan whose tokens have yet to be read. */
export function newScan(
  { text, units }: Pick<Scan, "text" | "units">,
  wanted: (type: string) => boolean,
): Scan {
  const runs: Runs = { count: 0, start: [], end: [] };
  const mixed: Runs = { count: 0, start: [], end: [] };
  let labels: Labels | undefined;
  /** The stretches that were read for labels; undefined: the whole text. */
  let stretches: ReturnType<typeof labelPlaces> | undefined;
  function readLabels(): Labels {
    if (labels) return labels;
    const isSparse = text.length > SHORT && (runs.count + mixed.count) * DENSE < text.length;
    if (isSparse && !wanted("PERSON") && !wanted("ADDRESS")) {
      stretches = labelPlaces({ units, length: text.length }, runs, mixed);
    }
    return labels = findLabels(text, { units, stretches });
  }
  return {
    text,
    units,
    wanted,
    runs,
    mixed,
    findings: [],
    phoneEnd: 0,
    labels: readLabels,
    labelsNear(start, end) {
      const known = readLabels();
      if (
        !stretches || isWithin(stretches, Math.max(0, start - BEFORE), Math.min(text.length, end + AFTER))
      ) {
        return known;
      }
      stretches = undefined;
      return labels = findLabels(text, { units });
    },
    budget: { phones: 800, wallets: 800 },
  };
}

/** Whether a part of a text lies within one of the stretches. */
function isWithin({ count, start, end }: Runs, from: number, to: number): boolean {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((start[middle] ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (end[low - 1] ?? 0) >= to;
}

export function addRun(runs: Runs, start: number, end: number): void {
  runs.start[runs.count] = start;
  runs.end[runs.count++] = end;
}

/** Whether a label near a value confirms its kind, denies it or says nothing. */
export type LabelContext = "said" | "denied" | "silent";

/**
 * The nearest label before a value decides; when it says nothing, a label closely after the value may. A label does
 * not apply across the end of a line or sentence unless it stands directly at that end, as a heading does.
 */
export function labelContext(scan: Scan, start: number, end: number, kinds: number): LabelContext {
  const labels = scan.labelsNear(start, end);
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
  const labels = scan.labelsNear(start, start);
  const before = lastLabel(labels, start);
  if (before < 0 || ((labels.kind[before] ?? 0) & OTHER_NUMBER) === 0) return false;
  const end = labels.end[before] ?? 0;
  return start - end <= 30 && reaches(scan.text, end, start) &&
    !/[,،] |\p{L}{9,}/u.test(scan.text.slice(end, start)) &&
    (scan.text.slice(end, start).match(/\d+/g)?.length ?? 0) < 3;
}

/** Whether at most two words stand between a value and the label before it, or a label follows it. */
export function isClose(scan: Scan, start: number): boolean {
  const labels = scan.labelsNear(start, start);
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
