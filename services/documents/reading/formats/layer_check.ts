/**
 * Verifies lines of Arabic text layers against the page image, since a font may encode other, plausible letters than it
 * draws. Verified letters of a font are remembered, and pages with only those are not rendered again.
 */
import { fold } from "lib/fold.ts";
import type { Engine } from "../ocr/engine.ts";
import type { Glyph } from "./pdf_glyphs.ts";
import type { SpelledWord } from "./glyph_words.ts";
import { type Box, heightOf, type Line, widthOf } from "../layout/page.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import { padBox } from "../ocr/crop.ts";
import { textSimilarity } from "./text_similarity.ts";
import { meanOf } from "../layout/word_order.ts";

/** Verified lines per page, and their minimum similarity. */
const SAMPLES = 2;
const ALIKE = 0.6;
const SURE_SAMPLE = 0.7;
const LEAST_ARABIC = 10;
/** A page with fewer unverified letters is not rendered. */
const FEW_UNKNOWN = 10;
/** Checks until a letter counts as verified: one match, or this many with uncertain OCR. */
const MATCHED = 3;
/** The first spot check among pages of verified letters; each further one after twice the distance. */
const FIRST_SPOT_CHECK = 8;
/** Limits on remembered pages and letters; beyond them every page is rendered. */
const MOST_PAGES = 50;
const MOST_LETTERS = 20_000;

export interface CheckedPage {
  lines: Line[];
  spelled: SpelledWord[];
  draw(): Promise<Raster>;
}

export interface Verdict {
  matches: boolean;
  /** Whether letters of the page's fonts were verified, so that the fonts must stay open. */
  learnt: boolean;
}

/** Creates the check of one file, which remembers verified letters. */
export function layerCheck(engines: () => Promise<Engine[]>): (page: CheckedPage) => Promise<Verdict> {
  const looks = new Map<string, number>();
  let pages = 0;
  let skipped = 0;
  let nextSpot = FIRST_SPOT_CHECK;

  const isUnknown = (letter: string) => (looks.get(letter) ?? 0) < MATCHED;

  function learn(letters: string[], times: number): void {
    for (const letter of new Set(letters)) {
      const before = looks.get(letter) ?? 0;
      if (before > 0 || looks.size < MOST_LETTERS) looks.set(letter, before + times);
    }
  }

  /** Whether a page of verified letters is rendered anyway. */
  function isSpotCheck(): boolean {
    if (++skipped < nextSpot) return false;
    nextSpot *= 2;
    return true;
  }

  return async ({ lines, spelled, draw }) => {
    const lettersOf = letterFinder(spelled);
    const arabic = lines.map((line) => ({ line, letters: lettersOf(line) })).filter(({ letters }) =>
      letters.length > 0
    );
    const unknown = ({ letters }: { letters: string[] }) => letters.filter(isUnknown).length;
    const samples = arabic.filter(({ line, letters }) =>
      letters.length >= LEAST_ARABIC && widthOf(line.box) > heightOf(line.box) * 3
    ).toSorted((a, b) => unknown(b) - unknown(a) || b.letters.length - a.letters.length).slice(0, SAMPLES);
    if (samples.length === 0) return { matches: true, learnt: false };
    const isKnown = arabic.reduce((sum, one) => sum + unknown(one), 0) < FEW_UNKNOWN;
    if (isKnown && !isSpotCheck()) return { matches: true, learnt: false };
    const engine = (await engines()).find(({ script }) => script === "ara");
    if (!engine) return { matches: true, learnt: false };
    const raster = await draw();
    const readings = samples.map(({ line, letters }) => ({
      letters,
      alike: alikeness(line, raster, engine),
    }));
    const alike = readings.flatMap((one) => one.alike ?? []);
    if (alike.length > 0 && meanOf(alike) < ALIKE) {
      // Earlier verifications of these fonts are not reliable either.
      looks.clear();
      return { matches: false, learnt: false };
    }
    if (pages >= MOST_PAGES) return { matches: true, learnt: false };
    pages++;
    for (const { letters, alike } of readings) {
      if (alike === undefined) learn(letters, 1);
      else if (alike >= ALIKE) learn(letters, MATCHED);
    }
    return { matches: true, learnt: true };
  };
}

/** The Arabic letters of a line with font and width: one font may draw a letter in several forms. */
function letterFinder(spelled: SpelledWord[]): (line: Line) => string[] {
  const glyphsOf = new Map<Box, Glyph[]>(spelled.map(({ word, glyphs }) => [word.box, glyphs]));
  return ({ words }) =>
    words.flatMap(({ box }) => glyphsOf.get(box) ?? []).filter(({ symbol }) =>
      /\p{Script=Arabic}/u.test(symbol)
    ).map(({ symbol, font, advance }) => `${font} ${symbol} ${Math.round(advance * 20)}`);
}

/** Similarity of a line to its OCR; undefined when the OCR is uncertain. */
function alikeness(line: Line, raster: Raster, engine: Engine): number | undefined {
  const words = engine.readLine(cropRaster(raster, padBox(line.box)));
  if (meanOf(words.map((word) => word.confidence)) < SURE_SAMPLE) return undefined;
  const letters = (text: string) => fold(text).replace(/[^\p{Script=Arabic}]/gu, "");
  // The similarity ignores the order of words.
  return textSimilarity(letters(line.text), letters(words.toReversed().map((word) => word.text).join("")));
}
