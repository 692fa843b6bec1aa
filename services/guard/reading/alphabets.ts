/** Letters written in other alphabets and codes: Morse, Braille, turned letters, spelling words, domain names, numbers. */
import { domainToUnicode } from "node:url";
import { Buffer } from "node:buffer";
import { hasRun, wordyIn } from "./bytes.ts";
import type { Encoding } from "./encodings.ts";
import { LETTER_NAMES } from "./letter_names.ts";

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

/** Letters in Morse code, four or more; in Latin letters and in Arabic ones, since either may be meant. */
const MORSE: Encoding = {
  sign: new RegExp(`${MORSE_SIGN}(?:${MORSE_GAP}${MORSE_SIGN}){3}`),
  pattern: new RegExp(
    String.raw`(?<![^\s"'(:«])${MORSE_SIGN}(?:${MORSE_GAP}${MORSE_SIGN}){3,2000}(?![^\s"'),»])`,
    "g",
  ),
  plain({ 0: run }) {
    // A dash behind the last letter may be one of the text around it.
    const read = [run, run.replace(/(?<=[ /|])[-–—−]$/, "")].flatMap(fromMorse);
    return read.length === 0 ? undefined : ` ${[...new Set(read)].join("\n")} `;
  },
};

function fromMorse(run: string): string[] {
  const words = run.trim().replace(/[–—−]/g, "-").replace(/[·•]/g, ".").split(/ ?[/|] ?| {2,3}/)
    .map((word) => word.split(" "));
  const signs = new Set(words.flat());
  // Lines of dots and dashes divide texts.
  if (signs.size < 3) return [];
  return [MORSE_LATIN, MORSE_ARABIC].filter((letters) => [...signs].every((one) => letters.has(one)))
    .flatMap((letters) => {
      // Letters may also be three spaces apart, and words not at all.
      const spelled = words.map((word) => word.map((one) => letters.get(one)).join(""));
      return [spelled.join(" "), spelled.join("")];
    });
}

/** The letters of Braille's cells by their number behind U+2800; Arabic ones in the second list. */
const BRAILLE_LATIN =
  "1a 3b 9c 25d 17e 11f 27g 19h 10i 26j 5k 7l 13m 29n 21o 15p 31q 23r 14s 30t 37u 39v 58w 45x 61y 53z";
const BRAILLE_ARABIC =
  "1ا 3ب 30ت 57ث 26ج 49ح 45خ 25د 46ذ 23ر 53ز 14س 41ش 47ص 43ض 62ط 63ظ 55ع 35غ 11ف 31ق 5ك 7ل 13م 29ن 19ه 58و 10ي 21ى 33ة 4ء 12أ 39لا";
const cells = (pairs: string) =>
  new Map(
    pairs.split(" ").map((pair) => {
      const cell = parseInt(pair, 10);
      return [cell, pair.slice(String(cell).length)];
    }),
  );
const BRAILLE = [cells(BRAILLE_LATIN), cells(BRAILLE_ARABIC)];
/** The cell behind which a to j are digits, and that of a capital letter. */
const NUMBER_CELL = 60;
const CAPITAL_CELL = 32;

const BRAILLE_CELLS: Encoding = {
  needs: "\u2800",
  sign: /[\u2801-\u283f]{2}/,
  pattern: /[\u2800-\u283f]{2,500}(?: [\u2801-\u283f]{1,100}){0,500}/g,
  plain: ({ 0: run }) => ` ${BRAILLE.map((letters) => fromCells(run, letters)).join(" ")} `,
};

function fromCells(run: string, letters: ReadonlyMap<number, string>): string {
  let isNumber = false;
  return [...run].map((one) => {
    const cell = one.charCodeAt(0) - 0x2800;
    if (cell <= 0) {
      isNumber = false;
      return " ";
    }
    if (cell === NUMBER_CELL || cell === CAPITAL_CELL) {
      isNumber = cell === NUMBER_CELL;
      return "";
    }
    const letter = BRAILLE[0]?.get(cell) ?? "";
    if (isNumber && "abcdefghij".includes(letter)) return String(("abcdefghij".indexOf(letter) + 1) % 10);
    return letters.get(cell) ?? "";
  }).join("");
}

