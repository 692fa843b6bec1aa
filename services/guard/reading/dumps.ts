/** Bytes as tools show them: dumps in hexadecimal, and UTF-8 that was read as another encoding. */
import { Buffer } from "node:buffer";
import { pairsIn, textIn, wordyIn } from "./bytes.ts";
import type { Encoding } from "./encodings.ts";

/** Bytes from 0x80 on as Windows shows them; the others are characters with their own numbers. */
const WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const BEHIND = `[\\u0080-\\u00bf${WINDOWS.replace(/[\x80-\x9f]/g, "")}]`;
/** The bytes of one character, the last of which may be missing. */
export const OPEN_MISREAD = `[\\u00c2-\\u00f4]${BEHIND}{0,2}`;

/** UTF-8 of which each byte became a character: Ø³Ù„Ø§Ø­. */
const MISREAD: Encoding = {
  sign: new RegExp(`[\\u00c2-\\u00f4]${BEHIND}`),
  pattern: new RegExp(
    `(?:[\\u00c2-\\u00df]${BEHIND}|[\\u00e0-\\u00ef]${BEHIND}{2}|[\\u00f0-\\u00f4]${BEHIND}{3})+`,
    "g",
  ),
  plain: ({ 0: run }) =>
    textIn(Buffer.from([...run].map((one) => {
      const windows = WINDOWS.indexOf(one);
      return windows < 0 ? one.charCodeAt(0) : 0x80 + windows;
    }))),
};

const DUMPED = String.raw`(?:[0-9a-fA-F]{2}){1,2}(?: {1,2}(?:[0-9a-fA-F]{2}){1,2}){2,15}`;
const LINE = String.raw`[ \t]{0,4}(?:(?:0x)?[0-9a-fA-F]{4,8}:? {1,3})?${DUMPED}(?: {2,}[^\n]{1,40})?`;

/** Bytes in pairs or fours, in lines that begin with their places and may end with their characters. */
const DUMP: Encoding = {
  sign: / [0-9a-fA-F]{4} [0-9a-fA-F]{4}|: {1,3}[0-9a-fA-F]{2}(?<=[0-9a-fA-F]{4}: {1,3}[0-9a-fA-F]{2})/,
  pattern: new RegExp(String.raw`(?<=^|[\n:])${LINE}(?:\r?\n${LINE}){0,500}`, "g"),
  plain({ 0: lines }) {
    const bytes = lines.split("\n").map((line) => {
      const [, dumped = ""] =
        new RegExp(`^[ \\t]*(?:(?:0x)?[0-9a-fA-F]{4,8}:? {1,3})?(${DUMPED})`).exec(line) ?? [];
      return dumped.replaceAll(" ", "");
    });
    return wordyIn(pairsIn(bytes.join("")));
  },
};

/** Arabic in an encoding of one byte each, of which each became a Latin letter. */
const MISREAD_ARABIC: Encoding = {
  sign: /[\u00c0-\u00ff]{3}/,
  pattern: /(?<![A-Za-z])[\u00c0-\u00ff\u008d-\u0090]{3,40}(?![A-Za-z])/g,
  plain({ 0: word }) {
    const bytes = Uint8Array.from(word, (one) => one.charCodeAt(0));
    const read = ARABIC_ENCODINGS.map((encoding) => encoding.decode(bytes)).filter((one) => ARABIC.test(one));
    return read.length > 0 ? [...new Set(read)].join(" ") : undefined;
  },
};
const ARABIC_ENCODINGS = [new TextDecoder("windows-1256"), new TextDecoder("iso-8859-6")];
const ARABIC = /^[\u0621-\u0652]+$/;

export const DUMPS: readonly Encoding[] = [MISREAD, MISREAD_ARABIC, DUMP];
