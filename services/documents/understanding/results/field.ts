/** A field of a document: its API format, its position, and the rule that finds it. */
import { z } from "zod";
import { Corners } from "../../reading/layout/ocr_result.ts";
import type { Box } from "../../reading/layout/page.ts";
import type { Meaning } from "../grammar/meanings.ts";
import type { NumberWay } from "../values/money.ts";

export const FieldType = z.enum(["text", "date", "money", "number", "id", "phone", "email", "address"]);
export type FieldType = z.output<typeof FieldType>;

export const Field = z.object({
  key: z.string().meta({ description: "Its name, such as invoice_total" }),
  value: z.string(),
  confidence: z.number().min(0).max(1),
  field_type: FieldType,
  raw: z.string().optional().meta({
    description: "Text in the document, if the value was normalised",
  }),
  calendar: z.literal("hijri").optional(),
  page: z.int().optional(),
  bbox: Corners.optional().meta({ description: "Position in pixels of the page" }),
  corrected: z.object({ by: z.string(), at: z.iso.datetime(), before: z.string().nullable() }).optional()
    .meta({
      description: "Who corrected the value and when, and the previous value",
      example: { by: "alice", at: "2026-11-22T09:00:00.000Z", before: "2026-05-03" },
    }),
  reason: z.string().optional().meta({ description: "Why the confidence is low" }),
}).meta({ id: "Field" });
export type Field = z.output<typeof Field>;

/** A field with its box on the upright page, before it is mapped back to the original page. */
export interface FoundField extends Omit<Field, "bbox"> {
  box?: Box;
  /** Whether two independent pieces of evidence support it. */
  isCorroborated?: boolean;
}

/** A value parsed from a text. */
export interface Value extends Pick<FoundField, "value" | "raw" | "calendar"> {
  /** The share of the text that the value covers; remaining text lowers the confidence. */
  share: number;
  /** The reason why the value is uncertain. */
  doubt?: string;
}

/** A line of text to search for fields. */
export interface TextLine {
  text: string;
  confidence: number;
  /** The lowest confidence of a word; by default the line's. */
  least?: number;
  page: number;
  box: Box;
}

export interface FieldRule {
  key: string;
  type: FieldType;
  /** Labels in both languages; the longest match wins, so that "customer trn" is never read as "trn". */
  labels: string[];
  required?: boolean;
  /** Meanings of labels by the kinds of their words, for unlisted wording. */
  means?: Meaning[];
  /** Parses the text beside the label; by default like all values of the type. */
  read?(text: string, way: NumberWay): Value | undefined;
  /** Finds values without a label, with their certainty. */
  readAlone?(text: string): { value: string; sure: number }[];
}
