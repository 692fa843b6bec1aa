/** Completions from providers with only a chat API: each prompt becomes a chat with one message. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { inOrder } from "../streams/chunk_order.ts";
import { type Answers, type Attempt, PLAIN_ANSWERS, translated, wireStream } from "../calls/answer.ts";
import { isTexts } from "../calls/text_input.ts";
import { usageOf } from "../usage.ts";
import { unsupportedByProvider } from "../wires/cannot.ts";
import type { Wire } from "../wires/wire.ts";

export const COMPLETION_ANSWERS: Answers = {
  async whole(providers, asked, attempt) {
    const wire = providers.wireOf(attempt.target.wire);
    if (!wire) return await PLAIN_ANSWERS.whole(providers, asked, attempt);
    const chats = chatsOf(asked.data, attempt);
    return await translated(() => answered(wire, chats, attempt), attempt.target, attempt.signal);
  },
  async streamed(providers, asked, attempt) {
    const wire = providers.wireOf(attempt.target.wire);
    if (!wire) return await PLAIN_ANSWERS.streamed(providers, asked, attempt);
    const [chat, second] = chatsOf(asked.data, attempt);
    if (!chat || second) throw unsupportedByProvider(attempt, "prompt", "stream more than one prompt");
    return await wireStream((context) => chunks(inOrder(wire.stream(chat, context))), attempt);
  },
};

async function answered(wire: Wire, chats: JsonObject[], attempt: Attempt): Promise<Uint8Array<ArrayBuffer>> {
  const answers: JsonObject[] = [];
  for (const chat of chats) answers.push(await wire.chat(chat, attempt));
  const choices = answers.flatMap((answer) => choicesOf(answer));
  const usages = answers.map(({ usage }) => usageOf(usage));
  const sum = (name: "prompt_tokens" | "completion_tokens" | "total_tokens") =>
    usages.reduce((total, usage) => total + (usage?.[name] ?? 0), 0);
  const usage = usages.every((each) => each !== undefined)
    ? {
      usage: {
        prompt_tokens: sum("prompt_tokens"),
        completion_tokens: sum("completion_tokens"),
        total_tokens: sum("total_tokens"),
      },
    }
    : {};
  const whole = {
    ...envelope(answers[0] ?? {}),
    choices: choices.map((each, index) => ({ ...each, index })),
  };
  return new TextEncoder().encode(JSON.stringify({ ...whole, ...usage }));
}

async function* chunks(chat: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
  for await (const chunk of chat) {
    const { usage } = chunk;
    yield { ...envelope(chunk), choices: choicesOf(chunk), ...usage ? { usage } : {} };
  }
}

function envelope({ id, created, model }: JsonObject): JsonObject {
  return { id: String(id).replace(/^chatcmpl/, "cmpl"), object: "text_completion", created, model };
}

function choicesOf({ choices }: JsonObject): JsonObject[] {
  return (Array.isArray(choices) ? choices.filter(isObject) : []).map((choice) => {
    const said = [choice.message, choice.delta].find(isObject)?.content;
    return {
      text: typeof said === "string" ? said : "",
      index: choice.index,
      logprobs: null,
      finish_reason: choice.finish_reason ?? null,
    };
  });
}

// Fields without an equivalent in a chat.
const FIELDS = ["suffix", "logprobs", "logit_bias"];

/** One chat for each prompt. Throws `unsupported` for a field without an equivalent in a chat. */
function chatsOf(data: JsonObject, attempt: Attempt): JsonObject[] {
  const { prompt, echo, best_of: best, max_tokens = 16, ...rest } = data;
  const field = FIELDS.find((name) => rest[name] !== undefined && rest[name] !== null);
  if (field) throw unsupportedByProvider(attempt, field, `apply '${field}' to completions`);
  if (echo === true) throw unsupportedByProvider(attempt, "echo", "echo the prompt");
  if (typeof best === "number" && best > 1) {
    throw unsupportedByProvider(attempt, "best_of", "choose the best of several completions");
  }
  const prompts = typeof prompt === "string" ? [prompt] : prompt;
  if (!isTexts(prompts)) throw unsupportedByProvider(attempt, "prompt", "complete prompts that are not text");
  return prompts.map((content) => ({
    ...rest,
    model: attempt.target.model,
    max_tokens,
    messages: [{ role: "user", content }],
  }));
}
