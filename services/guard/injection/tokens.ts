/** The words of a text, each with its possible concepts. */
import { type ConceptSet, intersects, NO_CONCEPTS, setOf, union } from "./concept.ts";
import { conceptsAt, type Word, wordOf } from "./vocabulary.ts";

export interface Token {
  start: number;
  end: number;
  /** Concepts of the word, or of the phrase that begins with it. */
  concepts: ConceptSet;
  /** Number of the sentence that the word is in. */
  sentence: number;
  /** Whether it is between quotation marks. */
  quoted: boolean;
  /** Whether it is an article or the like. */
  determines: boolean;
  /** The word without its endings. */
  stem: string;
}

/** Words, ends of sentences, and quotation marks. */
const PIECES =
  /([\p{L}\p{N}]+(?:['\u2019][\p{L}\p{N}]+)*)|([.!?\u061f;:\n](?=\s|$)|\n|[<>{}|])|(["\u201c\u201d\u00ab\u00bb`]|(?<![\p{L}\p{N}])['\u2018]|['\u2019](?![\p{L}\p{N}]))/gu;

/** The words of `text`, whose letters are normalised. */
export function textTokens(text: string): Token[] {
  const words: Word[] = [];
  const hasKeys = text.includes("= ");
  const tokens: Token[] = [];
  let sentence = 0;
  let quoted = false;
  for (const { 0: piece, 1: word, 2: end, 3: mark, index } of text.matchAll(PIECES)) {
    if (end !== undefined) {
      if (tokens.at(-1)?.sentence === sentence) sentence++;
      if (piece === "\n") quoted = false;
    }
    if (mark !== undefined) {
      quoted = /[\u201c\u00ab\u2018]/.test(mark) || (!/[\u201d\u00bb\u2019]/.test(mark) && !quoted);
    }
    if (word === undefined) continue;
    const read = wordOf(word);
    const token = {
      start: index,
      end: index + piece.length,
      concepts: NO_CONCEPTS,
      sentence,
      quoted,
      determines: read.determines,
      stem: read.stem,
    };
    // The key of a setting is not a command.
    if (hasKeys && /^[\w.-]{0,40}\s?=\s/.test(text.slice(token.end, token.end + 44))) continue;
    words.push(read);
    tokens.push(token);
  }
  tokens.forEach((token, i) => token.concepts = conceptsAt(words, i));
  tokens.forEach((token, i) => {
    if (isCalled(text, tokens, i)) token.concepts = union(token.concepts, CALLED);
    if (intersects(token.concepts, NONE) && isLimited(tokens, i)) {
      token.concepts = union(token.concepts, FREE);
    }
  });
  return tokens;
}

const NONE = setOf(["none"]);
const LIMITS = setOf(["limits"]);
const FREE = setOf(["free"]);
/** Distance in words, as in "without any legal limits". */
const WITHOUT = 3;

const READERS = setOf(["ai", "helper", "tool"]);
const ADDRESS = setOf(["address"]);
const OPENING = setOf(["opening"]);
const CALLED = setOf(["called"]);
/** Distance in words, as in "attention, all language models". */
const CALLING = 4;

/** Words up to the name of a reader: "processing agent", "mail analyst bot". */
const NAMED_BY = 3;

/** Whether a sentence addresses the one that the word names: "Agent, do", "LLM: do", "note to any AI". */
function isCalled(text: string, tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token || !intersects(token.concepts, READERS)) return false;
  for (let i = Math.max(0, at - CALLING); i <= at; i++) {
    const current = tokens[i];
    if (current?.sentence !== token.sentence) continue;
    if (intersects(current.concepts, ADDRESS)) return true;
    // "To all", "if you are": only where a sentence begins.
    if (intersects(current.concepts, OPENING) && tokens[i - 1]?.sentence !== current.sentence) return true;
  }
  const end = next?.sentence === token.sentence && intersects(next.concepts, READERS) ? next.end : token.end;
  const isFirst = before?.sentence !== token.sentence;
  // "Processing agent:" may have words before it, but no other sentence than its name ends in a colon.
  const isNamed = isFirst || tokens[at - NAMED_BY]?.sentence !== token.sentence;
  return (isFirst ? /^\s?[,:\u060c]/ : /^\s?:/).test(text.slice(end, end + 2)) && isNamed;
}

/** Whether a word is followed by a mention of limits. */
function isLimited(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(at + 1, at + 1 + WITHOUT).some(({ concepts, sentence }) =>
    sentence === tokens[at]?.sentence && intersects(concepts, LIMITS)
  );
}
