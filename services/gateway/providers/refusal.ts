import type { ProviderKey } from "./config.ts";
import type { AnswerHead } from "lib/http_reader.ts";
import { UpstreamError } from "./upstream_error.ts";

/** What a provider said when it did not answer with 2xx. */
export interface Refusal {
  status: number;
  header: AnswerHead["header"];
  text: string;
  provider: string;
  key: ProviderKey;
}

const MAX_MESSAGE = 2_000;

/** A provider's refusal as an error: its message, type, code and param kept, without our credentials. */
export function refusalOf({ status, header, text, provider, key }: Refusal): UpstreamError {
  const { message, type, code, param } = detailsOf(text);
  const said = status === 401 || status === 403 ? "it refused the gateway's credentials" : message;
  return new UpstreamError(masked(`${provider} answered ${status}: ${said}`, key.secret), {
    status,
    type,
    code,
    param,
    retryAfterMs: retryAfterMs(header),
  });
}

function detailsOf(text: string): Record<"type" | "code" | "param", string | null> & { message: string } {
  const body = parsed(text);
  const error = fieldOf(body, "error") ?? (Array.isArray(body) ? fieldOf(body[0], "error") : undefined) ??
    body;
  const message = [error, fieldOf(error, "message"), fieldOf(error, "detail")].find((it) =>
    typeof it === "string"
  );
  const named = (name: string) => {
    const value = fieldOf(error, name);
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  return {
    message: typeof message === "string" ? message.slice(0, MAX_MESSAGE) : "no message",
    type: named("type"),
    code: named("code"),
    param: named("param"),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies answer with pages; what they say is not for clients.
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function retryAfterMs(header: AnswerHead["header"], now = Date.now()): number | null {
  const precise = header("retry-after-ms");
  if (precise !== undefined && Number(precise) >= 0) return Number(precise);
  const given = header("retry-after");
  if (given === undefined) return null;
  const wait = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function masked(message: string, secret: string): string {
  const without = secret.length >= 4 ? message.replaceAll(secret, "***") : message;
  return without.replace(/\b(sk|pk|key|gsk|xai|AIza)[-_][\w*.-]{6,}/g, "***");
}
