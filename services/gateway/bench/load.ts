/**
 * Sends requests on so many connections, each after the answer to the one before, and prints what it measured.
 *
 *     deno run --allow-net=127.0.0.1 services/gateway/bench/load.ts \
 *       '{"url":"http://127.0.0.1:9100/v1/chat/completions","body":"{}","connections":16,"seconds":2,"headers":{}}'
 *
 * On sockets, so that it takes as little as it can of the machine it shares with what it measures.
 */
import { Buffer } from "node:buffer";
import net from "node:net";

export interface Load {
  url: string;
  body: string;
  connections: number;
  seconds: number;
  headers: Record<string, string>;
}

export interface Measured {
  /** Answers per second. */
  rate: number;
  /** Events of streams per second. */
  chunkRate: number;
  /** Milliseconds until a whole answer. */
  p50: number;
  p99: number;
  /** Milliseconds until the first event of a stream. */
  first50: number;
  first99: number;
  errors: number;
}

const HEADERS_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const DATA = Buffer.from("data:");

/** Whether `bytes` hold a whole response. */
function isWhole(bytes: Buffer): boolean {
  const headersEnd = bytes.indexOf(HEADERS_END);
  if (headersEnd < 0) return false;
  const head = bytes.toString("latin1", 0, headersEnd);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= headersEnd + 4 + Number(length);
  return bytes.subarray(-5).equals(LAST_CHUNK);
}

export function measure({ url, body, connections, seconds, headers }: Load): Promise<Measured> {
  const { hostname, port, host, pathname } = new URL(url);
  const head = {
    host,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines}\r\n${body}`);
  const times: number[] = [];
  const firsts: number[] = [];
  let chunks = 0;
  let errors = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;

  function connection(): Promise<void> {
    return new Promise((resolve) => {
      const socket = net.connect(Number(port), hostname);
      let sentAt = 0;
      let parts: Buffer[] = [];
      const send = () => {
        sentAt = performance.now();
        parts = [];
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on("connect", send);
      socket.on("data", (part: Buffer) => {
        const now = performance.now();
        parts.push(part);
        if (parts.length === 1) {
          firsts.push(now - sentAt);
          if (part.toString("latin1", 9, 12) !== "200") errors++;
        }
        // A chunked answer cannot be whole before its last part.
        if (parts.length > 1 && !part.subarray(-5).equals(LAST_CHUNK) && part.length < 5) return;
        const streamed = part.subarray(-5).equals(LAST_CHUNK);
        if (!streamed && parts[0]?.includes("chunked")) return;
        const whole = parts.length === 1 ? part : Buffer.concat(parts);
        if (!isWhole(whole)) return;
        if (streamed) { for (let at = 0; (at = whole.indexOf(DATA, at)) >= 0; at += 5) chunks++; }
        times.push(now - sentAt);
        if (now < end) send();
        else socket.end();
      });
      socket.on("error", () => errors++);
      socket.on("close", () => resolve());
    });
  }

  const at = (values: number[], share: number) => {
    const sorted = values.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  };
  return Promise.all(Array.from({ length: connections }, connection)).then(() => {
    const took = (performance.now() - begun) / 1000;
    return {
      rate: times.length / took,
      chunkRate: chunks / took,
      p50: at(times, 0.5),
      p99: at(times, 0.99),
      first50: at(firsts, 0.5),
      first99: at(firsts, 0.99),
      errors,
    };
  });
}

if (import.meta.main) {
  const [load = "{}"] = Deno.args;
  const result = JSON.stringify(await measure(JSON.parse(load)));
  await Deno.stdout.write(new TextEncoder().encode(`${result}\n`));
}
