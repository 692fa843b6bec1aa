/** Lists in OpenAI's format, with cursor pagination by the last item's id. */
import { z } from "@hono/zod-openapi";

export function objectListOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal("list"),
    data: z.array(item),
    first_id: z.string().nullable().meta({ description: "Id of the first item on this page" }),
    last_id: z.string().nullable().meta({
      description: "Id of the last item on this page: `after` of the next page",
    }),
    has_more: z.boolean().meta({ description: "Whether there is a next page" }),
  });
}
