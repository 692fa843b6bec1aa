/** A piece of a text, with the words that it stands for. */

/** Of one kind in one text. */
export const MOST_PIECES = 2_000;

export interface Found {
  start: number;
  end: number;
  words: string;
}

/** A way to write words and codes in pieces. */
export interface Pieces {
  /** Quick to tell that nothing in a text is written so. */
  sign: { test(text: string): boolean };
  pattern: RegExp;
  /** The pieces as words; undefined where they are none. */
  words(found: RegExpExecArray): string | undefined;
}

export function piecesIn(text: string, { sign, pattern, words }: Pieces): Found[] {
  const found: Found[] = [];
  if (!sign.test(text)) return found;
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MOST_PIECES) break;
    const together = words(match);
    if (together === undefined || together === match[0]) continue;
    found.push({ start: match.index, end: match.index + match[0].length, words: together });
  }
  return found;
}
