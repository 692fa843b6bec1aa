/** Puts the parts of the service together, for main.ts and for tests. */
import type { Sql } from "lib/database/db.ts";
import type { ServiceDeps } from "lib/service/service.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { analyticsStore } from "./transcriptions/analytics_store.ts";
import type { Deps } from "./app.ts";
import type { AudioWorkshop } from "./audio/workshop.ts";
import { conversationAccess } from "./chat/conversations.ts";
import { conversationStore } from "./chat/conversations_store.ts";
import type { Env } from "./env.ts";
import { fileTranscriber } from "./transcriptions/file_transcription.ts";
import { createSemaphore } from "lib/semaphore.ts";
import { chatModelOf, createProviders } from "./speech/providers.ts";
import { replier } from "./chat/reply.ts";
import { LOCAL_PART_SECONDS, localSpeechToText } from "./local/local_speech_to_text.ts";
import { localModel } from "./local/model_folder.ts";
import { sherpaRecognizer } from "./local/sherpa.ts";
import { providerSpeechToText, type SpeechToText } from "./speech/speech_to_text.ts";
import type { PieceDeps } from "./stream/pieces.ts";
import type { StreamDeps } from "./stream/stream.ts";
import { createStreams } from "./stream/streams.ts";
import { textToSpeech } from "./speech/text_to_speech.ts";
import { transcriptionAccess } from "./transcriptions/transcription_access.ts";
import { transcriptionStore } from "./transcriptions/transcriptions_store.ts";

const MEGABYTE = 2 ** 20;

/** Loads the local model where one is set; answers nothing where a provider transcribes. */
export async function openLocalEngine(env: Env, workshop: AudioWorkshop): Promise<SpeechToText | undefined> {
  if (!env.STT_LOCAL_MODEL_DIR) return undefined;
  const model = await localModel(env.STT_LOCAL_MODEL_DIR);
  const engineFolder = await Deno.realPath(env.STT_LOCAL_ENGINE_DIR ?? `${env.DATA_DIR}/sherpa-onnx`)
    .catch(() => env.STT_LOCAL_ENGINE_DIR ?? `${env.DATA_DIR}/sherpa-onnx`);
  const recognizer = await sherpaRecognizer({ model, engineFolder });
  return localSpeechToText({ recognizer, workshop, name: model.name });
}

export function createDeps(
  { env, sql, service, workshop, local }: {
    env: Env;
    sql: Sql;
    service: ServiceDeps;
    workshop: AudioWorkshop;
    local?: SpeechToText;
  },
): Deps {
  const providers = createProviders(env);
  const speechToText = local ?? providerSpeechToText(providers.speechToText);
  const rules = sharingRules(env.DEFAULT_SHARING);
  // Conversations with the assistant stay private, whatever DEFAULT_SHARING says.
  const chatRules = sharingRules("private");
  const transcriptions = transcriptionStore(sql, rules);
  const conversations = conversationStore(sql, chatRules);
  const maxFileBytes = Math.floor(env.MAX_FILE_SIZE_MB * MEGABYTE);
  const transcribeFile = fileTranscriber({
    speechToText,
    workshop,
    limits: {
      seconds: Math.min(env.STT_MAX_PART_SECONDS, local ? LOCAL_PART_SECONDS : Infinity),
      bytes: Math.floor(env.STT_MAX_PART_MB * MEGABYTE),
      wholeSeconds: env.MAX_AUDIO_SECONDS,
    },
  });
  return {
    service,
    speechToText,
    transcribeFile,
    rules,
    chatRules,
    transcriptions,
    access: transcriptionAccess(transcriptions, rules),
    maxFileBytes,
    defaultModel: env.STT_MODEL,
    analytics: analyticsStore(sql, rules),
    conversations,
    conversation: conversationAccess(conversations, chatRules),
    replier: replier({
      provider: providers.chat,
      modelOf: chatModelOf(env),
      historyTokens: env.CHAT_HISTORY_TOKENS,
    }),
    textToSpeech: textToSpeech({
      provider: providers.textToSpeech,
      model: env.TTS_MODEL,
      voice: env.TTS_VOICE,
      format: env.TTS_FORMAT,
    }),
    stream: streamDeps({ env, service, isLocal: local !== undefined }, {
      speechToText,
      transcribeFile,
      transcriptions,
    }),
    ping: async () => void await sql`select 1`,
  };
}

function streamDeps(
  { env, service: { verify, lifecycle, log }, isLocal }: { env: Env; service: ServiceDeps; isLocal: boolean },
  parts: Omit<PieceDeps, "calls">,
): StreamDeps {
  const calls = createSemaphore(env.STREAM_CONCURRENCY);
  return {
    speechToText: parts.speechToText,
    verify,
    streams: createStreams({
      deps: { ...parts, calls, verify, lifecycle, log },
      bounds: {
        connections: env.STREAM_MAX_CONNECTIONS,
        connectionsPerUser: env.STREAM_MAX_CONNECTIONS_PER_USER,
        memoryBytes: env.STREAM_MEMORY_MB * MEGABYTE,
      },
    }),
    defaultModel: env.STT_MODEL_TURBO,
    limits: {
      utteranceSeconds: isLocal ? LOCAL_PART_SECONDS : 30,
      idleFlushMs: 1_500,
      silentCloseMs: 60_000,
      frameBytes: MEGABYTE,
      fileBytes: Math.floor(env.MAX_FILE_SIZE_MB * MEGABYTE),
      backlogBytes: env.STREAM_BACKLOG_MB * MEGABYTE,
    },
  };
}
