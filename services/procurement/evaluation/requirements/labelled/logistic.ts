/** A training example: the indexes of its features, and its class: 0 or 1 for a verdict, 2 for neither. */
export interface Example {
  features: number[];
  label: 0 | 1 | 2;
}

/** The log-odds of the two verdicts against neither, for each feature. */
export type Odds = [Float64Array, Float64Array];

/** The strength of the quadratic penalty on the weights. */
const PENALTY = 10;
const ROUNDS = 400;

/**
 * Fits a multinomial logistic regression with a quadratic penalty by gradient descent with momentum. Step
 * sizes are scaled by the frequency of a feature. The last feature should be one that all examples have.
 */
export function fitLogistic(examples: Example[], features: number): Odds {
  const rows = rowsOf(examples);
  const scale = scalesOf(examples, features);
  const size = 3 * features;
  let weights = new Float64Array(size);
  let ahead = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = gradientAt(ahead, rows, features);
    const momentum = round / (round + 3);
    const next = new Float64Array(size);
    const further = new Float64Array(size);
    for (let at = 0; at < size; at++) {
      const from = ahead[at] ?? 0;
      const now = from - ((gradient[at] ?? 0) + PENALTY * from) / ((scale[at % features] ?? 0) + PENALTY);
      next[at] = now;
      further[at] = now + momentum * (now - (weights[at] ?? 0));
    }
    [weights, ahead] = [next, further];
  }
  const neither = weights.subarray(2 * features);
  const against = (of: number) =>
    weights.slice(of * features, (of + 1) * features).map((value, at) => value - (neither[at] ?? 0));
  return [against(0), against(1)];
}

/** Examples in flat arrays, which are about ten times as fast. */
interface Rows {
  /** The offset of each example's features in `held`, and the end of the last one. */
  starts: Int32Array;
  held: Int32Array;
  labels: Uint8Array;
}

function rowsOf(examples: Example[]): Rows {
  const starts = new Int32Array(examples.length + 1);
  examples.forEach(({ features }, at) => starts[at + 1] = (starts[at] ?? 0) + features.length);
  return {
    starts,
    held: Int32Array.from(examples.flatMap(({ features }) => features)),
    labels: Uint8Array.from(examples.map(({ label }) => label)),
  };
}

/** An upper bound of the curvature per feature: half the number of features of each example that has it. */
function scalesOf(examples: Example[], features: number): Float64Array {
  const scale = new Float64Array(features);
  for (const { features: held } of examples) {
    for (const at of held) scale[at] = (scale[at] ?? 0) + held.length / 2;
  }
  return scale;
}

/** The gradient at `weights`, with the three classes one after another. */
function gradientAt(weights: Float64Array, { starts, held, labels }: Rows, features: number): Float64Array {
  const gradient = new Float64Array(weights.length);
  const [second, third] = [features, 2 * features];
  for (let row = 0; row < labels.length; row++) {
    const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
    let [one, two, none] = [0, 0, 0];
    for (let index = from; index < to; index++) {
      const at = held[index] ?? 0;
      one += weights[at] ?? 0;
      two += weights[second + at] ?? 0;
      none += weights[third + at] ?? 0;
    }
    const highest = Math.max(one, two, none);
    [one, two, none] = [Math.exp(one - highest), Math.exp(two - highest), Math.exp(none - highest)];
    const all = one + two + none;
    const label = labels[row];
    one = one / all - (label === 0 ? 1 : 0);
    two = two / all - (label === 1 ? 1 : 0);
    none = none / all - (label === 2 ? 1 : 0);
    for (let index = from; index < to; index++) {
      const at = held[index] ?? 0;
      gradient[at] = (gradient[at] ?? 0) + one;
      gradient[second + at] = (gradient[second + at] ?? 0) + two;
      gradient[third + at] = (gradient[third + at] ?? 0) + none;
    }
  }
  return gradient;
}
