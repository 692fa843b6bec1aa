/**
 * The unbiased estimate of "at least one of k samples is right" from n samples of which c were (Chen et al. 2021,
 * HumanEval): 1 − C(n−c, k) / C(n, k), as a product so that nothing overflows.
 */
export function passAtK(samples: number, correct: number, k: number): number {
  if (samples < k) throw new RangeError(`pass@${k} needs ${k} samples, got ${samples}`);
  if (samples - correct < k) return 1;
  let none = 1;
  for (let at = samples - correct + 1; at <= samples; at++) none *= 1 - k / at;
  return 1 - none;
}
