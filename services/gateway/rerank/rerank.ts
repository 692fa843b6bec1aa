import { isObject, type JsonObject } from "lib/json_object.ts";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { documentEndpoint } from "lib/service/endpoint.ts";
import { type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import type { Reading } from "../calls/admission.ts";
import { type Answers, PLAIN_ANSWERS, translated } from "../calls/answer.ts";
import { CALL_FAILURES } from "../calls/error_responses.ts";
import { promptTokens } from "../streams/estimate.ts";
import { maybeMissing } from "../calls/missing_endpoint.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import { optionalFlag, optionalNumber, requiredText } from "../calls/request_body.ts";
import { endpoint } from "../endpoint.ts";
import { invalidRequest } from "../errors.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { documentText } from "../wires/document_text.ts";
import { ranking, rankingUsage, searchesOf } from "./ranking.ts";

const RerankRequest = z.looseObject({
  model: z.string().min(1),
  query: z.string().min(1).meta({ description: "The question" }),
  documents: z.array(z.union([z.string(), z.looseObject({})])).min(1).meta({
    description: "Texts, or objects with a `text` or other fields",
  }),
  top_n: z.int().optional().meta({ description: "Most results; default: all" }),
  return_documents: z.boolean().optional().meta({ description: "Whether results contain their documents" }),
}).meta({
  id: "RerankRequest",
  description: "All other parameters of Cohere's and Jina's formats are passed on.",
  example: { model: "rerank-v3.5", query: "capital of Oman", documents: ["Muscat", "Nizwa"] },
});

const Ranking = z.looseObject({
  id: z.string(),
  model: z.string(),
  results: z.array(z.looseObject({
    index: z.int().meta({ description: "Index of the document in the request, from 0" }),
    relevance_score: z.number().meta({ description: "Relevance, 0 to 1" }),
    document: z.looseObject({ text: z.string() }).optional().meta({ description: "With `return_documents`" }),
  })).meta({ description: "The most relevant first" }),
  meta: z.looseObject({}).meta({ description: "Cohere's form: `billed_units`" }),
  usage: z.looseObject({}).optional().meta({
    description: "Jina's form: tokens, if they are counted",
  }),
}).meta({ id: "Ranking" });

const answers: Answers = maybeMissing({
  async whole(providers, asked, attempt) {
    const { target, key, signal } = attempt;
    const wire = providers.wireOf(target.wire);
    if (!wire) return await PLAIN_ANSWERS.whole(providers, asked, attempt);
    const { rerank } = wire;
    if (!rerank) {
      throw new UpstreamError(`${target.provider} does not support rerank`, {
        status: 404,
        code: "unsupported",
      });
    }
    const request = { ...asked.data, model: target.model };
    const answer = await translated(() => rerank(request, { target, key, signal }), target, signal);
    return new TextEncoder().encode(JSON.stringify(answer));
  },
  streamed: PLAIN_ANSWERS.streamed,
});

export const RERANK: Endpoint = {
  path: "/rerank",
  read: readRequest,
  inputText: ({ query, documents }) =>
    [query, ...Array.isArray(documents) ? documents.map(documentText) : []].join("\n"),
  // An answer holds only scores and documents of the request, which were checked as input.
  outputText: () => "",
  usage: (answer, { data }) => rankingUsage(answer, data),
  shaped: ranking,
  offeredBy: (wire) => wire.rerank !== undefined,
  answers,
};

export function rerank(deps: CallDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();

  documentEndpoint(
    app,
    endpoint({
      id: "rerank",
      method: "post",
      path: "/v1/rerank",
      tags: ["models"],
      summary: "Rank documents by relevance to a query",
      description:
        "One answer for the clients of Cohere (`/v2/rerank` as well) and of Jina. Metered in searches of " +
        "100 documents, and in tokens where the model counts them.",
      request: { body: { content: { "application/json": { schema: RerankRequest } }, required: true } },
      answers: {
        200: { description: "The order", content: { "application/json": { schema: Ranking } } },
      },
      fails: CALL_FAILURES,
    }),
  );
  app.post("/v1/rerank", (c) => serveCall(deps, RERANK, { request: c.req.raw, connection: c.env }));

  return app;
}

function readRequest(data: JsonObject): Reading {
  const model = requiredText(data, "model");
  const query = requiredText(data, "query");
  const { documents } = data;
  if (!Array.isArray(documents) || documents.length === 0) {
    throw invalidRequest(422, "'documents' must be a list that is not empty", { param: "documents" });
  }
  const wrong = documents.findIndex((document) => typeof document !== "string" && !isObject(document));
  if (wrong >= 0) {
    throw invalidRequest(422, `'documents[${wrong}]' must be a string or an object`, {
      param: `documents.${wrong}`,
    });
  }
  const most = optionalNumber(data, "top_n");
  if (most !== undefined && !(Number.isInteger(most) && most >= 1)) {
    throw invalidRequest(422, "'top_n' must be a whole number from 1", { param: "top_n" });
  }
  optionalFlag(data, "return_documents");
  return {
    model,
    streamed: false,
    showUsage: false,
    promptTokens: promptTokens([query, documents]),
    completionTokens: 0,
    units: { searches: searchesOf(documents.length) },
  };
}
