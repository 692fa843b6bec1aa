/** The calculator's constants and functions. */
import {
  absolute,
  add,
  ArithmeticFault,
  compare,
  type Decimal,
  decimal,
  divide,
  fromNumber,
  power,
  remainder,
  round,
  squareRoot,
  toNumber,
  toSignificant,
} from "./decimal.ts";

const ZERO = decimal("0");

/** Numbers with names. */
export const CONSTANTS: Record<string, Decimal> = {
  pi: decimal("3.141592653589793238462643383279503"),
  e: decimal("2.718281828459045235360287471352662"),
};

/** The functions of the calculator: how many values each takes, and its result. */
export const FUNCTIONS: Record<
  string,
  { least: number; most: number; apply: (values: Decimal[]) => Decimal }
> = {
  abs: of1(absolute),
  sqrt: of1(squareRoot),
  floor: of1((a) => round(a, 0, "floor")),
  ceil: of1((a) => round(a, 0, "ceil")),
  exp: of1((a) => viaNumber(Math.exp, a)),
  ln: of1((a) => viaNumber(Math.log, a)),
  log10: of1((a) => viaNumber(Math.log10, a)),
  log2: of1((a) => viaNumber(Math.log2, a)),
  sin: of1((a) => viaNumber(Math.sin, a)),
  cos: of1((a) => viaNumber(Math.cos, a)),
  tan: of1((a) => viaNumber(Math.tan, a)),
  asin: of1((a) => viaNumber(Math.asin, a)),
  acos: of1((a) => viaNumber(Math.acos, a)),
  atan: of1((a) => viaNumber(Math.atan, a)),
  round: { least: 1, most: 2, apply: ([a = ZERO, places = ZERO]) => round(a, wholeNumber(places)) },
  mod: { least: 2, most: 2, apply: ([a = ZERO, b = ZERO]) => remainder(a, b) },
  pow: { least: 2, most: 2, apply: ([a = ZERO, b = ZERO]) => power(a, b) },
  min: { least: 1, most: 1_000, apply: (all) => all.reduce((a, b) => compare(a, b) <= 0 ? a : b) },
  max: { least: 1, most: 1_000, apply: (all) => all.reduce((a, b) => compare(a, b) >= 0 ? a : b) },
  sum: { least: 1, most: 1_000, apply: (all) => all.reduce(add) },
  avg: { least: 1, most: 1_000, apply: (all) => divide(all.reduce(add), decimal(String(all.length))) },
};

function of1(apply: (a: Decimal) => Decimal) {
  return { least: 1, most: 1, apply: ([a = ZERO]: Decimal[]) => apply(a) };
}

function viaNumber(apply: (a: number) => number, a: Decimal): Decimal {
  return toSignificant(fromNumber(apply(toNumber(a))), 15);
}

function wholeNumber(value: Decimal): number {
  const number = toNumber(value);
  if (!Number.isInteger(number) || Math.abs(number) > 100) {
    throw new ArithmeticFault("round takes a whole number of places from -100 to 100");
  }
  return number;
}
