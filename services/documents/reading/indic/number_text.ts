/** Corrects the text of a number that was read glyph by glyph. */

/** A full stop or comma at the left of a number, where a sentence or an item's ordinal ends in Arabic. */
const STOP = /^([.,٫٬])(?=[٠-٩])/;
/** A date or a reference, in which no separator of decimals stands. */
const WITH_STROKES = /\//;

/** A percent sign between numbers is that of a size, of the same width. */
const TIMES = /(?<=[٠-٩])[٪%](?=[٠-٩])/g;

/** The text of a number: its stop at the end, its last separator as the decimal one. */
export function numberText(read: string): string {
  const [, stop] = STOP.exec(read) ?? [];
  const number = (stop === undefined ? read : read.slice(stop.length)).replace(TIMES, "×");
  const text = WITH_STROKES.test(number) ? withZeros(number) : separated(number);
  return stop === undefined ? text : `${text}${/[.٫]/.test(stop) ? "." : "،"}`;
}

/** Whether a text begins as a number does. */
export function isNumber(text: string): boolean {
  return /^[-(]?[٠-٩]/.test(text) || /^[٪%][٠-٩]/.test(text);
}

/** A point between the digits of a date is a zero, which is as small. */
function withZeros(text: string): string {
  return text.replace(/(?<=[٠-٩/])[.٫٬](?=[٠-٩/])/g, "٠");
}

/** The last of several separators starts the fraction; one before three digits groups them. */
function separated(text: string): string {
  const signs = [...text.matchAll(/[٫٬.,]/g)];
  if (signs.length < 2) return text.replace(/[.,]/g, "٫");
  const last = signs.at(-1)?.index ?? 0;
  return [...text].map((sign, at) =>
    /[٫٬.,]/.test(sign) ? (at === last && at < text.length - 1 ? "٫" : "٬") : sign
  ).join("");
}
