import { textOf } from "lib/text.ts";
import type { z } from "zod";

/** A name, title or reason: a text with at least one visible character. */
export function nameText({ max }: { max: number }): z.ZodString {
  return textOf({ min: 1, max }).refine((text) => /[^\s\p{Cf}\p{Z}]/u.test(text), "must not be blank");
}
