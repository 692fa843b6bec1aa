/**
 * Key affinity of a conversation: signed thinking must go back to the key that signed it, and a repeated prompt is
 * cheaper at the key whose cache has it.
 */
import type { JsonObject } from "lib/json_object.ts";
import { type Affinity, beginningOf } from "../calls/affinity.ts";
import { type Origin, targetAt, unsealed } from "../calls/origin.ts";
import { invalidRequest } from "../errors.ts";
import type { Target } from "../providers/target.ts";
import { objectsOf, textOf } from "../wires/http.ts";
import { isNative } from "./native.ts";

/** @throws GatewayError 400 when thinking was signed by a key that no longer serves the model. */
export function affinityOf(data: JsonObject, chain: Target[]): Affinity {
  const messages = objectsOf(data.messages);
  const [first] = messages;
  const sticky = beginningOf([data.system ?? null, first?.content ?? null]);
  const signed = lastSigned(messages);
  if (!signed) return { chain, sticky };
  const target = targetAt(chain, signed.origin);
  // Providers of other protocols get the request without the thinking, and can answer it.
  const others = chain.filter((other) => !isNative(other));
  if (target) return { chain: [target, ...others], sticky };
  if (others.length > 0) return { chain: others, sticky };
  // Claude Code recognises this message and retries without thinking.
  const message = `${signed.at}: Invalid signature in thinking block: it was made with a key of ` +
    `${signed.origin.provider} that does not serve this model here`;
  throw invalidRequest(400, message, { param: signed.at, code: "invalid_signature" });
}

/** The origin of the latest signed thinking block. */
function lastSigned(messages: JsonObject[]): { origin: Origin; at: string } | undefined {
  for (let index = messages.length - 1; index >= 0; index--) {
    const blocks = objectsOf(messages[index]?.content);
    const place = blocks.findLastIndex((block) => sealOf(block) !== undefined);
    const seal = sealOf(blocks[place] ?? {});
    if (seal) return { origin: seal.origin, at: `messages.${index}.content.${place}` };
  }
  return undefined;
}

function sealOf({ type, signature, data }: JsonObject) {
  if (type === "thinking") return unsealed(textOf(signature));
  return type === "redacted_thinking" ? unsealed(textOf(data)) : undefined;
}
