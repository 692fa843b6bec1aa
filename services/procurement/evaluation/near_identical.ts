import { RunIds } from "./run_ids.ts";

/** The share of common three-word runs from which two texts count as near-identical. */
export const NEAR_IDENTICAL = 0.9;

/**
 * Groups the indexes of near-identical texts by the Jaccard similarity of their three-word runs; texts that
 * are too short are in no group. A text is given as the numbers of its words. Near-identical texts share one
 * of their rarest runs, so only such pairs are compared. A thousand texts therefore cost little more than
 * reading them.
 */
export function nearIdenticalGroups(texts: Uint32Array[]): number[][] {
  const read = rarestFirst(texts);
  const group = texts.map((_text, index) => index);
  const leader = (index: number): number => {
    for (let above = group[index]; above !== undefined && above !== index; above = group[index]) {
      group[index] = group[above] ?? above;
      index = above;
    }
    return index;
  };
  const holders = new Map<number, number[]>();
  const compared = new Int32Array(texts.length).fill(-1);
  for (const [index, runs] of read.entries()) {
    for (const run of runs.subarray(0, runs.length - Math.ceil(NEAR_IDENTICAL * runs.length) + 1)) {
      const list = holders.get(run);
      if (!list) {
        holders.set(run, [index]);
        continue;
      }
      for (const other of list) {
        if (compared[other] === index) continue;
        compared[other] = index;
        if (leader(other) !== leader(index) && alike(runs, read[other] ?? NO_RUNS)) {
          group[leader(index)] = leader(other);
        }
      }
      list.push(index);
    }
  }
  const groups = Map.groupBy(texts.keys(), leader);
  return [...groups.values()].filter(({ length }) => length > 1);
}

const NO_RUNS = new Float64Array();

/** Whether two sorted lists are similar. Different texts differ within the first few runs. */
function alike(vector: Float64Array, other: Float64Array): boolean {
  const [m, n] = [vector.length, other.length];
  let misses = m + n - 2 * Math.floor(NEAR_IDENTICAL * (m + n) / (1 + NEAR_IDENTICAL));
  let [i, j, common] = [0, 0, 0];
  while (i < m && j < n && misses >= 0) {
    const [a = 0, b = 0] = [vector[i], other[j]];
    if (a === b) common++;
    else misses--;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  return common / (m + n - common) >= NEAR_IDENTICAL;
}

/** Each text's runs as numbers, rarest first; a text with fewer than twelve words has none. */
function rarestFirst(texts: Uint32Array[]): Float64Array[] {
  const ids = new RunIds();
  const counts: number[] = [];
  const read = texts.map((words, index) => {
    if (words.length < 12) return NO_RUNS;
    const runs: number[] = [];
    for (let i = 2; i < words.length; i++) {
      const id = ids.of(index, words[i - 2] ?? 0, words[i - 1] ?? 0, words[i] ?? 0);
      if (id === undefined) continue;
      counts[id] = (counts[id] ?? 0) + 1;
      runs.push(id);
    }
    return Float64Array.from(runs);
  });
  for (const runs of read) {
    for (let at = 0; at < runs.length; at++) {
      const id = runs[at] ?? 0;
      runs[at] = (counts[id] ?? 0) * 2 ** 31 + id;
    }
    runs.sort();
  }
  return read;
}
