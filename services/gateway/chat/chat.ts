import { isObject, type JsonObject } from "lib/json_object.ts";
import { mapAnswerTexts } from "lib/streams/message_texts.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { CHAT_ANSWERS } from "../bridge/chat_answers.ts";
import type { Reading } from "../calls/admission.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { chatAffinity } from "../calls/affinity.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { promptTokens } from "../streams/estimate.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { reportedUsage } from "../streams/reported_usage.ts";
import { optionalFlag, optionalNumber, requiredText } from "../calls/request_body.ts";
import { completionText, decoded, requestText } from "../streams/message_texts.ts";

export const ChatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1),
  temperature: z.number().optional(),
  max_tokens: z.int().optional(),
  stream: z.boolean().optional(),
}).meta({
  id: "ChatRequest",
  description: "All other parameters of the chat-completion format are passed on.",
  example: { model: "echo", messages: [{ role: "user", content: "Hello" }] },
});

export const ChatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal("chat.completion"),
  model: z.string(),
  choices: z.array(z.looseObject({
    index: z.int(),
    message: z.looseObject({ role: z.string(), content: z.string().nullable() }),
    finish_reason: z.string(),
  })),
  usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
}).meta({ id: "ChatCompletion" });

// Tokens reserved for an answer when the request sets no maximum.
const USUAL_COMPLETION_TOKENS = 512;

export const CHAT: Endpoint = {
  path: "/chat/completions",
  read: readRequest,
  inputText: requestText,
  outputText: (answer) => completionText(JSON.parse(decoded(answer, "utf8"))),
  mapAnswer: mapAnswerTexts,
  usage: (answer) => reportedUsage(decoded(answer, "latin1")),
  answers: CHAT_ANSWERS,
  shaped: (answer) => answer,
  affinity: chatAffinity,
};

export function chat(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createChatCompletion",
      method: "post",
      path: "/v1/chat/completions",
      tags: ["models"],
      summary: "Ask a model to continue a conversation",
      description:
        "With `stream: true` the answer is a stream of Server-Sent Events that ends with `data: [DONE]`.",
      request: { body: { content: { "application/json": { schema: ChatRequest } }, required: true } },
      answers: {
        200: {
          description: "The model's answer",
          content: {
            "application/json": { schema: ChatCompletion },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: CALL_FAILURES,
    }),
  );
  // The schema above only documents the body: the request reaches the provider byte for byte.
  app.post("/v1/chat/completions", (c) => serveCall(deps, CHAT, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject): Reading {
  const model = requiredText(data, "model");
  checkMessages(data.messages);
  const streamed = optionalFlag(data, "stream");
  const bound = optionalNumber(data, "max_completion_tokens") ?? optionalNumber(data, "max_tokens");
  optionalNumber(data, "temperature");
  const answers = Math.max(1, optionalNumber(data, "n") ?? 1);
  const options = data.stream_options;
  return {
    model,
    streamed,
    showUsage: isObject(options) && options.include_usage === true,
    promptTokens: promptTokens(data.messages) + (data.tools ? promptTokens(data.tools) : 0),
    completionTokens: Math.max(0, bound ?? USUAL_COMPLETION_TOKENS) * answers,
  };
}

function checkMessages(messages: unknown): void {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalidRequest(422, "'messages' must be a list that is not empty", { param: "messages" });
  }
  for (const [index, message] of messages.entries()) {
    if (isObject(message) && typeof message.role === "string" && isContent(message.content)) continue;
    const rule = "must have a role, and content that is a string or a list of parts";
    throw invalidRequest(422, `'messages[${index}]' ${rule}`, { param: `messages.${index}` });
  }
}

/** Text, parts, or null: a message with tool calls may have no content. */
function isContent(content: unknown): boolean {
  return content === undefined || content === null || typeof content === "string" ||
    (Array.isArray(content) && content.every((part) => isObject(part) || typeof part === "string"));
}
