import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { User } from "lib/auth/auth.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { badGateway, invalid } from "lib/errors.ts";
import { uuidv7 } from "lib/ids.ts";
import { feature, formBody } from "lib/service/openapi.ts";
import { QueryFlag } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Sharing } from "lib/sharing/sharing.ts";
import { textOf } from "lib/text.ts";
import { streamEvents } from "lib/http/unread.ts";
import type { ConversationAccess } from "./conversations.ts";
import type { ConversationStore } from "./conversations_store.ts";
import type { Question, Replier, Reply } from "./reply.ts";
import { requireConfigured } from "../speech/speech_to_text.ts";
import { SpokenAnswer, type TextToSpeech } from "../speech/text_to_speech.ts";
import { transcribeAndKeep, type TranscribeDeps } from "../transcriptions/transcribe.ts";
import { LanguageChoice } from "../text/transcript.ts";
import { AudioUpload, uploadedAudio } from "../transcriptions/upload.ts";

export const ChatQuery = z.object({
  language: LanguageChoice.meta({ description: "Spoken language; auto: detected by the model" }),
  system_prompt: textOf({ max: 10_000 }).optional().meta({ description: "Kept for the conversation" }),
  conversation_id: z.uuid().optional().meta({
    description: "Conversation to continue; default: a new one",
  }),
  speak: QueryFlag.default(false).meta({ description: "Also answers as speech; needs TTS_MODEL" }),
  stream: QueryFlag.default(false).meta({ description: "Server-Sent Events of chat completion chunks" }),
});

export const ChatResult = z.object({
  transcription: z.string().meta({ description: "Transcript of the question" }),
  response: z.string().meta({ description: "The answer" }),
  language: z.string().meta({ description: "ISO 639 code of the spoken language" }),
  conversation_id: z.uuid().meta({ description: "Id to continue the conversation with the next question" }),
  duration: z.number().meta({ description: "Seconds of audio" }),
  truncated: z.boolean().meta({ description: "Whether the answer was cut off at the model's token limit" }),
  audio: SpokenAnswer.optional(),
}).meta({
  id: "VoiceChatResult",
  example: {
    transcription: "When does the office open?",
    response: "At eight.",
    language: "en",
    conversation_id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a22",
    duration: 1.6,
    truncated: false,
  },
});
export type ChatResult = z.output<typeof ChatResult>;

export interface ChatDeps extends TranscribeDeps {
  conversations: ConversationStore;
  conversation: ConversationAccess;
  replier: Replier;
  textToSpeech: TextToSpeech;
}

interface Heard {
  conversation: { id: string; user_sub: string; system_prompt: string | null };
  question: Question;
  transcriptionId: string;
  duration: number;
  speak: boolean;
}

// More turns than any history limit keeps.
const PAST_TURNS = 200;

export function chat(deps: ChatDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "chatByVoice",
      method: "post",
      path: "/voice/chat",
      tags: ["voice chat"],
      summary: "Answer a spoken question",
      heavy: true,
      request: { query: ChatQuery, body: formBody(AudioUpload) },
      answers: {
        200: {
          description: "Transcript and answer; with stream=true as Server-Sent Events",
          content: {
            "application/json": { schema: ChatResult },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: {
        403: "The conversation may be read, not continued",
        404: "No such conversation, or none that the caller may read",
        502: "A model failed",
        503: "Nobody transcribes, answers or speaks: the message names the settings",
      },
    }),
    async (c) => {
      const query = c.req.valid("query");
      requireConfigured(deps.speechToText);
      requireConfigured(deps.replier);
      if (query.speak) requireConfigured(deps.textToSpeech);
      const heard = await hear(deps, c.req.valid("form").file, {
        ...query,
        user: c.var.user,
        signal: c.req.raw.signal,
      });
      if (query.stream) return streamed(c, deps, heard);
      return c.json(await answered(deps, heard), 200);
    },
  );

  return app;
}

