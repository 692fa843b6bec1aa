/**
 * The median of `values` in any order, which is left as it is; of an even number the upper of the two in the middle,
 * so that it is one of the values. NaN if there are none.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
