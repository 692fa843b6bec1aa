import { z } from "@hono/zod-openapi";
import { QueryText, QueryTime } from "../query.ts";

export const AuditFilter = z.object({
  actor: QueryText,
  action: QueryText,
  outcome: QueryText,
  resource: QueryText,
  provider: QueryText,
  model: QueryText,
  request_id: QueryText,
  start_time: QueryTime,
  end_time: QueryTime,
  search: QueryText.meta({ description: "text in any field, Arabic and Latin spellings folded" }),
});

/** A filter of events; undefined fields match everything. */
export type AuditFilter = Partial<z.output<typeof AuditFilter>>;
