import { fold } from "lib/fold.ts";
import { wordsOf } from "./terms.ts";

/** Texts are compared up to this character. */
const LONGEST = 50_000;

/** Numbers for the words of texts, which are split once for all comparisons; equal words have equal numbers. */
export class WordNumbers {
  #known = new Map<string, number>();

  /** The numbers of a text's words. */
  of(text: string): Uint32Array {
    const words = wordsOf(fold(text.slice(0, LONGEST)));
    const numbers = new Uint32Array(words.length);
    words.forEach((word, at) => numbers[at] = this.#numberOf(word));
    return numbers;
  }

  #numberOf(word: string): number {
    const number = this.#known.get(word) ?? this.#known.size;
    if (number === this.#known.size) this.#known.set(word, number);
    return number;
  }
}
