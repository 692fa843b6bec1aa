/** Removes loops: a model stuck on a phrase repeats it until its window ends, unlike speech. */

const LONGEST_PHRASE = 12;

/** How often a phrase of `words` words may follow itself before it counts as a loop. */
function repeatsOfLoop(words: number): number {
  if (words === 1) return 8;
  return words <= 3 ? 5 : 3;
}

/** The text with each loop reduced to one occurrence. */
export function withoutLoops(text: string): string {
  const words = text.split(/\s+/).filter(Boolean);
  const kept: string[] = [];
  let hasLoop = false;
  for (let at = 0; at < words.length;) {
    const loop = loopAt(words, at);
    if (!loop) {
      kept.push(words[at++] ?? "");
      continue;
    }
    kept.push(...words.slice(at, at + loop.length));
    at += loop.length * loop.times;
    hasLoop = true;
  }
  return hasLoop ? kept.join(" ") : text;
}

function loopAt(words: string[], at: number): { length: number; times: number } | undefined {
  for (let length = 1; length <= LONGEST_PHRASE; length++) {
    let times = 1;
    while (same(words, { at, other: at + times * length, length })) times++;
    if (times >= repeatsOfLoop(length)) return { length, times };
  }
  return undefined;
}

function same(
  words: string[],
  { at, other, length }: { at: number; other: number; length: number },
): boolean {
  if (other + length > words.length) return false;
  for (let index = 0; index < length; index++) {
    if (bareWord(words[at + index]) !== bareWord(words[other + index])) return false;
  }
  return true;
}

function bareWord(word: string | undefined): string {
  return (word ?? "").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Segments where three or more in a row that say the same are one. */
export function withoutRepeatedSegments<S extends { text: string }>(segments: S[]): S[] {
  const sayings = segments.map(({ text }) => text.split(/\s+/).map(bareWord).join(" ").trim());
  const runEnd = (at: number) => {
    let end = at;
    while (end < sayings.length && sayings[end] === sayings[at]) end++;
    return end;
  };
  const kept: S[] = [];
  for (let at = 0; at < segments.length;) {
    const end = runEnd(at);
    kept.push(...segments.slice(at, end - at >= 3 ? at + 1 : end));
    at = end;
  }
  return kept;
}
