import { z } from "@hono/zod-openapi";
import { optionalText } from "lib/text.ts";

/** A delivery or a breach, as a manager records it. */
export const SupplierRecordInput = z.strictObject({
  kind: z.enum(["on_time_delivery", "late_delivery", "breach"]),
  tender_id: z.uuid().nullable().default(null),
  note: optionalText({ max: 2_000 }).default(""),
}).meta({ id: "SupplierRecordInput", example: { kind: "on_time_delivery", note: "Lot 1, a week early" } });

/** An event in a contract of a supplier. */
export const SupplierRecord = z.object({
  id: z.uuid(),
  supplier_id: z.uuid(),
  tender_id: z.uuid().nullable(),
  kind: z.enum(["award", "on_time_delivery", "late_delivery", "breach"]),
  note: z.string(),
  recorded_by: z.string(),
  recorded_at: z.string(),
}).meta({ id: "SupplierRecord" });
export type SupplierRecord = z.output<typeof SupplierRecord>;
