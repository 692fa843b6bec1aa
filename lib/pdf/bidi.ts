/** The order in which the pieces of a line stand on paper (Unicode Bidirectional Algorithm, UAX #9). */
import createBidi from "bidi-js";

// The package's types describe an ES module; the module that loads is CommonJS.
const factory: typeof createBidi.default = "default" in createBidi ? createBidi.default : createBidi;
const bidi = factory();

/** The direction of a text. */
export type Direction = "ltr" | "rtl";

/** A text's direction by its first strong character; `ltr` when it has none. */
export function directionOf(text: string): Direction {
  const strong = /(?=\p{L})[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]/u.exec(text)?.[0];
  return strong && RIGHT_TO_LEFT.test(strong) ? "rtl" : "ltr";
}

/** A letter that runs right to left; Arabic-Indic digits belong to the script and do not. */
const RIGHT_TO_LEFT = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** `text` kept from left to right whatever stands around it: a date, an id, a code. */
export function leftToRight(text: string): string {
  // Without an override, parts of Arabic-Indic digits would still change places around a dash or a slash.
  const line = steerless(text);
  return RIGHT_TO_LEFT.test(line) ? `\u2066${line}\u2069` : `\u2066\u202d${line}\u202c\u2069`;
}

/**
 * `text` isolated from the words around it, so that neither changes the other's order. For names and quoted
 * words.
 */
export function isolated(text: string): string {
  return `\u2068${steerless(text)}\u2069`;
}

/** A name as one line of its own characters: it neither turns itself around nor begins a line of the page. */
function steerless(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, " ");
}

/** `text` without the marks that only steer direction; they are never drawn. */
export function withoutMarks(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** A piece of a line that runs in one direction: a word, a part of one, or a blank. */
export interface PlacedPiece {
  /** The characters to draw, in the order in which they are read. */
  text: string;
  /** Their direction. */
  direction: Direction;
}

/** A paragraph whose directions are resolved; lines are broken out of it afterwards. */
export interface Paragraph {
  /** All its characters. */
  text: string;
  /** The direction of the whole. */
  direction: Direction;
  /** The embedding level of each UTF-16 unit. */
  levels: Uint8Array;
}

/**
 * Resolves the directions within `text`, a paragraph of direction `direction`. Overrides and embeddings other
 * than those of `leftToRight` came in with somebody's words and would turn what follows, numbers too.
 */
export function paragraph(text: string, direction: Direction): Paragraph {
  const kept = text.replace(/(\u2066\u202d|\u202c\u2069)|[\u202a-\u202e]/g, "$1");
  return { text: kept, direction, levels: bidi.getEmbeddingLevels(kept, direction).levels };
}

/**
 * The pieces of a line from left to right as printed, with brackets mirrored in right-to-left runs. The line
 * is `start` to `end` of the paragraph, because an isolate or quotation may have begun on an earlier line.
 */
export function visualPieces(
  { text, direction, levels }: Paragraph,
  { start = 0, end = text.length }: { start?: number; end?: number } = {},
): PlacedPiece[] {
  const base = direction === "rtl" ? 1 : 0;
  // Rule L1: blanks at the end of a line belong to the paragraph.
  const blanksFrom = end - (/\s*$/.exec(text.slice(start, end))?.[0].length ?? 0);
  const levelAt = (index: number) => index >= blanksFrom ? base : levels[index] ?? base;
  const pieces: { text: string; level: number }[] = [];
  for (let from = start; from < end;) {
    const level = levelAt(from);
    const blank = text[from] === " ";
    let to = from + 1;
    while (to < end && levelAt(to) === level && (text[to] === " ") === blank) to++;
    pieces.push({ text: withoutMarks(text.slice(from, to)), level });
    from = to;
  }
  return reordered(pieces.filter((piece) => piece.text !== "")).map(({ text, level }) =>
    level % 2 === 1 ? { text: mirrored(text), direction: "rtl" } : { text, direction: "ltr" }
  );
}

/** Rule L2: from the highest level down, runs at that level or above are reversed. */
function reordered<T extends { level: number }>(pieces: T[]): T[] {
  const result = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < result.length; start++) {
      if ((result[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((result[end + 1]?.level ?? -1) >= level) end++;
      result.splice(start, end - start + 1, ...result.slice(start, end + 1).reverse());
      start = end;
    }
  }
  return result;
}

/** Rule L4. */
function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
