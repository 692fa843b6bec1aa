/**
 * Parses the head of an HTTP/1.1 request (RFC 9112) and refuses anything that two parsers could read
 * differently.
 */

/** How the body of a request is framed. */
export type BodyFraming = { by: "length"; length: number } | { by: "chunked" };

/** The head of a request. */
export interface RequestHead {
  /** The method, as it was sent. */
  method: string;
  /** Path and query, or `*`. */
  target: string;
  /** Host and port of the request; empty when an HTTP/1.0 client sent none. */
  host: string;
  /** Lower-case names, in order. */
  names: string[];
  /** The value of each name. */
  values: string[];
  /** How its body is framed. */
  body: BodyFraming;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  expectsContinue: boolean;
  /** Whether it keeps its connection for a next request. */
  keepsAlive: boolean;
  /** False for HTTP/1.0. */
  modern: boolean;
}

/** A request that is refused before any handler sees it. */
export class RefusedHead extends Error {
  /** Its name. */
  override name = "RefusedHead";

  /** A refusal with its status and a sentence. */
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

const MAX_HEADERS = 128;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Visible ASCII; a fragment is never sent.
const TARGET = /^[!-"$-~]+$/;
// A name or an address with a port; no user, path or space.
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[0-9A-Fa-f:.]+\])(?::\d{0,5})?$/;
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;
const SPACE = 32;
const TAB = 9;

/**
 * Parses `text`, a head without its final blank line. Its lines end with CR LF, and it holds no control
 * characters other than TAB.
 * @throws {RefusedHead} for all that is malformed or ambiguous.
 */
export function parseHead(text: string): RequestHead {
  const lines = text.split("\r\n");
  if (lines.length > MAX_HEADERS + 1) throw new RefusedHead(431, "The request has too many headers");
  const { method, target, modern } = requestLine(lines[0] ?? "");
  const names: string[] = [];
  const values: string[] = [];
  for (let i = 1; i < lines.length; i++) addHeader(lines[i] ?? "", names, values);
  const head: RequestHead = {
    ...{ method, target, names, values, modern },
    host: "",
    body: NO_BODY,
    expectsContinue: false,
    keepsAlive: modern,
  };
  interpret(head);
  return head;
}

const NO_BODY: BodyFraming = { by: "length", length: 0 };

/** The value of a header by its lower-case name, several joined; null without one. */
export function headerOf(
  { names, values }: Pick<RequestHead, "names" | "values">,
  name: string,
): string | null {
  let value: string | null = null;
  for (let i = 0; i < names.length; i++) {
    if (names[i] === name) value = value === null ? values[i] ?? "" : `${value}, ${values[i]}`;
  }
  return value;
}

function requestLine(line: string): Pick<RequestHead, "method" | "target" | "modern"> {
  const first = line.indexOf(" ");
  const last = line.lastIndexOf(" ");
  const method = line.slice(0, first);
  const target = line.slice(first + 1, last);
  const version = line.slice(last + 1);
  if (first < 1 || last <= first || !TOKEN.test(method) || !TARGET.test(target)) {
    throw new RefusedHead(400, "The request line is malformed");
  }
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") {
    throw new RefusedHead(/^HTTP\/\d(?:\.\d)?$/.test(version) ? 505 : 400, "Only HTTP/1.1 is spoken here");
  }
  return { method, target, modern: version === "HTTP/1.1" };
}

/** A name has no spaces around it, so folded lines and spaces before the colon are refused. */
function addHeader(line: string, names: string[], values: string[]): void {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(0, colon));
  if (!TOKEN.test(name)) throw new RefusedHead(400, "A header is malformed");
  let from = colon + 1;
  let to = line.length;
  while (from < to && isBlank(line.charCodeAt(from))) from++;
  while (to > from && isBlank(line.charCodeAt(to - 1))) to--;
  names.push(name.toLowerCase());
  values.push(line.slice(from, to));
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Reads the headers that say how the request is framed and where it goes. */
function interpret(head: RequestHead): void {
  const { names, values } = head;
  let host: string | undefined;
  let length: string | undefined;
  let coding: string | undefined;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? "";
    const value = values[i] ?? "";
    if (name === "host") host = once(host, value, name);
    else if (name === "content-length") length = once(length, value, name);
    else if (name === "transfer-encoding") coding = once(coding, value, name);
    else if (name === "connection") head.keepsAlive = staysOpen(value, head.keepsAlive);
    else if (name === "expect") head.expectsContinue = expectsContinue(value, head.modern);
  }
  head.body = framingOf(head, length, coding);
  place(head, host);
}

function once(known: string | undefined, value: string, name: string): string {
  if (known !== undefined) throw new RefusedHead(400, `The header ${name} comes twice`);
  return value;
}

function staysOpen(value: string, before: boolean): boolean {
  if (value === "keep-alive" || value === "Keep-Alive") return true;
  const options = value.toLowerCase().split(",").map((option) => option.trim());
  return options.includes("close") ? false : before || options.includes("keep-alive");
}

function expectsContinue(value: string, modern: boolean): boolean {
  if (value.toLowerCase() !== "100-continue") throw new RefusedHead(417, "That expectation cannot be met");
  return modern;
}

function framingOf(
  { modern }: RequestHead,
  length: string | undefined,
  coding: string | undefined,
): BodyFraming {
  if (coding === undefined) {
    if (length === undefined) return NO_BODY;
    if (!/^\d{1,15}$/.test(length)) throw new RefusedHead(400, "The content-length is malformed");
    return { by: "length", length: Number(length) };
  }
  if (length !== undefined) throw new RefusedHead(400, "A body has a length or a transfer coding, not both");
  if (!modern) throw new RefusedHead(400, "HTTP/1.0 knows no transfer coding");
  if (coding.toLowerCase() !== "chunked") {
    throw new RefusedHead(501, "The only transfer coding known is chunked");
  }
  return { by: "chunked" };
}

/** The host: of the target if it names one, else of the header. */
function place(head: RequestHead, host: string | undefined): void {
  if (host === undefined && head.modern) throw new RefusedHead(400, "The header host is missing");
  if (host !== undefined && !HOST.test(host)) throw new RefusedHead(400, "The header host is malformed");
  head.host = host ?? "";
  if (head.target.startsWith("/") || head.target === "*" && head.method === "OPTIONS") return;
  const [, named = "", rest = ""] = ABSOLUTE.exec(head.target) ?? [];
  if (named === "" || !HOST.test(named)) throw new RefusedHead(400, "The target of the request is malformed");
  head.host = named;
  head.target = rest.startsWith("/") ? rest : `/${rest}`;
}
