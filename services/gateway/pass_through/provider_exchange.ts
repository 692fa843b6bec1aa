/** Sends a request to a provider's own endpoint and reads the answer. */
import { deadlineSignal } from "lib/deadlines.ts";
import type { AnswerBody, Bytes } from "lib/http/http_client.ts";
import { SMALL_BYTES } from "lib/http/slow_body.ts";
import { maskSecrets } from "lib/providers/provider_refusal.ts";
import type { Attempt } from "../calls/answer.ts";
import { refusalOf } from "../providers/refusal.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { credentials } from "../wires/bedrock_api.ts";
import { headersBack, headersOn, keyHeader } from "./passed_headers.ts";
import { addressOf, withoutCredentials } from "./passed_path.ts";
import { withoutSecret } from "./passed_events.ts";
import type { StreamedBody, Watch } from "./streamed_body.ts";
import type { PassedRequest } from "./passed_request.ts";
import type { Upstream } from "../providers/upstream.ts";

/** A successful answer. Text is read whole unless it is an event stream; any other type is streamed. */
export interface PassedAnswer {
  status: number;
  headers: Record<string, string>;
  body: { whole: Bytes; isJson: boolean } | { events: AnswerBody } | { rest: AnswerBody };
}

/** An error in the provider's own format. */
export class PassedRefusal extends UpstreamError {
  override name = "PassedRefusal";

  constructor(
    readonly answer: { status: number; headers: Record<string, string>; text: string },
    error: UpstreamError,
  ) {
    super(error.message, error);
  }
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 2 ** 20;

export interface Exchange extends Attempt {
  asked: PassedRequest;
  /** The caller's credential, which is never forwarded. */
  credential: string;
  unknownBetas: "drop" | "pass";
  upstream: Pick<Upstream, "upload">;
}

/** Throws PassedRefusal for an error answer, UpstreamError without an answer. */
export async function exchange(given: Exchange): Promise<PassedAnswer> {
  const { target, key, signal, asked } = given;
  const message = `${target.provider} did not answer within ${target.timeoutMs} ms`;
  const late = () => new UpstreamError(message, { code: "timeout" });
  const deadline = deadlineSignal(target.timeoutMs, late, signal);
  try {
    const response = await sent(given, deadline.signal, {
      readerWaited: deadline.restart,
      // A slow client must not count against the provider's timeout.
      senderWaited: deadline.stop,
    });
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      throw new UpstreamError(`${target.provider} answered with a redirect, which is not followed`, {
        status: response.status,
        code: "redirected",
      });
    }
    if (!response.ok && response.status !== 304) throw await refused(response, given);
    return await answerOf(
      response,
      key.secret,
      () => deadline.abort(new Error("the answer is no longer needed")),
    );
  } catch (cause) {
    deadline.signal.throwIfAborted();
    if (cause instanceof UpstreamError) throw cause;
    if (isComing(asked.body) && asked.body.failure !== undefined) throw asked.body.failure;
    throw new UpstreamError(`${target.provider} cannot be reached`, { code: "connection_failed", cause });
  } finally {
    deadline.stop();
  }
}

async function sent(given: Exchange, signal: AbortSignal, watch: Watch): Promise<Response> {
  const { asked: { body, method }, target, upstream } = given;
  const { url, headers } = await headOf(given);
  if (isComing(body)) {
    const pieces = () => body.pieces(watch);
    return await upstream.upload({ url, method, headers, signal, length: body.length, pieces });
  }
  // fetch() would copy a large body.
  if (body && body.length > SMALL_BYTES) {
    const pieces = () => piecesOf(body);
    return await upstream.upload({ url, method, headers, signal, length: body.length, pieces });
  }
  return await fetch(url, {
    method,
    headers,
    ...body ? { body } : {},
    signal,
    ...target.client ? { client: target.client } : {},
    // Following a redirect would send the key to another host.
    redirect: "manual",
  });
}

async function* piecesOf(body: Bytes): AsyncGenerator<Bytes> {
  yield body;
}

function isComing(body: PassedRequest["body"]): body is StreamedBody {
  return body !== undefined && "pieces" in body;
}

async function headOf(
  { asked, target, key, credential, unknownBetas }: Exchange,
): Promise<{ url: URL; headers: Headers }> {
  const { method, path, search } = asked;
  const url = addressOf(target.baseUrl, { path, search: withoutCredentials(search, credential) });
  // Azure's older paths require a version, its newer ones reject it.
  const isVersioned = !target.azure || /\/openai\/v1\//.test(url.pathname) ||
    url.searchParams.has("api-version");
  if (target.azure && !isVersioned) url.searchParams.set("api-version", target.azure.apiVersion);
  const on = headersOn(asked.headers, target, { credential, unknownBetas });
  const contentType = on["content-type"];
  const own = target.wire === "bedrock"
    ? await credentials(
      url.href,
      { method, body: wholeBodyOf(asked), ...contentType ? { contentType } : {} },
      { target, key },
    )
    : keyHeader(target, key);
  const headers = new Headers({ ...on, ...own });
  for (const [name, value] of Object.entries(target.headers)) headers.set(name, value);
  return { url, headers };
}

/** The whole body, which a signature requires. */
function wholeBodyOf({ body }: PassedRequest): Bytes | undefined {
  if (isComing(body)) throw new TypeError("a signed body is read whole");
  return body;
}

async function refused(response: Response, { target, key }: Exchange): Promise<UpstreamError> {
  const { status, headers } = response;
  const bytes = await wholeOf(response, MAX_ERROR_BYTES).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const { provider } = target;
  const error = refusalOf({
    ...{ status, text, provider, secret: key.secret },
    header: (name) => headers.get(name) ?? undefined,
  });
  // The provider refused the gateway's credential, which its message may quote.
  if (status === 401 || status === 403) return error;
  const masked = maskSecrets(text, [key.secret]);
  return new PassedRefusal({ status, headers: headersBack(headers), text: masked }, error);
}

async function answerOf(response: Response, secret: string, abort: () => void): Promise<PassedAnswer> {
  const { status, headers: given } = response;
  const headers = headersBack(given);
  const type = given.get("content-type") ?? "";
  if (/^text\/event-stream\b/i.test(type)) {
    return { status, headers, body: { events: bodyOf(response, abort) } };
  }
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type);
  if (!isJson && !/^text\/|^application\/xml\b/i.test(type) && response.body) {
    return { status, headers, body: { rest: bodyOf(response, abort) } };
  }
  const bytes = await wholeOf(response, MAX_ANSWER_BYTES);
  const text = new TextDecoder().decode(bytes);
  const left = withoutSecret(text, secret);
  const whole = left === text ? bytes : new TextEncoder().encode(left);
  return { status, headers, body: { whole, isJson } };
}

async function wholeOf({ body }: Pick<Response, "body">, maxBytes: number): Promise<Bytes> {
  const pieces: BlobPart[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) {
      throw new UpstreamError("The provider sent an answer that is too large", { code: "answer_too_large" });
    }
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function bodyOf(response: Response, abort: () => void): AnswerBody {
  const reader = response.body?.getReader();
  return {
    async read() {
      const step = await reader?.read();
      return !step || step.done ? null : new Uint8Array(step.value);
    },
    cancel() {
      abort();
      reader?.cancel().catch(() => {});
    },
  };
}
