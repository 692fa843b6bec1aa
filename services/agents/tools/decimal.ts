/** Decimal numbers of any length: `digits` × 10^-`scale`. 0.1 + 0.2 is 0.3. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** The arithmetic cannot be done: division by zero, a number too large. */
export class ArithmeticFault extends Error {
  override name = "ArithmeticFault";
}

/** Significant digits of what has no finite decimal expansion. */
export const PRECISION = 34;
const SHOWN_DIGITS = 30;
const MAX_DIGITS = 5_000;

/** The number `text` spells: `12`, `.5`, `1e-7`. Throws ArithmeticFault for anything else. */
export function decimal(text: string): Decimal {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match ?? [];
  if (!match || whole + fraction === "") throw new ArithmeticFault(`Not a number: ${text}`);
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`) * (sign === "-" ? -1n : 1n);
  return bounded(scale >= 0 ? { digits, scale } : { digits: digits * power10(-scale), scale: 0 });
}

/** The decimal nearest to a floating-point number, as it is printed. */
export function fromNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new ArithmeticFault("The result is not a finite number");
  return decimal(String(value));
}

export function toNumber(value: Decimal): number {
  return Number(toText(value));
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return bounded({ digits: scaled(a, scale) + scaled(b, scale), scale });
}

export function negate(a: Decimal): Decimal {
  return { digits: -a.digits, scale: a.scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return bounded({ digits: a.digits * b.digits, scale: a.scale + b.scale });
}

/** Exact where the quotient ends within PRECISION digits, rounded half to even where it does not. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (b.digits === 0n) throw new ArithmeticFault("Division by zero");
  const extra = Math.max(0, PRECISION + length(b.digits) - length(a.digits));
  const quotient = roundedQuotient(a.digits * power10(extra), b.digits);
  return bounded(normalized({ digits: quotient, scale: a.scale - b.scale + extra }));
}

/** What is left of a division, with the sign of `a`. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  if (b.digits === 0n) throw new ArithmeticFault("Division by zero");
  const scale = Math.max(a.scale, b.scale);
  return normalized({ digits: scaled(a, scale) % scaled(b, scale), scale });
}

/** `base` to the power of `exponent`: exact for whole exponents, else through floating point. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  const whole = normalized(exponent);
  if (whole.scale > 0) return fromNumber(toNumber(base) ** toNumber(exponent));
  const times = Number(scaled(whole, 0));
  if (Math.abs(times) * length(base.digits) > MAX_DIGITS) {
    throw new ArithmeticFault(`The result has more than ${MAX_DIGITS} digits`);
  }
  const raised = bounded({
    digits: base.digits ** BigInt(Math.abs(times)),
    scale: base.scale * Math.abs(times),
  });
  return times < 0 ? divide({ digits: 1n, scale: 0 }, raised) : raised;
}

/** The square root, to PRECISION digits; exact for squares. */
export function squareRoot(a: Decimal): Decimal {
  if (a.digits < 0n) throw new ArithmeticFault("Square root of a negative number");
  const even = a.scale % 2 === 0 ? a : { digits: a.digits * 10n, scale: a.scale + 1 };
  const extra = Math.max(0, PRECISION - Math.floor(length(even.digits) / 2));
  const root = integerRoot(even.digits * power10(2 * extra));
  return normalized({ digits: root, scale: even.scale / 2 + extra });
}

/** Rounds to `places` decimal places: half away from zero as people do, or down, or up. */
export function round(a: Decimal, places: number, mode: "half" | "floor" | "ceil" = "half"): Decimal {
  if (a.scale <= places) return a;
  const unit = power10(a.scale - places);
  const kept = a.digits / unit;
  const rest = a.digits % unit;
  const up = a.digits < 0n ? -1n : 1n;
  const away = mode === "half"
    ? absolute(rest) * 2n >= unit
    : rest !== 0n && (mode === "ceil") === (a.digits > 0n);
  const digits = away ? kept + up : kept;
  return places >= 0 ? { digits, scale: places } : { digits: digits * power10(-places), scale: 0 };
}

export function compare(a: Decimal, b: Decimal): number {
  const { digits } = subtract(a, b);
  return digits > 0n ? 1 : digits < 0n ? -1 : 0;
}

/** Plain notation without trailing zeros: `0.3`, `-12`, `1000000`. */
export function toText(value: Decimal): string {
  const { digits, scale } = normalized(value);
  const text = absolute(digits).toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale);
  return `${digits < 0n ? "-" : ""}${whole}${scale > 0 ? `.${fraction}` : ""}`;
}

/** Rounded to `significant` digits where it has more. */
export function toSignificant(value: Decimal, significant: number): Decimal {
  const excess = length(value.digits) - significant;
  return excess > 0 ? round(value, value.scale - excess) : value;
}

/** Without the digits that only rounding errors leave: 1/3*3 is 1. Whole numbers keep every digit. */
export function shown(value: Decimal): Decimal {
  const excess = Math.min(value.scale, length(value.digits) - SHOWN_DIGITS);
  return excess > 0 ? round(value, value.scale - excess) : value;
}

function normalized({ digits, scale }: Decimal): Decimal {
  if (scale < 0) return { digits: digits * power10(-scale), scale: 0 };
  let [d, s] = [digits, scale];
  while (s > 0 && d % 10n === 0n) {
    d /= 10n;
    s--;
  }
  return { digits: d, scale: s };
}

function bounded(value: Decimal): Decimal {
  if (length(value.digits) > MAX_DIGITS || Math.abs(value.scale) > MAX_DIGITS) {
    throw new ArithmeticFault(`The result has more than ${MAX_DIGITS} digits`);
  }
  return value;
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * power10(to - scale);
}

function power10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function length(digits: bigint): number {
  return absolute(digits).toString().length;
}

function roundedQuotient(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  const twice = absolute(a % b) * 2n;
  const unit = absolute(b);
  const away = twice > unit || (twice === unit && quotient % 2n !== 0n);
  return away ? quotient + ((a < 0n) === (b < 0n) ? 1n : -1n) : quotient;
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = power10(Math.ceil(length(value) / 2));
  for (;;) {
    const next = (guess + value / guess) / 2n;
    if (next >= guess) return guess;
    guess = next;
  }
}
