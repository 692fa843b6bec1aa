/** Lists in OpenAI's format, with cursor pagination by the last item's id. */
import { z } from "@hono/zod-openapi";

export function objectListOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal("list"),
    data: z.array(item),
    first_id: z.string().nullable().meta({ description: "The first on this page" }),
    last_id: z.string().nullable().meta({ description: "The last on this page: the next page's `after`" }),
    has_more: z.boolean().meta({ description: "Whether there is a next page" }),
  });
}
