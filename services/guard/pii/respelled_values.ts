/** Joins values that are spelled out, spaced or cut by line ends: jamal [at] example [dot] com, 4 1 1 1 …. */
import type { Edit } from "lib/streams/held_channel.ts";
import { joinedIn } from "../reading/edit_excerpts.ts";
import type { MappedText } from "../reading/mapped_text.ts";

/** Types whose check digit or form confirms that the joined parts belong together. */
export const LOOSENED_TYPES: readonly string[] = [
  "EMAIL",
  "CREDIT_CARD",
  "IBAN",
  "EMIRATES_ID",
  "SAUDI_ID",
  "PASSPORT",
];

/** Most findings of one kind in a text. */
const MOST = 2_000;

/** The places of a text with such values, put together; undefined where there are none. */
export function respelledValues(source: MappedText): MappedText | undefined {
  const { text } = source;
  return joinedIn(source, [...spelledOut(text), ...apart(text), ...cut(text)]);
}

/** "At" in brackets, capitals or underscores, or spoken; spoken in English it needs a word for mail nearby. */
const AT =
  /\s?[[({<]\s?(?:(?:at|AT|[aA]t)(?: sign| symbol)?|a|ä|ät|@|(?:علامة )?(?:ال)?[آاأ]ت)\s?[\])}>]\s?|[_-]at[_-](?=[\w-]{1,60}[_-]dot[_-])|_at_|\s(?:AT|[aA][tT][- ]sign|علامة (?:ال)?[آاأ]ت)\s|\s(?:(?<said>at)|(?<alone>@)|آت|ات|أت)\s/g;
const NAME = /(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,40}$/;
/** The same with spoken signs. */
const SAID_NAME =
  /(?<![\w.+-])[A-Za-z0-9][\w+-]{0,30}(?: (?:\.|dot|underscore|dash|hyphen|نقطة|دوت|شرطة) [\w+-]{1,30}){1,3}$/;
const SIGNS_SAID = new Map([["underscore", "_"], ["dash", "-"], ["hyphen", "-"], ["شرطة", "-"]]);
const LONGEST_SAID_NAME = 140;
const HOST = String.raw`[A-Za-z0-9][A-Za-z0-9-]{0,40}`;
/** A spoken dot, in brackets or by itself. */
export const SAID_DOT = String
  .raw`(?:[.٫]|\s?[[({<]\s?(?:dot|DOT|\.|دوت|نقطة)\s?[\])}>]\s?|[_-]dot[_-]|\sDOT\s|\s\.\s|\s(?:dot|دوت|نقطة)\s)`;
const REST = new RegExp(`${HOST}(?:${SAID_DOT}${HOST}){1,4}`, "y");
const MAIL = /mail|reach|contact|write|address|بريد|[إا]يميل|راسل/i;
/** Words that stand before "at" in a sentence about a place. */
const NO_NAME = /^(?:us|me|him|her|them|it|you|is|are|was|sent|look|found|hosted|live|site|visit|see)$/i;

function spelledOut(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: sign, index, groups } of text.matchAll(AT)) {
    if (edits.length >= MOST) break;
    REST.lastIndex = index + sign.length;
    const rest = REST.exec(text)?.[0];
    const saidName = rest && SAID_NAME.exec(text.slice(Math.max(0, index - LONGEST_SAID_NAME), index))?.[0];
    const written = saidName ?? (rest && NAME.exec(text.slice(Math.max(0, index - 42), index))?.[0]);
    if (!rest || !written) continue;
    const name = saidName?.replace(/ (\S+) /g, (_, sign) => SIGNS_SAID.get(sign) ?? ".") ?? written;
    const start = index - written.length;
    const isSaid = groups?.said !== undefined && saidName === undefined;
    if ((isSaid || groups?.alone !== undefined) && NO_NAME.test(name)) continue;
    const around = text.slice(Math.max(0, start - 50), index + sign.length + rest.length + 50);
    if (isSaid && !MAIL.test(around)) continue;
    const host = rest.replace(new RegExp(SAID_DOT, "g"), ".");
    edits.push({ start, end: index + sign.length + rest.length, text: `${name}@${host}` });
  }
  return edits;
}

const ONE = String.raw`[\d٠-٩۰-۹]`;
/** Single digits with one separator, groups of four with strokes, and the groups of an Emirates ID. */
const APART = new RegExp(
  String.raw`(?<!${ONE}|[.,-])${ONE}(?<sign>[ ._/-])${ONE}(?!${ONE})(?:\k<sign>${ONE}(?!${ONE})){11,17}|` +
    String.raw`(?<!${ONE}|\/)${ONE}{4}(?:[/\\|_]${ONE}{4}){2}[/\\|_]${ONE}{1,7}(?!${ONE}|\/)|` +
    String.raw`(?<!${ONE}|[.,/])[7٧۷][8٨۸][4٤۴][./\\|_]${ONE}{4}[./\\|_]${ONE}{7}[./\\|_]${ONE}(?!${ONE})`,
  "g",
);
const MAY_BE_APART = new RegExp(
  String
    .raw`(?:${ONE}[ ._/-]){8}${ONE}|${ONE}{4}[/\\|_]${ONE}{4}[/\\|_]${ONE}{4}|${ONE}[./\\|_]${ONE}{7}[./\\|_]`,
);
/** An address with a space behind each of its characters. */
const SPACED_ADDRESS = /(?<!\S)(?:[\w.+-] ){2,64}@(?: [\w-]){1,60}(?: \.(?: [\w-]){2,60}){1,4}(?!\S)/g;
/** A letter and digits with a space behind each. */
const SPACED_CODE = /(?<!\S)[A-Z](?: [A-Z])?(?: \d){6,9}(?!\S)/g;
const MAY_BE_SPACED_CODE = /[A-Z] \d \d \d \d \d/;
const MAY_BE_SPACED = /\w @ \w /;

function apart(text: string): Edit[] {
  const edits: Edit[] = [];
  const add = (pattern: RegExp, signs: RegExp) => {
    for (const { 0: run, index } of text.matchAll(pattern)) {
      if (edits.length >= MOST) return;
      edits.push({ start: index, end: index + run.length, text: run.replace(signs, "") });
    }
  };
  if (MAY_BE_APART.test(text)) add(APART, /[^\d٠-٩۰-۹]/g);
  if (MAY_BE_SPACED.test(text)) add(SPACED_ADDRESS, / /g);
  if (MAY_BE_SPACED_CODE.test(text)) add(SPACED_CODE, / /g);
  return edits;
}

/** Line ends before a quoted number, within a number, after an at sign, and after a dash in a domain. */
const CUT =
  /(?<=[^\d\s>])[ ]?\r?\n(?:> ?){1,3}(?=\d)|(?<=[A-Z0-9])[ -]?\r?\n ?(?:> ?){0,3}(?=\d{2})|(?<=(?:\w@|@[\w.-]{1,60}-))\r?\n(?=\w)/g;

function cut(text: string): Edit[] {
  if (!text.includes("\n")) return [];
  const edits: Edit[] = [];
  for (const { 0: end, index } of text.matchAll(CUT)) {
    if (edits.length >= MOST) break;
    const isAddress = /[@-]/.test(text.charAt(index - 1));
    const isNumber = /^[^ -]/.test(end) && /\d\d$/.test(text.slice(Math.max(0, index - 2), index));
    const isDashed = end.startsWith("-") && /\d-\d{1,8}$/.test(text.slice(Math.max(0, index - 10), index));
    edits.push({
      start: index,
      end: index + end.length,
      text: isAddress || isNumber ? "" : isDashed ? "-" : " ",
    });
  }
  return edits;
}
