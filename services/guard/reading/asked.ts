/** Decodings that fit any text, done only where the text speaks of them: reversed, letters moved along, initials. */
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Longer texts are not decoded as a whole. */
const LONGEST = 20_000;

/** Said of the text, not of a court's decision, a vehicle or a version that is compatible backwards. */
const TURNING = new RegExp(
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
/** A number, which may be backwards by itself behind its label. */
const NUMBER = /\d[\d ./-]{6,40}\d/g;
/** As much of the text on either side may be meant. */
const TURNED_WITHIN = 400;
const MOVING = /\brot-?\s?(\d{1,2})\b|caesar|c[ae]sar|cipher|cypher|\bshift|قيصر|شفر|إزاح/i;
const BY = /\brot-?\s?(\d{1,2})\b|(?:shift|caesar|key|by|بمقدار)\D{0,20}?(\d{1,2})\b/gi;
const ATBASH = /atbash|أتباش|[إا]تباش/i;
const ROT47 = /\brot-?\s?47\b/i;
const REPLACING = new RegExp(
  [
    String
      .raw`\b(?:replac|swap|chang|substitut|turn)\w*\s(?:(?:all|every|each|the)\s){0,2}["'“‘\x60]?(?<old>[^\s"'“”‘’\x60]{1,3})["'”’\x60]?\s(?:with|by|for|to|into)\s["'“‘\x60]?(?<new>[\p{L}\p{N}]{1,3}|[^\p{L}\p{N}\s])(?![\p{L}\p{N}])`,
    String
      .raw`(?<!\S)["'“‘\x60]?(?<before>[^\s"'“”‘’\x60\w])["'”’\x60]?\s?(?:=|means|stands for|is)\s?["'“‘\x60]?(?<after>[a-z])(?![\w])`,
    String
      .raw`(?:استبدل|بدّ?ل|غيّ?ر)\s(?:كل\s|حرف\s|علامة\s){0,2}["'«(]?(?<was>[^\s"'»)]{1,2})["'»)]?\s(?:ب|بـ|إلى|الى|بحرف|بـحرف)\s?["'«(]?(?<is>[^\s"'»)]{1,2})(?![\p{L}])`,
    String
      .raw`\.replace(?:All|_all)?\(\s?["'/](?<code>[^"'/\n]{1,3})["'/]g?i?\s?,\s?["'](?<put>[^"'\n]{0,3})["']`,
    String.raw`\bs\/(?<sed>[^/\n]{1,3})\/(?<to>[^/\n]{0,3})\/`,
  ].join("|"),
  "iu",
);
const TYPED = /keyboard|layout|لوحة المفاتيح|كيبورد/i;
/** Letters on the same keys of an English and an Arabic keyboard. */
const KEYS = new Map(
  ("qض wص eث rق tف yغ uع iه oخ pح [ج ]د aش sس dي fب gل hا jت kن lم ;ك 'ط zئ xء cؤ vر nى mة ,و .ز /ظ `ذ Hأ Yإ Nآ")
    .split(" ")
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);
const KEYS_BACK = new Map(
  [...KEYS].map(([latin, arabic]): [string, string] => [arabic, latin.toLowerCase()]),
);
const CAPITALS = /capital|upper-?\s?case/i;
const PIG_LATIN = /pig\s?latin/i;
/** Words with one or two consonants moved behind them, or none. */
const PIG_WORDS = [
  /(?<![a-z])([a-z]{2,30}?)([b-df-hj-np-tv-z])ay(?![a-z])/gi,
  /(?<![a-z])([a-z]{2,30}?)([b-df-hj-np-tv-z]{2,3})ay(?![a-z])/gi,
  /(?<![a-z])([aeiou][a-z]{2,30}?)(?:w|y|h)ay(?![a-z])()/gi,
];
const INITIALS = /first letter|initial|acrostic|[أا]ول حرف|الحرف ال[أا]ول|الحروف ال[أا]ولى|[أا]وائل/i;
const FINALS = /(?:last|final) letter|[آأا]خر حرف|الحرف ال[أا]خير|الحروف ال[أا]خيرة/i;
/** A letter or sign to leave out, in quotation marks, with an ending or called a letter. */
const DROPPING = new RegExp(
  [
    String
      .raw`\b(?:remov|drop|delet|strip|tak|without|ignor|skip|leav)\w*\s(?:out\s)?(?:(?:all|every|each|the|any|of)\s){0,3}` +
    String
      .raw`(?:(?:letters?|characters?|signs?|symbols?)\s)?(?:["'“‘\x60](?<quoted>[^\s"'“”‘’\x60]{1,3})["'”’\x60]|(?<plural>[^\s"'’\w]|[a-z0-9])(?:'s|’s|s)\b)`,
    String
      .raw`(?:[اأإ]حذف|[اأإ]زل|بدون|شيل|تجاهل)\s(?:كل\s|جميع\s)?(?:ال)?(?:حرف|حروف|علامة|علامات|رمز|رموز)\s["'«(]?(?<sign>[^\s"'»)])`,
  ].join("|"),
  "gi",
);

/** Words of which one at least stands where a text asks to be read in some way. */
const ASKS =
  /\bs\/|capital|upper|bidi|keyboard|layout|لوحة المفاتيح|كيبورد|revers|backward|\[::|\brev\b|right.to.left|mirror|\bflip|from the right|right end|\brot|c[ae]+sar|c[iy]pher|\bshift|atbash|latin|letter|initial|acrostic|replac|swap|chang|substitut|turn|remov|drop|delet|strip|\btak|without|ignor|skip|\bleav|stands for|means|=|عكس|معكوس|قلوب|قلب|من ال|قيصر|شفر|[إا]زاح|تباش|حرف|حروف|أوائل|استبدل|بدّ?ل|غيّ?ر|علام|رمز|رموز/i;

/** The text as it asks to be read, in as many ways as it speaks of. */
export function asked(source: MappedText, given: MappedText): MappedText[] {
  const { text } = source;
  if (text.length > LONGEST || !ASKS.test(text)) return [];
  const found: MappedText[] = [];
  for (const { 0: said, index } of text.matchAll(TURNING)) {
    const [start, end] = [Math.max(0, index - TURNED_WITHIN), index + said.length + TURNED_WITHIN];
    found.push(backwards(part(source, start, end)));
    if (found.length === 1) found.push(eachSign(source, NUMBER, (one) => [...one].reverse().join("")));
    if (found.length > MOST) break;
  }
  if (MOVING.test(text)) {
    for (const by of shiftsIn(text)) found.push(eachLetter(source, (one) => moved(one, by)));
  }
  if (TYPED.test(text)) {
    found.push(eachSign(source, /[^]/g, (one) => KEYS_BACK.get(one) ?? one));
    found.push(eachSign(source, /[^]/g, (one) => KEYS.get(one) ?? KEYS.get(one.toLowerCase()) ?? one));
    // As it was typed: the reading makes one letter of several.
    found.push(eachSign(given, /[^]/g, (one) => KEYS_BACK.get(one) ?? one));
  }
  if (CAPITALS.test(text)) found.push(capitals(source));
  if (ATBASH.test(text)) found.push(eachLetter(source, mirrored));
  if (PIG_LATIN.test(text)) { for (const word of PIG_WORDS) found.push(rewritten(source, word, "$2$1")); }
  if (INITIALS.test(text)) found.push(ends(source, FIRSTS));
  if (FINALS.test(text)) found.push(ends(source, LASTS));
  if (REPLACING.test(text)) found.push(...replaced(source));
  if (ROT47.test(text)) {
    found.push(eachSign(source, /[!-~]/g, (one) => String.fromCharCode((one.charCodeAt(0) + 14) % 94 + 33)));
  }
  for (const { groups } of text.matchAll(DROPPING)) {
    const one = groups?.quoted ?? groups?.plural ?? groups?.sign;
    if (one !== undefined) found.push(without(source, one));
    if (found.length > MOST) break;
  }
  return found;
}

/** More ways than these are not followed. */
const MOST = 8;

/** Rot13, and the moves that the text names. */
function shiftsIn(text: string): Set<number> {
  const named = [...text.matchAll(BY)].flatMap(([, ...by]) => by).map(Number).filter((by) =>
    by > 0 && by < 26
  );
  const [first] = named;
  return new Set(first === undefined ? [13, 23] : named.flatMap((by) => [26 - by, by]).slice(0, 4));
}

function moved(one: string, by: number): string {
  const base = one <= "Z" ? 65 : 97;
  return String.fromCharCode((one.charCodeAt(0) - base + by) % 26 + base);
}

const mirrored = (one: string) => String.fromCharCode((one <= "Z" ? 155 : 219) - one.charCodeAt(0));

const eachSign = (source: MappedText, signs: RegExp, change: (one: string) => string): MappedText => ({
  ...source,
  text: source.text.replace(signs, change),
});
const eachLetter = (source: MappedText, change: (one: string) => string) =>
  eachSign(source, /[a-z]/gi, change);

/** The text from its end to its beginning. */
export function backwards({ text, from, to }: MappedText): MappedText {
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
  writer.add(source.text.slice(start, end), start, Math.min(end, source.text.length));
  return writer.done();
}

/** The first letters of each line, sentence and part of one, those of the lines, and those of a list's lines. */
const FIRSTS = [
  /(?<!\p{L})\p{L}|[-\u2013\u2014:;.!?\u061f"'\n]/gu,
  /(?<=^|\n)[^\p{L}\n]*(?<one>\p{L})(?<rest>[^\n]{0,200})/gu,
  /(?<=^|\n)[^\p{L}\n]+(?<one>\p{L})(?<rest>[^\n]{0,200})/gu,
];
/** The same of the last letters. */
const LASTS = [
  /\p{L}(?!\p{L})|[-\u2013\u2014:;.!?\u061f"'\n]/gu,
  /(?<one>\p{L})(?<rest>)[^\p{L}\n]{0,20}(?=\n|$)/gu,
];

function ends(source: MappedText, patterns: readonly RegExp[]): MappedText {
  const writer = mappedWriter(source);
  for (const pattern of patterns) {
    for (const { 0: whole, index, groups } of source.text.matchAll(pattern)) {
      const { one, rest = "" } = groups ?? {};
      // The line that says how to read the others is none of them.
      const letter = one === undefined
        ? (/\p{L}/u.test(whole) ? whole : " ")
        : INITIALS.test(one + rest)
        ? " "
        : one;
      const start = index + (one === undefined ? 0 : whole.indexOf(one));
      writer.add(letter, start, start + letter.length);
    }
    writer.add(" ", source.text.length, source.text.length);
  }
  return writer.done();
}

/** The capital letters of the text. */
function capitals(source: MappedText): MappedText {
  const writer = mappedWriter(source);
  for (const { 0: one, index } of source.text.matchAll(/\p{Lu}|[\n:.]/gu)) {
    writer.add(/\p{Lu}/u.test(one) ? one : " ", index, index + 1);
  }
  return writer.done();
}

/** The text with signs replaced as it says. */
function replaced(source: MappedText): MappedText[] {
  const said = [...source.text.matchAll(new RegExp(REPLACING, "giu"))].slice(0, MOST);
  const swaps = new Map(
    said.map(({ groups }): [string, string] => [
      groups?.old ?? groups?.before ?? groups?.was ?? groups?.code ?? groups?.sed ?? "",
      groups?.new ?? groups?.after ?? groups?.is ?? groups?.put ?? groups?.to ?? "",
    ]).filter(([before]) => before !== ""),
  );
  const writer = mappedWriter(source);
  const { text } = source;
  for (let at = 0; at < text.length;) {
    const before = [...swaps.keys()].find((one) => text.startsWith(one, at)) ?? text.charAt(at);
    writer.add(swaps.get(before) ?? before, at, at + before.length);
    at += before.length;
  }
  return [writer.done()];
}

function rewritten(source: MappedText, pattern: RegExp, replacement: string): MappedText {
  const writer = mappedWriter(source);
  let at = 0;
  for (const { 0: word, index } of source.text.matchAll(pattern)) {
    writer.add(source.text.slice(at, index), at, index);
    writer.add(word.replace(new RegExp(pattern, "i"), replacement), index, index + word.length);
    at = index + word.length;
  }
  writer.add(source.text.slice(at), at, source.text.length);
  return writer.done();
}

function without(source: MappedText, dropped: string): MappedText {
  const writer = mappedWriter(source);
  const { text } = source;
  const low = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  let at = 0;
  for (
    let next = low.indexOf(dropped.toLowerCase());
    next >= 0;
    next = low.indexOf(dropped.toLowerCase(), at)
  ) {
    writer.add(text.slice(at, next), at, next);
    at = next + dropped.length;
  }
  writer.add(text.slice(at), at, text.length);
  return writer.done();
}
