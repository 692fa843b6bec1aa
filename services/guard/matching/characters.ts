/** How matching treats characters: their folded form, and whether they are part of a word. */

/** Marks and invisible characters, which matching skips. */
const IGNORED = new RegExp(
  "[\\p{Default_Ignorable_Code_Point}\\u0300-\\u036f\\u20dd-\\u20e4\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8" +
    "\\u06ea-\\u06ed\\ufff9-\\ufffb]",
  "gu",
);

const LETTERS: Record<string, string> = {
  "أ": "ا",
  "إ": "ا",
  "آ": "ا",
  "ٱ": "ا",
  "ى": "ي",
  "ی": "ي",
  "ک": "ك",
  "ڪ": "ك",
  "ہ": "ه",
  "ھ": "ه",
  "ۃ": "ة",
  "ڨ": "ق",
  ...Object.fromEntries([..."ۆۇۈۋۅۉ"].map((waw) => [waw, "و"])),
  ...Object.fromEntries([..."ێېۍ"].map((yeh) => [yeh, "ي"])),
  ...Object.fromEntries([..."ڕړڒ"].map((reh) => [reh, "ر"])),
  ...{ "ڵ": "ل", "ڼ": "ن", "ڻ": "ن", "ټ": "ت", "ډ": "د", "ە": "ه", "ۀ": "ه" },
  ...Object.fromEntries([..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58"].map((dash) => [dash, "-"])),
  "。": ".",
  "｡": ".",
  "٫": ".",
  "٬": ",",
  "ؤ": "ء",
  "ئ": "ء",
};

/**
 * The normal form of a character, with its case: "" when it is ignored, several characters for a ligature.
 */
export function plainForm(character: string): string {
  const wide = character.normalize("NFKC");
  const latin = /[\u00c0-\u024f\u1e00-\u1eff]/.test(wide) ? wide.normalize("NFKD") : wide;
  let plain = "";
  for (const character of latin.replace(IGNORED, "")) {
    plain += LETTERS[character] ?? asciiDigit(character) ?? enclosed(character) ?? character;
  }
  return /^\s+$/.test(plain) ? " " : plain;
}

// Latin, Greek, Cyrillic, Hebrew and Arabic, of which most texts consist.
const REMEMBERED = 0x0800;
const folds = new Array<string | undefined>(REMEMBERED);

/** The folded form of one character: its plain form in lower case. */
export function foldCharacter(character: string): string {
  const unit = character.charCodeAt(0);
  if (character.length !== 1 || unit >= REMEMBERED) return foldedForm(character);
  return folds[unit] ??= foldedForm(character);
}

const foldedForm = (character: string): string =>
  plainForm(character.toLowerCase()).toLowerCase().replaceAll("ة", "ه");

/** The folding of `foldCharacter` over a whole text, runs of white space as one space. */
export function foldText(text: string): string {
  let folded = "";
  for (const character of text) folded += foldCharacter(character);
  return folded.replace(/\s+/g, " ");
}

/** A value without marks, invisible characters and the scripts of its digits, and in lower case. */
export function plainValue(value: string): string {
  const wide = value.normalize("NFKC").toLowerCase().replace(IGNORED, "");
  return wide.replace(/\p{Nd}/gu, (digit) => asciiDigit(digit) ?? digit);
}

function asciiDigit(character: string): string | undefined {
  const unit = character.charCodeAt(0);
  for (const zero of ZEROS) if (unit >= zero && unit <= zero + 9) return String(unit - zero);
  for (const zero of ONES) if (unit >= zero && unit < zero + 9) return String(unit - zero + 1);
  return unit === 0x24ff ? "0" : undefined;
}

/** First of the 26 white letters in black circles and squares, which Unicode does not decompose. */
const ENCLOSED = [0x1f150, 0x1f170];

function enclosed(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const first = ENCLOSED.find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCharCode(65 + code - first);
}

/** First digits of the scripts in use around the Gulf: Arabic-Indic, Persian, Devanagari, Bengali, Tamil, … */
export const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50];

/** First of the digits from 1 to 9 in circles, which Unicode does not decompose. */
const ONES = [0x24f5, 0x2776, 0x2780, 0x278a];

const UNKNOWN = 0;
const OTHER = 1;
const WORD = 2;
const UNSPACED = 3;
const SKIPPED = 4;
const kinds = new Uint8Array(65536);

function kindOf(unit: number): number {
  const known = kinds[unit] ?? OTHER;
  if (known !== UNKNOWN) return known;
  const character = String.fromCharCode(unit);
  const kind = foldCharacter(character) === ""
    ? SKIPPED
    : /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character)
    ? UNSPACED
    : /[\p{L}\p{N}\p{M}_]/u.test(character)
    ? WORD
    : OTHER;
  kinds[unit] = kind;
  return kind;
}

/** Part of a word in a script that puts spaces between words. */
export function isWord(unit: number): boolean {
  return kindOf(unit) === WORD;
}

/** A mark, a tatweel or an invisible character: matching ignores it. */
export function isSkipped(unit: number): boolean {
  return kindOf(unit) === SKIPPED;
}

export function isArabic(unit: number): boolean {
  return (unit >= 0x0620 && unit <= 0x06ff) || (unit >= 0x0750 && unit <= 0x077f) ||
    (unit >= 0xfb50 && unit <= 0xfeff);
}
