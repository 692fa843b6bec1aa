/** Finds unfinished escapes at the end of a text that is still arriving. */
import { MORSE_GAP, MORSE_SIGN, SPELLING_WORD } from "./alphabets.ts";
import { ENTITY_MOST, MARK_MOST, MARKS_MOST } from "./encodings.ts";

/** Most characters of an escape. */
const MOST = 20_000;

/** An encoding of one unit after another, of which the last may be incomplete. */
interface Units {
  /** The lengths of a unit. */
  lengths: readonly number[];
  unit: RegExp;
  unfinished: RegExp;
  /** Fewer units are ordinary words and numbers. */
  least?: number;
}

/** Encodings with several units for one character, so that none can be read before all have arrived. */
const UNITS: readonly Units[] = [
  { lengths: [3], unit: /^%[0-9a-f]{2}$/i, unfinished: /%[0-9a-f]?$/i },
  { lengths: [3, 2], unit: /^=(?:[0-9A-F]{2}|\r?\n)$/, unfinished: /=[0-9A-F\r]?$/ },
  {
    lengths: [4],
    unit: /^\\(?:x[0-9a-f]{2}|[0-3][0-7]{2})$/i,
    unfinished: /\\(?:x[0-9a-f]?|[0-3][0-7]?)?$/i,
  },
  { lengths: [8, 9], unit: /^[01]{8}[ ,]?$/, unfinished: /(?<![01])[01]{1,7}$/ },
  { lengths: [5, 4, 3], unit: /^\d{2,3}[ ,;] ?$/, unfinished: /(?<!\d)\d{1,3}$/, least: 3 },
  { lengths: [3], unit: /^[0-9a-f]{2}[ :,-]$/i, unfinished: /(?<![0-9a-z])[0-9a-f]{1,2}$/i },
  { lengths: [7, 6, 5], unit: /^0x[0-9a-f]{2}[\s,;]{1,3}$/i, unfinished: /(?<!\w)0(?:x[0-9a-f]{0,2})?$/i },
];
const LONGEST_UNFINISHED = 8;

/** Escapes of one character each. */
const LONGEST_ESCAPE = 100;
const ESCAPE = new RegExp(
  [
    String.raw`(?:[\\%](?:[uU]\{?)?-?[0-9a-fA-F]{0,8}[}?]? ?){1,8}`,
    String.raw`&#?\w{0,${ENTITY_MOST + 1}}`,
  ].map((pattern) => `(?:${pattern})$`).join("|"),
);
/** Letters with spaces between them, in other alphabets. */
const LONGEST_SPELLED = 400;
const SPELLED = [
  new RegExp(`(?<![^\\s"'(:«])${MORSE_SIGN}(?:${MORSE_GAP}${MORSE_SIGN}){0,100}(?: ?[/|]? {0,3})$`),
  new RegExp(`\\b(?:${SPELLING_WORD}[-\\s,/.]{1,3}){1,40}\\w{0,8}$`, "i"),
  /(?:[uU]\+[0-9a-fA-F]{0,6}[\s,;]{0,3}){1,60}$/,
  /(?:\b(?:chr|char|(?:string\.)?fromcharcode)\(?[\w ]{0,8}\)?\s{0,3}[+.&,|]{0,2}\s{0,3}){1,30}$/i,
  /(?<!\S)(?:\S {1,3}){2,150}\S?$/u,
];
const MAY_BE_SPELLED = new RegExp(
  `[.\\-–—−·•/|] {0,3}$|[uU]\\+|r\\(|(?:^|\\s)\\S {1,3}\\S? *$|${SPELLING_WORD}`,
  "iu",
);

function openSpelled(text: string): number {
  const from = Math.max(0, text.length - LONGEST_SPELLED);
  const tail = text.slice(from);
  if (!MAY_BE_SPELLED.test(tail)) return text.length;
  const starts = SPELLED.flatMap((pattern) => {
    const match = pattern.exec(tail);
    return match && match[0].length > 0 ? [from + match.index] : [];
  });
  return Math.min(text.length, ...starts);
}

/** Longest text behind a right-to-left override. */
const MOST_TURNED = 1_000;

/** The offset of an unfinished escape at the end of the text; the text's length when there is none. */
export function openEscape(text: string): number {
  const from = Math.max(0, text.length - LONGEST_ESCAPE);
  const escape = ESCAPE.exec(text.slice(from));
  return Math.min(
    escape ? from + escape.index : text.length,
    openRun(text),
    openSpelled(text),
    openMark(text),
    openTurned(text),
    ...UNITS.map((units) => openUnits(text, units)),
  );
}

/** A shorter run may still be a word. */
const RUN_LEAST = 12;
const RUN = /[A-Za-z0-9+/_=-]/;
/** The least length of the first line of base64, and of any other. */
const FIRST_LINE = 16;
const LINE = /^[A-Za-z0-9+/]{4}$/;

/** Where base64, over several lines, or a hexadecimal run may have begun. */
function openRun(text: string): number {
  let start = text.length;
  let line = text.length;
  for (let at = text.length; at > 0 && text.length - at < MOST; at--) {
    const character = text.charAt(at - 1);
    if (RUN.test(character)) {
      // Lines that follow may be shorter than the first.
      if (line === text.length ? text.length - at + 1 >= RUN_LEAST : line - at + 1 >= FIRST_LINE) {
        start = at - 1;
      }
      continue;
    }
    const end = text.charAt(at - 2) === "\r" ? at - 2 : at - 1;
    if (character !== "\n" || !LINE.test(text.slice(Math.max(0, end - 4), end))) break;
    line = end;
    at = end + 1;
  }
  return start;
}

/** Where the units at the end of the text began. */
function openUnits(text: string, { lengths, unit, unfinished, least = 0 }: Units): number {
  const from = Math.max(0, text.length - LONGEST_UNFINISHED);
  let at = from + (unfinished.exec(text.slice(from))?.index ?? text.length - from);
  let count = 0;
  while (text.length - at < MOST) {
    const length = lengths.find((length) => length <= at && unit.test(text.slice(at - length, at)));
    if (length === undefined) break;
    at -= length;
    count++;
  }
  return count >= least ? at : text.length;
}

/** Where HTML marks began that may stand within a word. */
function openMark(text: string): number {
  const last = text.lastIndexOf("<");
  const isOpen = last >= 0 && text.length - last <= MARK_MOST &&
    /^<(?:[a-zA-Z/!]|$)/.test(text.slice(last)) &&
    !text.includes(">", last);
  let at = isOpen ? last : text.length;
  for (let count = 0; count < MARKS_MOST && text.charAt(at - 1) === ">"; count++) {
    const start = text.lastIndexOf("<", at - 1);
    if (start < 0 || at - start > MARK_MOST || text.indexOf(">", start) !== at - 1) break;
    at = start;
  }
  return at;
}

function openTurned(text: string): number {
  const at = text.lastIndexOf("\u202e");
  const isTurned = at >= 0 && text.length - at <= MOST_TURNED && !/[\u202c\n]/.test(text.slice(at));
  return isTurned ? at : text.length;
}
