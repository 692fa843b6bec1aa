/** Encodings in which a text can hide, each decoded by itself. */
import { Buffer } from "node:buffer";
import { BASE64_LEAST, fromBase64 } from "./base64.ts";
import { loosely, pairsIn, textIn, WORDY, wordyIn } from "./bytes.ts";

/** A way to encode characters. */
export interface Encoding {
  /** Characters that must all occur in a text with this encoding; for others than ASCII one of their block of 256. */
  needs?: string;
  /** A quick test that excludes most texts. */
  sign: { test(text: string): boolean };
  /** Finds encoded runs. */
  pattern: RegExp;
  /** The decoded characters; undefined when the match is not encoded text. */
  plain(match: RegExpExecArray): string | undefined;
}

/** Hexadecimal digits from which on bytes need not all be letters. */
const LONG_ENOUGH = 12;

/** Fewer character codes that are all digits are ordinary numbers. */
const LEAST_DIGITS = 7;
const isOfDigits = (code: number) => code >= 43 && code <= 58;
const SPACED_DIGITS = /^\d\d(?:[ ,]\d\d)+$/;

/** Printable ASCII, or the Arabic block. */
const isLetterCode = (code: number) => (code >= 32 && code < 127) || (code >= 0x600 && code < 0x700);

/** Four hexadecimal bytes or more: in one run, with one separator, or as numbers (0x62, 0x6f). */
const HEXADECIMAL: Encoding = {
  sign: /[0-9a-fA-F]{12}|0x[0-9a-fA-F]{8}|(?:[0-9a-fA-F]{2}[ :,-]){3}|(?:0[xX][0-9a-fA-F]{2}[\s,;]{1,3}){3}/,
  pattern:
    /(?<!\w)(?:0x(?:[0-9a-fA-F]{2}){4,5}(?![0-9a-fA-F])|(?:0x)?(?:[0-9a-fA-F]{2}){6,50000})(?![\w+/=-])|(?<!\w)[0-9a-fA-F]{2}(?:([ :,-])[0-9a-fA-F]{2})(?:\1[0-9a-fA-F]{2}){2,20000}(?!\w)|(?<!\w)0[xX][0-9a-fA-F]{2}(?:[\s,;]{1,3}0[xX][0-9a-fA-F]{2}){3,20000}(?!\w)/g,
  plain({ 0: run }) {
    const digits = run.replace(/0x/gi, "");
    // Most runs are not text, which their first bytes show.
    const start = loosely.decode(pairsIn(digits.slice(0, 48)));
    if (!WORDY.test(start.replace(/\ufffd$/, ""))) return undefined;
    const text = wordyIn(pairsIn(digits));
    const codes = SPACED_DIGITS.test(run) ? (run.match(/\d+/g) ?? []).map(Number) : [];
    // The same pairs may be decimal codes of digits.
    if (codes.length >= LEAST_DIGITS && codes.every(isOfDigits)) {
      return `${text ?? ""}\n${String.fromCharCode(...codes)} `;
    }
    // Few bytes must all be letters.
    return digits.length >= LONG_ENOUGH || /^ \p{L}+ $/u.test(text ?? "") ? text : undefined;
  },
};

/** Three binary bytes or more, of eight or seven digits each. */
const BINARY: Encoding = {
  needs: "01",
  sign: /[01]{7}/,
  pattern: /(?<!\w)(?:[01]{8}(?:[ ,]?[01]{8}){2,10000}|[01]{7}(?:[ ,][01]{7}){2,10000})(?!\w)/g,
  plain({ 0: run }) {
    const width = /^[01]{7}(?![01])/.test(run) ? /[01]{7}/g : /[01]{8}/g;
    return wordyIn(Uint8Array.from(run.match(width) ?? [], (bits) => parseInt(bits, 2)));
  },
};

/** Four decimal or octal character codes or more, of two or three digits each. */
const DECIMAL: Encoding = {
  sign: /(?:\d{2,4}[ ,;]{1,2}){3}/,
  pattern: /(?<![\w.,+-])\d{2,4}(?:([ ,;] ?)\d{2,4})(?:\1\d{2,4}){2,10000}(?![\w.,]{0,3}\d)/g,
  plain({ 0: run }) {
    const codes = run.match(/\d+/g)?.map(Number) ?? [];
    if (/^[0-7\D]+$/.test(run) && codes.every((code) => code >= 40 && code < 178)) {
      const octal = wordyIn(Uint8Array.from(codes, (code) => parseInt(String(code), 8)));
      if (octal && /^ [a-z ]+ $/i.test(octal)) return octal;
    }
    if (codes.every(isLetterCode) && codes.some((code) => code > 255)) {
      return ` ${String.fromCharCode(...codes)} `;
    }
    if (!codes.every((code) => code >= 32 && code < 256 && code !== 127)) return undefined;
    const bytes = Uint8Array.from(codes);
    // A number or an address has no letters.
    if (codes.length >= LEAST_DIGITS && codes.every(isOfDigits)) {
      return ` ${String.fromCharCode(...codes)} `;
    }
    return wordyIn(bytes) ?? wordyIn(Buffer.from(Buffer.from(bytes).toString("latin1")));
  },
};

