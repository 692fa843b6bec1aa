/** The steps of a plot's axis. */
const POWERS = Array.from({ length: 15 }, (_, power) => 10 ** power);
const WHOLE = POWERS.flatMap((power) => [power, 2 * power, 5 * power]);

/** Whole steps for values that are counts, as requests are: half of one is none. Undefined where any step may be. */
export function stepsOf(values: readonly (number | null)[]): number[] | undefined {
  return values.every((value) => Number.isInteger(value ?? 0)) ? WHOLE : undefined;
}
