/** Reads a model provider's refusal: its own words, without any key. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { type HeaderReader, retryAfterMs } from "lib/http/retry_after.ts";

/** An error answer. */
export interface RefusedAnswer {
  /** The HTTP status. */
  status: number;
  /** The headers. */
  header: HeaderReader;
  /** The body: its text, or the JSON that it held. */
  body: unknown;
  /** The credentials that the call was made with. */
  secrets?: readonly string[];
}

/** A refusal that is safe to show, store and log. */
export interface ProviderRefusal {
  /** The HTTP status. */
  status: number;
  /** The provider's message; null when there is none that is safe to show. */
  message: string | null;
  /** Its error type. */
  type: string | null;
  /** Its error code. */
  code: string | null;
  /** The field of the request at fault. */
  param: string | null;
  /** How long it asked callers to wait. */
  retryAfterMs: number | null;
}

const MAX_MESSAGE = 2_000;
const MAX_NAME = 200;

/**
 * Reads a refusal in the forms of OpenAI, Anthropic, Google, AWS, Cohere, vLLM and FastAPI. The messages of a
 * 401 and 403 are left out: they quote the refused key. A body that is not JSON is a proxy's page and left
 * out too.
 */
export function providerRefusal({ status, header, body, secrets = [] }: RefusedAnswer): ProviderRefusal {
  const whole = bodyOf(body);
  const error = isObject(whole.error) ? whole.error : whole;
  const named = (value: unknown) => {
    const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
    return maskSecrets(text, secrets).slice(0, MAX_NAME) || null;
  };
  const words = status === 401 || status === 403 ? "" : wordsOf(error) || wordsOf(whole);
  return {
    status,
    message: shortened(maskSecrets(words, secrets), MAX_MESSAGE) || null,
    type: named(error.type) ?? named(error.status) ?? named(header("x-amzn-errortype")?.split(":")[0]),
    code: named(error.code),
    param: named(error.param),
    retryAfterMs: retryAfterMs(header) ?? retryDelayMs(error.details),
  };
}

/** The object of a body; Google's may be a list with one object. */
function bodyOf(body: unknown): JsonObject {
  let value = body;
  if (typeof body === "string") {
    try {
      value = JSON.parse(body);
    } catch {
      return {};
    }
  }
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : {};
}

function wordsOf(error: JsonObject): string {
  const { message, Message, error: text, detail } = error;
  const words = [message, Message, text, detail].find((value) => typeof value === "string" && value.trim());
  if (typeof words === "string") return words;
  // FastAPI's list of validation errors.
  if (!Array.isArray(detail)) return "";
  return detail.flatMap((fault) => isObject(fault) && typeof fault.msg === "string" ? [fault.msg] : []).join(
    "; ",
  );
}

/** Google's RetryInfo among the details of an error: `{"retryDelay": "7s"}`. */
function retryDelayMs(details: unknown): number | null {
  for (const detail of Array.isArray(details) ? details : []) {
    const delay = isObject(detail) && typeof detail.retryDelay === "string" ? detail.retryDelay : "";
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1];
    if (seconds) return Number(seconds) * 1000;
  }
  return null;
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

const LEAST_SECRET = 4;
const LEAST_PART = 8;
const MASK = "***";

/**
 * Forms of credentials of any provider. A prefix of ordinary letters counts only before text with a digit, a
 * capital or an asterisk, so that names such as `key_not_found` stay.
 */
const SECRET_FORMS: [RegExp, string][] = [
  [/\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx|nvapi|ghp|gho|dw|key|api)[-_](?=[\w*.…-]*[\dA-Z*…])[\w*.…-]{6,}/g, MASK],
  [/\bAIza[\w*.…-]{6,}/g, MASK],
  [/\b(?:AKIA|ASIA)[A-Z0-9*]{8,}/g, MASK],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, MASK],
  [/\b([Bb]earer|[Bb]asic)\s+(?=[^\s"']*[\dA-Z*=])[\w.~+/=*…-]{8,}/g, `$1 ${MASK}`],
  [
    /\b((?:x-)?api[ _-]?key(?: provided)?|authorization|password|client_secret|access_token)(["']?\s*[:=]\s*["']?)(?!\*\*\*)[^\s"',;&}]{6,}/gi,
    `$1$2${MASK}`,
  ],
  [/([?&](?:key|api[-_]?key|access_token|token|sig|signature)=)[^&\s"']+/gi, `$1${MASK}`],
  [/(\/\/)[^\s/@:"']+:[^\s/@"']+@/g, `$1${MASK}@`],
];

/** `text` without `secrets`, without parts of them, and without anything in the form of a credential. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  // A key of several parts, such as AWS's, may be quoted in parts.
  const parts = secrets.flatMap((secret) => [
    ...(secret.length >= LEAST_SECRET ? [secret] : []),
    ...secret.split(":").filter((part) => part.length >= LEAST_PART),
  ]);
  const known = parts.toSorted((a, b) => b.length - a.length)
    .reduce((masked, part) => masked.replaceAll(part, MASK), text);
  return SECRET_FORMS.reduce((masked, [form, mask]) => masked.replace(form, mask), known);
}
