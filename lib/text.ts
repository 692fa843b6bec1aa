/** Texts with a length in characters as readers count them, not in the units that JavaScript does. */
import { z } from "zod";

/** A string of `min` to `max` code points; lone surrogates and NUL, which no database keeps, are refused. */
export function textOf({ min = 0, max }: { min?: number; max: number }): z.ZodString {
  return z.string()
    .refine(
      (text) => text.length >= min && (min < 2 || length(text) >= min),
      `must have ${min} characters or more`,
    )
    .refine((text) => text.length <= max || length(text) <= max, `must have at most ${max} characters`)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), "must be text")
    .meta({ minLength: min, maxLength: max });
}

function length(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}
