/** Joins split words: con-fid-ential, b o m b, c.o.d.e. */
import { type MappedText, mappedWriter } from "./mapped_text.ts";

const SPLIT =
  /\p{L}[-_+*~|\u00b7\u2010-\u2015]\p{L}|(?<![\p{L}\p{N}])\p{L}(?<sign>[ .,/-])\p{L}\k<sign>\p{L}(?![\p{L}\p{N}])/u;
/** Single letters with one sign between them, or letters with a dash or the like. */
const PARTS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\p{L}(?:([ .,/\-_])\p{L}(?![\p{L}\p{N}]))(?:\1\p{L}(?![\p{L}\p{N}]))+` +
    String.raw`|(?<=\p{L})[-_+*~|\u00b7\u2010-\u2015](?=\p{L})`,
  "gu",
);

/** The text with such words joined; undefined when there are none. */
export function tight(given: MappedText): MappedText | undefined {
  if (!SPLIT.test(given.text)) return undefined;
  const writer = mappedWriter(given);
  const { text } = given;
  let at = 0;
  for (const { 0: parts, index } of text.matchAll(PARTS)) {
    writer.add(text.slice(at, index), at, index);
    let place = index;
    for (const one of parts) {
      if (/\p{L}/u.test(one)) writer.add(one, place, place + one.length);
      place += one.length;
    }
    at = index + parts.length;
  }
  writer.add(text.slice(at), at, text.length);
  return writer.done();
}
