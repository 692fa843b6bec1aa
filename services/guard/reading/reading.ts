/**
 * The forms of a text that all checks share: the original, the decoded one, and one with split words joined.
 */
import { requestedReadings } from "./requested_readings.ts";
import { decodedLayers } from "./decoded_layers.ts";
import { plainLetters } from "./letters.ts";
import { asGiven, type MappedText } from "./mapped_text.ts";
import { cutWords, wordsInPieces } from "./split_words.ts";
import { joinedLetters } from "./joined_letters.ts";

export interface Reading {
  given: MappedText;
  /**
   * Escapes decoded, letters and digits normalised, invisible characters removed; undefined when nothing
   * changes.
   */
  plain: MappedText | undefined;
  /** The plain text with split words joined; undefined when there are none. */
  tight: MappedText | undefined;
  /** The text after each outer layer of nested escapes; usually none. */
  between: readonly MappedText[];
  /** Joined pieces of words, without the surrounding text; undefined when there are none. */
  pieces: MappedText | undefined;
  /** Words that a line end may cut, joined, for keywords only; undefined when there are none. */
  cut: MappedText | undefined;
  /** The text in the ways in which it asks to be read: reversed, with letters shifted; usually none. */
  asked: readonly MappedText[];
  /** Whether any text was hidden behind escapes or in signs made of letters and digits. */
  revealed: boolean;
}

/** Raised, lowered, encircled, wide and mathematical letters and digits. */
const MADE_OF_LETTERS =
  /[\uff10-\uff19\uff20-\uff3a\uff41-\uff5a\u2070-\u209c\u20e3\u2460-\u24ff\u2776-\u2793\u3002\ufe6b\uff61]|\ud835[\udc00-\udfff]|\ud83c[\udd30-\udd89]/;

/** A letter of another alphabet beside one of Latin letters or a digit, or marks on digits and several on a letter. */
const LIKE_LATIN =
  /\d[\u0300-\u036f]|[\u0300-\u036f]{2}|[\u0370-\u052f][A-Za-z0-9]|[A-Za-z0-9][\u0370-\u052f]/;

export function readingOf(text: string): Reading {
  const given = asGiven(text);
  const layers = decodedLayers(given);
  const revealed = layers.at(-1);
  const plain = plainLetters(revealed ?? given) ?? revealed;
  return {
    given,
    plain,
    tight: joinedLetters(plain ?? given),
    pieces: wordsInPieces(plain ?? given),
    cut: cutWords(plain ?? given),
    asked: requestedReadings(plain ?? given),
    between: layers.slice(0, -1).map((layer) => plainLetters(layer) ?? layer),
    revealed: revealed !== undefined || MADE_OF_LETTERS.test(text) || LIKE_LATIN.test(text),
  };
}
