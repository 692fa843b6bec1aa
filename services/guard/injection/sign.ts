import { z } from "@hono/zod-openapi";

/** The origin of a text: written by the caller, returned by a tool, or read from a document. */
export const TEXT_ORIGINS = ["input", "tool", "document"] as const;
export type TextOrigin = typeof TEXT_ORIGINS[number];

/** Families of signs; only the strongest of each family counts. */
export const FAMILIES = [
  ...["override", "leak", "persona", "takeover", "addressed", "hijack", "manipulation"],
  ...["exfiltration", "turns", "hidden", "payload", "trigger", "pressure", "subject", "wording"],
] as const;
export type Family = typeof FAMILIES[number];

/** A sign found in a text. */
export const Sign = z.object({
  family: z.enum(FAMILIES).meta({
    description: "the kind of sign; of each kind the strongest counts",
    example: "override",
  }),
  id: z.string().meta({ description: "the sign", example: "drop_rules" }),
  explanation: z.string().meta({
    description: "the sign in words",
    example: "tells the model to set its rules aside",
  }),
  weight: z.number().meta({ description: "weight of the sign alone, from 0 to 1", example: 0.6 }),
  start: z.int().meta({ description: "where it begins, in UTF-16 code units", example: 0 }),
  end: z.int().meta({ description: "where it ends", example: 32 }),
}).meta({ id: "InjectionSign" });
export type Sign = z.output<typeof Sign>;

/** The default score from which a text counts as an attack. */
export const THRESHOLD = 0.5;
