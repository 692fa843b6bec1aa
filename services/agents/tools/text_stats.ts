/** Counts of a text, Arabic and English alike, by the Unicode rules for words and sentences. */
import { z } from "zod";
import { defineTool, type Tool, type ToolContext } from "./tool.ts";

const ARABIC_WORDS_A_MINUTE = 180;
const OTHER_WORDS_A_MINUTE = 230;
const MOST_FREQUENT = 10;

export type TextStats = ReturnType<typeof textStats>;

export function textStats(text: string) {
  const words = segments(text, "word").filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const share = letters === 0 ? 0 : Math.min(1, arabic / letters);
  const speed = share > 0.5 ? ARABIC_WORDS_A_MINUTE : OTHER_WORDS_A_MINUTE;
  const sentences = segments(text, "sentence").filter(({ segment }) => segment.trim() !== "").length;
  return {
    characters: segments(text, "grapheme").length,
    characters_without_spaces: segments(text.replace(/\s/gu, ""), "grapheme").length,
    bytes: new TextEncoder().encode(text).length,
    words: words.length,
    unique_words: new Set(words.map((word) => word.toLowerCase())).size,
    sentences,
    lines: text === "" ? 0 : text.split(/\r\n|\r|\n/).length,
    paragraphs: text.split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/).filter((part) => part.trim() !== "").length,
    average_words_per_sentence: sentences === 0 ? 0 : rounded(words.length / sentences),
    arabic_share: rounded(share),
    reading_minutes: rounded(words.length / speed),
    frequent_words: frequent(words),
  };
}

function segments(text: string, granularity: "word" | "sentence" | "grapheme"): Intl.SegmentData[] {
  return [...new Intl.Segmenter("ar", { granularity }).segment(text)];
}

function frequent(words: string[]): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  return [...counts].map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1)).slice(0, MOST_FREQUENT);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

/** The tool, whose work `stats` does. */
export function textStatsTool(stats: (text: string, by: ToolContext) => Promise<TextStats>): Tool {
  return defineTool({
    name: "text_stats",
    pure: true,
    description:
      "Counts characters, words, sentences, lines and paragraphs of a text, its most frequent words and reading time.",
    input: z.object({ text: z.string().max(200_000).meta({ description: "the text" }) }),
    run: ({ text }, by) => stats(text, by),
  });
}
