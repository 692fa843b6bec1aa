/** Normalises letters: one form for each, look-alikes of Latin letters become Latin. */
import { plainForm } from "../matching/characters.ts";
import { createOffsetMap, type MappedText, mappedWriter } from "./mapped_text.ts";

/** Letters of other scripts, and small capitals, that look like Latin ones. */
const LOOK_ALIKES = new Map<string, string>(
  pairs(
    "ƀ:b ŧ:t ħ:h ɨ:i ɉ:j ȼ:c ɇ:e ǥ:g ɍ:r ʉ:u ƶ:z ƒ:f ɓ:b ɗ:d ɠ:g ƙ:k ɱ:m ɳ:n ƥ:p ʂ:s ƭ:t ʑ:z ɖ:d ɦ:h ɫ:l ɲ:n ŋ:n є:e э:e б:b п:n я:r ш:w и:n д:d а:a в:b е:e к:k м:m н:h о:o р:p с:c т:t у:y х:x ѕ:s і:i ј:j һ:h ԁ:d ԛ:q ԝ:w ё:e ї:i " +
      "А:A В:B Е:E К:K М:M Н:H О:O Р:P С:C Т:T У:Y Х:X Ѕ:S І:I Ј:J Ԁ:D Ԛ:Q Ԝ:W " +
      "α:a β:b ε:e η:n ι:i κ:k ν:v ο:o ρ:p τ:t υ:u χ:x ω:w γ:y " +
      "Α:A Β:B Ε:E Ζ:Z Η:H Ι:I Κ:K Μ:M Ν:N Ο:O Ρ:P Τ:T Υ:Y Χ:X " +
      "ᴀ:a ʙ:b ᴄ:c ᴅ:d ᴇ:e ꜰ:f ɢ:g ʜ:h ɪ:i ᴊ:j ᴋ:k ʟ:l ᴍ:m ɴ:n ᴏ:o ᴘ:p ʀ:r ꜱ:s ᴛ:t ᴜ:u ᴠ:v ᴡ:w ʏ:y ᴢ:z ɑ:a ı:i ł:l ø:o đ:d ӏ:l ѵ:v " +
      "ո:n օ:o ս:u հ:h ց:g ք:p ա:w Տ:S Օ:O Լ:L " +
      "Ꭰ:D Ꭱ:R Ꭲ:T Ꭵ:i Ꭹ:y Ꭺ:A Ꭻ:J Ꭼ:E Ꮃ:W Ꮇ:M Ꮋ:H Ꮐ:G Ꮎ:O Ꮓ:Z Ꮤ:W Ꮩ:V Ꮪ:S Ꮮ:L Ꮯ:C Ꮲ:P Ꮢ:R Ꮶ:K Ᏼ:B " +
      "ᗩ:A ᗷ:B ᑕ:C ᗪ:D ᖴ:F ᕼ:H ᒍ:J ᒪ:L ᗰ:M ᑎ:N ᑭ:P ᖇ:R ᔕ:S ᑌ:U ᐯ:V ᗯ:W " +
      "ɡ:g Ƅ:b ƍ:g ƽ:s ɩ:i ʋ:u Ϝ:F ϳ:j Ϻ:M σ:o Ь:b г:r ѡ:w Ѵ:V Ү:Y ү:y ҽ:e Ԍ:G գ:q զ:q ռ:n Ս:U ყ:y ჿ:o Ꮍ:Y Ꮒ:h " +
      "Ꮟ:b Ꮥ:S Ꮷ:d Ᏻ:G Ꮖ:I Ꭸ:A Ꮜ:u ᑯ:d ᑲ:b ᕁ:x ᕽ:x ᖯ:b ᗅ:A ᗞ:D ᚷ:X ᛕ:K ᛖ:M ᴑ:o ᴦ:r ᶃ:g ᶌ:y ⲅ:r Ⲏ:H Ⲓ:l Ⲕ:K Ⲙ:M " +
      "Ⲛ:N Ⲟ:O ⲟ:o Ⲣ:P ⲣ:p Ⲥ:C ⲥ:c Ⲧ:T Ⲩ:Y Ⲭ:X ⴸ:V ⴹ:E ⵔ:O ⵕ:Q ⵝ:X ꓐ:B ꓑ:P ꓒ:d ꓓ:D ꓔ:T ꓖ:G ꓗ:K ꓙ:J ꓚ:C ꓜ:Z ꓝ:F " +
      "ꓟ:M ꓠ:N ꓡ:L ꓢ:S ꓣ:R ꓦ:V ꓧ:H ꓪ:W ꓫ:X ꓬ:Y ꓮ:A ꓰ:E ꓲ:I ꓳ:O ꓴ:U Ꞙ:F ꞙ:f Ꭓ:X ꬲ:e ꬵ:f ꭇ:r ꮁ:r ꮃ:w ꮓ:z ꮩ:v ꮪ:s " +
      "ꮯ:c",
  ),
);

function pairs(list: string): [string, string][] {
  return list.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(2)]);
}

