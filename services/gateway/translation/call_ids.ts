/** Tool call ids that carry a provider's signature through clients, which send back only ids. */
import { Buffer } from "node:buffer";
import { isObject, type JsonObject } from "lib/json_object.ts";

const SEAM = "--sig--";

/** A tool call's id for the client, in characters that all clients accept, with Google's thought signature in it. */
export function clientCallId(id: string, call: JsonObject, usedIds: Set<string>): string {
  const clientId = /^[\w-]{1,64}$/.test(id) && !usedIds.has(id) && !id.includes(SEAM)
    ? id
    // Some servers send no ids, or number the calls of each answer from zero.
    : `call_${crypto.randomUUID().replaceAll("-", "")}`;
  usedIds.add(clientId);
  const signature = signatureOf(call);
  return signature ? clientId + SEAM + Buffer.from(signature).toString("base64url") : clientId;
}

/** The provider's own id, and the signature of the call. */
export function providerCallId(id: string): { id: string; extra: JsonObject } {
  const at = id.indexOf(SEAM);
  if (at < 0) return { id, extra: {} };
  const thought_signature = Buffer.from(id.slice(at + SEAM.length), "base64url").toString();
  return { id: id.slice(0, at), extra: { extra_content: { google: { thought_signature } } } };
}

function signatureOf({ extra_content: extra }: JsonObject): string | undefined {
  const google = isObject(extra) ? extra.google : undefined;
  const signature = isObject(google) ? google.thought_signature : undefined;
  return typeof signature === "string" ? signature : undefined;
}
