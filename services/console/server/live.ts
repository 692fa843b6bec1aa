/** `/live`: one event stream for all pages of a browser. The services are polled once for all readers. */
import type { Addresses } from "./services.ts";
import { HEALTH_PATHS, SERVICE_NAMES, type ServiceName } from "./services.ts";
import type { ServiceState } from "../shared/service_state.ts";

const LOOK_MS = 5_000;
const WAIT_MS = 3_000;
const COMMENT_MS = 15_000;
const MOST_READERS = 1_000;

/** The state of all services, looked at while somebody reads. */
export interface Live {
  /** An event stream for one reader; undefined when there are too many. */
  stream(signal: AbortSignal): Response | undefined;
  /** The state of all services now. */
  states(): Promise<ServiceState[]>;
  close(): void;
}

export function live(addresses: Addresses, { lookMs = LOOK_MS }: { lookMs?: number } = {}): Live {
  const readers = new Set<(text: string) => void>();
  let looking: ReturnType<typeof setInterval> | undefined;
  let last = "";
  const states = () => Promise.all(SERVICE_NAMES.map((name) => stateOf(name, addresses[name])));
  const check = async () => {
    const seen = JSON.stringify(await states());
    // Latencies differ each time; who reads wants to know of changes.
    if (withoutTimes(seen) === withoutTimes(last)) return;
    last = seen;
    for (const send of readers) send(`event: services\ndata: ${seen}\n\n`);
  };
  const stop = () => {
    clearInterval(looking);
    looking = undefined;
    last = "";
  };
  return {
    states,
    stream(signal) {
      if (readers.size >= MOST_READERS) return undefined;
      const encoder = new TextEncoder();
      let comments: ReturnType<typeof setInterval>;
      let send: (text: string) => void = () => {};
      const leave = () => {
        clearInterval(comments);
        readers.delete(send);
        if (readers.size === 0) stop();
      };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = (text) => {
            // A slow reader gets only the latest state.
            if ((controller.desiredSize ?? 0) > -20) controller.enqueue(encoder.encode(text));
          };
          readers.add(send);
          send(`retry: 2000\n\n${last ? `event: services\ndata: ${last}\n\n` : ""}`);
          comments = setInterval(() => send(": here\n\n"), COMMENT_MS);
          if (looking === undefined) {
            looking = setInterval(() => void check(), lookMs);
            void check();
          }
        },
        cancel: leave,
      });
      signal.addEventListener("abort", leave, { once: true });
      return new Response(body, {
        headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
      });
    },
    close: () => {
      readers.clear();
      stop();
    },
  };
}

function withoutTimes(text: string): string {
  return text.replace(/"(latency_ms|uptime_seconds)":[\d.]+/g, "");
}

async function stateOf(name: ServiceName, address: string): Promise<ServiceState> {
  try {
    const response = await fetch(`${address}${HEALTH_PATHS[name]}`, { signal: AbortSignal.timeout(WAIT_MS) });
    const { status, version, uptime_seconds, dependencies } = await response.json();
    return { name, status, version, uptime_seconds, dependencies: dependencies ?? {} };
  } catch {
    return { name, status: "away", dependencies: {} };
  }
}
