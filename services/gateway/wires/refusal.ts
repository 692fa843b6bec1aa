import { UpstreamError } from "../providers/upstream_error.ts";
import { isObject, objectOf, objectsOf, textOf } from "./http.ts";
import type { JsonObject } from "./wire.ts";

/** What a provider said when it did not answer with a success. */
export interface Refusal {
  provider: string;
  status: number;
  headers: Headers;
  text: string;
  secret: string;
}

const MAX_MESSAGE = 2_000;

/** A refusal as an error: the provider's own message, type, code and param, without our credentials. */
export function refusal({ provider, status, headers, text, secret }: Refusal): UpstreamError {
  const body = bodyOf(text);
  const error = isObject(body.error) ? body.error : body;
  const message = textOf(error.message) || textOf(error.Message) || textOf(body.error) ||
    `Provider ${provider} answered ${status}`;
  const refused = status === 401 || status === 403;
  return new UpstreamError(
    refused ? `Provider ${provider} refused the gateway's credentials` : masked(message, secret),
    {
      status,
      type: textOf(error.type) || textOf(error.status) || awsType(headers),
      code: codeOf(error.code),
      param: textOf(error.param) || null,
      retryAfterMs: retryAfterMs(headers) ?? retryDelayMs(error.details),
    },
  );
}

/** The object of a body; Google's may be a list of one. */
function bodyOf(text: string): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    return objectOf(Array.isArray(body) ? body[0] : body);
  } catch {
    // Proxies answer with pages; what they say is not for clients.
    return {};
  }
}

function codeOf(code: unknown): string | null {
  return typeof code === "number" ? String(code) : textOf(code) || null;
}

/** `ValidationException:http://…` is ValidationException. */
function awsType(headers: Headers): string | null {
  return headers.get("x-amzn-errortype")?.split(":")[0] ?? null;
}

function retryAfterMs(headers: Headers): number | null {
  const precise = headers.get("retry-after-ms");
  if (precise && Number(precise) >= 0) return Number(precise);
  const value = headers.get("retry-after");
  if (!value) return null;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Google's RetryInfo among the details of an error: `{"retryDelay": "7s"}`. */
function retryDelayMs(details: unknown): number | null {
  for (const { retryDelay } of objectsOf(details)) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(textOf(retryDelay))?.[1];
    if (seconds) return Number(seconds) * 1000;
  }
  return null;
}

/** A message without any part of a key. */
function masked(message: string, secret: string): string {
  const parts = secret.split(":").filter((part) => part.length >= 8);
  return parts.reduce((text, part) => text.replaceAll(part, "***"), message).slice(0, MAX_MESSAGE);
}
