/** Undoes the escapes in which a text can hide: those of JSON, URLs and HTML, base64, and tag characters. */
import { Buffer } from "node:buffer";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Escapes may be nested this deep. */
const MOST_LAYERS = 3;
/** The shortest run of characters that may be base64. */
const BASE64_LEAST = 16;
const BASE64_MOST = 100_000;

const SIGNS = /[\\%&]|[A-Za-z0-9+/_-]{16}|\udb40/;
const ESCAPES = new RegExp(
  [
    String.raw`(\\u\{[0-9a-fA-F]{1,6}\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[nrt"/\\])`,
    String.raw`((?:%[0-9a-fA-F]{2})+)`,
    String.raw`(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});?)`,
    String.raw`([A-Za-z0-9+/_-]{16,100000}={0,2})`,
    String.raw`((?:\udb40[\udc20-\udc7e])+)`,
  ].join("|"),
  "g",
);

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  commat: "@",
  period: ".",
  hyphen: "-",
  dash: "-",
  lowbar: "_",
  num: "#",
  colon: ":",
  sol: "/",
  plus: "+",
  equals: "=",
  Tab: " ",
  NewLine: "\n",
  zwj: "",
  zwnj: "",
};

/** The text with its escapes decoded; undefined when it has none. */
export function decoded(given: MappedText): MappedText | undefined {
  let text = given;
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const next = SIGNS.test(text.text) ? decodedOnce(text) : undefined;
    if (!next) break;
    text = next;
  }
  return text === given ? undefined : text;
}

function decodedOnce(source: MappedText): MappedText | undefined {
  const writer = mappedWriter(source);
  let at = 0;
  for (const match of source.text.matchAll(ESCAPES)) {
    const plain = plainOf(match);
    if (plain === undefined) continue;
    const end = match.index + match[0].length;
    writer.add(source.text.slice(at, match.index), at, match.index);
    writer.add(plain, match.index, end);
    at = end;
  }
  if (at === 0) return undefined;
  writer.add(source.text.slice(at), at, source.text.length);
  return writer.done();
}

function plainOf([, json, percent, html, base64, tags]: RegExpExecArray): string | undefined {
  if (json) return fromJson(json);
  if (percent) return fromPercent(percent);
  if (html) return fromHtml(html);
  if (base64) return fromBase64(base64);
  if (tags) return ` ${[...tags].map((one) => codePoint((one.codePointAt(0) ?? 0) - 0xe0000)).join("")} `;
  return undefined;
}

function codePoint(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function fromJson(escape: string): string | undefined {
  const digits = /[0-9a-fA-F]{2,}/.exec(escape.slice(2))?.[0] ?? escape.slice(2).replace(/[{}]/g, "");
  if (escape[1] === "u" || escape[1] === "x") return codePoint(parseInt(digits, 16));
  return escape[1] === '"' || escape[1] === "/" || escape[1] === "\\" ? escape[1] : "\n";
}

function fromPercent(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}

function fromHtml(entity: string): string | undefined {
  const body = entity.slice(1).replace(/;$/, "");
  if (body.startsWith("#")) {
    return codePoint(/^#x/i.test(body) ? parseInt(body.slice(2), 16) : Number(body.slice(1)));
  }
  return entity.endsWith(";") ? NAMED[body] : undefined;
}

const strictly = new TextDecoder("utf-8", { fatal: true });
const loosely = new TextDecoder();

function inBase64(signs: string, how: "strictly" | "loosely"): string {
  const bytes = Buffer.from(signs, "base64");
  if (how === "strictly") return strictly.decode(bytes);
  // The last character may be cut.
  return loosely.decode(bytes).replace(/\ufffd$/, "");
}

/** Text in base64 is mostly letters and spaces; keys and hashes are not text at all. */
const WORDY = /^[\p{L}\p{N}\p{M}\p{P}\p{Sc}\p{Sk}\p{Sm}\p{Emoji}\s]*$/u;

function fromBase64(run: string): string | undefined {
  if (run.length < BASE64_LEAST || run.length > BASE64_MOST) return undefined;
  try {
    const standard = run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    if (standard.length % 4 === 1) return undefined;
    // Most runs are not text, and their beginning shows it.
    if (!WORDY.test(inBase64(standard.slice(0, 48), "loosely"))) return undefined;
    const text = inBase64(standard, "strictly");
    return WORDY.test(text) ? ` ${text} ` : undefined;
  } catch {
    return undefined;
  }
}

/** A shorter run is not base64 yet. */
const RUN_LEAST = 12;
const RUN = /[A-Za-z0-9+/_=-]/;
/** The longest escape of one character, and signs that may stand in it. */
const LONGEST_ESCAPE = 10;
const OPEN_ESCAPE = /(?:\\(?:u\{?[0-9a-fA-F]{0,6}|x[0-9a-fA-F]?)?|%[0-9a-fA-F]?|&#?\w{0,8})$/;

/** The offset of an unfinished escape at the end of the text; the text's length when there is none. */
export function openEscape(text: string): number {
  let run = text.length;
  while (run > 0 && text.length - run < BASE64_MOST && RUN.test(text.charAt(run - 1))) run--;
  if (text.length - run >= RUN_LEAST) return run;
  const escape = OPEN_ESCAPE.exec(text.slice(-LONGEST_ESCAPE));
  let at = text.length - (escape?.[0].length ?? 0);
  // A character may take several escapes of an address.
  while (at >= 3 && /^%[0-9a-fA-F]{2}$/.test(text.slice(at - 3, at)) && text.length - at < 12) at -= 3;
  return at;
}
