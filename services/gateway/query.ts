import { z } from "zod";

/** A text filter in a query string: an empty one matches everything, and NUL, which databases cannot store, is refused. */
export const QueryText = z.string().max(500)
  .refine((text) => !text.includes("\0"), "must not contain NUL")
  .transform((text) => text === "" ? undefined : text)
  .optional();

/** An RFC 3339 time, as UTC. An unescaped `+` arrives as a space and is accepted. */
export const QueryTime = z.string()
  .transform((text) => text.toUpperCase().replace(/ (\d\d:\d\d)$/, "+$1"))
  .pipe(z.iso.datetime({ offset: true, error: "must be an RFC 3339 time" }))
  .transform((text) => new Date(text))
  .refine((time) => time.getUTCFullYear() > 0, "must be after the year 0")
  .transform((time) => time.toISOString())
  .optional();

/** `page` and `limit` of the gateway's lists. */
export const PageLimit = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
export type PageLimit = z.output<typeof PageLimit>;

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.int(), page: z.int(), limit: z.int() });
}

/** A slice of a list, for SQL. */
export interface Slice {
  limit: number;
  offset: number;
}

/** Converts a page to offset and limit. */
export function limitOffset({ page, limit }: PageLimit): Slice {
  return { limit, offset: (page - 1) * limit };
}
