/** Decodes hidden texts: leetspeak, rot13, reversed, in pieces, hexadecimal. */
import { type MappedText, mappedWriter } from "../reading/mapped_text.ts";

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
  return rewritten(source, words, (word) => [...word].map((one) => LEET.get(one) ?? one).join(""));
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

function rot13(source: MappedText): MappedText {
  const turned = source.text.replace(/[a-z]/gi, (one) => {
    const base = one <= "Z" ? 65 : 97;
    return String.fromCharCode((one.charCodeAt(0) - base + 13) % 26 + base);
  });
  return { ...source, text: turned };
}

function backwards({ text, from, to }: MappedText): MappedText {
  const { length } = text;
  return {
    text: [...text].reverse().join(""),
    // A piece begins at its end in the original text.
    from: (index) => to(length - index),
    to: (index) => from(length - index),
  };
}

/** The contents of neighbouring quotations, joined. */
const QUOTED =
  /"([^"\n]{1,200})"|(?<!\p{L})'([^'\n]{1,200})'(?!\p{L})|\u00ab([^\u00ab\u00bb\n]{1,200})\u00bb|\u201c([^\u201c\u201d\n]{1,200})\u201d/gu;
const LEAST_PIECES = 3;

function pieces(source: MappedText): MappedText | undefined {
  const found = [...source.text.matchAll(QUOTED)];
  if (found.length < LEAST_PIECES) return undefined;
  const writer = mappedWriter(source);
  for (const { 0: whole, index } of found) {
    const end = index + whole.length - 1;
    writer.add(source.text.slice(index + 1, end), index + 1, end);
  }
  return writer.done();
}

const HEX = /(?<![\p{L}\p{N}])(?:(?:\\x|0x)?[0-9a-f]{2}[ ,:]?){12,4000}/giu;
const strictly = new TextDecoder("utf-8", { fatal: true });

function hexadecimal(source: MappedText): MappedText | undefined {
  const found = [...source.text.matchAll(HEX)].slice(0, 20);
  const texts = new Map(found.flatMap((match) => {
    const plain = fromHex(match[0]);
    return plain === undefined ? [] : [[match[0], plain] as const];
  }));
  const readable = found.filter(([run]) => texts.has(run));
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

/** Decodings that fit any text, tried only when the text mentions them. */
const SPEAKS_OF_ROT = /rot-?13|caesar|cipher|\u0642\u064a\u0635\u0631|\u0634\u0641\u0631/i;
const SPEAKS_OF_TURNING =
  /revers|backward|right to left|\u0645\u0639\u0643\u0648\u0633|\u0627\u0639\u0643\u0633|\u0628\u0627\u0644\u0639\u0643\u0633|\u0627\u0642\u0644\u0628|\u0645\u0642\u0644\u0648\u0628/i;

export function hiddenTexts(source: MappedText): HiddenText[] {
  const { text } = source;
  if (text.length > LONGEST) return [];
  const found: { how: string; text: MappedText | undefined }[] = [
    { how: "digits for letters", text: leet(source) },
    { how: "hexadecimal", text: hexadecimal(source) },
    { how: "pieces", text: pieces(source) },
    { how: "rot13", text: SPEAKS_OF_ROT.test(text) ? rot13(source) : undefined },
    { how: "backwards", text: SPEAKS_OF_TURNING.test(text) ? backwards(source) : undefined },
  ];
  return found.flatMap(({ how, text }) => text ? [{ how, text }] : []);
}
