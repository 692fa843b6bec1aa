import { isObject, type JsonObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Reading } from "../calls/admission.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { promptTokens } from "../streams/estimate.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { reportedUsage } from "../streams/reported_usage.ts";
import { requiredText } from "../calls/request_body.ts";
import { checkInput, inputWords } from "../calls/text_input.ts";
import { decoded } from "../streams/message_texts.ts";
import type { Bytes } from "lib/http/http_client.ts";

export const EmbeddingRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()), z.array(z.int()), z.array(z.array(z.int()))]),
  encoding_format: z.enum(["float", "base64"]).optional(),
}).meta({
  id: "EmbeddingRequest",
  description: "All other parameters of the embedding format are passed on.",
  example: { model: "echo-embedding", input: "Hello" },
});

export const EmbeddingList = z.looseObject({
  object: z.literal("list"),
  data: z.array(z.looseObject({
    object: z.literal("embedding"),
    index: z.int(),
    embedding: z.union([z.array(z.number()), z.string()]),
  })),
  model: z.string(),
  usage: z.looseObject({ prompt_tokens: z.int(), total_tokens: z.int() }),
}).meta({ id: "EmbeddingList" });

export const EMBEDDINGS: Endpoint = {
  path: "/embeddings",
  read: readRequest,
  inputText: ({ input }) => inputWords(input, "input"),
  // Embeddings contain no text for the guard to check.
  outputText: () => "",
  usage: (answer) => reportedUsage(decoded(answer, "latin1")),
  offeredBy: (wire) => wire.embed !== undefined,
  shaped: (answer, data) => data.encoding_format === "base64" ? inBase64(answer) : answer,
};

export function embeddings(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "createEmbeddings",
      method: "post",
      path: "/v1/embeddings",
      tags: ["models"],
      summary: "Create embeddings",
      request: { body: { content: { "application/json": { schema: EmbeddingRequest } }, required: true } },
      answers: {
        200: {
          description: "One vector per input",
          content: { "application/json": { schema: EmbeddingList } },
        },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/embeddings", (c) => serveCall(deps, EMBEDDINGS, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject): Reading {
  const model = requiredText(data, "model");
  const { input, encoding_format: format } = data;
  checkInput(input, "input");
  if (format !== undefined && format !== null && format !== "float" && format !== "base64") {
    throw invalidRequest(422, "'encoding_format' must be float or base64", { param: "encoding_format" });
  }
  return { model, streamed: false, showUsage: false, promptTokens: promptTokens(input), completionTokens: 0 };
}

/** Encodes the numbers of a provider that ignores `base64`, which clients request by default. */
function inBase64(answer: Bytes): Bytes {
  const text = decoded(answer, "utf8");
  if (!/"embedding"\s*:\s*\[/.test(text)) return answer;
  const list: unknown = JSON.parse(text);
  if (!isObject(list) || !Array.isArray(list.data)) return answer;
  const data = list.data.map((item) =>
    isObject(item) && Array.isArray(item.embedding) ? { ...item, embedding: base64Of(item.embedding) } : item
  );
  return new TextEncoder().encode(JSON.stringify({ ...list, data }));
}

/** Numbers as little-endian 32-bit floats in base64, the encoding of the OpenAI API. */
function base64Of(numbers: unknown[]): string {
  const bytes = new DataView(new ArrayBuffer(numbers.length * 4));
  numbers.forEach((number, index) => bytes.setFloat32(index * 4, Number(number), true));
  return Buffer.from(bytes.buffer).toString("base64");
}
