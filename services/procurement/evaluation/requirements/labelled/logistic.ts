/** An example: the features that it has, by number, and its class: 0 or 1 for a verdict, 2 for neither. */
export interface Example {
  features: number[];
  label: 0 | 1 | 2;
}

/** Log-odds of the two verdicts against neither, for each feature. */
export type Odds = [Float64Array, Float64Array];

/** How strongly weights are drawn to nought. */
const PENALTY = 10;
const ROUNDS = 400;

/**
 * Multinomial logistic regression with a quadratic penalty on the weights, by gradient descent with momentum. Steps are
 * scaled by how often a feature occurs. The last feature should be one that every example has.
 */
export function fitted(examples: Example[], features: number): Odds {
  const scale = scalesOf(examples, features);
  let weights = threeOf(features);
  let ahead = threeOf(features);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = gradientAt(ahead, examples);
    const momentum = round / (round + 3);
    const next = threeOf(features);
    for (let of = 0; of < 3; of++) {
      for (let at = 0; at < features; at++) {
        const [from, slope] = [ahead[of]?.[at] ?? 0, gradient[of]?.[at] ?? 0];
        const step = from - (slope + PENALTY * from) / ((scale[at] ?? 0) + PENALTY);
        const now = next[of];
        if (now) now[at] = step;
      }
    }
    ahead = next.map((now, of) =>
      now.map((value, at) => value + momentum * (value - (weights[of]?.[at] ?? 0)))
    );
    weights = next;
  }
  const against = (of: number) =>
    (weights[of] ?? new Float64Array()).map((value, at) => value - (weights[2]?.[at] ?? 0));
  return [against(0), against(1)];
}

function threeOf(features: number): Float64Array[] {
  return [0, 1, 2].map(() => new Float64Array(features));
}

/** A bound of the curvature by feature: each example bends at most by half the number of its features. */
function scalesOf(examples: Example[], features: number): Float64Array {
  const scale = new Float64Array(features);
  for (const { features: held } of examples) {
    for (const at of held) scale[at] = (scale[at] ?? 0) + held.length / 2;
  }
  return scale;
}

function gradientAt(weights: Float64Array[], examples: Example[]): Float64Array[] {
  const gradient = weights.map((of) => new Float64Array(of.length));
  for (const { features, label } of examples) {
    const scores = weights.map((of) => features.reduce((sum, at) => sum + (of[at] ?? 0), 0));
    const highest = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - highest));
    const all = powers.reduce((sum, power) => sum + power, 0);
    gradient.forEach((slope, of) => {
      const error = (powers[of] ?? 0) / all - (of === label ? 1 : 0);
      for (const at of features) slope[at] = (slope[at] ?? 0) + error;
    });
  }
  return gradient;
}
