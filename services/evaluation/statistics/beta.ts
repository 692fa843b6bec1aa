// Lanczos' approximation of the logarithm of the gamma function (g = 7, n = 9), to about 15 digits.
const LANCZOS = [
  676.5203681218851,
  -1259.1392167224028,
  771.32342877765313,
  -176.61502916214059,
  12.507343278686905,
  -0.13857109526572012,
  9.9843695780195716e-6,
  1.5056327351493116e-7,
];
const STEPS = 300;
const TINY = 1e-300;

function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.reduce((total, factor, at) => total + factor / (shifted + at + 1), 0.99999999999980993);
  const t = shifted + LANCZOS.length - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The regularised incomplete beta function: the chance that a Beta(a, b) variable is at most x. */
export function betaBelow(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  // The fraction converges fast on this side of the mean only.
  return x < (a + 1) / (a + b + 2)
    ? front * betaFraction(x, a, b) / a
    : 1 - front * betaFraction(1 - x, b, a) / b;
}

/** Lentz's evaluation of the continued fraction of the incomplete beta function. */
function betaFraction(x: number, a: number, b: number): number {
  const awayFromZero = (value: number) => Math.abs(value) < TINY ? TINY : value;
  let c = 1;
  let d = 1 / awayFromZero(1 - (a + b) * x / (a + 1));
  let fraction = d;
  for (let m = 1; m <= STEPS; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}

/** The x below which a Beta(a, b) variable is with the given chance: Newton's method, kept within a bracket. */
export function betaQuantile(chance: number, a: number, b: number): number {
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  let [low, high] = [0, 1];
  let x = a / (a + b);
  for (let step = 0; step < STEPS; step++) {
    const off = betaBelow(x, a, b) - chance;
    if (off < 0) low = x;
    else high = x;
    const density = Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x));
    const newton = x - off / density;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-14 * x) return next;
    x = next;
  }
  return x;
}

/** The t that a Student variable exceeds in absolute value with the chance `1 - level`. */
export function studentQuantile(level: number, freedom: number): number {
  const x = betaQuantile(1 - level, freedom / 2, 0.5);
  return Math.sqrt(freedom * (1 - x) / x);
}
