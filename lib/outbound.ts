/** Requests to addresses that a caller chose: never into this network, never more than asked for. */
import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The address may not be called. */
export class OutboundRefused extends Error {
  /** Its name. */
  override name = "OutboundRefused";
}

/** The address did not answer as it should: no connection, too slow, too large, too many redirects. */
export class OutboundFailed extends Error {
  /** Its name. */
  override name = "OutboundFailed";
}

/** How far a request may go. */
export interface OutboundOptions {
  /** GET unless told otherwise. */
  method?: string;
  /** Sent as they are. */
  headers?: Record<string, string>;
  /** Sent as it is. */
  body?: string | Uint8Array;
  /** The caller's own. */
  signal?: AbortSignal;
  /** For the whole exchange, redirects included. */
  timeoutMs?: number;
  /** Of the answer's body, as received. */
  maxBytes?: number;
  /** Redirects followed; with 0 the redirect is the answer. */
  maxRedirects?: number;
  /** Lets the address be private, for a lab. */
  allowPrivate?: boolean;
}

/** What came back. */
export interface OutboundAnswer {
  /** The HTTP status. */
  status: number;
  /** The answer's headers. */
  headers: Headers;
  /** The answer's body as received. */
  body: Uint8Array;
  /** The address that answered, after redirects. */
  url: string;
}

// 6to4, Teredo, NAT64 and IPv4-mapped addresses carry another address inside; ipaddr.js names them apart
// from `unicast`, so they are refused with everything else that is not plain public unicast.
/** Whether `ip` is a public address: plain global unicast, nothing private, reserved or translated. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  return ipaddr.process(ip).range() === "unicast";
}

/** The public address that `hostname` stands for; all of its addresses must be public. */
async function resolvePublic(
  hostname: string,
  allowPrivate: boolean,
): Promise<{ address: string; family: number }> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  let found: { address: string; family: number }[];
  try {
    found = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await lookup(bare, { all: true });
  } catch (cause) {
    throw new OutboundFailed(`${hostname} has no address`, { cause });
  }
  const [first] = found;
  if (!first) throw new OutboundFailed(`${hostname} has no address`);
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundRefused(`${hostname} is not a public address`);
  }
  return first;
}

/** Parses an http(s) address without credentials. @throws {OutboundRefused} for any other. */
export function outboundUrl(text: string): URL {
  if (!URL.canParse(text)) throw new OutboundRefused("The address is not a URL");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundRefused("The address must begin with http:// or https://");
  }
  if (url.username || url.password) throw new OutboundRefused("The address must not carry credentials");
  return url;
}

/** Checks now, without a request, that `text` leads outside. @throws {OutboundRefused | OutboundFailed} */
export async function checkOutside(
  text: string,
  { allowPrivate = false }: { allowPrivate?: boolean } = {},
): Promise<void> {
  await resolvePublic(outboundUrl(text).hostname, allowPrivate);
}

/**
 * Requests `address`: its name is resolved once, every address it has is checked, and the connection goes to
 * the one that was checked; each redirect again. Credentials do not follow a redirect to another origin.
 * @throws {OutboundRefused} when it may not be called, {OutboundFailed} when it did not answer.
 */
export async function fetchOutside(address: string, options: OutboundOptions = {}): Promise<OutboundAnswer> {
  const { timeoutMs = 10_000, maxRedirects = 3, signal } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const until = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let url = outboundUrl(address);
  let request = options;
  for (let hops = 0;; hops++) {
    const answer = await exchange(url, request, until, deadline);
    const location = answer.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return answer;
    if (maxRedirects === 0) return answer;
    if (hops >= maxRedirects) throw new OutboundFailed(`More than ${maxRedirects} redirects`);
    const next = outboundUrl(new URL(location, url).href);
    request = redirected(request, answer.status, next.origin === url.origin);
    url = next;
  }
}

function redirected(options: OutboundOptions, status: number, sameOrigin: boolean): OutboundOptions {
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).filter(([name]) =>
      sameOrigin || !/^(authorization|cookie)$/i.test(name)
    ),
  );
  const keepsBody = status === 307 || status === 308;
  return keepsBody ? { ...options, headers } : { ...options, headers, method: "GET", body: undefined };
}

async function exchange(
  url: URL,
  { method = "GET", headers = {}, body, maxBytes = 2 ** 20, allowPrivate = false }: OutboundOptions,
  signal: AbortSignal,
  deadline: AbortSignal,
): Promise<OutboundAnswer> {
  const { address, family } = await resolvePublic(url.hostname, allowPrivate);
  const pinned: LookupFunction = (_hostname, asked, answer) => {
    if (asked.all) answer(null, [{ address, family }]);
    else answer(null, address, family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const failed = (message: string, cause?: unknown) => reject(new OutboundFailed(message, { cause }));
  const request = (url.protocol === "https:" ? https : http).request(
    url,
    { method, headers, lookup: pinned, agent: false },
    (response) => {
      const chunks: Uint8Array[] = [];
      let received = 0;
      response.on("data", (chunk: Uint8Array) => {
        received += chunk.length;
        chunks.push(chunk);
        if (received > maxBytes) {
          failed(`The answer is larger than ${maxBytes} bytes`);
          request.destroy();
        }
      });
      response.on("error", (error) => failed("The answer was cut off", error));
      response.on("aborted", () => failed("The answer was cut off"));
      response.on("end", () => {
        const answered = new Headers();
        for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
          answered.append(response.rawHeaders[i] ?? "", response.rawHeaders[i + 1] ?? "");
        }
        resolve({ status: response.statusCode ?? 0, headers: answered, body: joined(chunks), url: url.href });
      });
    },
  );
  request.on("error", (error) => failed(`${url.host} cannot be reached`, error));
  const onAbort = () => {
    if (deadline.aborted) failed(`${url.host} did not answer in time`);
    else reject(signal.reason);
    request.destroy();
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    request.end(body);
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function joined(chunks: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
