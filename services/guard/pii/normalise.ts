import { ZEROS } from "../matching/characters.ts";
import { passingUnitsOf } from "../matching/units.ts";

/**
 * Bits that classify a character for the scanner. A CHANGED character differs in the normalised text; a
 * DROPPED one is absent from it.
 */
export const DIGIT = 1;
export const LETTER = 2;
export const UNDERSCORE = 4;
export const ANCHOR = 8;
export const DOT = 16;
const CHANGED = 64;
const DROPPED = 128;

export const KIND = new Uint8Array(65536);
const FORM = new Uint16Array(65536);

for (let unit = 0; unit < 65536; unit++) FORM[unit] = unit;
const become = (unit: number, form: string) => {
  FORM[unit] = form.charCodeAt(0);
  KIND[unit] = CHANGED;
};
for (let i = 0; i < 10; i++) KIND[48 + i] = DIGIT;
for (let i = 0; i < 26; i++) KIND[65 + i] = KIND[97 + i] = LETTER;
KIND[95] = UNDERSCORE;
KIND[46] = DOT;
for (const anchor of "@:-") KIND[anchor.charCodeAt(0)] = ANCHOR;
for (const zero of ZEROS) for (let i = 0; i < 10; i++) become(zero + i, String(i));
for (let unit = 0xff01; unit <= 0xff5e; unit++) become(unit, String.fromCharCode(unit - 0xfee0));
for (const space of [0x00a0, 0x1680, 0x202f, 0x205f, 0x3000]) become(space, " ");
for (let unit = 0x2000; unit <= 0x200a; unit++) become(unit, " ");
for (let unit = 0x2010; unit <= 0x2015; unit++) become(unit, "-");
for (const dash of [0x2212, 0xfe58, 0xfe63]) become(dash, "-");
for (const dropped of [0x00ad, 0x034f, 0x061c, 0x180e, 0xfeff]) KIND[dropped] = DROPPED;
for (const [first, last] of [[0x200b, 0x200f], [0x202a, 0x202e], [0x2060, 0x2064], [0x2066, 0x2069]]) {
  for (let unit = first ?? 1; unit <= (last ?? 0); unit++) KIND[unit] = DROPPED;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

export interface Normalised {
  text: string;
  /** The code units of `text`, with others behind them, until the next text is normalised. */
  units: Uint16Array;
  /** Maps an offset in the normalised text to the original text. */
  at(index: number): number;
}

/**
 * Turns digits and forms of other scripts into ASCII and drops invisible characters; offsets can be mapped
 * back.
 */
export function normalise(given: string): Normalised {
  if (!BEYOND_ASCII.test(given)) return { text: given, units: passingUnitsOf(given), at: (index) => index };
  const units = spareFor(given.length);
  const places = changedIn(given, units);
  if (places.length === 0) return { text: given, units, at: (index) => index };
  const text = formed(given, units, places);
  if (text.length === given.length) return { text, units, at: (index) => index };
  const origin = origins(given);
  return { text, units, at: (index) => origin[index] ?? given.length };
}

/** Longer texts have an array of their own. */
const MOST_SPARE = 262_144;
let spare = new Uint16Array(0);

/** An array that the next text is read into as well: a new one would have to be cleared first. */
function spareFor(length: number): Uint16Array {
  if (length > MOST_SPARE) return new Uint16Array(length);
  if (length > spare.length) spare = new Uint16Array(Math.min(MOST_SPARE, length * 2));
  return spare;
}

/** Reads the text into `units`; returns where a unit changes or is dropped. */
function changedIn(given: string, units: Uint16Array): number[] {
  // A local name is read faster, and places are written down first: both keep the loop small.
  const kinds = KIND;
  const places: number[] = [];
  for (let i = 0; i < given.length; i++) {
    const unit = given.charCodeAt(i);
    units[i] = unit;
    if ((kinds[unit] ?? 0) >= CHANGED) places.push(i);
  }
  return places;
}

const ASCII = Array.from({ length: 128 }, (_, unit) => String.fromCharCode(unit));

/** The text with the forms of the units at `places`, which are written to `units` too. */
function formed(given: string, units: Uint16Array, places: readonly number[]): string {
  let text = "";
  let same = 0;
  let length = 0;
  for (let j = 0; j <= places.length; j++) {
    const at = places[j] ?? given.length;
    if (at > same) {
      text += given.slice(same, at);
      if (length < same) units.copyWithin(length, same, at);
      length += at - same;
    }
    same = at + 1;
    const unit = given.charCodeAt(at);
    if (at === given.length || (KIND[unit] ?? 0) >= DROPPED) continue;
    const form = FORM[unit] ?? unit;
    units[length++] = form;
    text += ASCII[form] ?? String.fromCharCode(form);
  }
  return text;
}

/** The offsets in a text of the units that are not dropped. */
function origins(given: string): Int32Array {
  const origin = new Int32Array(given.length);
  let index = 0;
  for (let i = 0; i < given.length; i++) {
    if ((KIND[given.charCodeAt(i)] ?? 0) < DROPPED) origin[index++] = i;
  }
  return origin.subarray(0, index);
}
