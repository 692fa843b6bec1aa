/** All model endpoints below `/v1`. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Running } from "lib/host/host.ts";
import type { Incoming } from "lib/http/incoming.ts";
import type { GatewayEnv } from "./access/caller.ts";
import { SPEECH, speech } from "./audio/speech.ts";
import { TRANSCRIPTIONS, transcriptions, TRANSLATIONS } from "./audio/transcriptions.ts";
import { CHAT, chat } from "./chat/chat.ts";
import { EMBEDDINGS, embeddings } from "./embeddings/embeddings.ts";
import type { CallDeps, Endpoint } from "./calls/call_endpoint.ts";
import { callOutcome } from "./calls/model_call.ts";
import { COMPLETIONS, completions } from "./completions/completions.ts";
import { EDITS, GENERATIONS, images, VARIATIONS } from "./images/images.ts";
import { COUNT_TOKENS, MESSAGES, messages } from "./messages/messages.ts";
import { RESPONSES, responses } from "./responses/responses.ts";
import { MODERATIONS, moderations } from "./moderations/moderations.ts";
import { RERANK, rerank } from "./rerank/rerank.ts";

/** Endpoints that make one model call. */
export const MODEL_CALLS: Endpoint[] = [
  CHAT,
  EMBEDDINGS,
  COMPLETIONS,
  MODERATIONS,
  MESSAGES,
  COUNT_TOKENS,
  TRANSCRIPTIONS,
  TRANSLATIONS,
  SPEECH,
  GENERATIONS,
  EDITS,
  VARIATIONS,
  RERANK,
  RESPONSES,
];

/** Endpoints that a batch may call, by path: their requests and answers are JSON. */
export const BATCH_CALLS: ReadonlyMap<string, Endpoint> = new Map(
  [CHAT, EMBEDDINGS, COMPLETIONS, MODERATIONS, RESPONSES, MESSAGES, GENERATIONS, RERANK].map((
    call,
  ) => [`/v1${call.path}`, call]),
);

/** The routes of all model endpoints. */
export function modelRoutes(deps: CallDeps): OpenAPIHono<GatewayEnv>[] {
  return [
    chat(deps),
    embeddings(deps),
    completions(deps),
    moderations(deps),
    messages(deps),
    transcriptions(deps),
    speech(deps),
    images(deps),
    rerank(deps),
    responses(deps),
  ];
}

const BY_PATH = new Map<string, Endpoint>(
  MODEL_CALLS.flatMap((call) => [[`/v1${call.path}`, call], [call.path, call]]),
);

/** Origins of web pages that may call the gateway. */
interface Pages {
  corsOrigins?: readonly string[];
}

/** The endpoint of a model call to `path`; undefined for calls from web pages, whose answers need more headers. */
export function modelEndpoint(
  { corsOrigins }: Pages,
  { method, headers }: Pick<Incoming, "method" | "headers">,
  path: string,
): Endpoint | undefined {
  if (method !== "POST" || corsOrigins?.length && headers.get("origin") !== null) return undefined;
  return BY_PATH.get(path);
}

/** Answers model calls without creating a Request. */
export function directCalls(deps: CallDeps & Pages): NonNullable<Running["direct"]> {
  return (request) => {
    const endpoint = modelEndpoint(deps, request, request.target);
    return endpoint && ((connection) => callOutcome(deps, endpoint, { request, connection }));
  };
}
