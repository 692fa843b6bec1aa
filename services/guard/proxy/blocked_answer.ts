import type { Context } from "hono";
import { uuidv7 } from "lib/ids.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { SafetyObject } from "./checks.ts";

const BLOCKED = "This content was blocked by a safety policy. حُجب هذا المحتوى وفق سياسة السلامة.";

/** The replacement of a blocked choice. */
export function blockedChoice<Choice extends { index: number }>(choice: Choice) {
  return {
    index: choice.index,
    message: { role: "assistant", content: BLOCKED },
    finish_reason: "content_filter",
  };
}

/** The answer to a blocked input, as JSON or as a stream, as the caller requested. */
export function blockedAnswer(
  c: Context<AppEnv>,
  { request, safety, now }: {
    request: { model: string; stream?: boolean | null };
    safety: SafetyObject;
    now: number;
  },
): Response {
  const base = { id: `chatcmpl-${uuidv7()}`, created: Math.floor(now / 1000), model: request.model };
  if (!request.stream) {
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    return c.json({
      ...base,
      object: "chat.completion",
      choices: [blockedChoice({ index: 0 })],
      usage,
      safety,
    }, 200);
  }
  const chunk = { ...base, object: "chat.completion.chunk" };
  const text = {
    ...chunk,
    choices: [{ index: 0, delta: { role: "assistant", content: BLOCKED }, finish_reason: null }],
  };
  const last = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "content_filter" }], safety };
  const body = [text, last].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("") +
    "data: [DONE]\n\n";
  return c.body(body, 200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
}
