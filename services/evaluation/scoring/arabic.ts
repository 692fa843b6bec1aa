// Tashkeel and Quranic marks, the superscript alef, tatweel, and the marks that only steer direction or joining.
const DROPPED =
  /[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u0640\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
// Invisible marks: direction controls and the byte order mark.
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const ALEFS = /[أإآٱ]/gu;
const DIGITS = /[٠-٩۰-۹]/gu;
const SUPERSCRIPTS = /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ]+/gu;
const FRACTIONS = /(\p{Nd}?)([¼½¾⅐-⅞])/gu;
const NEEDS_WORK = /[^\x20-\x7E\n\t]/;

export interface ArabicOptions {
  /** Also ة→ه and ى→ي. These lose meaning (على, علي), so a benchmark has to ask for them. */
  loose?: boolean;
}

/** Folds what does not change the meaning of an Arabic text. The article الـ is never stripped. */
export function foldArabic(text: string, { loose = false }: ArabicOptions = {}): string {
  if (!NEEDS_WORK.test(text)) return text;
  const folded = compatible(text).replace(DROPPED, "").replace(ALEFS, "ا").replaceAll("ک", "ك")
    .replaceAll("ی", "ي").replace(DIGITS, asciiDigit).normalize("NFKC");
  return loose ? folded.replaceAll("ة", "ه").replaceAll("ى", "ي") : folded;
}

/** NFKC, but 10² is not 102, and 1½ is not 11/2. */
function compatible(text: string): string {
  return text.replace(SUPERSCRIPTS, (raised) => `^${raised.normalize("NFKC")}`)
    .replace(
      FRACTIONS,
      (_, digit: string, part: string) => `${digit}${digit && " "}${part.normalize("NFKC")}`,
    )
    .normalize("NFKC").replaceAll("⁄", "/").replaceAll("−", "-").replaceAll("٪", "%")
    .replaceAll("٫", ".").replaceAll("٬", ",");
}

/** The text in NFC, without invisible marks. */
export function withoutInvisible(text: string): string {
  return NEEDS_WORK.test(text) ? text.replace(INVISIBLE, "").normalize("NFC") : text;
}

/** The text with Arabic-Indic and Persian digits in ASCII, and nothing else changed. */
export function withAsciiDigits(text: string): string {
  return text.replace(DIGITS, asciiDigit);
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  return String(code >= 0x06f0 ? code - 0x06f0 : code - 0x0660);
}

/** The share of Arabic letters among all letters; undefined where there are no letters. */
export function arabicShare(text: string): number | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  return (text.match(/\p{Script=Arabic}/gu)?.filter((c) => /\p{L}/u.test(c)).length ?? 0) / letters;
}