/** Short base64 with padding: one word. */
const SHORT_BASE64: Encoding = {
  needs: "=",
  sign: /[A-Za-z0-9+/]{5}={1,2}(?![\w="'])/,
  pattern: /(?<![\w+/=-])[A-Za-z0-9+/_-]{6,15}={1,2}(?![\w=])/g,
  plain: ({ 0: run }) => fromBase64(run),
};

/** The characters around a line end that cuts a word or a number. */
const CUT_WITHIN = /^(?:\p{L}\p{L}|\d[\p{L}\p{N}])$/u;
/** Base64 before an equals sign, which then is padding. */
const BASE64_BEHIND = new RegExp(`^[A-Za-z0-9+/]{${BASE64_LEAST}}$`);

/** Quoted-printable (RFC 2045): `=40`, and soft line breaks. */
const QUOTED_PRINTABLE: Encoding = {
  needs: "=",
  sign: /=(?:[0-9A-F]{2}|\r?\n)/,
  pattern: /(?:=[0-9A-F]{2}|=\r?\n)+/g,
  plain({ 0: run, index, input }) {
    const bytes = pairsIn(run);
    if (bytes.length > 0) {
      const text = textIn(bytes);
      // The value of a field: id=784, a=27&b=….
      const isValue = /^[^@.\s]$/.test(text ?? "") && /[\d%&]/.test(input.charAt(index + run.length));
      return isValue ? undefined : text;
    }
    if (BASE64_BEHIND.test(input.slice(Math.max(0, index - BASE64_LEAST), index))) return undefined;
    return CUT_WITHIN.test(input.charAt(index - 1) + input.charAt(index + run.length)) ? "" : undefined;
  },
};

/** Longest mark and most marks within one word; streams hold back as much. */
export const MARK_MOST = 500;
export const MARKS_MOST = 20;
const BETWEEN_LETTERS = /^[\p{L}\p{N}@.+-]$/u;

/** HTML and XML marks; those with attributes, and comments, only within a word, so that their text is still checked. */
const INLINE_MARKS: Encoding = {
  needs: "<",
  sign: /<[a-zA-Z/!]/,
  pattern: new RegExp(
    String
      .raw`(?:</?(?:a|b|big|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|tt|u|wbr|break|say-as|tspan|[a-z]{1,3}:[a-z-]{1,14})` +
      String
        .raw`(?:\s+[a-z-]{1,20}=(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'|[^\s"'<>]{1,100})){0,8}\s?/?>|<!--[^<>]{0,400}-->|\]\]><!\[CDATA\[){1,${MARKS_MOST}}`,
    "gi",
  ),
  plain({ 0: marks, index, input }) {
    if (marks.length > MARK_MOST && marks.split(">").some(({ length }) => length >= MARK_MOST)) {
      return undefined;
    }
    if (!/[=!]/.test(marks)) return "";
    const around = [input.charAt(index - 1), input.charAt(index + marks.length)];
    return around.every((neighbour) => BETWEEN_LETTERS.test(neighbour)) ? "" : undefined;
  },
};

/** Text behind a right-to-left override, which is shown reversed. */
const TURNED: Encoding = {
  needs: "\u202e",
  sign: /\u202e/,
  pattern: /\u202e([^\u202a-\u202e\n]{1,1000})\u202c?/g,
  plain: ([, text = ""]) => [...text].reverse().join(""),
};

/** Bytes in variation selectors, which are invisible. */
const SELECTED: Encoding = {
  needs: "\udb40",
  sign: /\udb40[\udd00-\uddef]{1}/,
  pattern: /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){3,20000}/g,
  plain({ 0: run }) {
    const bytes = [...run].map((selector) => {
      const code = selector.codePointAt(0) ?? 0;
      return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16;
    });
    return wordyIn(Uint8Array.from(bytes));
  },
};

/** Three regional indicators or more, which are letters; two are a flag. */
const FLAGS: Encoding = {
  needs: "\ud83c",
  sign: /\ud83c[\udde6-\uddff]/,
  pattern: /(?:[\u{1f1e6}-\u{1f1ff}][ \u2000-\u200f\ufe0f]{0,2}){3,1000}/gu,
  plain({ 0: run }) {
    const letters = [...run].map((flag) => (flag.codePointAt(0) ?? 0) - 0x1f1e6).filter((code) => code >= 0);
    return ` ${letters.map((code) => String.fromCharCode(97 + code)).join("")} `;
  },
};

export const ENCODINGS: readonly Encoding[] = [
  SELECTED,
  FLAGS,
  TURNED,
  INLINE_MARKS,
  QUOTED_PRINTABLE,
  HEXADECIMAL,
  BINARY,
  DECIMAL,
  SHORT_BASE64,
];

/** Decodes `\x6f` and `\157`, as UTF-8 or as one character a byte. */
export function fromBytes(escapes: string): string | undefined {
  const bytes = Uint8Array.from(
    escapes.match(/x[0-9a-fA-F]{2}|[0-7]{3}/g) ?? [],
    (escape) => escape.startsWith("x") ? parseInt(escape.slice(1), 16) : parseInt(escape, 8),
  );
  return textIn(bytes) ?? textIn(Buffer.from(Buffer.from(bytes).toString("latin1")));
}

/** Decodes the escapes of style sheets: `\62 \6f`. */
export function fromStyle(escapes: string): string | undefined {
  return escapes.match(/[0-9a-fA-F]+/g)?.map((code) => String.fromCodePoint(parseInt(code, 16))).join("");
}

/** Length of the longest HTML entity name, without its first letter. */
export const ENTITY_MOST = 31;
