const ENCODER = new TextEncoder();
/** Below this length a loop is faster than the encoder. */
const SHORT = 256;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The UTF-16 code units of a text as an array, which passes over the text read many times faster than the text. */
export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  if (text.length < SHORT || BEYOND_ASCII.test(text.slice(0, SHORT)) || !encoded(text, units)) {
    copyUnits(text, units);
  }
  return units;
}

const SPARE = new Uint16Array(SHORT);

/**
 * The same in an array that may be longer than the text and, for short texts, is valid until the next call only: a
 * new one would cost as much as all that is looked for in a sentence.
 */
export function passingUnitsOf(text: string): Uint16Array {
  if (text.length > SHORT) return unitsOf(text);
  copyUnits(text, SPARE);
  return SPARE;
}

function copyUnits(text: string, units: Uint16Array): void {
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
}

/** Whether the text is ASCII, of which the encoder makes a byte for each unit; `units` then holds them. */
function encoded(text: string, units: Uint16Array): boolean {
  const bytes = new Uint8Array(text.length);
  if (ENCODER.encodeInto(text, bytes).read !== text.length) return false;
  units.set(bytes);
  return true;
}
