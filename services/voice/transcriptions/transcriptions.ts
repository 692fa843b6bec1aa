import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth.ts";
import { forbidden, notFound } from "lib/errors.ts";
import { denied, feature, invalidInput, json, limited, missing } from "lib/openapi.ts";
import { limitOffset, pageOf, PageQuery } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import { plainText, Segment } from "../text/transcript.ts";
import type { TranscriptionStore } from "./transcriptions_store.ts";

export const Source = z.enum(["file", "stream", "chat"]);
export type Source = z.output<typeof Source>;

export const Transcription = z.object({
  id: z.uuid(),
  text: z.string(),
  language: z.string().meta({ description: "ISO 639 code; und when it cannot be told" }),
  duration: z.number().meta({ description: "Seconds of audio" }),
  segments: z.array(Segment),
  model: z.string(),
  source: Source,
  filename: z.string().nullable(),
  processing_ms: z.int(),
  created_at: z.iso.datetime(),
}).meta({ id: "Transcription" });
export type Transcription = z.output<typeof Transcription>;

export const TranscriptionQuery = PageQuery.extend({
  search: plainText(500).optional().meta({
    description: "part of the text; case and Arabic spellings folded",
  }),
  language: plainText(10).optional().meta({ description: "ISO 639 code" }),
  source: Source.optional(),
});
export type TranscriptionQuery = z.output<typeof TranscriptionQuery>;

export const TranscriptionPage = pageOf("transcriptions", Transcription).meta({ id: "TranscriptionPage" });

const Id = z.object({ id: z.uuid() });
const tags = ["transcriptions"];

/** One page of the history, as its reader may see it. */
export async function transcriptionPage(store: TranscriptionStore, query: TranscriptionQuery, user: User) {
  const { search, language, source, page, page_size } = query;
  const found = await store.list({ search, language, source, viewer: user, ...limitOffset(query) });
  return { ...found, page, page_size };
}

/** One transcription, or 404 for those the reader may not see. */
export async function readTranscription(store: TranscriptionStore, id: string, user: User) {
  const found = await store.find(id, user);
  if (!found) throw notFound("Transcription");
  return found;
}

export function transcriptions(store: TranscriptionStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/transcriptions",
      tags,
      summary: "Read the history of transcriptions, newest first",
      request: { query: TranscriptionQuery },
      responses: { 200: json(TranscriptionPage, "One page"), ...denied, ...invalidInput, ...limited },
    }),
    async (c) => c.json(await transcriptionPage(store, c.req.valid("query"), c.var.user), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/transcriptions/{id}",
      tags,
      summary: "Read a transcription",
      request: { params: Id },
      responses: { 200: json(Transcription, "The transcription"), ...denied, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { user_sub: _, ...found } = await readTranscription(store, c.req.valid("param").id, c.var.user);
      return c.json(found, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: "/transcriptions/{id}",
      tags,
      summary: "Delete a transcription",
      description: "By whoever made it, a manager or an admin.",
      request: { params: Id },
      responses: { 204: { description: "Deleted" }, ...denied, ...missing, ...invalidInput },
    }),
    async (c) => {
      const { user } = c.var;
      const { id, user_sub } = await readTranscription(store, c.req.valid("param").id, user);
      if (user.role === "user" && user_sub !== user.sub) throw forbidden(user.role, ["admin", "manager"]);
      if (!await store.remove(id)) throw notFound("Transcription");
      return c.body(null, 204);
    },
  );

  return app;
}
