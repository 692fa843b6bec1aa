import { foldText, isArabic, isSkipped, isWord } from "./characters.ts";
import { isWholeWord } from "./whole_words.ts";

/**
 * Proclitics, which Arabic joins to the front of a word: and, so, with, like, to, the, will, and their combinations.
 * An alef by itself is none: it asks a question far less often than it makes another word (قمار, أقمار).
 */
const PROCLITICS = new Set(
  ("ال و ف ب ك ل س لل وال فال بال كال ولل فلل وب ول وك وس فب فل فك فس وبال وكال فبال فكال اب").split(
    " ",
  ),
);
const LONGEST_PROCLITIC = 4;

/** Endings of Arabic words: the accusative, pronouns, the dual and the regular plurals. */
const ENDINGS = new Set("ا ه ها ي ك نا كم هم هن هما ات هات ون ين ان".split(" "));
const LONGEST_ENDING = 3;
/** Shorter stems with an ending are too often other words. */
const SHORTEST_STEM = 3;

/**
 * Whether text[start, end) is a whole word. Scripts without spaces have no word boundaries, and an Arabic
 * word may carry proclitics and an ending: والبنك and بنكنا contain بنك, مبنك does not.
 */
export function standsAlone(text: string, start: number, end: number): boolean {
  if (!endsWord(text, end) && !endsWithEnding(text, start, end)) return false;
  if (!startsWord(text, start)) return false;
  return !isWord(text.charCodeAt(start - 1)) || !isArabic(text.charCodeAt(start)) ||
    !isWholeWord(foldText(text.slice(beginOf(text, start), endOf(text, end))));
}

/** The longest of the words that are looked up. */
const LONGEST_WHOLE = 12;

function beginOf(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_WHOLE);
  while (at > least && (isWord(text.charCodeAt(at - 1)) || isSkipped(text.charCodeAt(at - 1)))) at--;
  return at;
}

function endOf(text: string, at: number): number {
  const most = Math.min(text.length, at + LONGEST_WHOLE);
  while (at < most && (isWord(text.charCodeAt(at)) || isSkipped(text.charCodeAt(at)))) at++;
  return at;
}

/** Whether a word may end at `end`, followed by an Arabic ending. */
export function endsWithEnding(text: string, start: number, end: number): boolean {
  if (!isArabic(lastVisible(text, end)) || end - start < SHORTEST_STEM) return false;
  let ending = "";
  for (let i = end; i < text.length && ending.length <= LONGEST_ENDING; i++) {
    const unit = text.charCodeAt(i);
    if (isSkipped(unit)) continue;
    if (!isWord(unit)) break;
    ending += text.charAt(i);
  }
  return ENDINGS.has(ending);
}

/** Whether no following text can make `end` the end of a word. */
export function isInsideWord(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  return isWord(after) && !isArabic(after) && isWord(lastVisible(text, end));
}

/** Whether a word may end at `end`. */
export function endsWord(text: string, end: number): boolean {
  if (!isWord(lastVisible(text, end))) return true;
  let after = end;
  while (after < text.length && isSkipped(text.charCodeAt(after))) after++;
  return after >= text.length || !isWord(text.charCodeAt(after));
}

const PRONOUNS = new Set("ه ها ي ك نا كم هم هن".split(" "));

/** The same, ignoring a pronoun that Arabic joins to the end of a word: جوازها contains جواز. */
export function endsNoun(text: string, end: number): boolean {
  if (endsWord(text, end)) return true;
  if (!isArabic(lastVisible(text, end))) return false;
  return [1, 2].some((length) => PRONOUNS.has(text.slice(end, end + length)) && endsWord(text, end + length));
}

function lastVisible(text: string, end: number): number {
  let last = end - 1;
  while (last > 0 && isSkipped(text.charCodeAt(last))) last--;
  return text.charCodeAt(last);
}

/** Whether a word may start at `start`, with or without a proclitic. */
export function startsWord(text: string, start: number): boolean {
  const first = text.charCodeAt(start);
  if (!isWord(first)) return true;
  let before = "";
  for (let i = start - 1; i >= 0; i--) {
    const unit = text.charCodeAt(i);
    if (isSkipped(unit)) continue;
    if (!isWord(unit)) break;
    if (!isArabic(first) || !isArabic(unit) || before.length === LONGEST_PROCLITIC) return false;
    before = text.charAt(i) + before;
  }
  return before === "" || PROCLITICS.has(before.replace(/[أإآٱ]/g, "ا"));
}
