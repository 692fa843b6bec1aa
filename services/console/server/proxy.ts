/** Passes `/api/<service>/…` on to the service with the caller's credential; streams go through as they come. */
import { ServiceError } from "lib/errors.ts";
import { SERVICE_TOKEN_HEADER } from "lib/service/service.ts";
import type { Session } from "./session.ts";

const DROPPED = new Set([
  ..."connection keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
  ..."host cookie authorization accept-encoding origin referer x-csrf-token forwarded".split(" "),
]);
const DROPPED_PREFIXES = ["sec-fetch-", "sec-ch-", "x-forwarded-", "x-service-"];
const DROPPED_OF_ANSWERS = [
  ..."connection keep-alive transfer-encoding set-cookie strict-transport-security content-encoding".split(
    " ",
  ),
  ..."cross-origin-opener-policy origin-agent-cluster alt-svc server".split(" "),
];

/** A request on its way to a service. */
export interface ForwardedRequest {
  session: Session | undefined;
  /** The service's address with path and query. */
  target: URL;
  /** The service's name, for failures. */
  service: string;
  ip: string;
  requestId: string;
  /** The console's own token: the service does not count its requests, the console does. */
  serviceToken: string;
}

/** The headers that a service gets of `request`. */
export function passedHeaders(
  headers: Headers,
  { session, ip, requestId, serviceToken }: Omit<ForwardedRequest, "target">,
): Headers {
  const passed = new Headers();
  for (const [name, value] of headers) {
    if (!DROPPED.has(name) && !DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
      passed.append(name, value);
    }
  }
  passed.set("accept-encoding", "identity");
  passed.set("x-request-id", requestId);
  if (ip) passed.set("x-forwarded-for", ip);
  if (session) {
    passed.set("authorization", `Bearer ${session.credential}`);
    passed.set(SERVICE_TOKEN_HEADER, serviceToken);
  }
  return passed;
}

const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/** The service's answer to `request`; 502 when it cannot be reached, 499 when the caller went away. */
export async function forward(request: Request, passed: ForwardedRequest): Promise<Response> {
  // Bodies in small pieces without a length are slow behind fetch; browsers name the length of all they send.
  const hasLength = request.headers.has("content-length");
  if (!hasLength && WITH_BODY.has(request.method)) {
    throw new ServiceError(411, "Send Content-Length with a body");
  }
  let answer: Response;
  try {
    answer = await fetch(passed.target, {
      method: request.method,
      headers: passedHeaders(request.headers, passed),
      body: hasLength ? request.body : null,
      redirect: "manual",
      signal: request.signal,
    });
  } catch (cause) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    throw new ServiceError(502, `The ${passed.service} service cannot be reached`, { cause });
  }
  const headers = new Headers(answer.headers);
  for (const name of DROPPED_OF_ANSWERS) headers.delete(name);
  for (const name of [...headers.keys()]) if (name.startsWith("access-control-")) headers.delete(name);
  headers.set("x-content-type-options", "nosniff");
  // Our pages show a service's answer; the browser never runs it as a page.
  headers.set("content-security-policy", "sandbox; default-src 'none'");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  return compressed(new Response(answer.body, { status: answer.status, headers }), request);
}

const COMPRESSIBLE = /^(application\/json|text\/csv|text\/plain|text\/markdown)\b/;
const WORTH_BYTES = 1_400;

/** Larger texts shrink to a tenth; event streams go through as they come. */
function compressed(response: Response, request: Request): Response {
  const { headers, status, body } = response;
  const length = Number(headers.get("content-length") ?? Infinity);
  const fits = COMPRESSIBLE.test(headers.get("content-type") ?? "") && length >= WORTH_BYTES;
  if (!body || !fits || status === 206 || !/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) {
    return response;
  }
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  headers.append("vary", "accept-encoding");
  return new Response(body.pipeThrough(new CompressionStream("gzip")), { status, headers });
}
