import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, formBody, json } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { LanguageChoice } from "../text/transcript.ts";
import { importedTranscript } from "./imported.ts";
import { Transcription } from "./transcription.ts";
import type { TranscriptionStore } from "./transcriptions_store.ts";
import { uploadedAudio } from "./upload.ts";

const MEGABYTE = 2 ** 20;
const LARGEST = 8 * MEGABYTE;

export const TranscriptUpload = z.object({
  file: z.instanceof(File, { message: "a file is required" }).openapi({
    type: "string",
    format: "binary",
    description: "SubRip, WebVTT, or JSON with text and segments; UTF-8 or UTF-16; known by its content",
  }),
}).openapi("TranscriptUpload");

export function importing(store: TranscriptionStore): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "importTranscription",
      method: "post",
      path: "/transcriptions",
      tags: ["transcriptions"],
      summary: "Import a finished transcript",
      description:
        "Subtitles or JSON (as Whisper, and this service, write it) with words and their times; no model is asked. A " +
        "file that cannot be read whole is refused with the line or the field.",
      maxBodyBytes: LARGEST + MEGABYTE,
      request: {
        query: z.object({
          language: LanguageChoice.meta({
            description: "Spoken language; auto: that of the file, else of its script",
          }),
        }),
        body: formBody(TranscriptUpload),
      },
      answers: { 201: json(Transcription, "The transcription, with `import` as its source") },
    }),
    async (c) => {
      const { bytes, filename } = await uploadedAudio(c.req.valid("form").file, LARGEST);
      const transcript = importedTranscript(bytes, c.req.valid("query").language);
      const kept = { user_sub: c.var.user.sub, source: "import" as const, filename, processing_ms: 0 };
      return c.json(Transcription.parse(await store.insert({ ...transcript, ...kept })), 201);
    },
  );

  return app;
}
