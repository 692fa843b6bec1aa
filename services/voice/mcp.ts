import { z } from "zod";
import { invalid } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp/mcp.ts";
import { textOf } from "lib/text.ts";
import type { AnalyticsStore } from "./transcriptions/analytics_store.ts";
import { requireConfigured } from "./speech/speech_to_text.ts";
import { ModelId, transcribeAndKeep, type TranscribeDeps } from "./transcriptions/transcribe.ts";
import { LanguageChoice } from "./text/transcript.ts";
import { VoiceAnalytics } from "./transcriptions/voice_analytics.ts";
import {
  Transcription,
  TranscriptionId,
  TranscriptionPage,
  TranscriptionQuery,
} from "./transcriptions/transcription.ts";
import type { TranscriptionAccess } from "./transcriptions/transcription_access.ts";
import { tooLargeFile } from "./transcriptions/upload.ts";

export function mcpTools(
  deps: TranscribeDeps & { access: TranscriptionAccess; analytics: AnalyticsStore },
): McpTool[] {
  const { access, analytics, maxFileBytes } = deps;
  return [
    mcpTool({
      name: "list_transcriptions",
      title: "List transcriptions",
      description: "Lists transcriptions, newest first, by pages.",
      input: TranscriptionQuery.omit({ search: true }),
      describe: { source: "Only those that came so" },
      output: TranscriptionPage,
      readOnly: true,
      call: (query, { user }) => access.page(user, query),
    }),
    mcpTool({
      name: "search_transcriptions",
      title: "Search transcriptions",
      description: "Searches transcriptions by words of their text; case and Arabic spellings are folded.",
      input: TranscriptionQuery.extend({ search: textOf({ min: 1, max: 500 }) }),
      describe: { source: "Only those that came so", search: "Words to find" },
      output: TranscriptionPage,
      readOnly: true,
      call: (query, { user }) => access.page(user, query),
    }),
    mcpTool({
      name: "read_transcription",
      title: "Read a transcription",
      description: "Reads a transcription with its segments.",
      input: TranscriptionId,
      output: Transcription,
      readOnly: true,
      async call({ id }, { user }) {
        return Transcription.parse(await access.find(user, id, "read"));
      },
    }),
    mcpTool({
      name: "voice_analytics",
      title: "Read voice analytics",
      description:
        "Statistics over the transcriptions that you may read: counts, durations, languages, models, processing times.",
      input: z.object({}),
      output: VoiceAnalytics,
      readOnly: true,
      call: (_input, { user }) => analytics.read(user),
    }),
    mcpTool({
      name: "transcribe",
      title: "Transcribe audio",
      description: "Transcribes an audio file given in base64 and keeps the result.",
      input: z.object({
        audio_base64: z.string().min(1).meta({ description: "The audio file in base64" }),
        filename: textOf({ max: 255 }).optional().meta({ description: "Name of the file" }),
        language: LanguageChoice.meta({ description: "Spoken language; auto: detected by the model" }),
        model: ModelId.optional().meta({ description: "Speech-to-text model; default STT_MODEL" }),
      }),
      output: Transcription,
      openWorld: true,
      heavy: true,
      async call({ audio_base64, filename, language, model }, { user, signal }) {
        requireConfigured(deps.speechToText);
        const bytes = bytesOf(audio_base64);
        if (bytes.length > maxFileBytes) throw tooLargeFile(maxFileBytes);
        return await transcribeAndKeep(deps, {
          bytes,
          filename: filename ?? null,
          language,
          model,
          source: "file",
          sub: user.sub,
          signal,
        });
      },
    }),
  ];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    throw invalid(["body", "audio_base64"], "not base64");
  }
}
