import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { jsonBody } from "lib/service/openapi.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Reading } from "../calls/admission.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { promptTokens } from "../streams/estimate.ts";
import { decoded, requestText } from "../streams/message_texts.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { optionalFlag, optionalNumber, requiredText } from "../calls/request_body.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { affinityOf } from "./affinity.ts";
import { RESPONSE_ANSWERS } from "./answers.ts";
import { refuseUnkept } from "./background.ts";
import { inputItems } from "./input_items.ts";
import { ResponseObject, ResponseRequest } from "./response.ts";
import { keptAnswer, keptStream, recall } from "./recall.ts";
import { reportedUsage, responseForm } from "./response_form.ts";
import { refuseChangedSeals, SIGNED_REASONING } from "../calls/seals.ts";
import { mapResponseWords } from "./spots.ts";

// Tokens reserved for an answer when the request sets no maximum.
const USUAL_TOKENS = 512;

export const RESPONSES: Endpoint = {
  path: "/responses",
  read: readRequest,
  inputText: (data, history = []) => requestText({ ...data, history }),
  outputText: (answer) => words(answered(answer)),
  mapAnswer(answer, visit) {
    const response = isObject(answer) ? answer : {};
    const changed = mapResponseWords(response, (text, of) => visit(text, of));
    refuseChangedSeals(response, changed, SIGNED_REASONING);
    return changed;
  },
  usage: (answer) => reportedUsage(answered(answer)),
  shaped: (answer) => answer,
  answers: RESPONSE_ANSWERS,
  streamForm: responseForm,
  recall,
  putOff: ({ background }, asked) => asked.data.background === true ? background?.putOff(asked) : undefined,
  afterCheck: keptStream,
  finished: keptAnswer,
  affinity: affinityOf,
  clientErrors: "as_provider",
};

export function responses(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createResponse",
      method: "post",
      path: "/v1/responses",
      tags: ["models"],
      summary: "Call a model in the format of OpenAI's Responses API",
      description:
        "With `stream: true` the answer is a stream of Server-Sent Events from `response.created` to " +
        "`response.completed`, `response.incomplete` or `response.failed`. With `background: true` it runs " +
        "even if its client disconnects: the answer has the status `queued`, and `GET /v1/responses/{id}` returns the current state.",
      request: { body: jsonBody(ResponseRequest) },
      answers: {
        200: {
          description: "The model's answer",
          content: {
            "application/json": { schema: ResponseObject },
            "text/event-stream": { schema: z.string() },
          },
        },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/responses", (c) => serveCall(deps, RESPONSES, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject, _form: unknown, history: JsonObject[] = []): Reading {
  const model = requiredText(data, "model");
  const items = inputItems(data.input);
  const { tools, text, reasoning, instructions, previous_response_id } = data;
  for (const [name, value] of Object.entries({ text, reasoning })) {
    if (value !== undefined && value !== null && !isObject(value)) {
      throw invalidRequest(422, `'${name}' must be an object`, { param: name });
    }
  }
  for (const [name, value] of Object.entries({ instructions, previous_response_id })) {
    if (value !== undefined && value !== null && typeof value !== "string") {
      throw invalidRequest(422, `'${name}' must be a string`, { param: name });
    }
  }
  if (tools !== undefined && tools !== null && !(Array.isArray(tools) && tools.every(isObject))) {
    throw invalidRequest(422, "'tools' must be a list of objects", { param: "tools" });
  }
  optionalNumber(data, "temperature");
  optionalFlag(data, "store");
  if (optionalFlag(data, "background")) refuseUnkept(data);
  return {
    model,
    streamed: optionalFlag(data, "stream"),
    showUsage: true,
    promptTokens: promptTokens([instructions, history, items, tools]),
    completionTokens: Math.max(0, optionalNumber(data, "max_output_tokens") ?? USUAL_TOKENS),
  };
}

function answered(answer: Uint8Array): JsonObject {
  return parsedObject(decoded(answer, "utf8")) ?? {};
}

function words(response: JsonObject): string {
  const all: string[] = [];
  mapResponseWords(response, (text) => {
    all.push(text);
    return text;
  });
  return all.join("\n");
}
