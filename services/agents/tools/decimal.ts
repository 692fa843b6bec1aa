/** Decimal numbers on decimal.js: sums and products are exact up to 5,000 digits, and 0.1 + 0.2 is 0.3. */
import { Decimal as DecimalJs } from "decimal.js";

const MAX_DIGITS = 5_000;
// Enough precision for the product of two numbers of 5,000 digits, so that it is refused rather than rounded.
const Exact = DecimalJs.clone({ precision: 2 * MAX_DIGITS + 10, rounding: DecimalJs.ROUND_HALF_EVEN });

export type Decimal = DecimalJs;

/** The arithmetic cannot be done: division by zero, a number too large. */
export class ArithmeticFault extends Error {
  override name = "ArithmeticFault";
}

/** Significant digits of quotients and roots that have no finite decimal expansion. */
export const PRECISION = 34;
const KEPT_DIGITS = 30;
const Short = Exact.clone({ precision: PRECISION });

/** The number `text` spells: `12`, `.5`, `1e-7`. Throws ArithmeticFault for anything else. */
export function decimal(text: string): Decimal {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(text)) {
    throw new ArithmeticFault(`Not a number: ${text}`);
  }
  return bounded(new Exact(text));
}

/** The decimal nearest to a floating-point number, as it is printed. */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new ArithmeticFault("The result is not a finite number");
  return decimal(String(value));
}

export function toNumber(value: Decimal): number {
  return value.toNumber();
}

export function add(a: Decimal, b: Decimal): Decimal {
  return bounded(a.plus(b));
}

export function negate(a: Decimal): Decimal {
  return a.negated();
}

export function absolute(a: Decimal): Decimal {
  return a.abs();
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return bounded(a.minus(b));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return bounded(a.times(b));
}

/** Exact where the quotient ends within PRECISION digits, rounded half to even where it does not; all whole digits. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) throw new ArithmeticFault("Division by zero");
  const Rounded = roundedTo(Math.max(PRECISION, a.e - b.e + 1));
  return bounded(new Exact(new Rounded(a).dividedBy(b)));
}

/** The rest of a division, with the sign of `a`. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  if (b.isZero()) throw new ArithmeticFault("Division by zero");
  return a.modulo(b);
}

/** `base` to the power of `exponent`: exact for whole exponents, else through floating point. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  if (!exponent.isInteger()) return fromNumber(toNumber(base) ** toNumber(exponent));
  const times = exponent.abs();
  if (times.times(base.precision(true)).greaterThan(MAX_DIGITS)) {
    throw new ArithmeticFault(`The result has more than ${MAX_DIGITS} digits`);
  }
  const raised = bounded(base.toPower(times));
  return exponent.isNegative() && !exponent.isZero() ? divide(new Exact(1), raised) : raised;
}

/** The square root, to PRECISION digits; exact for squares. */
export function squareRoot(a: Decimal): Decimal {
  if (a.isNegative() && !a.isZero()) throw new ArithmeticFault("Square root of a negative number");
  const Rounded = roundedTo(Math.max(PRECISION, Math.ceil(a.precision(true) / 2)));
  return new Exact(new Rounded(a).squareRoot());
}

const ROUNDINGS = { half: DecimalJs.ROUND_HALF_UP, floor: DecimalJs.ROUND_FLOOR, ceil: DecimalJs.ROUND_CEIL };

/** Rounds to `places` decimal places: half away from zero as people do, or down, or up. */
export function round(a: Decimal, places: number, mode: keyof typeof ROUNDINGS = "half"): Decimal {
  if (places >= 0) return a.toDecimalPlaces(places, ROUNDINGS[mode]);
  return a.toNearest(new Exact(10).toPower(-places), ROUNDINGS[mode]);
}

export function compare(a: Decimal, b: Decimal): number {
  return a.comparedTo(b);
}

/** Plain notation without trailing zeros: `0.3`, `-12`, `1000000`. */
export function toText(value: Decimal): string {
  return value.isZero() ? "0" : value.toFixed();
}

/** Rounded to `significant` digits where it has more. */
export function toSignificant(value: Decimal, significant: number): Decimal {
  return value.toSignificantDigits(significant, DecimalJs.ROUND_HALF_UP);
}

/** Without the digits that only rounding errors leave: 1/3*3 is 1. Whole numbers keep every digit. */
export function withoutRoundingErrors(value: Decimal): Decimal {
  const excess = Math.min(value.decimalPlaces(), value.precision() - KEPT_DIGITS);
  return excess > 0 ? round(value, value.decimalPlaces() - excess) : value;
}

function roundedTo(precision: number): typeof Exact {
  return precision === PRECISION ? Short : Exact.clone({ precision });
}

function bounded(value: Decimal): Decimal {
  if (value.precision(true) > MAX_DIGITS || value.decimalPlaces() > MAX_DIGITS) {
    throw new ArithmeticFault(`The result has more than ${MAX_DIGITS} digits`);
  }
  return value;
}
