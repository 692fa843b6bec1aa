/** Six decimals: sums in another order differ in the last bits, and must not break ties. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
