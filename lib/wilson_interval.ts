/** Interval of a proportion. */

/** Lower and upper bound of a proportion. */
export interface ProportionInterval {
  /** Lower bound, 0 or more. */
  low: number;
  /** Upper bound, 1 or less. */
  high: number;
}

const Z = 1.959963984540054;

/**
 * The 95 % score interval of the proportion `right / count` (Wilson, "Probable inference, the law of succession, and
 * statistical inference", JASA 22, 1927); 0 to 1 without observations.
 */
export function wilsonInterval(right: number, count: number): ProportionInterval {
  const share = right / count;
  const scale = 1 + Z ** 2 / count;
  const middle = (share + Z ** 2 / (2 * count)) / scale;
  const half = Z * Math.sqrt(share * (1 - share) / count + Z ** 2 / (4 * count ** 2)) / scale;
  return { low: right === 0 ? 0 : middle - half, high: right === count ? 1 : middle + half };
}
