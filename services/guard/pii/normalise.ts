import { ZEROS } from "../matching/characters.ts";

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
  /** Maps an offset in the normalised text to the original text. */
  at(index: number): number;
}

/**
 * Turns digits and forms of other scripts into ASCII and drops invisible characters; offsets can be mapped
 * back.
 */
export function normalise(given: string): Normalised {
  if (!BEYOND_ASCII.test(given)) return { text: given, at: (index) => index };
  let first = 0;
  while (first < given.length && (KIND[given.charCodeAt(first)] ?? 0) < CHANGED) first++;
  if (first === given.length) return { text: given, at: (index) => index };

  const units = new Uint16Array(given.length);
  let length = 0;
  let dropped = 0;
  for (let i = 0; i < given.length; i++) {
    const unit = given.charCodeAt(i);
    if ((KIND[unit] ?? 0) >= DROPPED) dropped++;
    else units[length++] = FORM[unit] ?? unit;
  }
  const text = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units.subarray(0, length));
  if (dropped === 0) return { text, at: (index) => index };
  const origin = origins(given, length);
  return { text, at: (index) => origin[index] ?? given.length };
}

function origins(given: string, length: number): Int32Array {
  const origin = new Int32Array(length);
  let index = 0;
  for (let i = 0; i < given.length; i++) {
    if ((KIND[given.charCodeAt(i)] ?? 0) < DROPPED) origin[index++] = i;
  }
  return origin;
}
