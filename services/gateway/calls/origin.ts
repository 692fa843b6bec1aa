/**
 * The origin of signed or sealed content. Providers sign thoughts and seal reasoning per key and refuse other
 * keys' content, so the content that clients hold names its provider and key.
 */
import { Buffer } from "node:buffer";
import type { ProviderKey, Target } from "../providers/target.ts";

export interface Origin {
  provider: string;
  key: string;
}

const MARK = "dwn1";
// Reasoning of a provider that signs none: only that provider is shown it again.
const UNSIGNED = "dwn0";

export function originOf({ provider }: Target, { id }: ProviderKey): Origin {
  return { provider, key: id };
}

/** `content` with its origin. */
export function sealed(content: string, { provider, key }: Origin): string {
  return `${MARK}.${packed(`${provider}/${key}`)}.${content}`;
}

/** The content without its origin; undefined where it names none. */
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

/** The step of `chain` that an origin names, with that key alone; undefined when it is not there any more. */
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