const WORD =
  /[\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+|[^\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Alphabets with look-alikes of Latin letters. */
const MAY_LOOK_ALIKE =
  /[\u0127\u014b\u0167\u0180-\u01bf\u01e5\u0237-\u024f\u0253-\u0291\u0131\u0142\u00f8\u0111\u0251\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\u0370-\u058f\u13a0-\u167f\u10e7\u10ff\u1d00-\u1dbf\u2c80-\u2cff\u2d30-\u2d7f\ua4d0-\ua4ff\ua730\ua731\ua798\ua799\ua7b3\uab30-\uabbf\u0184\u018d\u01bd\u0261\u0269\u028b]/;
/** Scripts with so many letters that a word of only look-alikes is not a word of theirs. */
const RICH = /^[\u13a0-\u167f\ua4d0-\ua4ff\uab70-\uabbfA-Za-z]+$/;

/**
 * The text with normalised letters and digits and without invisible characters; undefined when nothing
 * changes.
 */
export function plainLetters(given: MappedText): MappedText | undefined {
  if (!BEYOND_ASCII.test(given.text)) return undefined;
  if (MAY_LOOK_ALIKE.test(given.text)) return withoutLookAlikes(given);
  return plainUnits(given);
}

function withoutLookAlikes(given: MappedText): MappedText | undefined {
  const { text } = given;
  const isLatin = (text.match(/[A-Za-z]/g)?.length ?? 0) >= (text.match(/[\u0370-\u058f]/g)?.length ?? 0);
  const writer = mappedWriter(given);
  let same = true;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!BEYOND_ASCII.test(word)) {
      writer.add(word, index, index + word.length);
      continue;
    }
    const disguised = isDisguised(word, isLatin);
    let at = index;
    for (const letter of word) {
      const plain = disguised ? LOOK_ALIKES.get(letter) ?? plainCharacter(letter) : plainCharacter(letter);
      same &&= plain === letter;
      writer.add(plain, at, at + letter.length);
      at += letter.length;
    }
  }
  return same ? undefined : writer.done();
}

/**
 * Whether a word's look-alikes stand for Latin letters: they occur beside Latin ones, or fill a word of a
 * Latin text.
 */
function isDisguised(word: string, isLatin: boolean): boolean {
  const letters = [...word].filter((letter) => /\p{L}/u.test(letter));
  if (!letters.some((letter) => LOOK_ALIKES.has(letter))) return false;
  if (letters.some((letter) => /[A-Za-z\u00c0-\u017f]/.test(letter))) return true;
  return (isLatin || RICH.test(word) || (/\d/.test(word) && /^[\p{Lu}\p{N}]+$/u.test(word))) &&
    letters.every((letter) => LOOK_ALIKES.has(letter));
}

const UNKNOWN = 0;
const SAME = 1;
const DROPPED = 2;
const SEVERAL = 3;
const FIRST_FORM = 4;
/** Per code unit one of the above, or its plain form and four. */
const forms = new Uint32Array(65_536);

function formOf(unit: number): number {
  const known = forms[unit] ?? SAME;
  if (known !== UNKNOWN) return known;
  const character = String.fromCharCode(unit);
  const isHalf = (unit & 0xf800) === 0xd800;
  // Ends of lines end sentences, headings and values.
  const plain = isHalf || /[\n\r]/.test(character) ? character : plainForm(character);
  const form = isHalf
    ? SEVERAL
    : plain === character
    ? SAME
    : plain === ""
    ? DROPPED
    : plain.length === 1
    ? plain.charCodeAt(0) + FIRST_FORM
    : SEVERAL;
  forms[unit] = form;
  return form;
}

function plainUnits(given: MappedText): MappedText | undefined {
  const { text } = given;
  let first = 0;
  while (first < text.length && formOf(text.charCodeAt(first)) === SAME) first++;
  if (first === text.length) return undefined;
  let units = new Uint16Array(text.length + 64);
  let length = 0;
  let same = true;
  const where = createOffsetMap();
  for (let at = 0; at < text.length;) {
    const unit = text.charCodeAt(at);
    const form = formOf(unit);
    if (length + 64 > units.length) units = doubled(units);
    if (form === SAME || form >= FIRST_FORM) {
      units[length++] = form === SAME ? unit : form - FIRST_FORM;
      same &&= form === SAME;
      where.add(1, at, ++at);
      continue;
    }
    const character = form === DROPPED ? "" : String.fromCodePoint(text.codePointAt(at) ?? 0xfffd);
    const width = Math.max(1, character.length);
    const plain = plainCharacter(character);
    same &&= plain === character && character !== "";
    for (let i = 0; i < plain.length; i++) units[length++] = plain.charCodeAt(i);
    where.add(plain.length, at, at + width);
    at += width;
  }
  if (same) return undefined;
  const plain = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(units.subarray(0, length));
  return where.mapped(plain, given);
}

function doubled(units: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(units.length * 2);
  larger.set(units);
  return larger;
}

const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

/** At most 18 units for one: ligatures of whole phrases. */
function plainCharacter(character: string): string {
  let plain = known.get(character);
  if (plain === undefined) {
    plain = plainForm(character);
    if (known.size < MOST_KNOWN) known.set(character, plain);
  }
  return plain;
}

/** A pattern with its letters normalised, for texts from `plainLetters`. */
export function plainPattern(source: string): string {
  let plain = "";
  for (const character of source) {
    plain += BEYOND_ASCII.test(character) ? plainCharacter(character) : character;
  }
  return plain;
}
