import { fold } from "lib/fold.ts";

/** Share of common runs of three words from which two texts count as the same. */
export const NEAR_IDENTICAL = 0.9;
/** Three of so many words still make a number that is exact. */
const WORDS = 200_000;

/**
 * Groups of texts that are the same but for little (Jaccard, runs of three words), as their numbers. Texts too short
 * to compare are in none. Two texts as alike as that share one of their rarest runs, so that only such pairs are
 * compared: a thousand different texts cost little more than their reading, a thousand equal ones too.
 */
export function nearIdenticalGroups(texts: string[]): number[][] {
  const read = rarestFirst(runsOf(texts));
  const group = texts.map((_text, index) => index);
  const leader = (index: number): number => {
    while (group[index] !== undefined && group[index] !== index) index = group[index];
    return index;
  };
  const holders = new Map<number, number[]>();
  for (const [index, runs] of read.entries()) {
    const rare = runs.slice(0, runs.length - Math.ceil(NEAR_IDENTICAL * runs.length) + 1);
    const own = new Set(runs);
    for (const run of rare) {
      const list = holders.get(run) ?? [];
      for (const other of list) {
        if (leader(other) !== leader(index) && alike(own, read[other] ?? [])) {
          group[leader(index)] = leader(other);
        }
      }
      holders.set(run, list);
      list.push(index);
    }
  }
  const groups = Map.groupBy(texts.keys(), leader);
  return [...groups.values()].filter(({ length }) => length > 1);
}

function alike(own: Set<number>, other: number[]): boolean {
  const [less, more] = own.size < other.length ? [own.size, other.length] : [other.length, own.size];
  if (less < NEAR_IDENTICAL * more) return false;
  let common = 0;
  for (const run of other) if (own.has(run)) common++;
  return common / (own.size + other.length - common) >= NEAR_IDENTICAL;
}

/** Runs of three words as numbers; a text of fewer than twelve words has none. */
function runsOf(texts: string[]): number[][] {
  const known = new Map<string, number>();
  return texts.map((text) => {
    const words = fold(text.slice(0, 50_000)).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < 12) return [];
    const numbers = words.map((word) => {
      const number = known.get(word) ?? known.size;
      known.set(word, number);
      return number % WORDS;
    });
    const runs = new Set<number>();
    for (let i = 2; i < numbers.length; i++) {
      runs.add(((numbers[i - 2] ?? 0) * WORDS + (numbers[i - 1] ?? 0)) * WORDS + (numbers[i] ?? 0));
    }
    return [...runs];
  });
}

/** Each text's runs, those that few texts have first. */
function rarestFirst(texts: number[][]): number[][] {
  const counts = new Map<number, number>();
  for (const runs of texts) for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return texts.map((runs) => {
    const ranked = runs.map((run): [number, number] => [counts.get(run) ?? 0, run]);
    return ranked.sort(([m, a], [n, b]) => m - n || a - b).map(([, run]) => run);
  });
}
