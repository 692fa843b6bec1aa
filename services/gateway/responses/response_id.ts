/** Ids of responses that encode the provider and key of the answer. */
import { Buffer } from "node:buffer";
import { uuidv7 } from "lib/ids.ts";
import type { Origin } from "../calls/origin.ts";

export function newResponseId({ provider, key }: Origin): string {
  return `resp_${uuidv7().replaceAll("-", "")}${Buffer.from(`${provider}/${key}`).toString("base64url")}`;
}

/** The provider and key in an id; undefined for any other id. */
export function originNamed(id: string): Origin | undefined {
  const [, place] = /^resp_[0-9a-f]{32}([\w-]+)$/.exec(id) ?? [];
  if (place === undefined) return undefined;
  const text = Buffer.from(place, "base64url").toString();
  const slash = text.indexOf("/");
  return slash < 0 ? undefined : { provider: text.slice(0, slash), key: text.slice(slash + 1) };
}
