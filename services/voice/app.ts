import type { OpenAPIHono } from "@hono/zod-openapi";
import { mountMcp } from "lib/mcp/mcp.ts";
import { type AppEnv, createService, type ServiceDeps } from "lib/service/service.ts";
import type { SharingRules } from "lib/sharing/sharing.ts";
import { analytics } from "./transcriptions/analytics.ts";
import type { AnalyticsStore } from "./transcriptions/analytics_store.ts";
import { chat, type ChatDeps } from "./chat/chat.ts";
import { conversations, conversationSharing } from "./chat/conversations.ts";
import { importing } from "./transcriptions/importing.ts";
import { mcpTools } from "./mcp.ts";
import { stream, type StreamDeps } from "./stream/stream.ts";
import { transcribe } from "./transcriptions/transcribe.ts";
import { type TranscriptionAccess, transcriptionSharing } from "./transcriptions/transcription_access.ts";
import { transcriptions } from "./transcriptions/transcriptions.ts";
import { WORDS } from "./field_words.ts";

export interface Deps extends ChatDeps {
  service: ServiceDeps;
  /** Sharing rules of transcriptions. */
  rules: SharingRules;
  /** Sharing rules of conversations. */
  chatRules: SharingRules;
  access: TranscriptionAccess;
  analytics: AnalyticsStore;
  stream: StreamDeps;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
}

const PREFIX = "/api/v1";
// Room for the largest file in base64 and its envelope, up to the bound of one message; larger files are
// uploaded.
const mcpBytes = (maxFileBytes: number) => Math.min(Math.ceil(maxFileBytes * 4 / 3) + 2 ** 16, 10 * 2 ** 20);

export function createApp(deps: Deps): OpenAPIHono<AppEnv> {
  const maxBodyBytes = mcpBytes(deps.maxFileBytes);
  const app = createService({
    ...deps.service,
    name: "voice",
    title: "Diwan Voice",
    description: "Speech to text for files and live streams, its history and analytics, and a voice chat.",
    prefix: PREFIX,
    tags: {
      transcriptions: "Speech to text of files and live streams, and its history",
      analytics: "Statistics over transcriptions",
      "voice chat": "Spoken questions, answered in a conversation that is remembered",
    },
    words: WORDS,
    bodyLimits: { "POST /mcp": maxBodyBytes },
    dependencies: {
      database: deps.ping,
      speech_to_text: configured(deps.speechToText),
      chat: configured(deps.replier),
      text_to_speech: configured(deps.textToSpeech),
    },
  });
  app.route(PREFIX, transcribe(deps));
  app.route(PREFIX, importing(deps.transcriptions));
  app.route(PREFIX, stream(deps.stream));
  app.route(PREFIX, transcriptions(deps.transcriptions, deps.access));
  app.route(PREFIX, analytics(deps.analytics));
  app.route(PREFIX, chat(deps));
  app.route(PREFIX, conversations(deps.conversations, deps.conversation));
  app.route(PREFIX, transcriptionSharing(deps.transcriptions, deps.rules));
  app.route(PREFIX, conversationSharing(deps.conversations, deps.chatRules));
  mountMcp(app, { name: "diwan-voice", tools: mcpTools(deps), maxBodyBytes, hosts: deps.service.mcpHosts });
  return app;
}

function configured(
  { configured, setting }: { configured: boolean; setting: string },
): () => Promise<string | void> {
  return () => Promise.resolve(configured ? undefined : `set ${setting}`);
}
