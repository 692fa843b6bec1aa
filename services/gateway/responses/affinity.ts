/**
 * Key affinity of a conversation: encrypted reasoning must go back to its key, and a repeated prompt is cheaper at
 * the key whose cache has it.
 */
import type { JsonObject } from "lib/json_object.ts";
import { type Affinity, beginningOf } from "../calls/affinity.ts";
import { type Origin, targetAt, unsealed } from "../calls/origin.ts";
import { invalidRequest } from "../errors.ts";
import type { Target } from "../providers/target.ts";
import { objectsOf, textOf } from "../wires/http.ts";
import { originNamed } from "./response_id.ts";

/** @throws GatewayError 400 when reasoning was encrypted for a key that is no longer configured. */
export function affinityOf(data: JsonObject, chain: Target[], history: JsonObject[]): Affinity {
  const items = [...history, ...objectsOf(data.input)];
  const sticky = textOf(data.prompt_cache_key) || start(data, items);
  const sealedAt = items.findLastIndex((item) => sealOf(item) !== undefined);
  const origin = sealOf(items[sealedAt] ?? {}) ?? originNamed(textOf(data.previous_response_id));
  if (!origin) return { chain, sticky };
  const target = targetAt(chain, origin);
  // Encrypted content is removed for other providers, which can answer without it.
  if (target) {
    return { chain: [target, ...chain.filter(({ provider }) => provider !== origin.provider)], sticky };
  }
  const others = chain.filter(({ provider }) => provider !== origin.provider);
  if (others.length > 0 || sealedAt < 0) return { chain: others.length > 0 ? others : chain, sticky };
  const param = `input.${sealedAt - history.length}.encrypted_content`;
  const message =
    `The reasoning was encrypted with a key of ${origin.provider} that no longer serves this model`;
  throw invalidRequest(400, message, {
    param: sealedAt < history.length ? "previous_response_id" : param,
    code: "invalid_encrypted_content",
  });
}

function sealOf({ type, encrypted_content }: JsonObject): Origin | undefined {
  return type === "reasoning" ? unsealed(textOf(encrypted_content))?.origin : undefined;
}

function start(data: JsonObject, items: JsonObject[]): string {
  const first = typeof data.input === "string" && items.length === 0 ? data.input : items[0]?.content;
  return beginningOf([data.instructions ?? null, first ?? null]);
}
