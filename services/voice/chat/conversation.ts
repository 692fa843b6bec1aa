/** A voice chat's conversation and its turns. */
import { z } from "@hono/zod-openapi";
import { pageOf } from "lib/service/pagination.ts";

export const Conversation = z.object({
  id: z.uuid(),
  owner: z.string().nullable().meta({ description: "`sub` of its owner's token" }),
  system_prompt: z.string().nullable(),
  language: z.string().meta({ description: "Language of the last turn" }),
  turns_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({
  id: "Conversation",
  example: {
    id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a22",
    owner: "salma",
    system_prompt: "Be brief.",
    language: "en",
    turns_count: 1,
    created_at: "2026-11-21T09:00:00.000Z",
    updated_at: "2026-11-21T09:00:04.000Z",
  },
});
export type Conversation = z.output<typeof Conversation>;

export const Turn = z.object({
  id: z.uuid(),
  transcription_id: z.uuid(),
  transcription: z.string().meta({ description: "Transcript of the question" }),
  response: z.string().meta({ description: "The answer" }),
  language: z.string(),
  model: z.string(),
  duration: z.number(),
  created_at: z.iso.datetime(),
}).meta({ id: "Turn" });
export type Turn = z.output<typeof Turn>;

export const ConversationDetail = Conversation.extend({
  turns: z.array(Turn).meta({ description: "Oldest first, the last 100" }),
}).meta({ id: "ConversationDetail" });

export const ConversationPage = pageOf("conversations", Conversation).meta({ id: "ConversationPage" });

export const ConversationId = z.object({
  id: z.uuid().meta({
    description: "The conversation's id",
    example: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a22",
  }),
});
