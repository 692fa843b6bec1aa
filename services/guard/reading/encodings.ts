/** Ways to write characters so that they do not look like themselves, each undone by itself. */
import { Buffer } from "node:buffer";
import { BASE64_LEAST, fromBase64 } from "./base64.ts";
import { loosely, pairsIn, textIn, WORDY, wordyIn } from "./bytes.ts";

/** A way to write characters. */
export interface Encoding {
  /** Characters that all occur in a text in which something is written so; of others than ASCII one of their block. */
  needs?: string;
  /** Quick to tell that nothing in a text is written so. */
  sign: { test(text: string): boolean };
  /** Finds what is written so. */
  pattern: RegExp;
  /** The characters themselves; undefined where it only looks so. */
  plain(found: RegExpExecArray): string | undefined;
}

/** Bytes of which some may be other signs than letters, in hexadecimal digits. */
const LONG_ENOUGH = 12;

/** Numbers that are codes of digits alone are ordinary numbers when they are fewer. */
const LEAST_DIGITS = 7;
const isOfDigits = (code: number) => code >= 43 && code <= 58;
const SPACED_DIGITS = /^\d\d(?:[ ,]\d\d)+$/;

/** Of ASCII, or of the Arabic block. */
const isLetterCode = (code: number) => (code >= 32 && code < 127) || (code >= 0x600 && code < 0x700);

/** Bytes in hexadecimal, four or more, in one run, with one sign between them, or as numbers (0x62, 0x6f). */
const HEXADECIMAL: Encoding = {
  sign: /[0-9a-fA-F]{12}|0x[0-9a-fA-F]{8}|(?:[0-9a-fA-F]{2}[ :,-]){3}|(?:0[xX][0-9a-fA-F]{2}[\s,;]{1,3}){3}/,
  pattern:
    /(?<!\w)(?:0x(?:[0-9a-fA-F]{2}){4,5}(?![0-9a-fA-F])|(?:0x)?(?:[0-9a-fA-F]{2}){6,50000})(?![\w+/=-])|(?<!\w)[0-9a-fA-F]{2}(?:([ :,-])[0-9a-fA-F]{2})(?:\1[0-9a-fA-F]{2}){2,20000}(?!\w)|(?<!\w)0[xX][0-9a-fA-F]{2}(?:[\s,;]{1,3}0[xX][0-9a-fA-F]{2}){3,20000}(?!\w)/g,
  plain({ 0: run }) {
    const digits = run.replace(/0x/gi, "");
    // Most runs are not text, and their beginning shows it.
    const start = loosely.decode(pairsIn(digits.slice(0, 48)));
    if (!WORDY.test(start.replace(/\ufffd$/, ""))) return undefined;
    const text = wordyIn(pairsIn(digits));
    const codes = SPACED_DIGITS.test(run) ? (run.match(/\d+/g) ?? []).map(Number) : [];
    // They may be decimal numbers of digits as well.
    if (codes.length >= LEAST_DIGITS && codes.every(isOfDigits)) {
      return `${text ?? ""}\n${String.fromCharCode(...codes)} `;
    }
    // Of few bytes all must be letters.
    return digits.length >= LONG_ENOUGH || /^ \p{L}+ $/u.test(text ?? "") ? text : undefined;
  },
};

/** Bytes as eight or seven binary digits each, three or more. */
const BINARY: Encoding = {
  needs: "01",
  sign: /[01]{7}/,
  pattern: /(?<!\w)(?:[01]{8}(?:[ ,]?[01]{8}){2,10000}|[01]{7}(?:[ ,][01]{7}){2,10000})(?!\w)/g,
  plain({ 0: run }) {
    const width = /^[01]{7}(?![01])/.test(run) ? /[01]{7}/g : /[01]{8}/g;
    return wordyIn(Uint8Array.from(run.match(width) ?? [], (bits) => parseInt(bits, 2)));
  },
};

/** Characters as decimal numbers, or octal ones, of two or three digits, four or more. */
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
    // Digits and the signs of addresses, which have no letters.
    if (codes.length >= LEAST_DIGITS && codes.every(isOfDigits)) {
      return ` ${String.fromCharCode(...codes)} `;
    }
    return wordyIn(bytes) ?? wordyIn(Buffer.from(Buffer.from(bytes).toString("latin1")));
  },
};

