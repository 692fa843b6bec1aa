import { z } from "@hono/zod-openapi";
import { OffsetQuery } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import { CHECKS, type CustomRule } from "../pii/custom_rules.ts";
import { CustomType } from "../pii/entity.ts";

const words = z.array(textOf({ min: 2, max: 100 })).max(50).default([]);
const sample = textOf({ min: 1, max: 2_000 });

export const RecogniserInput = z.object({
  name: textOf({ min: 1, max: 200 }).meta({ description: "unique among them", example: "Staff numbers" }),
  type: CustomType.meta({
    description: "the type of what it finds; several may share one",
    example: "CUSTOM_STAFF_ID",
  }),
  pattern: textOf({ min: 1, max: 500 }).meta({
    description: "RE2 syntax, case-insensitive, digits in ASCII; matches over 100 characters are ignored",
    example: "\\bEMP-\\d{6}\\b",
  }),
  check_digit: z.enum(CHECKS).default("none").meta({
    description: "which check the letters and digits of a match must pass",
  }),
  words: z.strictObject({ en: words, ar: words }).default({ en: [], ar: [] }).meta({
    description:
      "words by language that raise the confidence of a match within some 60 characters, whatever the text's language",
    example: { en: ["staff no"], ar: ["الرقم الوظيفي"] },
  }),
  words_required: z.boolean().default(false).meta({
    description: "whether a match needs such a word",
  }),
  examples: z.strictObject({
    found: z.array(sample).min(1).max(50).meta({ description: "texts in which it must find something" }),
    not_found: z.array(sample).max(50).default([]).meta({
      description: "texts in which it must find nothing",
    }),
  }).meta({ description: "tried whenever it is saved" }),
  is_active: z.boolean().default(true),
}).meta({
  id: "RecogniserInput",
  example: {
    ...{ name: "Staff numbers", type: "CUSTOM_STAFF_ID", pattern: "\\bEMP-\\d{6}\\b" },
    words: { en: ["staff no"], ar: ["الرقم الوظيفي"] },
    examples: { found: ["staff no EMP-204816"], not_found: ["EMP-2048161"] },
  },
});
export type RecogniserInput = z.output<typeof RecogniserInput>;

const { check_digit, words: nearby, words_required, is_active } = RecogniserInput.shape;
export const RecogniserPatch = z.object({
  ...RecogniserInput.shape,
  // Without the defaults, so that an omitted field stays unchanged.
  check_digit: check_digit.removeDefault(),
  words: nearby.removeDefault(),
  words_required: words_required.removeDefault(),
  is_active: is_active.removeDefault(),
}).partial().meta({ id: "RecogniserPatch", example: { is_active: false } });

export const Recogniser = z.object({
  id: z.string(),
  ...RecogniserInput.shape,
  created_by: z.string().meta({ description: "subject of its author's token" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Recogniser" });
export type Recogniser = z.output<typeof Recogniser>;

export const RecogniserId = z.object({
  recogniser_id: z.string().meta({ description: "its id", example: "01980a6e-7c1f-7b7a-9d0e-2f6a1c3b5d7e" }),
});
export const RecogniserQuery = OffsetQuery;

export function ruleOf(
  { type, pattern, check_digit, words, words_required }: RecogniserInput,
): CustomRule {
  return { type, pattern, check: check_digit, words: [...words.en, ...words.ar], words_required };
}
