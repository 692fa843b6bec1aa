import { z } from "@hono/zod-openapi";

export const MOST_FAILURES = 100;

export const FirstStep = z.enum(["ocr", "classify", "extract", "validate"]);

const counted = (description: string) => z.int().meta({ description, example: 0 });

/** A job that processes many documents again. */
export const Reprocessing = z.object({
  id: z.uuid(),
  from: FirstStep.meta({ description: "The first step" }),
  total: z.int().meta({ description: "Number of documents at the start", example: 120 }),
  waiting: counted("Documents that are not begun"),
  working: counted("Documents in work"),
  done: counted("Documents that are through"),
  failed: counted("Documents that did not get through"),
  canceled: counted("Documents left as they were when it was canceled"),
  deleted: counted("Documents that were deleted meanwhile"),
  failures: z.array(z.object({
    document_id: z.uuid().meta({ description: "The document" }),
    failure: z.string().meta({ description: "Why", example: "The file is damaged" }),
  })).meta({ description: `The first ${MOST_FAILURES} that failed, and why` }),
  created_at: z.iso.datetime(),
  canceled_at: z.iso.datetime().nullable().meta({
    description: "When it was canceled; null: not canceled",
  }),
}).meta({ id: "Reprocessing" });
export type Reprocessing = z.output<typeof Reprocessing>;
