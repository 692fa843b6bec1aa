import { isObject, type JsonObject } from "lib/json_object.ts";
import { mapAnswerTexts } from "lib/streams/message_texts.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { promptTokens } from "../streams/estimate.ts";
import { maybeMissing } from "../calls/missing_endpoint.ts";
import { completionText, decoded } from "../streams/message_texts.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { reportedUsage } from "../streams/reported_usage.ts";
import { optionalFlag, optionalNumber, optionalText, requiredText } from "../calls/request_body.ts";
import { checkInput, inputWords, isTokens } from "../calls/text_input.ts";
import { endpoint } from "../endpoint.ts";
import { COMPLETION_ANSWERS } from "./completion_answers.ts";

const CompletionRequest = z.looseObject({
  model: z.string().min(1),
  prompt: z.union([z.string(), z.array(z.string()), z.array(z.int()), z.array(z.array(z.int()))]).meta({
    description: "A text, a list of texts, or lists of tokens",
  }),
  max_tokens: z.int().optional(),
  stream: z.boolean().optional(),
}).meta({
  id: "CompletionRequest",
  description: "All other parameters of the completion format are passed on.",
  example: { model: "echo", prompt: "Once upon a time" },
});

const Completion = z.looseObject({
  id: z.string(),
  object: z.literal("text_completion"),
  model: z.string(),
  choices: z.array(z.looseObject({
    index: z.int(),
    text: z.string(),
    finish_reason: z.string().nullable(),
  })),
  usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
}).meta({ id: "Completion" });

// The default of the OpenAI API.
const MAX_TOKENS = 16;

export const COMPLETIONS: Endpoint = {
  path: "/completions",
  read: readRequest,
  inputText: ({ prompt, suffix }) =>
    [prompt === undefined ? "" : inputWords(prompt, "prompt"), suffix].filter(Boolean).join("\n"),
  outputText: (answer) => completionText(JSON.parse(decoded(answer, "utf8"))),
  mapAnswer: mapAnswerTexts,
  usage: (answer) => reportedUsage(decoded(answer, "latin1")),
  shaped: (answer) => answer,
  answers: maybeMissing(COMPLETION_ANSWERS),
};

export function completions(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createCompletion",
      method: "post",
      path: "/v1/completions",
      tags: ["models"],
      summary: "Ask a model to continue a text",
      description:
        "The legacy format. Providers without it are called by a chat; fields that a chat has no equivalent " +
        "for are 400 there: `suffix`, `echo`, `logprobs`, `logit_bias`, `best_of` and lists of tokens.",
      request: { body: { content: { "application/json": { schema: CompletionRequest } }, required: true } },
      answers: {
        200: {
          description: "The completion",
          content: {
            "application/json": { schema: Completion },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/completions", (c) => serveCall(deps, COMPLETIONS, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject): Reading {
  const model = requiredText(data, "model");
  const { prompt, stream_options: options } = data;
  if (prompt !== undefined && prompt !== null) checkInput(prompt, "prompt");
  optionalText(data, "suffix");
  optionalFlag(data, "echo");
  optionalNumber(data, "logprobs");
  const bound = optionalNumber(data, "max_tokens") ?? MAX_TOKENS;
  const each = Math.max(1, optionalNumber(data, "n") ?? 1, optionalNumber(data, "best_of") ?? 1);
  const prompts = Array.isArray(prompt) && !isTokens(prompt) ? prompt.length : 1;
  return {
    model,
    streamed: optionalFlag(data, "stream"),
    showUsage: isObject(options) && options.include_usage === true,
    promptTokens: promptTokens(prompt),
    completionTokens: Math.max(0, bound) * each * prompts,
  };
}
