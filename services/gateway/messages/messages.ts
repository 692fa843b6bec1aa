import type { Bytes } from "lib/http/http_client.ts";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { jsonBody } from "lib/service/openapi.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Reading } from "../calls/admission.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { estimatedUsage, promptTokens } from "../streams/estimate.ts";
import { decoded, messagesText, requestText } from "../streams/message_texts.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { optionalFlag, optionalNumber, requiredText } from "../calls/request_body.ts";
import { anthropicEndpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { refuseChangedSeals, SIGNED_REASONING } from "../calls/seals.ts";
import { mapTexts, type Visit } from "lib/streams/message_texts.ts";
import { affinityOf } from "./affinity.ts";
import { MESSAGE_ANSWERS } from "./answers.ts";
import { COUNT_ANSWERS } from "./count_tokens.ts";
import { failureResponse } from "./failure.ts";
import { CountRequest, Message, MessagesRequest, TokenCount } from "./message.ts";
import { messageForm } from "./message_form.ts";
import { fromAnthropic } from "./usage.ts";

const SHARED = {
  inputText: requestText,
  affinity: affinityOf,
  failed: failureResponse,
  clientErrors: "as_provider",
  requestIdHeader: "request-id",
  shaped: (answer: Bytes) => answer,
} as const;

export const MESSAGES: Endpoint = {
  ...SHARED,
  path: "/messages",
  read: readRequest,
  answers: MESSAGE_ANSWERS,
  streamForm: messageForm,
  outputText: (answer) => messagesText(answered(answer).content),
  mapAnswer: mapMessage,
  usage: (answer) => fromAnthropic(answered(answer).usage),
};

export const COUNT_TOKENS: Endpoint = {
  ...SHARED,
  path: "/messages/count_tokens",
  read: (data) => ({ ...readConversation(data), streamed: false, showUsage: false, completionTokens: 0 }),
  answers: COUNT_ANSWERS,
  outputText: () => "",
  // Counting tokens calls no model and costs nothing.
  usage: () => estimatedUsage(0, 0),
};

const FAILS = {
  400:
    "`invalid_request_error`: the body is not JSON, or the provider does not accept it; `details.param` names it",
  401: "`authentication_error`: the credential is missing or invalid",
  403: "`permission_error`: not allowed for this key, or blocked by safety policy",
  404: "`not_found_error`: no such model",
  413: "`request_too_large`",
  415: "`invalid_request_error`: the Content-Type is not JSON",
  422: "`invalid_request_error`: a field is invalid; `details.param` names it",
  429: "`rate_limit_error`: a limit or budget, which the message names; see Retry-After",
  502: "`api_error` or `overloaded_error`: the provider failed",
  503: "`overloaded_error`: starting, stopping or not configured",
} as const;

export function messages(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    anthropicEndpoint({
      id: "createMessage",
      method: "post",
      path: "/v1/messages",
      tags: ["models"],
      summary: "Call a model in the format of Anthropic's Messages API",
      description:
        "With `stream: true` the answer is a stream of Server-Sent Events from `message_start` to " +
        "`message_stop`. The credential may be sent in `x-api-key`. Claude models at Anthropic and Bedrock are " +
        "called in this format, all others by translation.",
      request: { body: jsonBody(MessagesRequest) },
      answers: {
        200: {
          description: "The model's answer",
          content: {
            "application/json": { schema: Message },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: FAILS,
    }),
  );
  documentEndpoint(
    app,
    anthropicEndpoint({
      id: "countMessageTokens",
      method: "post",
      path: "/v1/messages/count_tokens",
      tags: ["models"],
      summary: "Count the tokens of a request in the format of Anthropic's Messages API",
      request: { body: jsonBody(CountRequest) },
      answers: { 200: { description: "The count", content: { "application/json": { schema: TokenCount } } } },
      fails: FAILS,
    }),
  );
  for (const endpoint of [MESSAGES, COUNT_TOKENS]) {
    app.post(
      `/v1${endpoint.path}`,
      (c) => serveCall(deps, endpoint, { request: c.req.raw, connection: c.env }),
    );
  }

  return app;
}

function readRequest(data: JsonObject): Reading {
  const conversation = readConversation(data);
  const bound = optionalNumber(data, "max_tokens");
  if (bound === undefined || bound < 0 || !Number.isInteger(bound)) {
    throw invalidRequest(422, "max_tokens: must be a whole number", { param: "max_tokens" });
  }
  return {
    ...conversation,
    streamed: optionalFlag(data, "stream"),
    showUsage: true,
    promptTokens: promptTokens([data.system, data.messages, data.tools]),
    completionTokens: bound,
  };
}

function readConversation(data: JsonObject): { model: string; promptTokens: number } {
  const model = requiredText(data, "model");
  const { messages, system, tools } = data;
  if (!Array.isArray(messages) || messages.length === 0) {
    throw invalidRequest(422, "messages: must be a list that is not empty", { param: "messages" });
  }
  for (const [index, message] of messages.entries()) checkMessage(message, `messages.${index}`);
  if (system !== undefined && !isContent(system)) throw wrongContent("system");
  if (tools !== undefined && tools !== null && !(Array.isArray(tools) && tools.every(isObject))) {
    throw invalidRequest(422, "tools: must be a list of objects", { param: "tools" });
  }
  return { model, promptTokens: 0 };
}

const ROLES = new Set<unknown>(["user", "assistant", "system"]);

function checkMessage(message: unknown, param: string): void {
  if (!isObject(message) || !ROLES.has(message.role)) {
    throw invalidRequest(422, `${param}.role: must be user, assistant or system`, { param: `${param}.role` });
  }
  if (!isContent(message.content)) throw wrongContent(`${param}.content`);
}

function isContent(content: unknown): boolean {
  return typeof content === "string" ||
    Array.isArray(content) && content.every((block) => isObject(block) && typeof block.type === "string");
}

function wrongContent(param: string) {
  return invalidRequest(422, `${param}: must be a string or a list of blocks with a type`, { param });
}

function answered(answer: Uint8Array): JsonObject {
  return parsedObject(decoded(answer, "utf8")) ?? {};
}

/** Rewrites the texts of a message. Throws for changed text in signed thinking. */
function mapMessage(message: unknown, visit: Visit): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message;
  const content = message.content.map((block: unknown, index) => mapTexts(block, visit, `${index}`));
  refuseChangedSeals(message.content, content, SIGNED_REASONING);
  return { ...message, content };
}
