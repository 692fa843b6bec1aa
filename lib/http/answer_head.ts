/** Writes the head of an answer (RFC 9112). */

/** How an answer is framed and what follows it. */
export interface AnswerFraming {
  /**
   * Bytes of its body; `chunked`; `close` when the end of the connection ends the body; `none` when none is
   * allowed.
   */
  length: number | "chunked" | "close" | "none";
  /** Whether another request may follow on the connection. */
  keepsAlive: boolean;
  /** False for HTTP/1.0 clients, which need `Connection: keep-alive` to keep a connection. */
  modern: boolean;
}

const REASONS: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  206: "Partial Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  499: "Client Closed Request",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  507: "Insufficient Storage",
};

// The server frames its answers itself.
const FRAMES = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// Latin-1 without control characters.
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const SECOND_MS = 1000;

const known = new Set<string>();
const MAX_KNOWN = 1000;
let dated = { second: 0, text: "" };

/**
 * The lines of a head, to the blank one.
 * @throws {TypeError} for a header that would end its line.
 */
export function answerHead(
  status: number,
  headers: Headers | Record<string, string>,
  { length, keepsAlive, modern }: AnswerFraming,
): string {
  let lines = `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\r\n`;
  if (headers instanceof Headers) { for (const [name, value] of headers) lines += headerLine(name, value); }
  else for (const name in headers) lines += headerLine(name, headers[name] ?? "");
  lines += dateLine(Date.now());
  if (typeof length === "number") lines += `content-length: ${length}\r\n`;
  else if (length === "chunked") lines += "transfer-encoding: chunked\r\n";
  if (!keepsAlive) return `${lines}connection: close\r\n\r\n`;
  return modern ? `${lines}\r\n` : `${lines}connection: keep-alive\r\n\r\n`;
}

function headerLine(name: string, value: string): string {
  if (!isName(name) || !VALUE.test(value)) throw new TypeError(`The header ${name} cannot be sent`);
  return FRAMES.has(name) ? "" : `${name}: ${value}\r\n`;
}

/** Header names repeat, so their encodings are cached. */
function isName(name: string): boolean {
  if (known.has(name)) return true;
  if (!NAME.test(name)) return false;
  if (known.size < MAX_KNOWN) known.add(name);
  return true;
}

function dateLine(now: number): string {
  const second = Math.floor(now / SECOND_MS);
  if (second !== dated.second) dated = { second, text: `date: ${new Date(now).toUTCString()}\r\n` };
  return dated.text;
}
