import { z } from "zod";

/** The type of a document, with its evidence. */
export const Classification = z.object({
  document_type: z.string().meta({
    description: "A built-in type, or one of GET /types",
    example: "invoice",
  }),
  confidence: z.number().min(0).max(1),
  sub_type: z.string(),
  keywords: z.array(z.string()).meta({ description: "Terms of the document that decided its type" }),
}).meta({
  id: "ClassificationResult",
  example: {
    document_type: "invoice",
    confidence: 0.97,
    sub_type: "tax_invoice",
    keywords: ["tax invoice", "amount due"],
  },
});
export type Classification = z.output<typeof Classification>;
