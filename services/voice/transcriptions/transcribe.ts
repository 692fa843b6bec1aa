import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid } from "lib/errors.ts";
import { feature, formBody } from "lib/service/openapi.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Sharing } from "lib/sharing/sharing.ts";
import { streamEvents } from "lib/http/unread.ts";
import type { FileOptions, TranscribeFile } from "./file_transcription.ts";
import { requireConfigured, type SpeechToText } from "../speech/speech_to_text.ts";
import { LanguageChoice } from "../text/transcript.ts";
import { FORMAT_BODIES, inFormat, ResponseFormat } from "./formats.ts";
import { type Source, Transcription } from "./transcription.ts";
import type { TranscriptionStore } from "./transcriptions_store.ts";
import { AudioUpload, uploadedAudio } from "./upload.ts";

export const ModelId = z.string().trim().min(1).max(200).regex(/^[\w./:@ -]+$/, "not a model id");

export const TranscribeQuery = z.object({
  language: LanguageChoice.meta({ description: "Spoken language; auto: detected by the model" }),
  model: ModelId.optional().meta({
    description: "Speech-to-text model; default STT_MODEL",
    example: "whisper-1",
  }),
  response_format: ResponseFormat,
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
  { bytes, filename, source, sub, shared_with, model, ...options }: Omit<FileOptions, "model"> & {
    bytes: Uint8Array<ArrayBuffer>;
    filename: string | null;
    source: Source;
    sub: string;
    model?: string;
    shared_with?: Sharing;
  },
): Promise<Transcription> {
  const started = performance.now();
  const transcript = await transcribeFile(bytes, { ...options, model: model ?? defaultModel });
  const processing_ms = Math.round(performance.now() - started);
  const kept = { user_sub: sub, shared_with, source, filename, processing_ms };
  return Transcription.parse(await transcriptions.insert({ ...transcript, ...kept }));
}

export function transcribe(deps: TranscribeDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "transcribeAudio",
      method: "post",
      path: "/transcribe",
      tags: ["transcriptions"],
      summary: "Transcribe an audio file",
      description: "Silence is not sent to a model and gives an empty text. Long files are cut at silences.",
      heavy: true,
      request: { query: TranscribeQuery, body: formBody(AudioUpload) },
      answers: {
        201: { description: "The transcription in the requested format", content: FORMAT_BODIES },
        200: {
          description: "With stream=true: progress, then the transcription or an error",
          content: { "text/event-stream": { schema: z.string() } },
        },
      },
      fails: { 502: "The speech model failed", 503: "Nobody transcribes: the message names the settings" },
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
      return inFormat(c, await transcribeAndKeep(deps, work), { format: response_format, status: 201 });
    },
  );

  return app;
}

/** Events `{status: processing, …}` for each part, then one `completed` or `error`. */
function streamed(
  c: Context<AppEnv>,
  work: (onProgress: FileOptions["onProgress"]) => Promise<Transcription>,
): Response {
  return streamEvents(c, async (stream) => {
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
