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
  const units = passingUnitsOf(given);
  const first = firstChanged(units, given);
  if (first === given.length) return { text: given, units, at: (index) => index };

  const { text, normal } = changed(given, units, first);
  if (text.length === given.length) return { text, units: normal, at: (index) => index };
  const origin = origins(units, given.length);
  return { text, units: normal, at: (index) => origin[index] ?? given.length };
}

function firstChanged(units: Uint16Array, given: string): number {
  if (!BEYOND_ASCII.test(given)) return given.length;
  let first = 0;
  while (first < given.length && (KIND[units[first] ?? 0] ?? 0) < CHANGED) first++;
  return first;
}

/** Pieces that stay the same are copied whole, which is faster than to decode all units anew. */
function changed(given: string, units: Uint16Array, first: number): { text: string; normal: Uint16Array } {
  const normal = units.slice(0, given.length);
  const pieces = [given.slice(0, first)];
  let length = first;
  for (let i = first; i < given.length;) {
    let piece = "";
    for (; i < given.length && (KIND[units[i] ?? 0] ?? 0) >= CHANGED; i++) {
      const unit = units[i] ?? 0;
      if ((KIND[unit] ?? 0) >= DROPPED) continue;
      const form = FORM[unit] ?? unit;
      normal[length++] = form;
      piece += String.fromCharCode(form);
    }
    if (piece !== "") pieces.push(piece);
    const same = i;
    while (i < given.length && (KIND[units[i] ?? 0] ?? 0) < CHANGED) i++;
    if (length < same) normal.copyWithin(length, same, i);
    length += i - same;
    if (i > same) pieces.push(given.slice(same, i));
  }
  return { text: pieces.join(""), normal };
}

/** The offsets in a text, of `length` units, of those that are not dropped. */
function origins(units: Uint16Array, length: number): Int32Array {
  const origin = new Int32Array(length);
  let index = 0;
  for (let i = 0; i < length; i++) {
    if ((KIND[units[i] ?? 0] ?? 0) < DROPPED) origin[index++] = i;
  }
  return origin.subarray(0, index);
}
