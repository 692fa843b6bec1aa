/** Calls providers with Anthropic's Messages API: Anthropic itself, and Bedrock for Claude models. */
import { type JsonObject, parsedObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";
import type { Asked, Attempt, Providers } from "../calls/answer.ts";
import type { Target } from "../providers/target.ts";
import { modelRequest } from "../wires/bedrock_api.ts";
import { awsEvents } from "../wires/event_stream.ts";
import { sseObjects } from "../wires/events.ts";
import { markedMessages } from "../wires/cache_marks.ts";
import { send, sendForJson, textOf, type WireRequest } from "../wires/http.ts";
import { download, mediaOfRequest } from "../wires/media.ts";
import { betasFor } from "./betas.ts";
import { withInlineMedia } from "./inline_media.ts";
import { unsealedMessages } from "./unsealed.ts";

export function isNative({ wire, model }: Target): boolean {
  return wire === "anthropic" || wire === "bedrock" && model.includes("anthropic.");
}

export async function nativeWhole(providers: Providers, asked: Asked, attempt: Attempt): Promise<JsonObject> {
  return await sendForJson(await requestFor(providers, asked, attempt), attempt);
}

/** Streams a message without translation. */
export async function* nativeStream(
  providers: Providers,
  asked: Asked,
  attempt: Attempt,
): AsyncGenerator<JsonObject> {
  const body = await send(await requestFor(providers, asked, attempt), attempt);
  if (attempt.target.wire !== "bedrock") return yield* sseObjects(body, attempt);
  for await (const { payload } of awsEvents(body, attempt)) {
    const event = parsedObject(Buffer.from(textOf(payload.bytes), "base64").toString());
    if (event) yield event;
  }
}

async function requestFor(
  { unknownBetas = "drop" }: Providers,
  asked: Asked,
  attempt: Attempt,
): Promise<WireRequest> {
  const betas = betasFor(asked.headers, attempt.target, unknownBetas);
  return attempt.target.wire === "bedrock"
    ? await atBedrock(asked, attempt, betas)
    : atAnthropic(asked, attempt, betas);
}

function atAnthropic({ path, data, headers }: Asked, { target, key }: Attempt, betas: string[]): WireRequest {
  const body = { ...data, model: target.model, messages: unsealedMessages(data.messages) };
  return {
    url: `${target.baseUrl.href.replace(/\/$/, "")}/v1${path}`,
    headers: {
      "x-api-key": key.secret,
      "anthropic-version": headers.get("anthropic-version") ?? "2023-06-01",
      ...betas.length > 0 ? { "anthropic-beta": betas.join(",") } : {},
    },
    body: JSON.stringify(
      // Counting tokens does not use the prompt cache.
      markedMessages(body, path === "/messages" ? target.cacheMarks : undefined),
    ),
  };
}

// Bedrock refuses all other fields.
const BEDROCK_FIELDS = [
  "max_tokens",
  "system",
  "temperature",
  "top_p",
  "top_k",
  "tools",
  "tool_choice",
  "stop_sequences",
  "thinking",
  "output_config",
];

async function atBedrock({ data }: Asked, attempt: Attempt, betas: string[]): Promise<WireRequest> {
  const fields = Object.fromEntries(
    BEDROCK_FIELDS.flatMap((name) => name in data ? [[name, data[name]]] : []),
  );
  const body = {
    anthropic_version: "bedrock-2023-05-31",
    ...betas.length > 0 ? { anthropic_beta: betas } : {},
    ...fields,
    ...betas.includes("context-management-2025-06-27") && data.context_management
      ? { context_management: data.context_management }
      : {},
    messages: await withInlineMedia(
      unsealedMessages(data.messages),
      mediaOfRequest(download).fetch,
      attempt.signal,
    ),
  };
  return await modelRequest(
    data.stream === true ? "invoke-with-response-stream" : "invoke",
    markedMessages(body, attempt.target.cacheMarks),
    attempt,
  );
}
