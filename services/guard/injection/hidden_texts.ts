/** Decodes hidden texts: leetspeak, in pieces, hexadecimal, reversed or shifted. */
import { type MappedText, mappedWriter } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";

/** A decoded text, with its offsets in the original text. */
export interface HiddenText {
  how: string;
  text: MappedText;
}

/** Longer texts are not decoded as a whole. */
const LONGEST = 20_000;

const LEET = new Map(
  Object.entries({
    "0": "o",
    "1": "i",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "@": "a",
    "$": "s",
    "8": "b",
  }),
);
const LEET_WORD = /(?<![\p{L}\p{N}@$])(?=[\d@$]{0,3}[a-z])[a-z0134578@$]{3,30}(?![\p{L}\p{N}@$])/giu;
const MIXED = /[a-z][0134578@$]+[a-z]|^[134578@$][a-z]{2}|[a-z]{2}[013457@$]$/i;
/** Least number of words in leetspeak. */
const LEAST_MIXED = 3;

function leet(source: MappedText): MappedText | undefined {
  const words = [...source.text.matchAll(LEET_WORD)].filter(([word]) => MIXED.test(word));
  if (words.length < LEAST_MIXED) return undefined;
  return rewritten(source, words, (word) => [...word].map((letter) => LEET.get(letter) ?? letter).join(""));
}

function rewritten(
  source: MappedText,
  matches: readonly RegExpExecArray[],
  write: (word: string) => string,
): MappedText {
  const writer = mappedWriter(source);
  let at = 0;
  for (const { 0: word, index } of matches) {
    writer.add(source.text.slice(at, index), at, index);
    writer.add(write(word), index, index + word.length);
    at = index + word.length;
  }
  writer.add(source.text.slice(at), at, source.text.length);
  return writer.done();
}

/** The contents of neighbouring quotations, joined. */
const QUOTED =
  /"([^"\n]{1,200})"|(?<!\p{L})'([^'\n]{1,200})'(?!\p{L})|\u00ab([^\u00ab\u00bb\n]{1,200})\u00bb|\u201c([^\u201c\u201d\n]{1,200})\u201d/gu;
const LEAST_PIECES = 3;

function pieces(source: MappedText): MappedText | undefined {
  const quotes = [...source.text.matchAll(QUOTED)];
  if (quotes.length < LEAST_PIECES) return undefined;
  const writer = mappedWriter(source);
  for (const { 0: whole, index } of quotes) {
    const end = index + whole.length - 1;
    writer.add(source.text.slice(index + 1, end), index + 1, end);
  }
  return writer.done();
}

const HEX = /(?<![\p{L}\p{N}])(?:(?:\\x|0x)?[0-9a-f]{2}[ ,:]?){12,4000}/giu;
const strictly = new TextDecoder("utf-8", { fatal: true });

function hexadecimal(source: MappedText): MappedText | undefined {
  const runs = [...source.text.matchAll(HEX)].slice(0, 20);
  const texts = new Map(runs.flatMap((match) => {
    const plain = fromHex(match[0]);
    return plain === undefined ? [] : [[match[0], plain] as const];
  }));
  const readable = runs.filter(([run]) => texts.has(run));
  return readable.length === 0 ? undefined : rewritten(source, readable, (run) => ` ${texts.get(run)} `);
}

function fromHex(run: string): string | undefined {
  const digits = run.replace(/\\x|0x|[ ,:]/gi, "");
  try {
    const text = strictly.decode(Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
    return /^[\p{L}\p{N}\p{P}\s]+$/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The texts hidden in a reading: in its plain form, and in the ways in which it asks to be read. */
export function hiddenTexts({ given, plain, asked }: Reading): HiddenText[] {
  const source = plain ?? given;
  if (source.text.length > LONGEST) return [];
  const readings: { how: string; text: MappedText | undefined }[] = [
    { how: "digits for letters", text: leet(source) },
    { how: "hexadecimal", text: hexadecimal(source) },
    { how: "pieces", text: pieces(source) },
    ...asked.map((text) => ({ how: "letters reversed or shifted", text })),
  ];
  return readings.flatMap(({ how, text }) => text ? [{ how, text }] : []);
}
