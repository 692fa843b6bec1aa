/**
 * The origin of signed or encrypted content. Providers sign thinking and encrypt reasoning per key and refuse content of
 * other keys, so the content sent to clients includes its provider and key.
 */
import { Buffer } from "node:buffer";
import type { ProviderKey, Target } from "../providers/target.ts";

export interface Origin {
  provider: string;
  key: string;
}

const MARK = "dwn1";
// Prefix of a placeholder: unsigned reasoning is sent back only to its own provider.
const UNSIGNED = "dwn0";

export function originOf({ provider }: Target, { id }: ProviderKey): Origin {
  return { provider, key: id };
}

/** Adds the origin to `content`. */
export function sealed(content: string, { provider, key }: Origin): string {
  return `${MARK}.${packed(`${provider}/${key}`)}.${content}`;
}

/** Splits content and origin; undefined without an origin. */
export function unsealed(text: string): { origin: Origin; content: string } | undefined {
  const [, place, content] = /^dwn1\.([\w-]+)\.(.*)$/s.exec(text) ?? [];
  if (place === undefined || content === undefined) return undefined;
  return { origin: originNamed(Buffer.from(place, "base64url").toString()), content };
}

/** A placeholder signature for reasoning without one. */
export function unsignedMark({ provider }: Origin): string {
  return `${UNSIGNED}.${packed(provider)}`;
}

/** The provider of reasoning without a signature; undefined for any other. */
export function unsignedOrigin(text: string): string | undefined {
  const [, place] = /^dwn0\.([\w-]+)$/.exec(text) ?? [];
  return place === undefined ? undefined : Buffer.from(place, "base64url").toString();
}

/** The target of `chain` that an origin names, with only that key; undefined if it no longer exists. */
export function targetAt(chain: readonly Target[], { provider, key }: Origin): Target | undefined {
  for (const target of chain) {
    const own = target.provider === provider ? target.keys.find(({ id }) => id === key) : undefined;
    if (own) return target.keys.length === 1 ? target : { ...target, keys: [own] };
  }
  return undefined;
}

function originNamed(place: string): Origin {
  const slash = place.indexOf("/");
  return { provider: place.slice(0, slash), key: place.slice(slash + 1) };
}

function packed(text: string): string {
  return Buffer.from(text).toString("base64url");
}
