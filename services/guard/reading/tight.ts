/** Joins split words (con-fid-ential, b o m b, c.o.d.e) and reads digits that stand for letters (b0mb). */
import { type MappedText, mappedWriter } from "./mapped_text.ts";

const DASH = String.raw`[-_+*~|.\u00b7\u2010-\u2015]`;
/** A letter by itself, and signs between two such. */
const ALONE = String.raw`(?<![\p{L}\p{N}])\p{L}(?![\p{L}\p{N}])`;
const BETWEEN = String.raw`[^\p{L}\p{N}]{1,4}`;
/** Words with a digit between letters or at their end, as `b0mb`; a number behind a word is none. */
const MIXED = String.raw`(?<![\p{L}\p{N}@$])(?=[a-z0134578@$]{3,30}(?![\p{L}\p{N}@$]))` +
  String.raw`(?:[a-z]+|[134578@$](?=[a-z]{2}|[a-z]?[0134578@$]{1,3}[a-z]))` +
  String.raw`(?:[0134578@$]{1,3}[a-z]+)*[0134578@$]{0,1}(?![\p{L}\p{N}@$])`;

const SPLIT = new RegExp(
  String
    .raw`\p{L}${DASH}\p{L}|${ALONE}(?<sign>${BETWEEN})${ALONE}\k<sign>${ALONE}|[a-z$@][0134578@$]|[134578@$][a-z]`,
  "iu",
);
/** Single letters with the same signs between them, letters with a dash or the like, and mixed words. */
const PARTS = new RegExp(
  String.raw`${ALONE}(${BETWEEN})${ALONE}(?:\1${ALONE})+|(?<=\p{L})${DASH}(?=\p{L})|${MIXED}`,
  "giu",
);

const LETTERS: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  "$": "s",
};

/** The text with such words joined; undefined when there are none. */
export function tight(given: MappedText): MappedText | undefined {
  if (!SPLIT.test(given.text)) return undefined;
  const writer = mappedWriter(given);
  const { text } = given;
  let at = 0;
  for (const { 0: parts, 1: sign, index } of text.matchAll(PARTS)) {
    writer.add(text.slice(at, index), at, index);
    at = index + parts.length;
    if (sign === undefined && parts.length > 1) {
      writer.add([...parts].map((one) => LETTERS[one] ?? one).join(""), index, at);
      continue;
    }
    let place = index;
    for (const one of parts) {
      if (/\p{L}/u.test(one)) writer.add(one, place, place + one.length);
      place += one.length;
    }
  }
  writer.add(text.slice(at), at, text.length);
  return writer.done();
}