/** Letters turned upside down, and those that look like others when they are. */
const TURNED_LETTERS = new Map(
  ("ɐa ɒa qb ɔc pd ǝe əe ɘe ɟf ƃg ɓg ɥh ıi ᴉi ɾj ɿj ʞk lל ʃl ɯm un oo dp bq ɹr ss ʇt nu ʌv ʍw xx ʎy zz " +
    "∀A ᗺB ƆC ᗡD ƎE ℲF ⅁G HH II ſJ ꓘK ⅂L ˥L WM NN OO ԀP ΌQ ᴚR SS ⊥T ∩U ΛV MW XX ⅄Y ZZ")
    .split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1) === "ל" ? "l" : pair.slice(1)]),
);
export const TURNED_ONLY = "ɐɒǝɘɟƃɥᴉɾʞɯɹʇʌʍʎɔ";

const UPSIDE_DOWN: Encoding = {
  sign: new RegExp(`[${TURNED_ONLY}]`),
  pattern: new RegExp(
    `(?<![\\p{L}])[\\p{Script=Latin}∀⅁⊥∩]{2,40}(?: [\\p{Script=Latin}∀⅁⊥∩]{1,40}){0,12}(?!\\p{L})`,
    "gu",
  ),
  plain({ 0: run }) {
    if (![...run].some((one) => TURNED_ONLY.includes(one))) return undefined;
    return [...run].reverse().map((one) => TURNED_LETTERS.get(one) ?? one).join("");
  },
};

/** The words by which letters are spelled over the radio. */
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

/** Names in other alphabets as they are in domain names (RFC 3492). */
const DOMAIN_NAME: Encoding = {
  needs: "-",
  sign: /xn--[a-z0-9]/i,
  pattern: /(?<![\w-])xn--[a-z0-9-]{1,59}(?:\.xn--[a-z0-9-]{1,59}){0,5}/gi,
  plain({ 0: name }) {
    const text = domainToUnicode(name);
    return text === "" || text === name.toLowerCase() ? undefined : text.replaceAll(".", " ");
  },
};

/** The space behind a run of signs is one of the text. */
const spaceBehind = (run: string) => /\s$/.test(run) ? " " : "";

