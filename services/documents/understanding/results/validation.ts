import { z } from "zod";

/** An error or uncertainty in a document's fields. */
export const Issue = z.object({
  field: z.string(),
  issue: z.string(),
  fields: z.array(z.string()).optional().meta({
    description: "All fields and rows involved, if several",
    example: ["invoice_total", "subtotal"],
  }),
  severity: z.enum(["error", "warning", "info"]),
});
export type Issue = z.output<typeof Issue>;

/** Result of checking a document's fields for consistency. */
export const Validation = z.object({
  is_valid: z.boolean().meta({ description: "true: no issue of severity `error`" }),
  completeness_score: z.number().min(0).max(1).meta({
    description:
      "Weight of the fields found over the weight a complete document has (required 2, a third of the others " +
      "1 each, half below confidence 0.5), times the share of required fields found",
  }),
  issues: z.array(Issue),
}).meta({
  id: "ValidationResult",
  example: {
    is_valid: true,
    completeness_score: 0.92,
    issues: [{ field: "due_date", issue: "The due date has passed", severity: "info" }],
  },
});
export type Validation = z.output<typeof Validation>;
