/** Words in pieces: names in programs, joined strings, and words that a line end cuts. */
import { isWord } from "../matching/characters.ts";
import { type MappedText, mappedWriter } from "./mapped_text.ts";

/** Most findings of one kind in a text. */
const MOST = 2_000;

/** A place in a text, and the words that it stands for. */
interface Found {
  start: number;
  end: number;
  words: string;
}

/** Where a name continues with another word: build_house, buildHouse, #بيت_جديد, build-house, build+house. */
const JOINT = /_|[a-z][A-Z]|[-+](?<=\p{L}[-+])(?=\p{L})/gu;
const LONGEST_NAME = 200;

const isOfName = (unit: number) => isWord(unit) || unit === 45 || unit === 43;

/** Names in programs, URLs and hashtags as separate words. */
function namesIn(text: string): Found[] {
  const names: Found[] = [];
  let last = 0;
  for (const { index } of text.matchAll(JOINT)) {
    if (index < last) continue;
    let start = index;
    while (start > last && index - start < LONGEST_NAME && isOfName(text.charCodeAt(start - 1))) start--;
    last = index + 1;
    while (last < text.length && last - index < LONGEST_NAME && isOfName(text.charCodeAt(last))) last++;
    const name = text.slice(start, last);
    const words = name.replace(/[_+-]+/g, " ").replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
      .trim();
    if (words.includes(" ") && /\p{L}{3}/u.test(words)) names.push({ start, end: last, words });
    if (names.length >= MOST) break;
  }
  return names;
}

const MAY_JOIN = /["'`]\s{0,3}(?:[+.&,]|\|\||\.\.)\s{0,3}["'`]|["'`] ["'`]/;
/** Strings joined by operators: 'a' + "b" . 'c'. */
const SUM =
  /(["'`])[^"'`\n]{0,60}\1(?:(?:\s{0,3}(?:[+.&]|\|\||\.\.)\s{0,3}| {1,2})(["'`])[^"'`\n]{0,60}\2){1,40}/g;
/** A list of strings that are too short to be words: ["bo", "mb"]. */
const LIST = /[[({]\s?(["'`])[^"'`\\\n]{0,3}\1(?:\s{0,3}[,;]\s{0,3}\1[^"'`\\\n]{0,3}\1){1,60}\s?,?\s?[\])}]/g;

/** The strings that a program joins. */
function stringsIn(text: string): Found[] {
  if (!MAY_JOIN.test(text)) return [];
  return [SUM, LIST].flatMap((pattern) => [...text.matchAll(pattern)].slice(0, MOST))
    .map(({ 0: strings, index }) => ({
      start: index,
      end: index + strings.length,
      words: [...strings.matchAll(/(["'`])([^"'`\n]*)\1/g)].map(([, , content]) => content).join(""),
    }));
}

/** The joined words, one a line; undefined when there are none. */
export function wordsInPieces(source: MappedText): MappedText | undefined {
  return inLines(source, [...namesIn(source.text), ...stringsIn(source.text)]);
}

/** Usual words: a line end beside one of them does not cut a word. */
const BY_THEMSELVES = new Set(
  ("a about after age ago air all also am an and any are arm art as at ate away back bad be bed been big but buy by can car " +
    "case come did do done down each eat end far few for form from full get go gold good had hand has have he head heart " +
    "her here hero high him his hold home hot how i if ill in into is it its job just keep key land last late law lay led " +
    "less let life light like line little long lost low made main make man many may me men mind more most much must my name " +
    "near new no nor not now of off old on once one only or other our out over own part pass past pay place put ran real red " +
    "right room rule run said same sat saw say see sell sent set she ship short show side sit so some son such sun table " +
    "take tell ten than that the their them then there they thing this time to told too top two under up upon us use very " +
    "war was way we well went were what when where which who why will win with word work year yes yet you your في من على " +
    "إلى الى عن مع هذا هذه ذلك التي الذي كل بعد قبل أو او ثم لا ما لم لن هو هي هم كان كانت قد أن ان إن إذا بين عند حتى غير يا")
    .split(" "),
);
const LINE_CUT =
  /(?<=(?<!\S)(?<before>\p{L}{2,20})(?<gap>[ \t]{0,4}\r?))\n[ \t]{0,8}(?:> ?){0,3}(?<behind>\p{L}{2,20})(?![\p{L}\p{N}])/gu;
const SHORTEST_CUT = 4;

/** Words that a line end may cut without a hyphen, joined; two ordinary words may look the same. */
export function cutWords(source: MappedText): MappedText | undefined {
  if (!source.text.includes("\n")) return undefined;
  const cuts: Found[] = [];
  for (const { 0: whole, index, groups } of source.text.matchAll(LINE_CUT)) {
    const { before = "", gap = "", behind = "" } = groups ?? {};
    if (before.length + behind.length < SHORTEST_CUT) continue;
    if ([before, behind].some((word) => BY_THEMSELVES.has(word.toLowerCase()))) continue;
    // A capital letter begins a sentence or a heading.
    if (/^\p{Lu}/u.test(behind) && !/^\p{Lu}+$/u.test(before)) continue;
    const start = index - gap.length - before.length;
    cuts.push({ start, end: index + whole.length, words: before + behind });
    if (cuts.length >= MOST) break;
  }
  return inLines(source, cuts);
}

const DIGITS = /\d{2}[^]{0,9}\d{2}/;
const LABEL = 60;

function inLines(source: MappedText, places: readonly Found[]): MappedText | undefined {
  if (places.length === 0) return undefined;
  const writer = mappedWriter(source);
  for (const { start, end, words } of places) {
    // Keeps the label of a number.
    const label = DIGITS.test(words) ? Math.max(0, start - LABEL) : start;
    writer.add(source.text.slice(label, start).replaceAll("\n", " "), label, start);
    writer.add(`${words}\n`, start, end);
  }
  return writer.done();
}
