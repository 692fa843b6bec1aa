const PRESENTATION_FORMS = /[\uFB50-\uFDFF\uFE70-\uFEFC]+/g;
// deno-fmt-ignore
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u00AD]/g;

/**
 * Repairs Arabic of a PDF text layer: presentation forms become plain letters, and a swapped lam-alef is corrected.
 */
export function repairedArabic(text: string): string {
  return text
    .replace(PRESENTATION_FORMS, (shapes) => shapes.normalize("NFKC"))
    .replace(INVISIBLE, "")
    .replace(/ا([إأآ])ل/g, "ال$1");
}

/** Quality of a text layer, from 0 to 1: real letters and words, without artefacts of broken fonts. */
export function layerScore(words: string[]): number {
  const text = words.join(" ");
  const symbols = [...text.replace(/\s/g, "")];
  if (symbols.length === 0) return 0;
  const broken = symbols.filter((symbol) => /[\p{Co}\p{Cn}\p{Cc}\uFFFD]/u.test(symbol)).length /
    symbols.length;
  const wordShare = symbols.filter((symbol) => /[\p{L}\p{N}]/u.test(symbol)).length / symbols.length;
  const believable = believableShare(words);
  if (broken > 0.05 || wordShare < 0.4) return Math.min(0.3, wordShare);
  return Math.max(0, believable - broken);
}

function believableShare(words: string[]): number {
  const real = words.map((word) => word.replace(/[^\p{L}]/gu, "")).filter((word) => word.length > 0);
  if (real.length === 0) return 1;
  const good = real.filter(isBelievable).length;
  return isReversed(real) || isScattered(real) ? 0.2 : good / real.length;
}

/** Whether a word is plausible: Latin words have vowels, and no word mixes scripts. */
function isBelievable(word: string): boolean {
  const arabic = /\p{Script=Arabic}/u.test(word);
  const latin = /\p{Script=Latin}/u.test(word);
  if (arabic && latin) return false;
  if (!latin || word.length < 4 || word === word.toUpperCase()) return true;
  return /[aeiouyàáâäèéêëìíîïòóôöùúûü]/i.test(word) && !/[bcdfghjklmnpqrstvwxz]{6}/i.test(word);
}

/** Whether the words are stored reversed, so that they end with the Arabic article. */
function isReversed(words: string[]): boolean {
  const ends = words.filter((word) => /^\p{Script=Arabic}{2,}لا$/u.test(word)).length;
  const starts = words.filter((word) => /^ال\p{Script=Arabic}{2,}$/u.test(word)).length;
  return ends >= 3 && ends > starts * 2;
}

/** Whether the words are mostly single letters: glyphs without word boundaries. */
function isScattered(words: string[]): boolean {
  const single = words.filter((word) => [...word].length === 1).length;
  return words.length >= 8 && single / words.length > 0.6;
}
