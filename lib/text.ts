/** Text schemas whose lengths count code points rather than UTF-16 units. */
import { z } from "zod";
import { isPlainText } from "lib/text_check.ts";

// White space, control and format characters, fillers and the empty Braille pattern are invisible.
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of `text`. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/**
 * A string of `min` to `max` code points; with a `min` it holds a visible one. Lone surrogates and NUL, which
 * databases cannot store, are refused.
 */
export function textOf({ min = 0, max }: { min?: number; max: number }): z.ZodString {
  return z.string()
    .refine(
      (text) => text.length >= min && (min < 2 || length(text) >= min),
      `must have ${min} characters or more`,
    )
    .refine((text) => text.length <= max || length(text) <= max, `must have at most ${max} characters`)
    .refine((text) => min === 0 || hasVisibleText(text), "must not be blank")
    .refine(isPlainText, "must be text without NUL characters and lone surrogates")
    .meta({ minLength: min, maxLength: max });
}

/** Text that may be left empty: nothing, or up to `max` code points with a visible one. */
export function optionalText({ max }: { max: number }): z.ZodString {
  return textOf({ max }).refine(
    (text) => text === "" || hasVisibleText(text),
    "must not be blank: leave it empty",
  );
}

function length(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

/**
 * The text without characters that databases cannot store: NUL and lone surrogates. For records that must not
 * be refused.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}

/** `value` as JSON, its texts made storable. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes("\\u") || !/\\u(?:0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, member) => typeof member === "string" ? storable(member) : member);
}
