/** A logistic regression over named features. */

export interface Sample {
  isAttack: boolean;
  features: ReadonlyMap<string, number>;
}

const ROUNDS = 800;
const STEP = 0.05;
/** How strongly the squares of the weights are held back. */
const HOLD_BACK = 0.7;
/** Adam's decay of the mean and of the mean square of slopes (Kingma and Ba, 2015). */
const MEAN = 0.9;
const SQUARE = 0.999;

/** The weights that make the samples most likely, by gradient descent over all of them with steps of Adam. */
export function fitWeights(samples: readonly Sample[]): Map<string, number> {
  const names = [...new Set(samples.flatMap(({ features }) => [...features.keys()]))];
  const places = new Map(names.map((name, i) => [name, i]));
  const rows = samples.map(({ isAttack, features }) => ({
    target: isAttack ? 1 : 0,
    places: Int32Array.from(features.keys(), (name) => places.get(name) ?? 0),
    values: Float64Array.from(features.values()),
  }));
  const weights = new Float64Array(names.length);
  const mean = new Float64Array(names.length);
  const square = new Float64Array(names.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const slopes = weights.map((weight) => HOLD_BACK * weight);
    for (const row of rows) addSlopes(slopes, weights, row);
    const step = STEP * (1 - round / (ROUNDS + 1));
    for (let i = 0; i < weights.length; i++) {
      const slope = slopes[i] ?? 0;
      const m = mean[i] = MEAN * (mean[i] ?? 0) + (1 - MEAN) * slope;
      const v = square[i] = SQUARE * (square[i] ?? 0) + (1 - SQUARE) * slope * slope;
      const turn = (m / (1 - MEAN ** round)) / (Math.sqrt(v / (1 - SQUARE ** round)) + 1e-8);
      weights[i] = (weights[i] ?? 0) - step * turn;
    }
  }
  return new Map(names.map((name, i) => [name, weights[i] ?? 0]));
}

function addSlopes(
  slopes: Float64Array,
  weights: Float64Array,
  { target, places, values }: { target: number; places: Int32Array; values: Float64Array },
): void {
  let sum = 0;
  for (let k = 0; k < places.length; k++) sum += (values[k] ?? 0) * (weights[places[k] ?? 0] ?? 0);
  const miss = 1 / (1 + Math.exp(-sum)) - target;
  for (let k = 0; k < places.length; k++) {
    const place = places[k] ?? 0;
    slopes[place] = (slopes[place] ?? 0) + miss * (values[k] ?? 0);
  }
}
