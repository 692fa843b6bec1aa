/** Text folded for searching, Arabic first; stored and shown text is never changed. */

const ALEF = /[أإآٱ]/g;
const DIGITS = /[٠-٩۰-۹]/g;
// Combining marks, tatweel, and the invisible direction and joiner characters.
const DROPPED = /[\p{M}\u0640\u200B-\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

const BEYOND_ASCII = /[\u0080-\uFFFF]/;

/**
 * Folds text so that spellings of the same word become equal: NFKC, lower case, marks and tatweel dropped,
 * أإآٱ→ا, ى→ي, ة→ه, Arabic-Indic digits to ASCII. Idempotent.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.normalize("NFKC").toLowerCase().replace(DROPPED, "").normalize("NFKC")
    .replace(ALEF, "ا").replaceAll("ى", "ي").replaceAll("ة", "ه")
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Whether a text is plain ASCII, so that most folding steps can be skipped. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** A LIKE pattern that finds `search` anywhere in a folded column; `%`, `_` and `\` are plain characters. */
export function containing(search: string): string {
  return `%${fold(search).replace(/[\\%_]/g, "\\$&")}%`;
}
