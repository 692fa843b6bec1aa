import { Decimal } from "decimal.js";

/** Half up, as committees round; 40 digits leave nothing to rounding on the way. */
export const D = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** A score or share rounded to the decimal places that people see, two by default. */
export function rounded(value: Decimal.Value, places = 2): number {
  return (value instanceof D ? value : new D(value)).toDecimalPlaces(places).toNumber();
}
