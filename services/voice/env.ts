import { z } from "zod";
import { count, flag, megabytes, port, ProviderEnv, SharedEnv } from "lib/env.ts";

const seconds = (fallback: number) => z.coerce.number().positive().max(86_400).default(fallback);

export const Env = SharedEnv.extend(ProviderEnv.shape).extend({
  VOICE_PORT: port(8002).meta({ description: "port to listen on" }),
  MAX_FILE_SIZE_MB: megabytes(25).meta({ description: "largest audio file" }),
  MAX_AUDIO_SECONDS: seconds(21_600).meta({ description: "longest audio of a file" }),
  MAX_BODY_MB: megabytes(26).meta({ description: "largest request body; 413 above" }),
  STT_MODEL: z.string().default("whisper-1").meta({
    description: "speech-to-text model of files and voice chat",
  }),
  STT_MODEL_TURBO: z.string().default("gpt-4o-mini-transcribe").meta({
    description: "speech-to-text model of streams: the faster one",
  }),
  STT_BASE_URL: z.url().optional().meta({
    description:
      "OpenAI-compatible speech server, with its /v1 (Speaches, whisper.cpp, faster-whisper, Groq …); " +
      "unset: the provider of the chat",
  }),
  STT_API_KEY: z.string().optional().meta({ description: "key for STT_BASE_URL" }),
  STT_TIMEOUT_SECONDS: seconds(120).meta({ description: "timeout of transcribing one part" }),
  STT_MAX_PART_SECONDS: seconds(1200).meta({
    description: "longest audio sent in one call; longer files are cut at silences",
  }),
  STT_MAX_PART_MB: megabytes(25).meta({ description: "largest audio sent in one call" }),
  STT_LOCAL_MODEL_DIR: z.string().optional().meta({
    description:
      "folder of a sherpa-onnx model; set: speech is transcribed in this process, no provider is called",
  }),
  STT_LOCAL_ENGINE_DIR: z.string().optional().meta({
    description:
      "folder where sherpa-onnx-node is installed for STT_LOCAL_MODEL_DIR; unset: DATA_DIR/sherpa-onnx",
  }),
  LLM_MODEL: z.string().optional().meta({
    description: "chat model of voice chat; unset: gpt-4.1-mini, or AZURE_OPENAI_DEPLOYMENT on Azure",
  }),
  LLM_ARABIC_MODEL: z.string().optional().meta({
    description: "chat model when Arabic was spoken; unset: LLM_MODEL",
  }),
  LLM_BASE_URL: z.url().optional().meta({
    description: "OpenAI-compatible chat endpoint; unset: the provider's",
  }),
  LLM_API_KEY: z.string().optional().meta({ description: "key for LLM_BASE_URL" }),
  LLM_TIMEOUT_SECONDS: seconds(60).meta({ description: "timeout of one turn of a voice chat" }),
  TTS_MODEL: z.string().optional().meta({
    description: "text-to-speech model of answers; unset: no spoken answers",
  }),
  TTS_VOICE: z.string().default("alloy").meta({ description: "voice of spoken answers" }),
  TTS_FORMAT: z.enum(["mp3", "opus", "aac", "flac", "wav"]).default("mp3").meta({
    description: "format of spoken answers",
  }),
  TTS_BASE_URL: z.url().optional().meta({
    description: "OpenAI-compatible speech synthesis; unset: the provider of the chat",
  }),
  TTS_API_KEY: z.string().optional().meta({ description: "key for TTS_BASE_URL" }),
  CHAT_HISTORY_TOKENS: count(4000, { min: 0, max: 1_000_000 }).meta({
    description: "most tokens (estimated) of a conversation's past sent with a turn",
  }),
  STREAM_MAX_CONNECTIONS: count(500, { min: 1 }).meta({
    description: "concurrent streams in this process",
  }),
  STREAM_MAX_CONNECTIONS_PER_USER: count(50, { min: 1 }).meta({
    description: "concurrent streams per user",
  }),
  STREAM_BACKLOG_MB: megabytes(16).meta({ description: "largest queued audio of one stream" }),
  STREAM_MEMORY_MB: megabytes(512).meta({ description: "largest queued audio of all streams together" }),
  STREAM_CONCURRENCY: count(32, { min: 1 }).meta({ description: "concurrent calls for streams" }),
  DEBUG: flag(false).meta({ description: "log at debug level" }),
});
export type Env = z.output<typeof Env>;