/** Words in base64 that equal signs end. */
const SHORT_BASE64: Encoding = {
  needs: "=",
  sign: /[A-Za-z0-9+/]{5}={1,2}(?![\w="'])/,
  pattern: /(?<![\w+/=-])[A-Za-z0-9+/_-]{6,15}={1,2}(?![\w=])/g,
  plain: ({ 0: run }) => fromBase64(run),
};

/** What stands around the end of a line in a word or a number. */
const CUT_WITHIN = /^(?:\p{L}\p{L}|\d[\p{L}\p{N}])$/u;
/** What an equals sign at the end of a line ends. */
const BASE64_BEHIND = new RegExp(`^[A-Za-z0-9+/]{${BASE64_LEAST}}$`);

/** Quoted-printable (RFC 2045): `=40`, and lines that go on behind `=`. */
const QUOTED_PRINTABLE: Encoding = {
  needs: "=",
  sign: /=(?:[0-9A-F]{2}|\r?\n)/,
  pattern: /(?:=[0-9A-F]{2}|=\r?\n)+/g,
  plain({ 0: run, index, input }) {
    const bytes = pairsIn(run);
    if (bytes.length > 0) {
      const text = textIn(bytes);
      // A number behind an equals sign: id=784, a=27&b=….
      const isValue = /^[^@.\s]$/.test(text ?? "") && /[\d%&]/.test(input.charAt(index + run.length));
      return isValue ? undefined : text;
    }
    if (BASE64_BEHIND.test(input.slice(Math.max(0, index - BASE64_LEAST), index))) return undefined;
    return CUT_WITHIN.test(input.charAt(index - 1) + input.charAt(index + run.length)) ? "" : undefined;
  },
};

/** The length of one of them, and their number within one word, as far as both are followed in streams too. */
export const MARK_MOST = 500;
export const MARKS_MOST = 20;
const BETWEEN_LETTERS = /^[\p{L}\p{N}@.+-]$/u;

/** Marks of a web page; those that say more than their name, and remarks, only within a word, so that none is lost. */
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
    return around.every((one) => BETWEEN_LETTERS.test(one)) ? "" : undefined;
  },
};

/** Text that is shown from right to left against its nature. */
const TURNED: Encoding = {
  needs: "\u202e",
  sign: /\u202e/,
  pattern: /\u202e([^\u202a-\u202e\n]{1,1000})\u202c?/g,
  plain: ([, text = ""]) => [...text].reverse().join(""),
};

/** Bytes in the selectors of a sign's variation, which nobody sees. */
const SELECTED: Encoding = {
  needs: "\udb40",
  sign: /\udb40[\udd00-\uddef]{1}/,
  pattern: /(?:[\ufe00-\ufe0f]|\udb40[\udd00-\uddef]){3,20000}/g,
  plain({ 0: run }) {
    const bytes = [...run].map((one) => {
      const code = one.codePointAt(0) ?? 0;
      return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16;
    });
    return wordyIn(Uint8Array.from(bytes));
  },
};

/** Letters as the halves of flags, three or more: two are a flag. */
const FLAGS: Encoding = {
  needs: "\ud83c",
  sign: /\ud83c[\udde6-\uddff]/,
  pattern: /(?:[\u{1f1e6}-\u{1f1ff}][ \u2000-\u200f\ufe0f]{0,2}){3,1000}/gu,
  plain({ 0: run }) {
    const letters = [...run].map((one) => (one.codePointAt(0) ?? 0) - 0x1f1e6).filter((code) => code >= 0);
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

/** Bytes written as `\x6f` or `\157`: UTF-8, or a character each. */
export function fromBytes(escapes: string): string | undefined {
  const bytes = Uint8Array.from(
    escapes.match(/x[0-9a-fA-F]{2}|[0-7]{3}/g) ?? [],
    (one) => one.startsWith("x") ? parseInt(one.slice(1), 16) : parseInt(one, 8),
  );
  return textIn(bytes) ?? textIn(Buffer.from(Buffer.from(bytes).toString("latin1")));
}

/** Characters written as style sheets do: `\62 \6f`. */
export function fromStyle(escapes: string): string | undefined {
  return escapes.match(/[0-9a-fA-F]+/g)?.map((one) => String.fromCodePoint(parseInt(one, 16))).join("");
}

/** The letters of the longest name of a character in HTML, behind the first. */
export const ENTITY_MOST = 31;
