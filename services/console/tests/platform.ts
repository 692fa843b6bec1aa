/** The console in front of scripted services, for browsers. */
import { type Addresses, SERVICE_NAMES, type ServiceName } from "../server/services.ts";
import { AXE } from "./axe.ts";
import { everywhere, scripted, testConsole } from "../console_fixture.ts";

/** Answers of a scripted service, by method and path without query; a function gets the request. */
export type Answers = Record<string, unknown>;

export interface FrontedServices extends AsyncDisposable {
  address: string;
  gatewayPort: number;
  /** The requests that services got, as `guard GET /api/v1/alerts?limit=5`. */
  asked: string[];
  /** A new one-time code, as the start prints it. */
  invite(): string;
  /** Stops one service as if its process had ended, or starts it again. */
  stop(service: ServiceName): void;
  start(service: ServiceName): void;
}

/** A server that stays: browsers keep what it serves by its address. */
interface Front {
  address: string;
  fetch(request: Request): Response | Promise<Response>;
  close(): Promise<void>;
}

const fronts: Front[] = [];
const idle: Front[] = [];
const gone = () => new Response("The test has ended", { status: 503 });

Deno.test.afterAll(async () => {
  for (const { close } of fronts) await close();
});

function newFront(): Front {
  const { address, close } = scripted((request) =>
    new URL(request.url).pathname === AXE.path ? AXE.answer() : front.fetch(request)
  );
  const front: Front = { address: address.replace("127.0.0.1", "localhost"), fetch: gone, close };
  fronts.push(front);
  return front;
}

/**
 * Serves a console on a free port; `answers` are by service. Health is answered for all, with an answer
 * `dependencies` where it is said.
 */
export async function fronted(answers: Partial<Record<ServiceName, Answers>> = {}): Promise<FrontedServices> {
  const asked: string[] = [];
  const stopped = new Set<ServiceName>();
  const services = new Map(SERVICE_NAMES.map((name) => [
    name,
    scripted(async (request) => {
      const { pathname, search } = new URL(request.url);
      if (stopped.has(name)) return new Response("stopped", { status: 503 });
      if (pathname.endsWith("/health")) {
        return Response.json({
          status: "ok",
          version: "0.1.0",
          uptime_seconds: 90_000,
          dependencies: answers[name]?.dependencies ?? { database: { status: "ok", latency_ms: 1 } },
        });
      }
      asked.push(`${name} ${request.method} ${pathname}${search}`);
      const answer = answers[name]?.[`${request.method} ${pathname}`];
      if (answer === undefined) {
        return Response.json({ error: `No route ${request.method} ${pathname}` }, { status: 404 });
      }
      const body = typeof answer === "function" ? await answer(request) : answer;
      return body instanceof Response ? body : Response.json(body);
    }),
  ]));
  const addresses: Addresses = everywhere("");
  for (const [name, { address }] of services) addresses[name] = address;
  const desk = await testConsole({ addresses });
  const front = idle.pop() ?? newFront();
  front.fetch = (request) => desk.app.fetch(request);
  return {
    address: front.address,
    asked,
    gatewayPort: Number(new URL(addresses.gateway).port),
    invite: () => desk.deps.codes.issue(),
    stop: (service) => stopped.add(service),
    start: (service) => stopped.delete(service),
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      front.fetch = gone;
      idle.push(front);
      for (const { close } of services.values()) await close();
    },
  };
}
