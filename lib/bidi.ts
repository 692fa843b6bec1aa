/** The order in which the pieces of a line stand on paper (Unicode Bidirectional Algorithm, UAX #9). */
import createBidi from "bidi-js";

// The package's types speak of an ES module, what is loaded is a CommonJS one.
const factory: typeof createBidi.default = "default" in createBidi ? createBidi.default : createBidi;
const bidi = factory();

/** The direction of a text. */
export type Direction = "ltr" | "rtl";

/** A text's direction by its first strong character; `ltr` when it has none. */
export function directionOf(text: string): Direction {
  const strong = /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]/u.exec(text)?.[0];
  return strong && RIGHT_TO_LEFT.test(strong) ? "rtl" : "ltr";
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** `text` kept from left to right whatever stands around it: a date, an id, a code. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}

/** A piece of a line that runs in one direction: a word, a part of one, or a blank. */
export interface PlacedPiece {
  /** What is drawn. */
  text: string;
  /** How it runs. */
  direction: Direction;
}

/** The pieces of `line`, left to right as they are set in a paragraph of direction `base`, brackets turned. */
export function visualPieces(line: string, base: Direction): PlacedPiece[] {
  const { levels } = bidi.getEmbeddingLevels(line, base);
  const pieces: { text: string; level: number }[] = [];
  for (let start = 0; start < line.length;) {
    const level = levels[start] ?? 0;
    const blank = line[start] === " ";
    let end = start + 1;
    while (end < line.length && levels[end] === level && (line[end] === " ") === blank) end++;
    const text = line.slice(start, end);
    pieces.push({ text: level % 2 === 1 ? turned(text) : text, level });
    start = end;
  }
  return reordered(pieces).map(({ text, level }) => ({
    text: text.replace(/[\u2066-\u2069]/g, ""),
    direction: level % 2 === 1 ? "rtl" : "ltr",
  }));
}

/** Rule L2: from the highest level down, runs at that level or above are turned round. */
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

/** What is drawn of a right-to-left piece; a font itself turns round only what has letters of such a script. */
function turned(text: string): string {
  const drawn = mirrored(text);
  return RIGHT_TO_LEFT.test(text) ? drawn : Array.from(drawn).reverse().join("");
}

function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join("");
}
