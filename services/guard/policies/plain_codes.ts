/** Writes codes as patterns expect them: digits for number words and look-alikes, no spaces around dashes. */
import { saidNumbersIn } from "../pii/spoken_numbers.ts";
import { joinedIn } from "../reading/edit_excerpts.ts";
import type { MappedText } from "../reading/mapped_text.ts";

const SIGNS =
  / ?(?<said>\bdash|\bhyphen|\bslash|شرطة مائلة|شرطه مائله|شرطة|شرطه) ?(?=\d|\p{L}(?: \p{L}){0,5}(?!\p{L}))|(?: (?<sign>[-_/\u2010-\u2015]) ?| ?(?<last>[-_/\u2010-\u2015]) )(?=\d)/giu;
const SAID_SIGNS = new Map([["slash", "/"], ["شرطة مائلة", "/"], ["شرطه مائله", "/"]]);
/** Letters that stand for digits in a code. */
const DIGITS =
  /(?<![\dOIlA-Za-z])(?<code>[A-Z]{0,6}[-_ ]?)(?=[OIl]*\d)(?<digits>[\dOIl]{3,19})(?![\p{L}\p{N}])/gu;

/** The name of a letter after a spoken dash. */
const LETTER_NAME = /(?<=\d ?)(?:dash|hyphen|شرطة|شرطه) (?<name>ألف|الف|باء|تاء|جيم|دال|هاء|واو)(?!\p{L})/gu;
const LETTERS = new Map([["تاء", "ت"], ["هاء", "ه"], ["واو", "و"]]);

/** Spaced capital letters before a number or a spoken dash. */
const LETTERS_APART =
  /(?<![\p{L}\p{N}])[A-Z](?: [A-Z]){1,5}(?= ?(?:[-–/]|dash|hyphen|slash|شرطة)? ?(?:\d|[A-Z] [A-Z](?![\p{L}\p{N}])))/gu;

const HAS_LIKE_DIGITS = /[OIl]\d|\d[OIl]/;

/** Most findings of one kind in a text. */
const MOST = 500;

/** The surroundings of such codes, written plainly; undefined when there are none. */
export function plainCodes(source: MappedText): MappedText | undefined {
  const once = codesOf(source);
  // A spoken dash may stand before a spoken number, which becomes digits first.
  return once && (codesOf(once) ?? once);
}

function codesOf(source: MappedText): MappedText | undefined {
  const { text } = source;
  const edits = saidNumbersIn(text);
  for (const { 0: sign, index, groups } of text.matchAll(SIGNS)) {
    if (edits.length >= MOST) break;
    if (!/[\p{L}\p{N}]/u.test(text.charAt(index - 1))) continue;
    const plain = groups?.sign ?? groups?.last ?? SAID_SIGNS.get(groups?.said?.toLowerCase() ?? "") ?? "-";
    edits.push({ start: index, end: index + sign.length, text: plain });
  }
  for (const { 0: said, index, groups: { name = "" } = {} } of text.matchAll(LETTER_NAME)) {
    if (edits.length >= 2 * MOST) break;
    const start = text.charAt(index - 1) === " " ? index - 1 : index;
    edits.push({ start, end: index + said.length, text: `-${LETTERS.get(name) ?? name.charAt(0)}` });
  }
  for (const { 0: letters, index } of text.matchAll(LETTERS_APART)) {
    if (edits.length >= 2 * MOST) break;
    edits.push({ start: index, end: index + letters.length, text: letters.replaceAll(" ", "") });
  }
  for (const { 0: whole, index: at, groups } of HAS_LIKE_DIGITS.test(text) ? text.matchAll(DIGITS) : []) {
    if (edits.length >= 2 * MOST) break;
    const digits = groups?.digits ?? "";
    const index = at + whole.length - digits.length;
    const plain = digits.replaceAll("O", "0").replace(/[Il]/g, "1");
    if (plain !== digits) edits.push({ start: index, end: index + digits.length, text: plain });
  }
  if (edits.length === 0) return undefined;
  return joinedIn(source, edits);
}
