/** A derived text with a map of offsets to the original text. */

export interface MappedText {
  text: string;
  /** The offset in the original text where the code unit at `index` begins. */
  from(index: number): number;
  /** The offset in the original text where the code unit before `index` ends. */
  to(index: number): number;
}

/** The offsets in the original text of a piece, also of a text that runs backwards. */
export function spanOf({ from, to }: MappedText, start: number, end: number): [start: number, end: number] {
  const [first, last] = [from(start), to(end)];
  return first <= last ? [first, last] : [last, first];
}

/** The original text as its own reading. */
export const asGiven = (text: string): MappedText => ({ text, from: (index) => index, to: (index) => index });

/** Builds a map of offsets from a derived text to its source. */
export interface OffsetMap {
  /**
   * Maps the next `length` units to the source's units from `start` to `end`, one to one if the lengths are
   * equal.
   */
  add(length: number, start: number, end: number): void;
  /** The derived text, mapped to the original text of the source. */
  mapped(text: string, source: MappedText): MappedText;
}

/** Stores one entry per run of units that moved together, not per unit. */
export function createOffsetMap(): OffsetMap {
  const begins: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let written = 0;
  let last = -1;

  /** The run that the unit at `index` is in. */
  function runOf(index: number): number {
    let [low, high] = [0, begins.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((begins[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** Whether the units of a run map one to one. */
  const isEven = (run: number) =>
    (ends[run] ?? 0) - (starts[run] ?? 0) === (begins[run + 1] ?? written) - (begins[run] ?? 0);

  return {
    add(length, start, end) {
      const even = length === end - start;
      if (length === 0) return;
      if (even && last >= 0 && ends[last] === start && isEven(last)) ends[last] = end;
      else {
        last = begins.push(written) - 1;
        starts.push(start);
        ends.push(end);
      }
      written += length;
    },
    mapped(text, source) {
      return {
        text,
        from(index) {
          if (index >= written) return source.from(source.text.length);
          const run = runOf(index);
          const start = starts[run] ?? 0;
          return source.from(isEven(run) ? start + index - (begins[run] ?? 0) : start);
        },
        to(index) {
          if (index <= 0) return source.from(0);
          const run = runOf(Math.min(index, written) - 1);
          const end = ends[run] ?? 0;
          return source.to(isEven(run) ? (starts[run] ?? 0) + index - (begins[run] ?? 0) : end);
        },
      };
    },
  };
}

/** Writes a mapped text piece by piece. */
export interface MappedWriter {
  /** Appends `text` for the source's units from `start` to `end`. */
  add(text: string, start: number, end: number): void;
  done(): MappedText;
}

/** A writer of a text derived from `source`, which may be a mapped text itself. */
export function mappedWriter(source: MappedText): MappedWriter {
  const pieces: string[] = [];
  const where = createOffsetMap();
  return {
    add(text, start, end) {
      pieces.push(text);
      where.add(text.length, start, end);
    },
    done: () => where.mapped(pieces.join(""), source),
  };
}
