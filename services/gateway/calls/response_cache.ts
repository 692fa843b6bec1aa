/** A cache of answers to identical requests of the same tenant, in memory, limited in bytes. */
import { createHash } from "node:crypto";
import type { AnswerText } from "./checked_answer.ts";
import type { Usage } from "../usage.ts";

export interface CachedAnswer {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  usage: Usage;
  /** The provider that answered originally. */
  provider: string;
  /** Its texts, which are checked again before reuse; empty if nothing is checked. */
  texts: readonly AnswerText[];
}

export interface ResponseCache {
  find(key: string): CachedAnswer | undefined;
  keep(key: string, answer: CachedAnswer, ttlSeconds: number): void;
  readonly bytes: number;
}

const ENTRY_BYTES = 500;

export function createResponseCache(
  { maxBytes, now = Date.now }: { maxBytes: number; now?: () => number },
): ResponseCache {
  // In order of last use, so that the least recently used is evicted first.
  const entries = new Map<string, { answer: CachedAnswer; until: number }>();
  let bytes = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entry && entries.delete(key)) bytes -= sizeOf(entry.answer);
  }

  return {
    get bytes() {
      return bytes;
    },
    find(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until <= now()) return void drop(key);
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer;
    },
    keep(key, answer, ttlSeconds) {
      const size = sizeOf(answer);
      // A single answer must not evict most others.
      if (size > maxBytes / 8) return;
      drop(key);
      entries.set(key, { answer, until: now() + ttlSeconds * 1000 });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}

function sizeOf({ bytes, texts }: CachedAnswer): number {
  return bytes.length + ENTRY_BYTES + texts.reduce((sum, { text }) => sum + 2 * text.length, 0);
}

/** The cache key of a request: tenant, path and whole body, regardless of the order of fields. */
export function cacheKey(tenant: string, path: string, body: unknown): string {
  return createHash("sha256").update(`${JSON.stringify([tenant, path])}\n${normalised(body)}`).digest("hex");
}

function normalised(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(normalised).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${normalised(field)}`).join(",")}}`;
}

const MAX_TTL_SECONDS = 7 * 24 * 3600;
const USUAL_TTL_SECONDS = 300;

/**
 * How long an answer may be cached: the `x-diwan-cache` header (`on`, `off` or seconds), else the key's
 * setting; undefined if neither asks for it.
 */
export function cacheSeconds(header: string | null, key: { ttl_seconds: number } | null): number | undefined {
  const asked = header?.trim().toLowerCase();
  if (asked === "off" || asked === "0") return undefined;
  if (asked === "on") return key?.ttl_seconds ?? USUAL_TTL_SECONDS;
  if (asked && /^\d{1,7}$/.test(asked)) return Math.min(Number(asked), MAX_TTL_SECONDS);
  return key?.ttl_seconds;
}
