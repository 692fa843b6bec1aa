import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";

/** A system that is assessed again and again, with the trend of its score. */
export const System = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.string(),
  assessments: z.int().meta({ description: "Over the reports that you may see" }),
  trend: z.array(
    z.object({ report_id: z.uuid(), overall_score: z.number().nullable(), assessed_at: z.string() }),
  ).meta({ description: "The newest 50 of them, oldest first" }),
}).meta({ id: "System" });
export type System = z.output<typeof System>;

export const EvidenceInput = z.strictObject({
  framework_id: textOf({ min: 1, max: 100 }),
  requirement_id: textOf({ min: 1, max: 100 }),
  kind: z.enum(["document", "link", "note"]),
  reference: textOf({ max: 2_000 }).default(""),
  note: textOf({ max: 5_000 }).default(""),
}).meta({
  id: "EvidenceInput",
  example: {
    framework_id: "uae-pdpl",
    requirement_id: "UAE-8",
    kind: "document",
    reference: "019a…",
    note: "Register of processing",
  },
});
export type EvidenceInput = z.output<typeof EvidenceInput>;

export const Evidence = EvidenceInput.extend({
  id: z.uuid(),
  system_id: z.uuid(),
  added_by: z.string(),
  added_at: z.string(),
}).meta({ id: "Evidence" });
export type Evidence = z.output<typeof Evidence>;
