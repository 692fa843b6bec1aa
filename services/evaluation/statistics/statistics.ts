export function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** s/√n with the sample standard deviation; undefined for fewer than two values. */
export function standardError(values: number[]): number | undefined {
  if (values.length < 2) return undefined;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

/** A small seeded generator (mulberry32): the same seed gives the same numbers on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fisher and Yates, on a copy. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [left, right] = [copy[at], copy[other]];
    if (left !== undefined && right !== undefined) [copy[at], copy[other]] = [right, left];
  }
  return copy;
}

export interface PairedTest {
  test: "mcnemar_exact" | "sign_flip";
  pairs: number;
  mean_difference: number;
  standard_error: number | null;
  p_value: number;
}

/**
 * Whether two sets of scores of the same questions differ, two-sided. Differences of one size only (right or wrong)
 * get McNemar's exact test; others the sign-flip randomisation test (Fisher), exact up to 12 of them, else seeded.
 */
export function pairedTest(differences: number[], { seed = 0, rounds = 10_000 } = {}): PairedTest {
  const moved = differences.filter((difference) => Math.abs(difference) > 1e-12).sort((a, b) => a - b);
  const sizes = new Set(moved.map((difference) => Math.abs(difference).toFixed(9)));
  const binary = sizes.size <= 1;
  return {
    test: binary ? "mcnemar_exact" : "sign_flip",
    pairs: differences.length,
    mean_difference: mean(differences),
    standard_error: standardError(differences) ?? null,
    p_value: binary ? mcnemar(moved) : signFlip(moved, seed, rounds),
  };
}

function mcnemar(moved: number[]): number {
  const n = moved.length;
  const fewer = Math.min(
    moved.filter((difference) => difference > 0).length,
    moved.filter((d) => d < 0).length,
  );
  let term = -n * Math.LN2;
  let tail = Math.exp(term);
  for (let k = 1; k <= fewer; k++) {
    term += Math.log((n - k + 1) / k);
    tail += Math.exp(term);
  }
  return Math.min(1, 2 * tail);
}

function signFlip(moved: number[], seed: number, rounds: number): number {
  const observed = Math.abs(moved.reduce((sum, value) => sum + value, 0)) - 1e-9;
  if (moved.length <= 12) {
    const all = 2 ** moved.length;
    let extreme = 0;
    for (let signs = 0; signs < all; signs++) {
      const sum = moved.reduce((total, value, at) => total + (signs & (1 << at) ? value : -value), 0);
      if (Math.abs(sum) >= observed) extreme++;
    }
    return extreme / all;
  }
  const random = seeded(seed);
  let extreme = 0;
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (const value of moved) sum += random() < 0.5 ? value : -value;
    if (Math.abs(sum) >= observed) extreme++;
  }
  // One is added to both so that a p-value is never zero (Phipson and Smyth 2010).
  return (extreme + 1) / (rounds + 1);
}
