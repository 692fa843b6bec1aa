/** Bytes that are text. */

/** Whether so many units of a kind follow each other; only every so-manieth needs to be looked at first. */
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

/** Readable text is mostly letters and spaces; keys and hashes are not text at all. */
export const WORDY = /^[\p{L}\p{N}\p{M}\p{P}\p{Sc}\p{Sk}\p{Sm}\p{Emoji}\s]*$/u;
const strictly = new TextDecoder("utf-8", { fatal: true });
export const loosely = new TextDecoder();

/** UTF-8 that is text; undefined where it is none. */
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

/** Two capital letters and a number, of an account or a file, and the stripe of a card. */
const CODE = /^[A-Z]{2}[- ]?\d[\dA-Z -]{5,40}$|^[;%]?[A-Z]?\d{13,19}[=^?]/;

/** The same, set off from the text around it, if words are in it. */
export function wordyIn(bytes: Uint8Array): string | undefined {
  const text = textIn(bytes);
  return text && (/\p{L}{3}/u.test(text) || DIGITS.test(text) || CODE.test(text)) ? ` ${text} ` : undefined;
}

export const pairsIn = (signs: string) =>
  Uint8Array.from(signs.match(/[0-9a-fA-F]{2}/g) ?? [], (pair) => parseInt(pair, 16));

/** The characters of percent-encoded bytes, with a mark for those that are none. */
export const looselyIn = (percent: string): string => loosely.decode(pairsIn(percent));
