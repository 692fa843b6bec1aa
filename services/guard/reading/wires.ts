/** Ways to write in formats between programs: folded lines, names of hosts, letters for the radio, addresses that are hidden from harvesters. */
import { SPELLING_WORD } from "./alphabets.ts";
import { pairsIn, textIn } from "./bytes.ts";
import type { Encoding } from "./encodings.ts";

/** Lines of cards and calendars (RFC 6350, 5545), which go on behind a space. */
const FOLDED: Encoding = {
  needs: "\n",
  sign: /BEGIN:V[CEJT]/,
  pattern: /\r?\n[ \t]/g,
  plain: () => "",
};

/** A word that the end of a line cuts, with the stroke that lengthens letters on either side. */
const LENGTHENED: Encoding = {
  needs: "\u0640\n",
  sign: /\u0640[ \t]*\r?\n/,
  pattern: /\u0640[ \t]{0,4}\r?\n[ \t]{0,8}\u0640?/g,
  plain: () => "",
};

/** Marks of subtitles and of formatted text: {\k25}. */
const BRACED: Encoding = {
  needs: "{\\}",
  sign: /\{\\[a-zA-Z]/,
  pattern: /\{\\[a-zA-Z]{1,4}[\d.,&H-]{0,20}\}/g,
  plain: () => "",
};

/** Dots in brackets, as in names of hosts that must not become links. */
const DEFANGED: Encoding = {
  sign: /[[({](?:\.|dot)[\])}]/i,
  pattern: /(?<=\w)[[({](?:\.|dot)[\])}](?=\w)/gi,
  plain: () => ".",
};

/** An address that a page's script puts together: its bytes are mixed with the first. */
const MIXED_ADDRESS: Encoding = {
  needs: "=",
  sign: /cfemail="|email-protection#/,
  pattern: /(?<=cfemail="|email-protection#)[0-9a-f]{8,400}/g,
  plain({ 0: run }) {
    const [key = 0, ...bytes] = pairsIn(run);
    const text = textIn(Uint8Array.from(bytes, (one) => one ^ key));
    return text && ` ${text} `;
  },
};

/** Names of hosts for a number or an address, from its end to its beginning. */
const ARPA: Encoding = {
  needs: ".",
  sign: /\.(?:e164|in-addr)\.arpa/i,
  pattern: /(?<![\w.])(?:(?<phone>\d(?:\.\d){6,14})\.e164|(?<host>\d{1,3}(?:\.\d{1,3}){3})\.in-addr)\.arpa/gi,
  plain({ groups }) {
    const { phone, host = "" } = groups ?? {};
    return phone === undefined
      ? ` ${host.split(".").reverse().join(".")} `
      : ` +${phone.split(".").reverse().join("")} `;
  },
};

const DIGITS = "zero one two three four five six seven eight nine".split(" ");
const PART = `(?:${SPELLING_WORD}|${DIGITS.join("|")}|niner|dash|hyphen)`;
const NEAR = new RegExp(`${SPELLING_WORD}[-\\s]{1,2}(?:${DIGITS.join("|")}|niner|dash|hyphen)\\b`, "i");
/** A code for the radio: alpha six dash echo tango bravo. */
const RADIO: Encoding = {
  sign: { test: (text) => /dash|hyphen|niner/i.test(text) && NEAR.test(text) },
  pattern: new RegExp(`\\b${PART}(?:[-\\s]{1,2}${PART}){3,40}\\b`, "gi"),
  plain({ 0: run }) {
    const parts = run.toLowerCase().match(new RegExp(PART, "g")) ?? [];
    const letters = parts.filter((one) => new RegExp(`^${SPELLING_WORD}$`).test(one));
    if (letters.length < 2 || letters.length === parts.length) return undefined;
    return parts.map((one) => {
      const digit = DIGITS.indexOf(one.replace("niner", "nine"));
      return digit >= 0 ? digit : /^(?:dash|hyphen)$/.test(one) ? "-" : one.charAt(0);
    }).join("");
  },
};

/** Arabic in UTF-8 that was read as the encoding of Windows: every other letter is ط or ظ. */
const MISREAD_ARABIC: Encoding = {
  needs: "\u0600",
  sign: /(?:[طظ][\u0080-\uffff]){3}/,
  pattern: /(?:[طظ][\u0080-\uffff]){3,200}/g,
  plain({ 0: run }) {
    const bytes = [...run].map((one) => WINDOWS.indexOf(one) + 128);
    return textIn(Uint8Array.from(bytes));
  },
};
const WINDOWS = new TextDecoder("windows-1256").decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128));

/** Small digits above the line directly behind a word, which are a number of their own. */
const RAISED: Encoding = {
  sign: /[\u00b2\u00b3\u00b9\u2070-\u2079]{7}/,
  pattern: /(?<=\p{L})[\u00b2\u00b3\u00b9\u2070-\u2079]{7,19}/gu,
  plain: ({ 0: run }) => ` ${run.normalize("NFKC")}`,
};

export const WIRES: readonly Encoding[] = [
  FOLDED,
  LENGTHENED,
  BRACED,
  DEFANGED,
  MIXED_ADDRESS,
  ARPA,
  RADIO,
  RAISED,
  MISREAD_ARABIC,
];
