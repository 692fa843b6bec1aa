import { Decimal } from "decimal.js";

/** Rounds half up, as committees do; 40 digits avoid rounding errors in between. */
export const D = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Rounds a score or share to the decimal places shown, two by default. */
export function rounded(value: Decimal.Value, places = 2): number {
  return (value instanceof D ? value : new D(value)).toDecimalPlaces(places).toNumber();
}
