/** Similarity of two texts, from 0 to 1, by shared letter pairs regardless of position. */
export function textSimilarity(one: string, other: string): number {
  const left = pairsOf(one);
  const right = pairsOf(other);
  if (left.length === 0 || right.length === 0) return one === other ? 1 : 0;
  const counts = new Map<string, number>();
  for (const pair of left) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const common = right.filter((pair) => {
    const rest = counts.get(pair) ?? 0;
    counts.set(pair, rest - 1);
    return rest > 0;
  }).length;
  return 2 * common / (left.length + right.length);
}

function pairsOf(text: string): string[] {
  const symbols = [...text];
  return symbols.slice(1).map((symbol, i) => `${symbols[i]}${symbol}`);
}