/** Characters by their numbers: U+0062 U+006F, chr(98) + chr(111). */
const NUMBERED: Encoding = {
  sign: /[uU]\+[0-9a-fA-F]{4}|ch(?:a)?r(?:code)?\(/i,
  pattern:
    /(?:[uU]\+[0-9a-fA-F]{4,6}[\s,;]{0,3}){2,2000}|(?:\b(?:chr|(?:uni|w|n)?char|(?:string\.)?from(?:char|point)code)\(\s*(?:0x[0-9a-f]{2,4}|\d{2,5})\s*\)\s{0,3}[+.&,|]{0,2}\s{0,3}){2,500}/gi,
  plain({ 0: run }) {
    const codes = /^u/i.test(run) && run.charAt(1) === "+"
      ? (run.match(/[0-9a-fA-F]{4,6}/g) ?? []).map((one) => parseInt(one, 16))
      : (run.match(/\(\s*\w+/g) ?? []).map((one) => Number(one.slice(1)));
    const isText = codes.every((code) => code > 0 && code <= 0x10ffff);
    return isText ? String.fromCodePoint(...codes) + spaceBehind(run) : undefined;
  },
};

/** Letters by their names in Unicode. */
const NAMED: Encoding = {
  needs: " ",
  sign: /(?:LATIN|ARABIC) (?:\w+ ){0,2}LETTER/i,
  pattern:
    /(?:(?:\\N\{)?(?:LATIN (?:SMALL|CAPITAL) LETTER [A-Z]|ARABIC LETTER [A-Z]{2,5}(?: [A-Z]{3,8})?)\b\}?[\s,;+]{0,3}){2,200}/gi,
  plain: ({ 0: run }) =>
    (run.match(/LETTER [A-Z]+(?: [A-Z]{3,8})?/gi) ?? []).map((name) => {
      const [, letter = "", more = ""] = name.toUpperCase().split(" ");
      return letter.length === 1
        ? letter.toLowerCase()
        : ARABIC_NAMES.get(`${letter} ${more}`.trim()) ?? ARABIC_NAMES.get(letter) ?? "";
    }).join("") + spaceBehind(run),
};
const ARABIC_NAMES = new Map(
  ("ALEF:ا BEH:ب TEH:ت THEH:ث JEEM:ج HAH:ح KHAH:خ DAL:د THAL:ذ REH:ر ZAIN:ز SEEN:س SHEEN:ش SAD:ص DAD:ض TAH:ط ZAH:ظ " +
    "AIN:ع GHAIN:غ FEH:ف QAF:ق KAF:ك LAM:ل MEEM:م NOON:ن HEH:ه WAW:و YEH:ي HAMZA:ء TEH_MARBUTA:ة ALEF_MAKSURA:ى")
    .split(" ").map((pair): [string, string] => [pair.slice(0, -2).replace("_", " "), pair.slice(-1)]),
);

/** Runes for the sounds of Latin letters. */
const RUNES = list("fᚠ uᚢ aᚨ rᚱ kᚲ gᚷ wᚹ hᚺ hᚻ nᚾ iᛁ jᛃ pᛈ zᛉ sᛊ sᛋ tᛏ bᛒ eᛖ mᛗ lᛚ dᛞ oᛟ oᚩ cᚳ yᚣ xᛪ qᛩ vᚡ");
const RUNIC: Encoding = {
  needs: "\u16a0",
  sign: /[\u16a0-\u16ea]{2}/,
  pattern: /[\u16a0-\u16ea]{2,60}/g,
  plain: ({ 0: run }) =>
    [...run].map((one) => RUNES.get(one) ?? (one === "ᚦ" ? "th" : one === "ᛜ" ? "ng" : "")).join(""),
};

const BASE32_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const BASE32_LEAST = 16;
const isBase32 = (unit: number) => (unit >= 65 && unit <= 90) || (unit >= 50 && unit <= 55);

/** Text in base32 (RFC 4648); words in capitals hold no digits. */
const BASE32: Encoding = {
  sign: { test: (text) => hasRun(text, isBase32, BASE32_LEAST) },
  pattern: /(?<![A-Za-z0-9+/])[A-Z2-7]{16,20000}={0,6}(?![A-Za-z0-9=])/g,
  plain({ 0: run }) {
    const signs = run.replace(/=+$/, "");
    if (!/[2-7]/.test(signs)) return undefined;
    const bytes = new Uint8Array(Math.floor(signs.length * 5 / 8));
    let [held, bits, length] = [0, 0, 0];
    for (const sign of signs) {
      held = (held << 5 | BASE32_LETTERS.indexOf(sign)) & 0xfff;
      bits += 5;
      if (bits >= 8) bytes[length++] = held >> (bits -= 8) & 0xff;
    }
    return wordyIn(bytes);
  },
};

/** Text in base85 between `<~` and `~>`, as Adobe writes it. */
const BASE85: Encoding = {
  needs: "<~",
  sign: /<~[!-u]/,
  pattern: /<~([!-uz\s]{5,20000})~>/g,
  plain([, run = ""]) {
    const bytes: number[] = [];
    const signs = run.replace(/\s/g, "").replaceAll("z", "!!!!!");
    for (let at = 0; at < signs.length; at += 5) {
      const five = signs.slice(at, at + 5);
      const value = [...five.padEnd(5, "u")].reduce((sum, one) => sum * 85 + one.charCodeAt(0) - 33, 0);
      bytes.push(
        ...[value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((one) => Math.floor(one) & 0xff)
          .slice(0, five.length - 1),
      );
    }
    return wordyIn(Buffer.from(bytes));
  },
};

export const ALPHABETS: readonly Encoding[] = [
  ...[
    MORSE,
    BRAILLE_CELLS,
    UPSIDE_DOWN,
    SPELLED,
    ...LETTER_NAMES,
    DOMAIN_NAME,
    NUMBERED,
    NAMED,
    RUNIC,
    BASE32,
    BASE85,
  ],
];
