import { fold } from "lib/fold.ts";

const LONGEST = 500;

/** An extractive summary: the sentences with the most frequent words, in order, preferring early ones. */
export function summaryOf(text: string): string {
  const sentences = text.replace(/\s*\n\s*/g, "\n").split(/(?<=[.!?؟])\s+|\n{1,}/u)
    .map((sentence) => sentence.trim()).filter((sentence) => sentence.split(/\s+/).length >= 5).slice(0, 400);
  if (sentences.length === 0) return text.replace(/\s+/g, " ").trim().slice(0, 200);
  const counts = new Map<string, number>();
  for (const word of fold(text).match(/\p{L}{4,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, at) => {
    const words = fold(sentence).match(/\p{L}{4,}/gu) ?? [];
    const weight = words.reduce((sum, word) => sum + Math.log(1 + (counts.get(word) ?? 0)), 0) /
      Math.sqrt(words.length + 3);
    return { sentence, at, score: weight * (1 + 1 / (2 + at)) };
  }).toSorted((a, b) => b.score - a.score);
  const chosen: typeof scored = [];
  let length = 0;
  for (const one of scored.slice(0, 3)) {
    if (length > 0 && length + one.sentence.length > LONGEST) continue;
    chosen.push(one);
    length += one.sentence.length;
  }
  return chosen.toSorted((a, b) => a.at - b.at).map((one) => one.sentence).join(" ").slice(0, LONGEST);
}
