import { choiceTokens, foldedChoices, type NamedChoice, type Token } from "./choice_tokens.ts";
import { hasWord, NEGATORS, RIGHT_MARKS, wordSet, WRONG, WRONG_MARKS } from "./choice_words.ts";

export type Mark = "right" | "wrong" | "both";

/** A line of a response, as an entry of a list of options. */
export interface OptionLine {
  text: string;
  tokens: Token[];
  /** The option it begins with, or -1. */
  option: number;
  /** The label of one option stands beside the text of another. */
  conflict: boolean;
  mark: Mark | undefined;
  /** The mark is a tick, cross or box, not a word. */
  drawn: boolean;
  /** Ticked as boxes are, which says what is chosen, not what is true. */
  boxed: boolean;
  /** Begins with a bullet, a number or an option. */
  listed: boolean;
  denies: boolean;
}

const TICKED = "\u2611";
const EMPTY = "\u2610";
const CROSSED = "\u2612";
const CUES = wordSet(
  "option choice statement answer الخيار خيار الاختيار العبارة عبارة الاجابة والخيار",
);
const TRUE = wordSet("correct right true yes صح صحيح صحيحة نعم مناسب ينطبق");
const FALSE = wordSet("incorrect wrong false no خطا خاطئ خاطئة خاطئه لا");
const UNTRUE = wordSet("not غير ليس ليست لا");
const VERDICT =
  /(?<!\p{L})(?:correct|right|true|yes|no|not|incorrect|wrong|false|صح|صحيح\p{L}?|نعم|لا|خط[اأ]|خاطئ\p{L}?|غير|ينطبق)(?!\p{L})/iu;

/** The lines of a text that hold words. */
export function optionLines(text: string, choices: NamedChoice[]): OptionLine[] {
  const known = foldedChoices(choices);
  const byWords = !choices.some((choice) => VERDICT.test(choice.text));
  const lines = boxesAlike(text).split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.map((line) => optionLine(line, choiceTokens(line, known, true), byWords));
}

/** The boxes of all kinds of lists in one kind: `[x]`, ☑, ● are ticked where `[ ]`, ☐, ○ stand beside them. */
function boxesAlike(text: string): string {
  const shown = text.replace(/\[[✓✔☑✅]\uFE0F?\]/gu, TICKED).replace(/\[[✗✘❌☒✖]\uFE0F?\]/gu, CROSSED)
    .replace(/\[[ \t]{0,2}\]|⬜|🔲|▢/gu, EMPTY).replace(/✕|🗙/gu, "✗");
  const rings = /[○◯⚪]/u.test(shown) ? shown.replace(/[●◉🔘]/gu, TICKED).replace(/[○◯⚪]/gu, EMPTY) : shown;
  const other = rings.includes(TICKED) || /[✅✓✔]/u.test(rings);
  return rings.replace(/\[[xX]\]/gu, other ? CROSSED : TICKED)
    .replaceAll(CROSSED, !other && rings.includes(EMPTY) ? TICKED : "✗");
}

const isSolid = ({ kind, text }: Token) => kind !== "mark" || isTick(text) || isCross(text);
const isTick = (text: string) => RIGHT_MARKS.test(text);
const isCross = (text: string) => WRONG_MARKS.test(text) || text === EMPTY;

function optionLine(text: string, tokens: Token[], byWords: boolean): OptionLine {
  const at = optionAt(tokens);
  const option = tokens[at]?.choice ?? -1;
  const after = tokens.findIndex((token, place) => place > at && token.kind !== "mark");
  const named = tokens[after];
  const twice = at >= 0 && tokens[at]?.kind === "label" && named?.kind === "text";
  const end = twice ? after : at;
  const marks = tokens.filter(({ kind }) => kind === "mark").map((token) => token.text);
  const drawn = markOf(marks.some(isTick), marks.some(isCross));
  const told = byWords && option >= 0 ? toldOf(tokens, end) : undefined;
  return {
    text,
    tokens,
    option,
    conflict: twice && named?.choice !== option,
    mark: drawn && told && drawn !== told ? "both" : drawn ?? told,
    drawn: drawn !== undefined,
    boxed: marks.includes(TICKED) || marks.includes(EMPTY),
    listed: option >= 0 || /^\s*(?:[-*•–+▪◦‣]|\p{Nd}{1,2}[.)])\s/u.test(text),
    denies: tokens.some((token) =>
      token.kind === "word" && (hasWord(NEGATORS, token.text) || hasWord(WRONG, token.text))
    ),
  };
}

function markOf(right: boolean, wrong: boolean): Mark | undefined {
  if (right && wrong) return "both";
  return right ? "right" : wrong ? "wrong" : undefined;
}

/** Where the option stands that the line begins with, or -1; only marks, a number and a cue such as "Option" precede it. */
function optionAt(tokens: Token[]): number {
  let at = tokens.findIndex(({ kind }) => kind !== "mark");
  const first = tokens[at];
  const numeral = first?.kind === "word" && /^\p{N}{1,2}$/u.test(first.text) &&
    /^[.)]$/u.test(tokens[at + 1]?.text ?? "");
  if (numeral || (first?.kind === "word" && CUES.has(first.text))) {
    const next = tokens.findIndex((token, place) => place > at && token.kind !== "mark");
    if (!numeral && next > at + 2) return -1;
    at = next;
  }
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (!token || token.choice < 0) return -1;
  // "B is wrong" is a sentence, no entry of a list.
  return next === undefined || next.kind === "mark" || (token.kind === "label" && next.kind === "text")
    ? at
    : -1;
}

/** "A: incorrect, …", "B. Venus (right)", «ج – غير صحيح»: a word right after the option, or at the end of the line. */
function toldOf(tokens: Token[], option: number): Mark | undefined {
  const next = tokens.findIndex((token, place) => place > option && isSolid(token));
  const apart = next > option + 1;
  const last = tokens.findLastIndex(isSolid);
  const first = apart ? wordMark(tokens, next) : undefined;
  if (first) return first;
  const ended = tokens[last]?.kind === "word" && last > option + 1 ? lastWord(tokens, last) : undefined;
  return ended;
}

function wordMark(tokens: Token[], at: number): Mark | undefined {
  const [word, after] = [tokens[at], tokens[at + 1]];
  if (word?.kind !== "word") return undefined;
  if (UNTRUE.has(word.text) && TRUE.has(after?.text ?? "")) return ends(tokens[at + 2]) ? "wrong" : undefined;
  if (!ends(after)) return undefined;
  return TRUE.has(word.text) ? "right" : FALSE.has(word.text) ? "wrong" : undefined;
}

function ends(token: Token | undefined): boolean {
  return token === undefined || token.kind === "mark" ||
    /^(?:because|since|as|for|لان\p{L}{0,2}|فه[وي]|اذ|حيث)$/u.test(token.text);
}

/** A last word that a mark parts from what stands before it. */
function lastWord(tokens: Token[], last: number): Mark | undefined {
  const negated = UNTRUE.has(tokens[last - 1]?.text ?? "");
  const before = tokens[last - (negated ? 2 : 1)];
  if (before?.kind !== "mark" || /^[,،"«'“]$/u.test(before.text)) return undefined;
  return wordMark(tokens, negated ? last - 1 : last);
}
