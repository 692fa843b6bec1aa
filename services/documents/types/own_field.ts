/** A field of a custom document type. */
import { z } from "zod";
import { textOf } from "lib/text.ts";
import { CHECK_DIGITS } from "../understanding/values/check_digits.ts";
import { patternFault } from "./identifier_pattern.ts";

export const Key = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, "small letters, digits and _, a letter first")
  .meta({ description: "Identifier of the field", example: "note_number" });

/** A label of words with single spaces; a lone punctuation mark would make searching for the label expensive. */
export const Words = textOf({ min: 2, max: 60 }).transform((text) =>
  text.normalize("NFC").trim().replace(/\s+/g, " ")
)
  .refine((text) => text.split(" ").every((word) => /[\p{L}\p{N}]/u.test(word)), "words, not signs alone");

export const Names = z.strictObject({
  en: Words.meta({ description: "Its name in English", example: "Delivery note" }),
  ar: Words.meta({ description: "Its name in Arabic", example: "إشعار تسليم" }),
}).meta({ description: "Display name in both languages" });

const SHAPES = ["text", "number", "money", "date", "identifier", "one_of"] as const;

const Option = z.strictObject({
  value: textOf({ min: 1, max: 100 }).meta({ description: "Value in answers", example: "road" }),
  words: z.array(Words).min(1).max(20).meta({
    description: "Spellings in documents, in any language",
    example: ["By road", "بري"],
  }),
});

export const OwnField = z.strictObject({
  key: Key,
  names: Names,
  labels: z.array(Words).max(30).default([]).meta({
    description: "Labels beside or above it, in addition to its names, in any language",
    example: ["note no", "رقم الإشعار"],
  }),
  shape: z.enum(SHAPES).meta({ description: "Shape of its values" }),
  pattern: z.string().min(1).max(200).optional().meta({
    description:
      "For `identifier`: a regular expression (RE2) for the whole identifier, with ASCII digits; measured when saved",
    example: "DN-[0-9]{6}",
  }),
  check_digit: z.enum(CHECK_DIGITS).optional().meta({
    description: "For `identifier`: algorithm of its check digit",
  }),
  options: z.array(Option).min(2).max(50).optional().meta({
    description: "For `one_of`: possible values",
  }),
  required: z.boolean().default(false).meta({
    description: "Whether a document without it is invalid",
    example: true,
  }),
}).superRefine(({ shape, pattern, check_digit, options }, context) => {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (shape === "identifier" && pattern === undefined) fault("pattern", "an identifier needs one");
  if (shape !== "identifier" && pattern !== undefined) fault("pattern", "only for the shape identifier");
  if (shape !== "identifier" && check_digit !== undefined) {
    fault("check_digit", "only for the shape identifier");
  }
  if (shape === "one_of" && options === undefined) fault("options", "the shape one_of needs them");
  if (shape !== "one_of" && options !== undefined) fault("options", "only for the shape one_of");
  const wrong = pattern === undefined ? undefined : patternFault(pattern);
  if (wrong) fault("pattern", wrong);
  const values = options?.map(({ value }) => value) ?? [];
  if (new Set(values).size < values.length) fault("options", "a value stands there twice");
});
export type OwnField = z.output<typeof OwnField>;
