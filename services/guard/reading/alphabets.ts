/** Letters in other alphabets and codes: Morse code, the spelling alphabet, domain names, code points, base32. */
import { domainToUnicode } from "node:url";
import { hasRun, wordyIn } from "./bytes.ts";
import type { Encoding } from "./encodings.ts";

const list = (pairs: string) => new Map(pairs.split(" ").map((pair) => [pair.slice(1), pair.slice(0, 1)]));

const MORSE_LATIN = list(
  "a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- " +
    "v...- w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. " +
    ",--..-- ..-.-.- ?..--.. '.----. /-..-. @.--.-. --....-",
);
const MORSE_ARABIC = list(
  "ا.- ب-... ت- ث-.-. ج.--- ح.... خ--- د-.. ذ--.. ر.-. ز---. س... ش---- ص-..- ض...- ط..- ظ-.-- ع.-.- غ--. ف..-. " +
    "ق--.- ك-.- ل.-.. م-- ن-. ه..-.. و.-- ي.. ء.",
);
export const MORSE_SIGN = String.raw`[.\-–—−·•]{1,6}`;
export const MORSE_GAP = String.raw`(?: ?[/|] ?| {1,3})`;

/** Morse code of four letters or more, read as Latin and as Arabic letters. */
const MORSE: Encoding = {
  sign: new RegExp(`${MORSE_SIGN}(?:${MORSE_GAP}${MORSE_SIGN}){3}`),
  pattern: new RegExp(
    String.raw`(?<![^\s"'(:«])${MORSE_SIGN}(?:${MORSE_GAP}${MORSE_SIGN}){3,2000}(?![^\s"'),»])`,
    "g",
  ),
  plain({ 0: run }) {
    // A dash after the last letter may belong to the surrounding text.
    const read = [run, run.replace(/(?<=[ /|])[-–—−]$/, "")].flatMap(fromMorse);
    return read.length === 0 ? undefined : ` ${[...new Set(read)].join("\n")} `;
  },
};

function fromMorse(run: string): string[] {
  const words = run.trim().replace(/[–—−]/g, "-").replace(/[·•]/g, ".").split(/ ?[/|] ?| {2,3}/)
    .map((word) => word.split(" "));
  const signs = new Set(words.flat());
  // A line of only dots or dashes is a rule between paragraphs.
  if (signs.size < 3) return [];
  return [MORSE_LATIN, MORSE_ARABIC].filter((letters) => [...signs].every((sign) => letters.has(sign)))
    .flatMap((letters) => {
      // Some texts put three spaces between letters and do not separate words.
      const spelled = words.map((word) => word.map((code) => letters.get(code)).join(""));
      return [spelled.join(" "), spelled.join("")];
    });
}

/** The spelling alphabet of radio traffic. */
const SPELLING =
  "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa " +
  "quebec romeo sierra tango uniform victor whiskey whisky xray x-ray yankee zulu";
export const SPELLING_WORD = `(?:${SPELLING.replaceAll(" ", "|")})`;
const SPELLED: Encoding = {
  sign: new RegExp(
    String.raw`\b${SPELLING_WORD}[-\s,/.]{1,3}${SPELLING_WORD}[-\s,/.]{1,3}${SPELLING_WORD}\b`,
    "i",
  ),
  pattern: new RegExp(String.raw`\b${SPELLING_WORD}(?:[-\s,/.]{1,3}${SPELLING_WORD}){2,60}\b`, "gi"),
  plain: ({ 0: run }) =>
    (run.match(new RegExp(SPELLING_WORD, "gi")) ?? []).map((word) => word.charAt(0).toLowerCase()).join(""),
};

/** Punycode in domain names (RFC 3492). */
const DOMAIN_NAME: Encoding = {
  needs: "-",
  sign: /xn--[a-z0-9]/i,
  pattern: /(?<![\w-])xn--[a-z0-9-]{1,59}(?:\.xn--[a-z0-9-]{1,59}){0,5}/gi,
  plain({ 0: name }) {
    const text = domainToUnicode(name);
    return text === "" || text === name.toLowerCase() ? undefined : text.replaceAll(".", " ");
  },
};

/** White space at the end of a match, which belongs to the surrounding text. */
const spaceBehind = (run: string) => /\s$/.test(run) ? " " : "";

/** Code points: U+0062 U+006F, chr(98) + chr(111). */
const NUMBERED: Encoding = {
  sign: /[uU]\+[0-9a-fA-F]{4}|ch(?:a)?r(?:code)?\(/i,
  pattern:
    /(?:[uU]\+[0-9a-fA-F]{4,6}[\s,;]{0,3}){2,2000}|(?:\b(?:chr|(?:uni|w|n)?char|(?:string\.)?from(?:char|point)code)\(\s*(?:0x[0-9a-f]{2,4}|\d{2,5})\s*\)\s{0,3}[+.&,|]{0,2}\s{0,3}){2,500}/gi,
  plain({ 0: run }) {
    const codes = /^u/i.test(run) && run.charAt(1) === "+"
      ? (run.match(/[0-9a-fA-F]{4,6}/g) ?? []).map((code) => parseInt(code, 16))
      : (run.match(/\(\s*\w+/g) ?? []).map((code) => Number(code.slice(1)));
    const isText = codes.every((code) => code > 0 && code <= 0x10ffff);
    return isText ? String.fromCodePoint(...codes) + spaceBehind(run) : undefined;
  },
};

const BASE32_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const BASE32_LEAST = 16;
const isBase32 = (unit: number) => (unit >= 65 && unit <= 90) || (unit >= 50 && unit <= 55);

/** Base32 (RFC 4648); a run without digits is a word in capitals. */
const BASE32: Encoding = {
  sign: { test: (text) => hasRun(text, isBase32, BASE32_LEAST) },
  pattern: /(?<![A-Za-z0-9+/])[A-Z2-7]{16,20000}={0,6}(?![A-Za-z0-9=])/g,
  plain({ 0: run }) {
    const signs = run.replace(/=+$/, "");
    if (!/[2-7]/.test(signs)) return undefined;
    const bytes = new Uint8Array(Math.floor(signs.length * 5 / 8));
    let [buffer, bits, length] = [0, 0, 0];
    for (const sign of signs) {
      buffer = (buffer << 5 | BASE32_LETTERS.indexOf(sign)) & 0xfff;
      bits += 5;
      if (bits >= 8) bytes[length++] = buffer >> (bits -= 8) & 0xff;
    }
    return wordyIn(bytes);
  },
};

export const ALPHABETS: readonly Encoding[] = [MORSE, SPELLED, DOMAIN_NAME, NUMBERED, BASE32];