async function hear(
  deps: ChatDeps,
  file: File,
  { language, conversation_id, system_prompt, speak, user, signal }: z.output<typeof ChatQuery> & {
    user: User;
    signal: AbortSignal;
  },
): Promise<Heard> {
  const kept = conversation_id ? await deps.conversation(user, conversation_id, "change") : undefined;
  const audio = await uploadedAudio(file, deps.maxFileBytes);
  const transcription = await transcribeAndKeep(deps, {
    ...audio,
    language,
    source: "chat",
    sub: user.sub,
    // Conversations with the assistant stay private, whatever DEFAULT_SHARING says.
    shared_with: Sharing.parse({}),
    signal,
  });
  if (!transcription.text) {
    await deps.transcriptions.remove(transcription.id);
    throw invalid(["file"], "No speech was heard in the file", "no_speech");
  }
  const past = kept ? await deps.conversations.turns(kept.id, { limit: PAST_TURNS, offset: 0 }) : [];
  return {
    conversation: {
      id: kept?.id ?? uuidv7(),
      user_sub: kept?.owner ?? user.sub,
      system_prompt: system_prompt ?? null,
    },
    question: {
      said: transcription.text,
      language: transcription.language,
      systemPrompt: system_prompt ?? kept?.system_prompt ?? null,
      past,
      signal,
    },
    transcriptionId: transcription.id,
    duration: transcription.duration,
    speak,
  };
}

async function answered(deps: ChatDeps, heard: Heard): Promise<ChatResult> {
  const reply = await deps.replier.reply(heard.question);
  return await storeTurn(deps, heard, reply);
}

/** Keeps the turn and speaks the answer when that was asked for. */
async function storeTurn(
  deps: ChatDeps,
  heard: Heard,
  { text: response, truncated }: Omit<Reply, "model">,
): Promise<ChatResult> {
  const { conversation, question, duration } = heard;
  const { said: transcription, language, signal } = question;
  await deps.conversations.addTurn(conversation, {
    transcription_id: heard.transcriptionId,
    transcription,
    response,
    language,
    model: deps.replier.modelOf(language),
    duration,
  });
  const audio = heard.speak ? await deps.textToSpeech.speak(response, signal) : undefined;
  return { transcription, response, language, conversation_id: conversation.id, duration, truncated, audio };
}

/**
 * Chunks of the chat-completion format. The first also says what was heard and in which conversation, the last
 * has the finish reason, and the spoken answer where one was asked for.
 */
async function streamed(c: Context<AppEnv>, deps: ChatDeps, heard: Heard): Promise<Response> {
  const { conversation, question, duration } = heard;
  const { pieces, truncated } = await deps.replier.stream(question);
  const model = deps.replier.modelOf(question.language);
  const created = Math.floor(Date.now() / 1000);
  const chunk = (
    delta: Record<string, string>,
    finish_reason: "stop" | "length" | null,
    more: object = {},
  ) => ({
    id: `chatcmpl-${heard.transcriptionId}`,
    object: "chat.completion.chunk",
    created,
    model,
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
  const what = { transcription: question.said, language: question.language, duration };
  return streamEvents(c, async (stream) => {
    const send = (data: unknown) => stream.writeSSE({ data: JSON.stringify(data) });
    try {
      await send(
        chunk({ role: "assistant", content: "" }, null, { ...what, conversation_id: conversation.id }),
      );
      let response = "";
      for await (const content of pieces) {
        response += content;
        await send(chunk({ content }, null));
      }
      if (!response.trim()) throw badGateway("The chat model answered nothing");
      const reply = { text: response.trim(), truncated: truncated() };
      const { audio } = await storeTurn(deps, heard, reply);
      await send(chunk({}, reply.truncated ? "length" : "stop", audio ? { audio } : {}));
    } catch (error) {
      if (!(error instanceof HTTPException)) c.var.log.error("voice chat failed while answering", { error });
      await send({ error: error instanceof HTTPException ? error.message : "The answer broke off" });
    }
    await stream.writeSSE({ data: "[DONE]" });
  });
}
