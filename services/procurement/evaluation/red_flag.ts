import { z } from "@hono/zod-openapi";

/** A sign that a procurement deserves review. It is no verdict and changes no rank. */
export const RedFlag = z.object({
  code: z.string(),
  indicator: z.string().meta({ description: "the published indicator it follows" }),
  message: z.string(),
  message_ar: z.string(),
  bid_ids: z.array(z.string()),
}).meta({
  id: "RedFlag",
  example: {
    code: "single_bid",
    indicator:
      "R018 Single bid received; Open Contracting Partnership, Red Flags in Public Procurement (2024)",
    message: "Only one bid was received",
    message_ar: "لم يُقدَّم سوى عطاء واحد",
    bid_ids: ["019a0000-0000-7000-8000-000000000003"],
  },
});
export type RedFlag = z.output<typeof RedFlag>;
