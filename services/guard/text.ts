import { z } from "@hono/zod-openapi";

/** Text whose length counts characters rather than code units. */
export function content({ min = 0, max }: { min?: number; max: number }): z.ZodString {
  return z.string()
    .refine((value) => value.length <= max || lengthOf(value) <= max, {
      message: `At most ${max} characters`,
    })
    .refine((value) => value.length >= min, { message: `At least ${min} character${min === 1 ? "" : "s"}` })
    .meta({ minLength: min, maxLength: max });
}

/** The same for text that is stored, which must be text that a database can keep. */
export function text(limits: { min?: number; max: number }): z.ZodString {
  return content(limits).refine((value) => !value.includes("\0") && value.isWellFormed(), {
    message: "Not well-formed text",
  });
}

function lengthOf(value: string): number {
  let length = 0;
  for (const _ of value) length++;
  return length;
}
