/** Escapes that a text which is still arriving does not end yet. */
import { BASE64_MOST } from "./encodings.ts";

/** A shorter run is not base64 yet. */
const RUN_LEAST = 12;
const RUN = /[A-Za-z0-9+/_=-]/;
const LINE = /^[A-Za-z0-9+/]{16}$/;
/** Escapes of one character, bytes that may belong to one, and marks within a word, as far as they may go. */
const LONGEST_ESCAPE = 240;
const OPEN_ESCAPE = new RegExp(
  [
    String.raw`(?:\\(?:x|u\{?)?[0-9a-fA-F]{0,6}\}? ?){1,8}`,
    String.raw`(?:%[0-9a-fA-F]{2}){0,4}%[0-9a-fA-F]{0,2}`,
    String.raw`(?:=[0-9A-F]{2}|=\r?\n){0,4}=(?:[0-9A-F]{0,2}|\r?\n?)`,
    String.raw`(?:[01]{8}[ ,]?){1,24}[01]{0,8}`,
    String.raw`&#?\w{0,8}`,
    String.raw`=\?[^\s]{0,100}`,
    String.raw`\+[A-Za-z0-9/]{0,16}`,
    String.raw`<(?:[a-zA-Z/][^<>]{0,220}|!?(?:-[^<>]{0,220})?)`,
  ].map((one) => `(?:${one})$`).join("|"),
);
/** Text that is shown from right to left, as far as it is turned. */
const MOST_TURNED = 1_000;

/** The offset of an unfinished escape at the end of the text; the text's length when there is none. */
export function openEscape(text: string): number {
  const run = openRun(text);
  if (run < text.length) return run;
  const from = Math.max(0, text.length - LONGEST_ESCAPE);
  const escape = OPEN_ESCAPE.exec(text.slice(from));
  const at = Math.min(escape ? from + escape.index : text.length, openPairs(text));
  const turned = text.lastIndexOf("\u202e");
  const isTurned = turned >= 0 && text.length - turned <= MOST_TURNED &&
    !/[\u202c\n]/.test(text.slice(turned));
  return isTurned ? Math.min(at, turned) : at;
}

/** Where base64, or hexadecimal in one run, may have begun; lines of it follow each other. */
function openRun(text: string): number {
  let run = text.length;
  for (; run > 0 && text.length - run < BASE64_MOST; run--) {
    const one = text.charAt(run - 1);
    if (RUN.test(one)) continue;
    const line = text.charAt(run - 2) === "\r" ? run - 2 : run - 1;
    if (one !== "\n" || !LINE.test(text.slice(line - 16, line))) break;
  }
  return text.length - run >= RUN_LEAST ? run : text.length;
}

/** Where bytes in hexadecimal with signs between them may have begun. */
function openPairs(text: string): number {
  let at = text.length;
  while (text.length - at < 2 && /[0-9a-f]/i.test(text.charAt(at - 1))) at--;
  let count = 0;
  while (at >= 3 && count < 20_000 && /^[0-9a-f]{2}[ :,-]$/i.test(text.slice(at - 3, at))) {
    at -= 3;
    count++;
  }
  return count >= 2 ? at : text.length;
}
