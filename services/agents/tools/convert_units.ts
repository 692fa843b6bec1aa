/** Conversion between units of one dimension, exact where the definitions are. */
import { z } from "zod";
import { calculate } from "./calculator.ts";
import {
  add,
  type Decimal,
  decimal,
  divide,
  multiply,
  round,
  subtract,
  toText,
  withoutRoundingErrors,
} from "./decimal.ts";
import { ALIASES, DIMENSIONS } from "./units.ts";
import { defineTool, ToolFailure } from "./tool.ts";

interface Unit {
  name: string;
  dimension: string;
  factor: string;
}

const UNITS = new Map<string, Unit>(
  Object.entries(DIMENSIONS).flatMap(([dimension, units]) =>
    Object.entries(units).map(([name, factor]): [string, Unit] => [name, { name, dimension, factor }])
  ),
);
const PLACES = 20;

/** `value` of unit `from` in unit `to`; throws ToolFailure when one is unknown or they do not fit. */
export function convert(
  value: string,
  from: string,
  to: string,
): { result: string; from: string; to: string } {
  const [source, target] = [unitOf(from), unitOf(to)];
  if (source.dimension !== target.dimension) {
    throw new ToolFailure(`${from} is ${source.dimension} and ${to} is ${target.dimension}`);
  }
  const amount = decimal(value);
  const converted = source.dimension === "temperature"
    ? fromCelsius(toCelsius(amount, source.name), target.name)
    : divide(multiply(amount, decimal(calculate(source.factor))), decimal(calculate(target.factor)));
  return {
    result: toText(round(withoutRoundingErrors(converted), PLACES)),
    from: source.name,
    to: target.name,
  };
}

function unitOf(text: string): Unit {
  const name = text.trim().toLowerCase().replace(/\s+/g, "_").replaceAll("µ", "u");
  const singular = name.replace(/s$/, "");
  for (const spelling of [name, singular]) {
    const unit = UNITS.get(Object.hasOwn(ALIASES, spelling) ? ALIASES[spelling] ?? spelling : spelling);
    if (unit) return unit;
  }
  const known = Object.entries(DIMENSIONS).map(([name, units]) => `${name}: ${Object.keys(units).join(" ")}`);
  throw new ToolFailure(`Unknown unit ${text}. Known: ${known.join("; ")}`);
}

const ZERO_KELVIN = decimal("273.15");

function toCelsius(value: Decimal, unit: string): Decimal {
  if (unit === "f") return divide(multiply(subtract(value, decimal("32")), decimal("5")), decimal("9"));
  return unit === "k" ? subtract(value, ZERO_KELVIN) : value;
}

function fromCelsius(value: Decimal, unit: string): Decimal {
  if (unit === "f") return add(divide(multiply(value, decimal("9")), decimal("5")), decimal("32"));
  return unit === "k" ? add(value, ZERO_KELVIN) : value;
}

export const convertUnits = defineTool({
  name: "convert_units",
  pure: true,
  description:
    "Converts an amount between units of length, area (also dunam, feddan), volume, mass (also tola, carat), " +
    "time, speed, data, energy, power, pressure, angle or temperature.",
  input: z.object({
    value: z.number().meta({ description: "the amount" }),
    from: z.string().min(1).max(40).meta({ description: "such as km, lb, °C, dunam" }),
    to: z.string().min(1).max(40).meta({ description: "a unit of the same kind" }),
  }),
  run({ value, from, to }) {
    return { value, ...convert(String(value), from, to) };
  },
});
