/** The words and pairs of neighbouring words of a text, whatever they mean: half of what tells an attack from other texts. */
import { z } from "zod";
import fitted from "./wording.json" with { type: "json" };

/** The weight of a word or a pair of words for an attack: in every text, and besides in a tool's or document's. */
export interface WordWeight {
  all: number;
  foreign: number;
}

/** Names of words and pairs with weights; a pair is two words with a space between them. */
export type Lexicon = ReadonlyMap<string, WordWeight>;

const Rows = z.array(z.tuple([z.string(), z.number(), z.number()]));

export const LEXICON: Lexicon = new Map(
  Rows.parse(fitted).map(([name, all, foreign]) => [name, { all, foreign }]),
);

const ENDINGS = ["ing", "ed", "es", "s", "ly", "tion"];
const LEAST_STEM = 3;

/** Of the forms of a word the shortest, in Latin letters without its usual endings. */
export function stemOf(forms: readonly string[]): string {
  const short = forms.reduce((least, form) => form.length < least.length ? form : least, forms[0] ?? "");
  if (!/^[a-z]/.test(short)) return short;
  const ending = ENDINGS.find((ending) =>
    short.endsWith(ending) && short.length - ending.length >= LEAST_STEM
  );
  return ending === undefined ? short : short.slice(0, -ending.length);
}

/** The pairs of the lexicon by their first words: most words begin none, so that no pair needs to be written. */
const SECONDS = new Map<string, Set<string>>();
for (const name of LEXICON.keys()) {
  const [first = "", second] = name.split(" ");
  if (second === undefined) continue;
  const seconds = SECONDS.get(first) ?? new Set();
  SECONDS.set(first, seconds.add(second));
}

/** Which of the words of a text to keep: all, or those that have weights. */
export type KeptWords = "all" | "weighted";

/** The word and the pair that it begins, as far as they are kept. */
export function wordingAt(stem: string, next: string | undefined, kept: KeptWords): string[] {
  const isAll = kept === "all";
  const stems = isAll || LEXICON.has(stem) ? [stem] : [];
  if (next !== undefined && (isAll || SECONDS.get(stem)?.has(next))) stems.push(`${stem} ${next}`);
  return stems;
}

export function weightOf(name: string, isForeign: boolean): number {
  const weight = LEXICON.get(name);
  return weight ? weight.all + (isForeign ? weight.foreign : 0) : 0;
}
