/** Pagination: by page, or by offset. */
import { z } from "zod";

/** `page` and `page_size` of a list that answers an envelope. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).meta({ description: "Page number, from 1" }),
  page_size: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "Items per page" }),
});
/** `page` and `page_size`, parsed. */
export type PageQuery = z.output<typeof PageQuery>;

/** `skip` and `limit` of a list that answers an array and X-Total-Count. */
export const OffsetQuery = z.object({
  skip: z.coerce.number().int().min(0).max(1_000_000_000).default(0).meta({
    description: "Number of items to skip",
  }),
  limit: z.coerce.number().int().min(1).max(100).default(50).meta({
    description: "Maximum number of items in the answer",
  }),
});
/** `skip` and `limit`, parsed. */
export type OffsetQuery = z.output<typeof OffsetQuery>;

/** The `limit` and `offset` for SQL, from either kind of query. */
export function limitOffset(query: PageQuery | OffsetQuery): { limit: number; offset: number } {
  if ("page" in query) return { limit: query.page_size, offset: (query.page - 1) * query.page_size };
  return { limit: query.limit, offset: query.skip };
}

/** A `true` or `false` in a query string; anything else is refused. */
export const QueryFlag: z.ZodCodec<z.ZodString, z.ZodBoolean> = z.stringbool({
  truthy: ["true", "1"],
  falsy: ["false", "0"],
}).meta({ type: "boolean" });

/** The envelope of a page list: `{<plural>: [...], total, page, page_size}`. */
export function pageOf<Plural extends string, Item extends z.ZodType>(
  plural: Plural,
  item: Item,
): z.ZodObject<
  { [key in Plural]: z.ZodArray<Item> } & { total: z.ZodNumber; page: z.ZodNumber; page_size: z.ZodNumber }
> {
  const items = { [plural]: z.array(item) } as { [key in Plural]: z.ZodArray<Item> };
  return z.object({
    ...items,
    total: z.int().meta({ description: "Total number of items", example: 1 }),
    page: z.int().meta({ description: "Number of this page", example: 1 }),
    page_size: z.int().meta({ description: "Items per page", example: 20 }),
  });
}
