/** Answers a message within the conversation so far. */
import { HTTPException } from "hono/http-exception";
import type OpenAI from "openai";
import { z } from "zod";
import { badGateway } from "lib/errors.ts";
import { isBroken, isCut, isWithheld } from "lib/providers/finish_reasons.ts";
import type { ModelProvider } from "../speech/providers.ts";
import { UNDETERMINED } from "../text/languages.ts";

export interface PastTurn {
  transcription: string;
  response: string;
}

export interface Question {
  said: string;
  language: string;
  systemPrompt: string | null;
  /** Newest first. */
  past: PastTurn[];
  signal?: AbortSignal;
}

export interface Reply {
  text: string;
  model: string;
  /** Whether the text ends at the model's limit of tokens. */
  truncated: boolean;
}

/** An answer that comes piece by piece; the pieces throw where it turns out not to be whole. */
export interface StreamedReply {
  pieces: AsyncIterable<string>;
  /** Whether it ended at the model's limit of tokens; known at its end. */
  truncated(): boolean;
}

export interface Replier {
  readonly configured: boolean;
  readonly setting: string;
  modelOf(language: string): string;
  reply(question: Question): Promise<Reply>;
  /** The same, piece by piece. */
  stream(question: Question): Promise<StreamedReply>;
}

type Message = OpenAI.Chat.ChatCompletionMessageParam;

const USUAL_PROMPT = "You are a helpful assistant in a spoken conversation. Answer briefly and plainly, " +
  "without headings, lists or emoji, so that the answer can be read aloud.";
const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });

export function replier(
  { provider, modelOf, historyTokens }: {
    provider: ModelProvider;
    modelOf(language: string): string;
    historyTokens: number;
  },
): Replier {
  const bodyOf = (question: Question) => ({
    model: modelOf(question.language),
    messages: messagesOf(question, historyTokens),
  });
  return {
    configured: provider.configured,
    setting: provider.setting,
    modelOf,
    async reply(question) {
      const body = bodyOf(question);
      const answer = await orBadGateway(question, () =>
        provider.of(body.model).call(
          (client, call) => client.chat.completions.create(body, call),
          { signal: question.signal },
        ).then((completion) => Completion.parse(completion)));
      const { message, finish_reason } = answer.choices[0];
      requireWhole(finish_reason);
      return {
        text: withoutNul(message.content).trim(),
        model: body.model,
        truncated: isCut(finish_reason),
      };
    },
    async stream(question) {
      const body = bodyOf(question);
      const chunks = await orBadGateway(question, () =>
        provider.of(body.model).call(
          (client, call) => client.chat.completions.create({ ...body, stream: true }, call),
          { signal: question.signal },
        ));
      return streamedReply(chunks);
    },
  };
}

const Completion = z.object({
  choices: z.tuple([
    z.object({
      message: z.object({ content: z.string().min(1) }),
      finish_reason: z.string().nullish().transform((reason) => reason ?? null),
    }),
  ]).rest(z.unknown()),
});

/** The only character that the database cannot store. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}

/** Throws for an answer that is not all that the model would have said. */
function requireWhole(finishReason: string | null): void {
  if (isWithheld(finishReason)) throw badGateway("The provider withheld the chat model's answer");
  if (isBroken(finishReason)) throw brokenOff();
}

function brokenOff(): HTTPException {
  return badGateway("The chat model's answer broke off");
}

function streamedReply(chunks: AsyncIterable<OpenAI.Chat.ChatCompletionChunk>): StreamedReply {
  let reason: string | null = null;
  async function* pieces(): AsyncGenerator<string> {
    try {
      for await (const chunk of chunks) {
        const [choice] = chunk.choices ?? [];
        const text = choice?.delta?.content;
        if (text) yield withoutNul(text);
        reason = choice?.finish_reason ?? reason;
      }
    } catch {
      // The error may hold the provider's words, with a key in them.
      throw brokenOff();
    }
    // A connection may end without an error in the middle of an answer.
    if (reason === null) throw brokenOff();
    requireWhole(reason);
  }
  return { pieces: pieces(), truncated: () => isCut(reason) };
}

async function orBadGateway<T>({ signal }: Question, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (signal?.aborted || error instanceof HTTPException) throw error;
    throw badGateway("The chat model's answer is not valid", { cause: error });
  }
}

/** Instructions, as much of the history as fits, then the new message. */
export function messagesOf(
  { said, language, systemPrompt, past }: Question,
  historyTokens: number,
): Message[] {
  const followed = language === UNDETERMINED
    ? "Answer in the language of the user."
    : `The user speaks ${LANGUAGE_NAMES.of(language)}; answer in that language.`;
  const history: Message[] = [];
  let tokens = 0;
  for (const turn of past) {
    tokens += estimatedTokens(turn.transcription) + estimatedTokens(turn.response);
    if (tokens > historyTokens) break;
    history.unshift(
      { role: "user", content: turn.transcription },
      { role: "assistant", content: turn.response },
    );
  }
  return [
    { role: "system", content: `${systemPrompt ?? USUAL_PROMPT}\n\n${followed}` },
    ...history,
    { role: "user", content: said },
  ];
}

/** An estimate from above: four Latin letters a token, two of other scripts, four for the message itself. */
export function estimatedTokens(text: string): number {
  const ascii = text.match(/[ -~\s]/g)?.length ?? 0;
  return Math.ceil(ascii / 4 + (text.length - ascii) / 2) + 4;
}
