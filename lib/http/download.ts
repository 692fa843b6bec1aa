/** Answers that are files to save: reports, certificates. */
import { z } from "@hono/zod-openapi";
import type { Context, TypedResponse } from "hono";

/** Documents an answer that is a PDF. */
export function pdfFile(
  description: string,
): { description: string; content: { "application/pdf": { schema: z.ZodString } } } {
  return {
    description,
    content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } },
  };
}

/**
 * Answers `body` as a file to save; `filename` comes from our own code and holds neither quotes nor line
 * breaks.
 */
export function download<T extends string | Uint8Array<ArrayBuffer>>(
  c: Context,
  body: T,
  { type, filename }: { type: string; filename: string },
): Response & TypedResponse<T, 200, "body"> {
  return c.body(body, 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${filename}"`,
  });
}
