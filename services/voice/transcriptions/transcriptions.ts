import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { FORMAT_BODIES, inFormat, ResponseFormat } from "./formats.ts";
import {
  Transcription,
  TranscriptionEdit,
  TranscriptionId,
  TranscriptionPage,
  TranscriptionQuery,
} from "./transcription.ts";
import type { TranscriptionAccess } from "./transcription_access.ts";
import type { TranscriptionStore, Words } from "./transcriptions_store.ts";

const tags = ["transcriptions"];
const MISSING = "No such transcription, or none that the caller may read";

export function transcriptions(
  store: TranscriptionStore,
  access: TranscriptionAccess,
): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listTranscriptions",
      method: "get",
      path: "/transcriptions",
      tags,
      summary: "List transcriptions, newest first",
      description: "Your own and those shared with you; managers and admins see all.",
      request: { query: TranscriptionQuery },
      answers: { 200: json(TranscriptionPage, "One page") },
    }),
    async (c) => c.json(await access.page(c.var.user, c.req.valid("query")), 200),
  );

  app.openapi(
    endpoint({
      id: "getTranscription",
      method: "get",
      path: "/transcriptions/{id}",
      tags,
      summary: "Read a transcription as JSON, text or subtitles",
      request: { params: TranscriptionId, query: z.object({ response_format: ResponseFormat }) },
      answers: { 200: { description: "The transcription in the requested format", content: FORMAT_BODIES } },
      fails: { 404: MISSING },
    }),
    async (c) => {
      const transcription = await access.find(c.var.user, c.req.valid("param").id, "read");
      return inFormat(c, transcription, { format: c.req.valid("query").response_format, status: 200 });
    },
  );

  app.openapi(
    endpoint({
      id: "editTranscription",
      method: "patch",
      path: "/transcriptions/{id}",
      tags,
      summary: "Correct the text of a transcription; times stay",
      description: "For everyone who may change it. Searches and subtitles use the new text immediately.",
      request: { params: TranscriptionId, body: jsonBody(TranscriptionEdit) },
      answers: { 200: json(Transcription, "The transcription as it is now") },
      fails: { 403: "It may be read, not changed", 404: MISSING },
    }),
    async (c) => {
      const { sub } = c.var.user;
      const { id } = await access.find(c.var.user, c.req.valid("param").id, "change");
      const edit = c.req.valid("json");
      const edited = await store.edit(id, sub, (before) => editedWords(before, edit));
      if (!edited) throw notFound("Transcription");
      return c.json(Transcription.parse(edited), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteTranscription",
      method: "delete",
      path: "/transcriptions/{id}",
      tags,
      summary: "Delete a transcription",
      description: "For its owner, managers and admins.",
      request: { params: TranscriptionId },
      answers: { 204: { description: "Deleted" } },
      fails: { 403: "It is shared with the caller, who may not delete it", 404: MISSING },
    }),
    async (c) => {
      const { id } = await access.find(c.var.user, c.req.valid("param").id, "remove");
      if (!await store.remove(id)) throw notFound("Transcription");
      return c.body(null, 204);
    },
  );

  return app;
}

/** @throws 422 for a segment that is not there, and for a text where segments have the words. */
function editedWords(before: Words, { segments: changes, text }: TranscriptionEdit): Words {
  if (text !== undefined) {
    if (before.segments.length > 0) throw invalid(["body", "text"], "It has segments: change those");
    return { text, segments: [] };
  }
  const segments = before.segments.map((segment) => ({ ...segment }));
  for (const [place, { index, text }] of (changes ?? []).entries()) {
    const segment = segments[index];
    if (!segment) {
      throw invalid(["body", "segments", place, "index"], `There are ${segments.length} segments`);
    }
    segment.text = text;
    // The times of the words before say nothing about the new ones.
    delete segment.words;
  }
  return { text: segments.map(({ text }) => text.trim()).join(" "), segments };
}
