import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { HTTPException } from "hono/http-exception";
import { invalid } from "lib/errors.ts";
import { denied, feature, formBody, invalidInput, limited, upstreamFailed } from "lib/openapi.ts";
import { QueryFlag } from "lib/pagination.ts";
import type { AppEnv } from "lib/service.ts";
import type { FileOptions, TranscribeFile } from "./file_transcription.ts";
import { requireConfigured, type SpeechToText } from "../speech/speech_to_text.ts";
import { srt, vtt } from "../text/subtitles.ts";
import { LanguageChoice } from "../text/transcript.ts";
import { type Source, Transcription } from "./transcriptions.ts";
import type { TranscriptionStore } from "./transcriptions_store.ts";
import { AudioUpload, uploadedAudio } from "./upload.ts";

export const ModelId = z.string().trim().min(1).max(200).regex(/^[\w./:@ -]+$/, "not a model id");

export const TranscribeQuery = z.object({
  language: LanguageChoice.meta({ description: "Language spoken; auto lets the model tell" }),
  model: ModelId.optional().meta({ description: "Speech-to-text model; default STT_MODEL" }),
  response_format: z.enum(["json", "text", "srt", "vtt"]).default("json"),
  stream: QueryFlag.default(false).meta({
    description: "Server-Sent Events: progress by part, then the result",
  }),
});

export interface TranscribeDeps {
  speechToText: SpeechToText;
  transcribeFile: TranscribeFile;
  transcriptions: TranscriptionStore;
  defaultModel: string;
  maxFileBytes: number;
}

/** Transcribes a file and keeps the result. */
export async function transcribeAndKeep(
  { transcribeFile, transcriptions, defaultModel }: TranscribeDeps,
  { bytes, filename, source, sub, model, ...options }: Omit<FileOptions, "model"> & {
    bytes: Uint8Array<ArrayBuffer>;
    filename: string | null;
    source: Source;
    sub: string;
    model?: string;
  },
): Promise<Transcription> {
  const started = performance.now();
  const transcript = await transcribeFile(bytes, { ...options, model: model ?? defaultModel });
  const processing_ms = Math.round(performance.now() - started);
  return await transcriptions.insert({ ...transcript, user_sub: sub, source, filename, processing_ms });
}

export function transcribe(deps: TranscribeDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "post",
      path: "/transcribe",
      tags: ["transcriptions"],
      summary: "Transcribe an audio file",
      description:
        "Silence is never sent to a model: it gives an empty text. Long files are cut at silences.",
      request: { query: TranscribeQuery, body: formBody(AudioUpload) },
      responses: {
        201: {
          description: "The transcription, in the format asked for",
          content: {
            "application/json": { schema: Transcription },
            "text/plain": { schema: z.string() },
            "application/x-subrip": { schema: z.string() },
            "text/vtt": { schema: z.string() },
          },
        },
        200: {
          description: "With stream=true: progress, then the transcription or an error",
          content: { "text/event-stream": { schema: z.string() } },
        },
        ...denied,
        ...invalidInput,
        ...limited,
        ...upstreamFailed,
      },
    }),
    async (c) => {
      requireConfigured(deps.speechToText);
      const { language, model, response_format, stream } = c.req.valid("query");
      if (stream && response_format !== "json") {
        throw invalid(["query", "response_format"], "only json can be streamed");
      }
      const audio = await uploadedAudio(c.req.valid("form").file, deps.maxFileBytes);
      const work = {
        ...audio,
        language,
        model,
        source: "file" as const,
        sub: c.var.user.sub,
        signal: c.req.raw.signal,
      };
      if (stream) return streamed(c, (onProgress) => transcribeAndKeep(deps, { ...work, onProgress }));
      return inFormat(c, await transcribeAndKeep(deps, work), response_format);
    },
  );

  return app;
}

const SUBTITLES = { srt: "application/x-subrip", vtt: "text/vtt" };

function inFormat(c: Context<AppEnv>, done: Transcription, format: "json" | "text" | "srt" | "vtt") {
  if (format === "json") return c.json(done, 201);
  c.header("X-Transcription-ID", done.id);
  if (format === "text") return c.text(done.text, 201);
  const body = format === "srt" ? srt(done.segments) : vtt(done.segments);
  return c.body(body, 201, { "content-type": `${SUBTITLES[format]}; charset=utf-8` });
}

/** Events `{status: processing, …}` for each part, then one `completed` or `error`. */
function streamed(
  c: Context<AppEnv>,
  work: (onProgress: FileOptions["onProgress"]) => Promise<Transcription>,
): Response {
  return streamSSE(c, async (stream) => {
    const send = (data: unknown) => stream.writeSSE({ data: JSON.stringify(data) });
    try {
      const done = await work((progress) => send({ status: "processing", ...progress }));
      await send({ status: "completed", ...done });
    } catch (error) {
      if (!(error instanceof HTTPException)) c.var.log.error("transcription failed", { error });
      const message = error instanceof HTTPException ? error.message : "Internal server error";
      await send({ status: "error", error: message });
    }
    await stream.writeSSE({ data: "[DONE]" });
  });
}
