import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth.ts";
import { notFound } from "lib/errors.ts";
import { denied, feature, invalidInput, json, limited, missing } from "lib/openapi.ts";
import { limitOffset, pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import type { ConversationStore } from "./conversations_store.ts";
import type { TranscriptionStore } from "../transcriptions/transcriptions_store.ts";

export const Conversation = z.object({
  id: z.uuid(),
  system_prompt: z.string().nullable(),
  language: z.string().meta({ description: "Language of the last turn" }),
  turns_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Conversation" });
export type Conversation = z.output<typeof Conversation>;

export const Turn = z.object({
  id: z.uuid(),
  transcription_id: z.uuid(),
  transcription: z.string(),
  response: z.string(),
  language: z.string(),
  model: z.string(),
  duration: z.number(),
  created_at: z.iso.datetime(),
}).meta({ id: "Turn" });
export type Turn = z.output<typeof Turn>;

const ConversationDetail = Conversation.extend({
  turns: z.array(Turn).meta({ description: "Oldest first, the last 100" }),
}).meta({ id: "ConversationDetail" });
const Id = z.object({ id: z.uuid() });
const tags = ["voice chat"];
const TURNS_SHOWN = 100;

/** A conversation of the user's own (an admin's: anyone's), or 404. */
export async function ownConversation(store: ConversationStore, id: string, user: User) {
  const found = await store.find(id, user);
  if (!found) throw notFound("Conversation");
  return found;
}

export function conversations(
  store: ConversationStore,
  transcriptions: TranscriptionStore,
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/voice/conversations",
      tags,
      summary: "List your conversations, last spoken first",
      request: { query: PageQuery },
      responses: {
        200: json(pageOf("conversations", Conversation).meta({ id: "ConversationPage" }), "One page"),
        ...denied,
        ...invalidInput,
        ...limited,
      },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const found = await store.list({ viewer: c.var.user, ...limitOffset(query) });
      return c.json({ ...found, page: query.page, page_size: query.page_size }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/voice/conversations/{id}",
      tags,
      summary: "Read a conversation with its turns",
      request: { params: Id },
      responses: {
        200: json(ConversationDetail, "The conversation"),
        ...denied,
        ...missing,
        ...invalidInput,
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { user_sub: _, ...found } = await ownConversation(store, id, c.var.user);
      const turns = await store.turns(id, { limit: TURNS_SHOWN, offset: 0 });
      return c.json({ ...found, turns: turns.toReversed() }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/voice/conversations/{id}",
      tags,
      summary: "Delete a conversation with its turns and what was transcribed for it",
      request: { params: Id },
      responses: { 204: { description: "Deleted" }, ...denied, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { id } = await ownConversation(store, c.req.valid("param").id, c.var.user);
      for (const transcriptionId of await store.remove(id)) await transcriptions.remove(transcriptionId);
      return c.body(null, 204);
    },
  );

  return app;
}
