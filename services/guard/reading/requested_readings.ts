/** Readings that would fit any text, made only where the text asks for them: reversed, or with letters shifted. */
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Longer texts are not read in these ways. */
const LONGEST = 20_000;

/** Requests to reverse a text; a reversed judgement or a backwards compatible version is none. */
const REVERSING = new RegExp(
  [
    String
      .raw`\brevers(?:e|ed)\s?\(|\[::-1\]|\|\s?rev\b|right[- ]to[- ]left|\bmirror(?:ed)? (?:text|writing)`,
    String
      .raw`\b(?:read|spell|spelt|writ|type|typing|say|said|turn|flip|decode|translate|answer)\w*\s[^\n]{0,40}?(?:backwards?|in reverse|reversed)\b`,
    String
      .raw`\b(?:backwards?|reversed?)(?: (?:it|this|that|text|word|string|letters?|the (?:text|word|string|letters?|following|next)))?\s?:`,
    String.raw`\brevers(?:e|ing) (?:it|this|that|these|the (?:text|word|string|letters?|following|next))\b`,
    String.raw`\bmirrored\b|\bflip(?:ped)?\s(?:it|this|that|the)\b|\bfrom the right\b|\bright end\b`,
    String.raw`bidi-override|\b(?:reversed|backwards?)\s?[)\].!]{0,2}\s*$`,
    String
      .raw`معكوس|بالعكس|[إا]عكس|[إا]قلب|بالمقلوب|مقلوب|[إا]قر[أا]\S{0,3}\s(?:\S{1,12}\s)?(?:من\s)?(?:ال[آأا]خر|النهاية|اليسار|الخلف)`,
  ].join("|"),
  "gi",
);
/** A request may concern so much of the text on either side. */
const REVERSED_WITHIN = 400;
/** A number, which may be reversed by itself behind its label. */
const NUMBER = /\d[\d ./-]{6,40}\d/g;
/** More requests in one text are not followed. */
const MOST_REQUESTS = 8;

const SHIFTING = /\brot-?\s?(\d{1,2})\b|c[ae]+sar|c[iy]pher|\bshift|قيصر|شفر|إزاح/i;
const SHIFTED_BY = /\brot-?\s?(\d{1,2})\b|(?:shift|caesar|key|by|بمقدار)\D{0,20}?(\d{1,2})\b/gi;
/** Of both directions. */
const MOST_SHIFTS = 4;
/** Where a text names no shift: rot13, and Caesar's own by three letters. */
const USUAL_SHIFTS = [13, 23];

/** A word of one of these requests. */
const ASKS =
  /bidi|revers|backward|\[::|\brev\b|right.to.left|mirror|\bflip|from the right|right end|\brot|c[ae]+sar|c[iy]pher|\bshift|عكس|معكوس|قلوب|قلب|من ال|قيصر|شفر|[إا]زاح/i;

/** The text in the ways in which it asks to be read. */
export function requestedReadings(source: MappedText): MappedText[] {
  const { text } = source;
  if (text.length > LONGEST || !ASKS.test(text)) return [];
  const readings: MappedText[] = [];
  for (const { 0: request, index } of text.matchAll(REVERSING)) {
    const [start, end] = [
      Math.max(0, index - REVERSED_WITHIN),
      Math.min(text.length, index + request.length + REVERSED_WITHIN),
    ];
    readings.push(reversedText(part(source, start, end)));
    if (readings.length === 1) {
      readings.push(replacing(source, NUMBER, (number) => [...number].reverse().join("")));
    }
    if (readings.length > MOST_REQUESTS) break;
  }
  if (SHIFTING.test(text)) {
    for (const by of shiftsIn(text)) {
      readings.push(replacing(source, /[a-z]/gi, (letter) => shifted(letter, by)));
    }
  }
  return readings;
}

/** The shifts that a text names, back and forth. */
function shiftsIn(text: string): Set<number> {
  const named = [...text.matchAll(SHIFTED_BY)].flatMap(([, ...by]) => by).map(Number)
    .filter((by) => by > 0 && by < 26);
  if (named.length === 0) return new Set(USUAL_SHIFTS);
  return new Set(named.flatMap((by) => [26 - by, by]).slice(0, MOST_SHIFTS));
}

function shifted(letter: string, by: number): string {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode((letter.charCodeAt(0) - base + by) % 26 + base);
}

/** The text with parts of it replaced by as many units. */
const replacing = (source: MappedText, parts: RegExp, change: (part: string) => string): MappedText => ({
  ...source,
  text: source.text.replace(parts, change),
});

/** The text from its end to its beginning. */
export function reversedText({ text, from, to }: MappedText): MappedText {
  const { length } = text;
  return {
    text: [...text].reverse().join(""),
    // A piece begins at its end in the original text.
    from: (index) => to(length - index),
    to: (index) => from(length - index),
  };
}

/** The text between two offsets. */
function part(source: MappedText, start: number, end: number): MappedText {
  const writer = mappedWriter(source);
  writer.add(source.text.slice(start, end), start, end);
  return writer.done();
}
