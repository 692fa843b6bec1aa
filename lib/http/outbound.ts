/** Requests to addresses chosen by a caller: never into this network, always within bounds. */
import dns from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { joined } from "lib/bytes.ts";
import { unlessAborted } from "lib/deadlines.ts";

/** The address may not be called. */
export class OutboundRefused extends Error {
  /** Its name. */
  override name = "OutboundRefused";
}

/** The request failed: no connection, too slow, too large, too many redirects. */
export class OutboundFailed extends Error {
  /** Its name. */
  override name = "OutboundFailed";
}

/** The bounds of a request. */
export interface OutboundOptions {
  /** The HTTP method; GET by default. */
  method?: string;
  /** Request headers. */
  headers?: Record<string, string>;
  /** Request body. */
  body?: string | Uint8Array;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Milliseconds for the whole exchange, redirects included. */
  timeoutMs?: number;
  /** Most bytes of the answer's body, as received. */
  maxBytes?: number;
  /** Most redirects to follow; with 0 the redirect is the answer. */
  maxRedirects?: number;
  /** Allows private addresses, for a lab. */
  allowPrivate?: boolean;
}

/** The response. */
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

const TIMEOUT_MS = 10_000;
// The only IPv6 block allocated so far (RFC 4291, 2.4); other addresses may embed IPv4 ones.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
// A public address by number, but on Azure's machines it serves metadata with their secrets.
const AZURE_WIRE_SERVER = "168.63.129.16";

// 6to4, Teredo, NAT64 and IPv4-mapped addresses embed another address; ipaddr.js does not class them as
// `unicast`, so they are refused with everything else that is not plain public unicast.
/** Whether `ip` is a public address: plain global unicast, nothing private, reserved or translated. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (address.range() !== "unicast" || address.toString() === AZURE_WIRE_SERVER) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

interface Address {
  address: string;
  family: number;
}

/** The addresses of `hostname`, the one to call first; all of them must be public. */
async function resolvePublic(hostname: string, allowPrivate: boolean): Promise<[Address, ...Address[]]> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  let addresses: Address[];
  try {
    addresses = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await dns.lookup(bare, { all: true });
  } catch (cause) {
    throw new OutboundFailed(`${hostname} has no address`, { cause });
  }
  const [first, ...rest] = addresses;
  if (!first) throw new OutboundFailed(`${hostname} has no address`);
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundRefused(`${hostname} is not a public address`);
  }
  return [first, ...rest];
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

/** Checks without a request that `text` leads outside. @throws {OutboundRefused | OutboundFailed} */
export async function checkOutside(
  text: string,
  { allowPrivate = false }: { allowPrivate?: boolean } = {},
): Promise<void> {
  const { hostname, host } = outboundUrl(text);
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  await until(resolvePublic(hostname, allowPrivate), host, { signal: deadline, deadline });
}

/**
 * Requests `address`. Its name is resolved once, all its addresses are checked, and the connection goes to a
 * checked one; the same for each redirect. Another origin gets plain headers only, no credentials.
 * @throws {OutboundRefused} when it may not be called, {OutboundFailed} when the request failed.
 */
export async function fetchOutside(address: string, options: OutboundOptions = {}): Promise<OutboundAnswer> {
  const { timeoutMs = TIMEOUT_MS, maxRedirects = 3, signal: caller } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const ends = { signal: caller ? AbortSignal.any([caller, deadline]) : deadline, deadline };
  let url = outboundUrl(address);
  let request = options;
  for (let hops = 0;; hops++) {
    const answer = await exchange(url, request, ends);
    const location = answer.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(answer.status) || !location) return answer;
    if (maxRedirects === 0) return answer;
    if (hops >= maxRedirects) throw new OutboundFailed(`More than ${maxRedirects} redirects`);
    const next = outboundUrl(URL.parse(location, url)?.href ?? "");
    request = redirected(request, answer.status, next.origin === url.origin);
    url = next;
  }
}

// The only headers that another origin gets: credentials have many names.
const PLAIN_HEADERS = /^(accept|accept-encoding|accept-language|content-type|user-agent)$/i;

function redirected(options: OutboundOptions, status: number, sameOrigin: boolean): OutboundOptions {
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).filter(([name]) => sameOrigin || PLAIN_HEADERS.test(name)),
  );
  const keepsBody = status === 307 || status === 308;
  if (keepsBody) return { ...options, headers };
  return { ...options, headers, method: options.method === "HEAD" ? "HEAD" : "GET", body: undefined };
}

/** The result of `work`; rejects when the caller gave up or the time is over. */
function until<T>(work: Promise<T>, host: string, { signal, deadline }: Ends): Promise<T> {
  return unlessAborted(signal, work).catch((error) => {
    // The signal's own reason does not name the host.
    const late = deadline.aborted && error === signal.reason;
    throw late ? new OutboundFailed(`${host} did not answer in time`) : error;
  });
}

interface Ends {
  /** Aborts when either the caller or the time ends the request. */
  signal: AbortSignal;
  /** Aborts when its time is over. */
  deadline: AbortSignal;
}

async function exchange(
  url: URL,
  { method = "GET", headers = {}, body, maxBytes = 2 ** 20, allowPrivate = false }: OutboundOptions,
  ends: Ends,
): Promise<OutboundAnswer> {
  const addresses = await until(resolvePublic(url.hostname, allowPrivate), url.host, ends);
  const options = { method, headers, lookup: pinned(addresses), agent: false };
  const request = (url.protocol === "https:" ? https : http).request(url, options);
  try {
    const answered = answerTo(request, url, maxBytes);
    request.end(body);
    return await until(answered, url.host, ends);
  } finally {
    request.destroy();
  }
}

/**
 * A DNS look-up with a fixed result: the connection goes to the checked address even if the name resolves to
 * another by then.
 */
function pinned(addresses: [Address, ...Address[]]): LookupFunction {
  const [{ address, family }] = addresses;
  return (_hostname, asked, answer) => {
    if (asked.all) answer(null, addresses);
    else answer(null, address, family);
  };
}

function answerTo(request: http.ClientRequest, url: URL, maxBytes: number): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const failed = (message: string, cause?: unknown) => reject(new OutboundFailed(message, { cause }));
  request.on("error", (error) => failed(`${url.host} cannot be reached`, error));
  request.on("response", (response) => {
    const chunks: Uint8Array[] = [];
    let received = 0;
    response.on("data", (chunk: Uint8Array) => {
      received += chunk.length;
      if (received <= maxBytes) return chunks.push(chunk);
      failed(`The answer is larger than ${maxBytes} bytes`);
      request.destroy();
    });
    response.on("error", (error) => failed("The answer was cut off", error));
    response.on("aborted", () => failed("The answer was cut off"));
    response.on("end", () => {
      const headers = new Headers();
      for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) {
        headers.append(response.rawHeaders[i] ?? "", response.rawHeaders[i + 1] ?? "");
      }
      resolve({ status: response.statusCode ?? 0, headers, body: joined(chunks), url: url.href });
    });
  });
  return promise;
}
