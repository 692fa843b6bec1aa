/**
 * Joins codes whose letters and digits are set apart: ملف 33-10-27, Q R S 55102, F.I.L.E-4.4.1.9. Each kind of
 * separator is removed on its own, so that separators that belong to the code stay.
 */
import type { Edit } from "lib/streams/held_channel.ts";
import { joinedIn } from "../reading/edit_excerpts.ts";
import type { MappedText } from "../reading/mapped_text.ts";

/** A separator between two digits, two single letters, or a single letter and a digit. */
const SIGN = String
  .raw`( ?(?:[-.,_/\\*|~•·+:#]|\]\[|\)\(|\}\{|\p{Extended_Pictographic}) ?| {1,2})`;
const APART = new RegExp(
  String.raw`(?<=\d)${SIGN}(?=\d)|(?<=(?<![\p{L}\p{N}])\p{L})${SIGN}(?=\p{L}(?![\p{L}\p{N}])|\d)|` +
    // A space between capital letters and a number.
    String.raw`(?<=(?<![\p{L}\p{N}])[A-Z]{2,6})( )(?=\d)|` +
    // A line end within a number.
    String.raw`(?<=\d)(\r?\n(?:> ?){0,3})(?=\d{1,12}(?:\s|$))`,
  "gu",
);
/** Most separators of one kind in a text. */
const MOST = 100;
const MOST_KINDS = 4;

/** The surroundings of such codes without separators, one view for each kind of separator. */
export function joinedCodes(source: MappedText): MappedText[] {
  const kinds = new Map<string, Edit[]>();
  for (const { 0: sign, index } of source.text.matchAll(APART)) {
    if (/^[.,]$/.test(sign) && isDecimal(source.text, index)) continue;
    const kind = sign.includes("\n") ? "\n" : sign.trim() || " ";
    const edits = kinds.get(kind) ?? [];
    if (kinds.size >= MOST_KINDS && edits.length === 0) continue;
    kinds.set(kind, edits);
    if (edits.length < MOST) edits.push({ start: index, end: index + sign.length, text: "" });
  }
  return [...kinds.values()].map((edits) => joinedIn(source, edits)).filter((view) => view !== undefined);
}

/** Whether a dot or comma is a decimal sign or belongs to the number of a clause. */
function isDecimal(text: string, at: number): boolean {
  const before = /\d+(?:[.,]\d+)*$/.exec(text.slice(Math.max(0, at - LONGEST_NUMBER), at))?.[0] ?? "";
  const behind = /^\d+(?:[.,]\d+)*/.exec(text.slice(at + 1, at + LONGEST_NUMBER))?.[0] ?? "";
  const groups = `${before}.${behind}`.split(/[.,]/);
  const digits = groups.join("").length;
  const isSpelled = groups.length >= LEAST_DIGITS && groups.every(({ length }) => length === 1);
  return digits < LEAST_DIGITS || !(isSpelled || groups.every(({ length }) => length > 1));
}
const LONGEST_NUMBER = 24;
const LEAST_DIGITS = 5;

/** Whether a pattern requires letters, so that a number by itself cannot match it. */
export function requiresLetters(pattern: string): boolean {
  const literal = pattern.replace(/\\p\{[^}]*\}|\\[a-zA-Z]|\(\?[a-z]*:?|\[[^\]]*\]|\{[^}]*\}/g, " ");
  return /\p{L}{2}/u.test(literal);
}
