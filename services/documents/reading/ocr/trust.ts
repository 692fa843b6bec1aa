/** How far the words of an engine are to be trusted, whatever confidence it gives them. */
import { countMatches, meanOf } from "../layout/word_order.ts";
import type { Word } from "../layout/page.ts";
import type { Engine } from "./engine.ts";

/**
 * Adjusted confidence: Latin words from the Arabic model are mostly wrong despite high confidence, and its Western
 * digits often are.
 */
export function trust({ text, confidence }: Word, { script }: Pick<Engine, "script">): number {
  if (script === "ara" && /[A-Za-z]/.test(text)) return confidence * 0.3;
  return script === "ara" && /[0-9]/.test(text) ? confidence * 0.75 : confidence;
}

export function meanConfidence(words: Word[], engine: Engine): number {
  return meanOf(words.map((word) => trust(word, engine)));
}

/** Confidence of letters only, which decide the script: both models read digits alike. */
export function letterSureness(words: Word[], engine: Engine): number {
  const weighed = words.map((word) => ({
    weight: countMatches(word.text, /\p{L}/gu),
    value: trust(word, engine),
  }));
  const weight = weighed.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return meanConfidence(words, engine) * 0.5;
  return weighed.reduce((sum, one) => sum + one.weight * one.value, 0) / weight;
}
