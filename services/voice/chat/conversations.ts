import type { OpenAPIHono } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import { limitOffset, PageQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Act, Caller, SharingRules } from "lib/sharing/sharing.ts";
import { sharingRoutes } from "lib/sharing/sharing_routes.ts";
import { ConversationDetail, ConversationId, ConversationPage } from "./conversation.ts";
import type { ConversationStore, KeptConversation } from "./conversations_store.ts";

const tags = ["voice chat"];
const MISSING = "No such conversation, or none that the caller may read";
const TURNS_SHOWN = 100;

/** The conversation, if the caller may do the act; 404 when they may not read it, else 403. */
export type ConversationAccess = (caller: Caller, id: string, act: Act) => Promise<KeptConversation>;

export function conversationAccess(store: ConversationStore, rules: SharingRules): ConversationAccess {
  return async (caller, id, act) => rules.check(caller, await store.find(id), { act, what: "Conversation" });
}

export function conversationSharing(store: ConversationStore, rules: SharingRules): OpenAPIHono<AppEnv> {
  return sharingRoutes({
    path: "/voice/conversations/{id}",
    id: ConversationId.shape.id,
    what: "Conversation",
    tag: "voice chat",
    rules,
    find: (id) => store.find(id),
    share: (id, sharing) => store.share(id, sharing),
  });
}

export function conversations(store: ConversationStore, access: ConversationAccess): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listConversations",
      method: "get",
      path: "/voice/conversations",
      tags,
      summary: "List conversations, latest turn first",
      description: "Your own and those shared with you; managers and admins see all.",
      request: { query: PageQuery },
      answers: { 200: json(ConversationPage, "One page") },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const listed = await store.list({ viewer: c.var.user, ...limitOffset(query) });
      const { page, page_size } = query;
      return c.json(ConversationPage.parse({ ...listed, page, page_size }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getConversation",
      method: "get",
      path: "/voice/conversations/{id}",
      tags,
      summary: "Read a conversation with its turns",
      request: { params: ConversationId },
      answers: { 200: json(ConversationDetail, "The conversation") },
      fails: { 404: MISSING },
    }),
    async (c) => {
      const conversation = await access(c.var.user, c.req.valid("param").id, "read");
      const turns = await store.turns(conversation.id, { limit: TURNS_SHOWN, offset: 0 });
      return c.json(ConversationDetail.parse({ ...conversation, turns: turns.toReversed() }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteConversation",
      method: "delete",
      path: "/voice/conversations/{id}",
      tags,
      summary: "Delete a conversation with its turns and their transcriptions",
      description: "For its owner, managers and admins.",
      request: { params: ConversationId },
      answers: { 204: { description: "Deleted" } },
      fails: { 403: "It is shared with the caller, who may not delete it", 404: MISSING },
    }),
    async (c) => {
      const { id } = await access(c.var.user, c.req.valid("param").id, "remove");
      await store.remove(id);
      return c.body(null, 204);
    },
  );

  return app;
}
