/** Undoes the escapes in which a text can hide: those of JSON, URLs and HTML, base64, tag characters and others. */
import { decodeHTMLStrict } from "entities";
import { ALPHABETS } from "./alphabets.ts";
import { BASE64_LEAST, BASE64_MOST, fromBase64, isBase64, UNPACKED_MOST } from "./base64.ts";
import { hasRun, looselyIn } from "./bytes.ts";
import { type Encoding, ENCODINGS, ENTITY_MOST, fromBytes, fromStyle } from "./encodings.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Escapes may be nested this deep. */
const MOST_LAYERS = 3;

/** Escapes of single characters, and base64; the first alternative that matches at a place counts. */
const ESCAPES: Encoding = {
  sign: { test: (text) => /[\\%&\udb40]/.test(text) || hasRun(text, isBase64, BASE64_LEAST) },
  pattern: new RegExp(
    [
      String.raw`(\\u\{[0-9a-fA-F]{1,6}\}|[\\%]u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[nrt"/\\])`,
      String.raw`(\\x[0-9a-fA-F]{2}(?:\\x[0-9a-fA-F]{2}|\\[0-3][0-7]{2})*|(?:\\[0-3][0-7]{2}){2,4000})`,
      String.raw`((?:\\0{0,4}(?:[2-7][0-9a-fA-F]|[67][0-9a-fA-F]{2})(?![0-9a-fA-F]) ?){3,2000})`,
      String.raw`((?:%[0-9a-fA-F]{2})+)`,
      String.raw`(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,${ENTITY_MOST}});?)`,
      String
        .raw`([A-Za-z0-9+/_-]{16,${BASE64_MOST}}(?:\r?\n[A-Za-z0-9+/]{4,76}){0,1000}={0,2})`,
      String.raw`((?:\udb40[\udc20-\udc7e])+)`,
    ].join("|"),
    "g",
  ),
  plain([, json, bytes, style, percent, html, base64, tags]) {
    if (json) return fromJson(json);
    if (bytes) return fromBytes(bytes);
    if (style) return fromStyle(style);
    if (percent) return fromPercent(percent);
    if (html) return fromHtml(html);
    if (base64) return fromBase64(base64);
    if (tags) {
      return ` ${[...tags].map((tag) => codePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join("")} `;
    }
    return undefined;
  },
};

const ALL = [...ENCODINGS, ...ALPHABETS, ESCAPES];

/**
 * The text after each decoded layer of escapes, the innermost last; empty when it has none. The outer layers matter
 * too: a decoded card number may happen to be the bytes of other characters.
 */
export function decodedLayers(given: MappedText): MappedText[] {
  const texts: MappedText[] = [];
  let text = given;
  let near: string | undefined;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const before = text;
    const places: number[] = [];
    let present = presentIn(near ?? text.text);
    for (const encoding of ALL) {
      if (!isPresent(present, encoding.needs)) continue;
      if (near !== undefined && !isIn(near, encoding)) continue;
      const without = undone(text, encoding, { most: given.text.length + UNPACKED_MOST, places });
      if (!without) continue;
      text = without;
      // Decoded text may contain any other encoding.
      near = undefined;
      present = presentIn(text.text);
    }
    if (text === before) break;
    texts.push(wellFormed(text));
    near = nearOf(text, places);
  }
  return texts;
}

const isIn = (text: string, { sign, pattern }: Encoding): boolean =>
  sign.test(text) && text.search(pattern) >= 0;

/** Characters around a decoded place that are searched for the next layer, besides its run without spaces. */
const AROUND = 300;
const MOST_PLACES = 500;

/** The surroundings of decoded places; undefined when they are most of the text. */
function nearOf({ text, from }: MappedText, places: readonly number[]): string | undefined {
  if (places.length > MOST_PLACES) return undefined;
  const parts: string[] = [];
  let length = 0;
  let last = 0;
  for (const place of places.toSorted((a, b) => a - b)) {
    const at = indexOf(text.length, from, place);
    if (at + AROUND <= last) continue;
    let [start, end] = [Math.max(last, at - AROUND), Math.min(text.length, at + AROUND)];
    while (start > last && text.charCodeAt(start - 1) > 32) start--;
    while (end < text.length && text.charCodeAt(end) > 32) end++;
    // Adjacent parts stay together.
    if (start > last) parts.push("\n\n");
    parts.push(text.slice(start, end));
    length += end - start;
    last = end;
    if (length * 2 > text.length) return undefined;
  }
  return parts.join("");
}

/** The first index of a derived text that maps to `place` of the original text or later. */
function indexOf(length: number, from: (index: number) => number, place: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A flag for each ASCII character in the text, then one for each block of 256 other characters. */
function presentIn(text: string): Uint8Array {
  const present = new Uint8Array(512);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    present[unit < 128 ? unit : 256 + (unit >> 8)] = 1;
  }
  return present;
}

function isPresent(present: Uint8Array, needed = ""): boolean {
  for (let i = 0; i < needed.length; i++) {
    const unit = needed.charCodeAt(i);
    if (present[unit < 128 ? unit : 256 + (unit >> 8)] === 0) return false;
  }
  return true;
}

/** Replaces lone surrogates, for which an escape may stand. */
const wellFormed = (mapped: MappedText): MappedText =>
  mapped.text.isWellFormed() ? mapped : { ...mapped, text: mapped.text.toWellFormed() };

/**
 * The text with one encoding decoded; undefined when nothing is encoded so. Matches that would make it longer than
 * `most` stay encoded, since compressed text within compressed text could grow without end.
 */
function undone(
  source: MappedText,
  { sign, pattern, plain }: Encoding,
  { most, places }: { most: number; places: number[] },
): MappedText | undefined {
  if (!sign.test(source.text)) return undefined;
  let writer: ReturnType<typeof mappedWriter> | undefined;
  let at = 0;
  let { length } = source.text;
  for (const match of source.text.matchAll(pattern)) {
    const characters = plain(match);
    if (characters === undefined || length + characters.length - match[0].length > most) continue;
    length += characters.length - match[0].length;
    writer ??= mappedWriter(source);
    const end = match.index + match[0].length;
    if (places.length <= MOST_PLACES) places.push(source.from(match.index), source.to(end));
    writer.add(source.text.slice(at, match.index), at, match.index);
    writer.add(characters, match.index, end);
    at = end;
  }
  writer?.add(source.text.slice(at), at, source.text.length);
  return writer?.done();
}

function codePoint(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function fromJson(escape: string): string | undefined {
  if (escape[1] === "u" || escape[1] === "U") {
    return codePoint(parseInt(escape.slice(2).replace(/[{}]/g, ""), 16));
  }
  return escape[1] === '"' || escape[1] === "/" || escape[1] === "\\" ? escape[1] : "\n";
}

function fromPercent(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    // An invalid byte must not hide the others.
    return looselyIn(run);
  }
}

function fromHtml(entity: string): string | undefined {
  const body = entity.slice(1).replace(/;$/, "");
  if (body.startsWith("#")) {
    return codePoint(/^#x/i.test(body) ? parseInt(body.slice(2), 16) : Number(body.slice(1)));
  }
  const character = entity.endsWith(";") ? decodeHTMLStrict(entity) : entity;
  return character === entity ? undefined : character;
}
