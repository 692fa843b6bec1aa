/** Tells bytes that are text from other bytes. */

/** Whether `least` units of a kind follow each other: checks every `least`-th unit, and its surroundings if it is one. */
export function hasRun(text: string, isOne: (unit: number) => boolean, least: number): boolean {
  for (let at = least - 1; at < text.length; at += least) {
    if (!isOne(text.charCodeAt(at))) continue;
    let [start, end] = [at, at + 1];
    while (start > 0 && isOne(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isOne(text.charCodeAt(end))) end++;
    if (end - start >= least) return true;
  }
  return false;
}

/** Characters of readable text; decoded keys and hashes have others. */
export const WORDY = /^[\p{L}\p{N}\p{M}\p{P}\p{Sc}\p{Sk}\p{Sm}\p{Emoji}\s]*$/u;
const strictly = new TextDecoder("utf-8", { fatal: true });
export const loosely = new TextDecoder();

/** The text of UTF-8 bytes; undefined when they are not UTF-8 or not readable. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = strictly.decode(bytes);
    return WORDY.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A number: of a card, a telephone, an address. */
const DIGITS = /^\+?\d[\d .:()/-]{6,40}$/;

/** An account or file number with two capital letters, or the magnetic stripe of a card. */
const CODE = /^[A-Z]{2}[- ]?\d[\dA-Z -]{5,40}$|^[;%]?[A-Z]?\d{13,19}[=^?]/;

/** The same with spaces around it, if it holds a word, a number or a code. */
export function wordyIn(bytes: Uint8Array): string | undefined {
  const text = textIn(bytes);
  return text && (/\p{L}{3}/u.test(text) || DIGITS.test(text) || CODE.test(text)) ? ` ${text} ` : undefined;
}

export const pairsIn = (signs: string) =>
  Uint8Array.from(signs.match(/[0-9a-fA-F]{2}/g) ?? [], (pair) => parseInt(pair, 16));

/** The characters of percent-encoded bytes; invalid bytes become U+FFFD. */
export const looselyIn = (percent: string): string => loosely.decode(pairsIn(percent));
