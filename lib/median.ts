/**
 * The median of `values` in any order, which is left as it is; of an even number the upper of the two in the middle,
 * so that it is one of the values. `none` if there are none.
 */
export function median(values: readonly number[], none: number = NaN): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? none;
}
