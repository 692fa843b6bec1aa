/** Stored responses: read, deleted, and their items. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { KeptResponse, Recalling } from "../calls/conversations.ts";
import { eventStreamHeaders } from "../calls/call_response.ts";
import { endpoint } from "../endpoint.ts";
import { objectListOf } from "../object_list.ts";
import { invalidRequest } from "../errors.ts";
import { textOf } from "../wires/http.ts";
import type { Background } from "./background.ts";
import { ResponseObject } from "./response.ts";

const ResponseId = z.object({ id: z.string().max(500) });

const Deleted = z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) }).meta({
  id: "DeletedResponse",
});

const ItemsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(["asc", "desc"]).default("desc").meta({ description: "Newest first (desc) or last (asc)" }),
  after: z.string().max(500).optional().meta({ description: "Id of the last item of the previous page" }),
});

const Items = objectListOf(z.looseObject({ id: z.string(), type: z.string() })).meta({ id: "ResponseItems" });

const StreamQuery = z.object({
  stream: QueryFlag.default(false).meta({
    description: "Stream the events of a background response that was created with `stream`",
  }),
  starting_after: z.coerce.number().int().min(0).optional().meta({
    description: "With `stream`: sequence number of the last received event",
  }),
});

const FAILS = { 404: "No such response, or it belongs to another caller" } as const;

/** The stores that reading and cancelling need. */
export interface KeptDeps extends Recalling {
  background?: Pick<Background, "cancel" | "events"> | undefined;
}

export function keptResponses({ conversations, background }: KeptDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  const find = async (id: string, tenant: string): Promise<KeptResponse> => {
    const kept = await conversations?.find(id, tenant);
    if (!kept) throw unknownResponse(id);
    return kept;
  };

  app.openapi(
    endpoint({
      id: "getResponse",
      method: "get",
      path: "/v1/responses/{id}",
      tags: ["models"],
      summary: "Read a stored response",
      request: { params: ResponseId, query: StreamQuery },
      answers: {
        200: {
          description: "The response; an unfinished one in its present state",
          content: {
            "application/json": { schema: ResponseObject },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: { ...FAILS, 400: "The response was not requested with both 'background' and 'stream'" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { stream, starting_after = -1 } = c.req.valid("query");
      const { response } = await find(id, c.var.caller.tenant_id);
      if (stream) {
        const events = await background?.events(id, c.var.caller.tenant_id, starting_after);
        if (!events) throw invalidRequest(400, NO_STREAM, { param: "stream" });
        return new Response(events, { headers: eventStreamHeaders() });
      }
      return c.json(ResponseObject.parse(response), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteResponse",
      method: "delete",
      path: "/v1/responses/{id}",
      tags: ["models"],
      summary: "Forget a response",
      description: "Requests that continue it, or a response based on it, are refused afterwards.",
      request: { params: ResponseId },
      answers: { 200: json(Deleted, "It is gone") },
      fails: FAILS,
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      if (!await conversations?.remove(id, c.var.caller.tenant_id)) throw unknownResponse(id);
      return c.json({ id, object: "response" as const, deleted: true as const }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "listResponseInputItems",
      method: "get",
      path: "/v1/responses/{id}/input_items",
      tags: ["models"],
      summary: "List the input items of a response",
      description: "Items of its own request, without those of earlier turns.",
      request: { params: ResponseId, query: ItemsQuery },
      answers: { 200: json(Items, "A page of the items") },
      fails: { ...FAILS, 400: "`after` is not the id of an item of this response" },
    }),
    async (c) => {
      const { input } = await find(c.req.valid("param").id, c.var.caller.tenant_id);
      return c.json(pageOf(input, c.req.valid("query")), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "cancelResponse",
      method: "post",
      path: "/v1/responses/{id}/cancel",
      tags: ["models"],
      summary: "Cancel a background response",
      description:
        "Ends the provider's work and records the usage until then. A response that has ended is unchanged.",
      request: { params: ResponseId },
      answers: { 200: json(ResponseObject, "The response") },
      fails: { ...FAILS, 400: "The response is not a background response" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await find(id, c.var.caller.tenant_id);
      const response = await background?.cancel(id, c.var.caller.tenant_id);
      if (response) return c.json(ResponseObject.parse(response), 200);
      throw invalidRequest(400, "Only background responses can be cancelled", { param: "background" });
    },
  );

  return app;
}

const NO_STREAM = "Only background responses that were requested with 'stream' can be streamed";

function unknownResponse(id: string) {
  return invalidRequest(404, `Response with id '${id}' not found.`, {
    param: "id",
    code: "response_not_found",
  });
}

function pageOf(
  input: KeptResponse["input"],
  { limit, order, after }: z.output<typeof ItemsQuery>,
): z.output<typeof Items> {
  const items = Items.shape.data.parse(order === "asc" ? input : input.toReversed());
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw invalidRequest(400, "'after' is not the id of an item of this response", { param: "after" });
  }
  const data = items.slice(start, start + limit);
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: textOf(data.at(-1)?.id) || null,
    has_more: start + limit < items.length,
  };
}
