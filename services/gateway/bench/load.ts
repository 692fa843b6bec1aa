/**
 * Sends requests on several connections, each after the previous answer, and prints the measurements.
 *
 *     deno run --allow-net=127.0.0.1 services/gateway/bench/load.ts \
 *       '{"url":"http://127.0.0.1:9100/v1/chat/completions","body":"{}","connections":16,"seconds":2,"headers":{}}'
 *
 * Uses raw sockets, to take as little processor time as possible from the measured programs.
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

/** The bytes of the request that every connection sends again and again. */
function requestOf({ url, body, headers }: Load): Buffer {
  const { host, pathname } = new URL(url);
  const head = {
    host,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines}\r\n${body}`);
}

/** Counts of all connections, times in milliseconds. */
interface Tally {
  times: number[];
  firsts: number[];
  chunks: number;
  errors: number;
}

/** A partial answer. `take` returns the whole answer once its last part has arrived. */
function answerInParts() {
  let parts: Buffer[] = [];
  return {
    begin: () => void (parts = []),
    isFirst: () => parts.length === 0,
    take(part: Buffer): { whole: Buffer; streamed: boolean } | undefined {
      parts.push(part);
      const streamed = part.subarray(-5).equals(LAST_CHUNK);
      // A chunked answer cannot be whole before its last part.
      if (parts.length > 1 && !streamed && part.length < 5) return undefined;
      if (!streamed && parts[0]?.includes("chunked")) return undefined;
      const whole = parts.length === 1 ? part : Buffer.concat(parts);
      return isWhole(whole) ? { whole, streamed } : undefined;
    },
  };
}

/** Keeps one connection busy until `end`; settles when it is closed. */
function keepBusy(
  { url }: Load,
  { request, tally, end }: { request: Buffer; tally: Tally; end: number },
): Promise<void> {
  const { hostname, port } = new URL(url);
  const answer = answerInParts();
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      answer.begin();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("data", (part: Buffer) => {
      const now = performance.now();
      if (answer.isFirst()) {
        tally.firsts.push(now - sentAt);
        if (part.toString("latin1", 9, 12) !== "200") tally.errors++;
      }
      const { whole, streamed } = answer.take(part) ?? {};
      if (!whole) return;
      if (streamed) { for (let at = 0; (at = whole.indexOf(DATA, at)) >= 0; at += 5) tally.chunks++; }
      tally.times.push(now - sentAt);
      if (now < end) send();
      else socket.end();
    });
    socket.on("error", () => tally.errors++);
    socket.on("close", () => resolve());
  });
}

export async function measure(load: Load): Promise<Measured> {
  const tally: Tally = { times: [], firsts: [], chunks: 0, errors: 0 };
  const request = requestOf(load);
  const begun = performance.now();
  const end = begun + load.seconds * 1000;
  await Promise.all(Array.from({ length: load.connections }, () => keepBusy(load, { request, tally, end })));
  const took = (performance.now() - begun) / 1000;
  return {
    rate: tally.times.length / took,
    chunkRate: tally.chunks / took,
    p50: quantile(tally.times, 0.5),
    p99: quantile(tally.times, 0.99),
    first50: quantile(tally.firsts, 0.5),
    first99: quantile(tally.firsts, 0.99),
    errors: tally.errors,
  };
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

if (import.meta.main) {
  const [load = "{}"] = Deno.args;
  const result = JSON.stringify(await measure(JSON.parse(load)));
  await Deno.stdout.write(new TextEncoder().encode(`${result}\n`));
}
