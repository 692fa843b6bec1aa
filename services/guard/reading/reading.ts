/** One reading of a text for all checks: as it is given, with nothing hidden in it, and with its words put together. */
import { decoded } from "./decoded.ts";
import { plainLetters } from "./letters.ts";
import { asGiven, type MappedText } from "./mapped_text.ts";
import { tight } from "./tight.ts";

export interface Reading {
  given: MappedText;
  /** Escapes undone, letters and digits in one form, nothing invisible; undefined where that changes nothing. */
  plain: MappedText | undefined;
  /** The plain text with words together that were taken apart; undefined where there are none. */
  tight: MappedText | undefined;
  /** Whether something was hidden behind escapes. */
  revealed: boolean;
}

export function readingOf(text: string): Reading {
  const given = asGiven(text);
  const revealed = decoded(given);
  const plain = plainLetters(revealed ?? given) ?? revealed;
  return { given, plain, tight: tight(plain ?? given), revealed: revealed !== undefined };
}
