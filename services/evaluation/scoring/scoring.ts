import { z } from "zod";
import { Check } from "./constraints.ts";

const loose_arabic = z.boolean().default(false).describe("also fold ة→ه and ى→ي, which loses meaning");

const Basic = [
  z.strictObject({ method: z.literal("exact_match") }),
  z.strictObject({ method: z.literal("quasi_exact_match"), loose_arabic }),
  z.strictObject({ method: z.literal("f1"), loose_arabic }),
  z.strictObject({
    method: z.literal("contains"),
    mode: z.enum(["any", "all"]).default("any"),
    case_sensitive: z.boolean().default(false),
    whole_words: z.boolean().default(false),
    loose_arabic,
  }),
  z.strictObject({
    method: z.literal("regex"),
    ignore_case: z.boolean().default(false),
    full: z.boolean().default(false),
    group: z.int().min(0).max(50).default(0),
  }),
  z.strictObject({
    method: z.literal("numeric"),
    which: z.enum(["last", "first"]).default("last"),
    tolerance: z.number().min(0).default(0),
  }),
  z.strictObject({ method: z.literal("multiple_choice") }),
  z.strictObject({
    method: z.literal("json_match"),
    mode: z.enum(["exact", "subset", "fields"]).default("exact"),
    normalised: z.boolean().default(false),
    only_json: z.boolean().default(false),
    any_order: z.boolean().default(false),
    any_of: z.boolean().default(false).describe("target is a list of accepted values"),
  }),
  z.strictObject({
    method: z.literal("levenshtein"),
    threshold: z.number().min(0).max(1).optional(),
    loose_arabic,
  }),
  z.strictObject({
    method: z.literal("constraints"),
    checks: z.array(Check).min(1).optional(),
    all: z.boolean().default(true).describe("whether all have to hold; else their share is the score"),
  }),
  z.strictObject({ method: z.literal("refusal") }),
  z.strictObject({
    method: z.literal("llm_judge"),
    rubric: z.string().max(5000).optional(),
    partial_credit: z.boolean().default(true),
  }),
] as const;

export const BaseScoring = z.discriminatedUnion("method", Basic);
export type BaseScoring = z.output<typeof BaseScoring>;

/** How answers become scores: one method and its options. `pass_at_k` wraps another over several epochs. */
export const Scoring = z.discriminatedUnion("method", [
  ...Basic,
  z.strictObject({ method: z.literal("pass_at_k"), k: z.int().min(1).max(100), of: BaseScoring }),
]).meta({ id: "Scoring" });
export type Scoring = z.output<typeof Scoring>;

/** The method that scores a single answer. */
export function baseOf(scoring: Scoring): BaseScoring {
  return scoring.method === "pass_at_k" ? scoring.of : scoring;
}
