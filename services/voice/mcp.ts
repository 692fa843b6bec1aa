import { z } from "zod";
import { invalid } from "lib/errors.ts";
import { type McpTool, mcpTool } from "lib/mcp.ts";
import type { AnalyticsStore } from "./transcriptions/analytics_store.ts";
import { requireConfigured } from "./speech/speech_to_text.ts";
import { ModelId, transcribeAndKeep, type TranscribeDeps } from "./transcriptions/transcribe.ts";
import { LanguageChoice, plainText } from "./text/transcript.ts";
import { readTranscription, transcriptionPage, TranscriptionQuery } from "./transcriptions/transcriptions.ts";
import { tooLargeFile } from "./transcriptions/upload.ts";

export function mcpTools(deps: TranscribeDeps & { analytics: AnalyticsStore }): McpTool[] {
  const { transcriptions, analytics, maxFileBytes } = deps;
  return [
    mcpTool({
      name: "list_transcriptions",
      title: "List transcriptions",
      description: "The history of transcriptions, newest first, a page at a time.",
      input: TranscriptionQuery.omit({ search: true }),
      readOnly: true,
      call: (query, { user }) => transcriptionPage(transcriptions, query, user),
    }),
    mcpTool({
      name: "search_transcriptions",
      title: "Search transcriptions",
      description:
        "Transcriptions whose text contains the words given; case and Arabic spellings do not matter.",
      input: TranscriptionQuery.extend({ search: plainText(500).min(1) }),
      readOnly: true,
      call: (query, { user }) => transcriptionPage(transcriptions, query, user),
    }),
    mcpTool({
      name: "read_transcription",
      title: "Read a transcription",
      description: "One transcription with its segments.",
      input: z.object({ id: z.uuid() }),
      readOnly: true,
      async call({ id }, { user }) {
        const { user_sub: _, ...found } = await readTranscription(transcriptions, id, user);
        return found;
      },
    }),
    mcpTool({
      name: "voice_analytics",
      title: "Read voice analytics",
      description:
        "Statistics over all transcriptions: counts, durations, languages, models, processing times.",
      input: z.object({}),
      readOnly: true,
      call: () => analytics.read(),
    }),
    mcpTool({
      name: "transcribe",
      title: "Transcribe audio",
      description: "Transcribes an audio file given in base64 and keeps the result.",
      input: z.object({
        audio_base64: z.string().min(1),
        filename: plainText(255).optional(),
        language: LanguageChoice,
        model: ModelId.optional(),
      }),
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
