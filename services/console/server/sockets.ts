/** Passes WebSockets on to a service. */
import type { Logger } from "lib/telemetry/log.ts";
import { type ForwardedRequest, passedHeaders } from "./proxy.ts";

// A WebSocket has no backpressure: a client that does not read would fill the memory.
const MOST_BUFFERED = 16 * 2 ** 20;
const OVERLOADED = 1013;
const IDLE_SECONDS = 30;
const GIVEN_BY_SERVERS = new Set([1001, 1008, 1009, 1011, 1012, 1013]);

/** Codes that an application may give to `close`; others throw there, which would end the process. */
export function mayPass(code: number): boolean {
  return code === 1000 || code >= 3000 && code <= 4999;
}

/** Upgrades `request` and connects it with the service's socket. */
export function passSocket(request: Request, passed: ForwardedRequest, log: Logger): Response {
  const protocols = (request.headers.get("sec-websocket-protocol") ?? "").split(",").map((name) =>
    name.trim()
  )
    .filter(Boolean);
  // Nothing of a request can be read once it is upgraded.
  const headers = passedHeaders(request.headers, passed);
  for (const name of [...headers.keys()]) if (name.startsWith("sec-websocket-")) headers.delete(name);
  const [protocol] = protocols;
  const { socket: front, response } = Deno.upgradeWebSocket(request, { protocol, idleTimeout: IDLE_SECONDS });
  const url = new URL(passed.target);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  // Headers are an option of Deno's own: the types of browsers, by which tests with pages are checked, lack it.
  const back: WebSocket = Reflect.construct(WebSocket, [url, { headers, protocols }]);
  front.binaryType = "arraybuffer";
  back.binaryType = "arraybuffer";
  connect(front, back, log);
  return response;
}

function connect(front: WebSocket, back: WebSocket, log: Logger): void {
  let waiting: (string | ArrayBuffer)[] = [];
  let waitingBytes = 0;
  const overflow = () => {
    waiting = [];
    closeClient(front, OVERLOADED, "too much is unread");
    closeSocket(back, 1000, "");
  };
  const send = (socket: WebSocket, data: string | ArrayBuffer) => {
    if (socket.bufferedAmount > MOST_BUFFERED) return overflow();
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
  };
  // A throw in a handler of a socket ends the whole process.
  const guarded = <E>(handle: (event: E) => void) => (event: E) => {
    try {
      handle(event);
    } catch (error) {
      log.warn("a socket failed", { error });
    }
  };
  front.onmessage = guarded(({ data }: MessageEvent) => {
    if (back.readyState !== WebSocket.CONNECTING) return send(back, data);
    waitingBytes += typeof data === "string" ? data.length : data.byteLength;
    if (waitingBytes > MOST_BUFFERED) return overflow();
    waiting.push(data);
  });
  back.onopen = guarded(() => {
    for (const data of waiting.splice(0)) send(back, data);
  });
  back.onmessage = guarded(({ data }: MessageEvent) => send(front, data));
  front.onerror = back.onerror = (event) => event.preventDefault();
  front.onclose = guarded(({ code, reason }: CloseEvent) =>
    closeSocket(back, mayPass(code) ? code : 1000, reason)
  );
  back.onclose = guarded(({ code, reason }: CloseEvent) =>
    closeClient(front, mayPass(code) || GIVEN_BY_SERVERS.has(code) ? code : 1011, reason)
  );
}

function closeSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState < WebSocket.CLOSING) socket.close(code, reason);
}

/**
 * Closes a client's socket. Deno loses a close that comes before it is open, as of a service that is away: the client
 * would wait on a socket that nobody ends.
 */
export function closeClient(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState !== WebSocket.CONNECTING) return closeSocket(socket, code, reason);
  socket.addEventListener("open", () => closeSocket(socket, code, reason), { once: true });
}
