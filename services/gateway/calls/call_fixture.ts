/** A test gateway on a free local port with scripted providers, and its records and events. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { clientIp } from "lib/client_ip.ts";
import { type DirectHandler, serveHttp } from "lib/http/http_server.ts";
import { diskSpool } from "lib/files/spool.ts";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import type { Guardrails } from "./guardrails.ts";
import type { Limiter } from "lib/limits/rate_limit.ts";
import { testKv } from "lib/testing.ts";
import type { AuditEvent } from "../audit_event.ts";
import type { Caller, GatewayEnv } from "../access/caller.ts";
import { createBodyRoom } from "./body_room.ts";
import { type Circuits, createCircuits } from "../providers/circuit.ts";
import type { GatewayConfig } from "../providers/routing.ts";
import type { Route } from "../providers/choice.ts";
import type { Target, WireName } from "../providers/target.ts";
import { rbacDenied, renderGatewayError } from "../errors.ts";
import { createMetrics } from "../metrics.ts";
import { noCallsInHand } from "./call.ts";
import type { CallDeps } from "./call_endpoint.ts";
import { costOf } from "../providers/price.ts";
import { directCalls, modelRoutes } from "../model_endpoints.ts";
import { passThrough } from "../pass_through/pass_through.ts";
import { createResponseCache } from "./response_cache.ts";
import { createUpstream } from "../providers/upstream.ts";
import type { UsageRecord } from "../usage.ts";
import type { Wire } from "../wires/wire.ts";

/** A caller without limits except for `changes`. */
export function testCaller(changes: Partial<Caller> = {}): Caller {
  return {
    actor: "key:k1",
    kind: "key",
    role: "user",
    tenant_id: "k1",
    team_id: null,
    customer_id: null,
    limits: [],
    budgets: [],
    allowed_models: null,
    may_skip_guardrails: false,
    cache: null,
    ...changes,
  };
}

/** A guard that allows everything. */
export const passingGuardrails: Guardrails = {
  scan: () => Promise.resolve(false),
  check: (windows) =>
    Promise.resolve({ step: 1, windows: windows.map(({ text }) => ({ release: text.length, edits: [] })) }),
};

/** Circuits that stay closed, so that failures of one run of a property test do not affect the next. */
export const NEVER_OPEN: Circuits = {
  of: () => ({
    state: "closed",
    admits: () => true,
    succeeded() {},
    failed() {},
    forgot() {},
    heard() {},
    restsMs: () => 0,
  }),
  restsMs: () => 0,
};

/** A target with OpenAI's wire at `url`. */
export function testTarget(url: string, changes: Partial<Target> = {}): Target {
  return {
    provider: "scripted",
    model: "m",
    wire: "openai",
    baseUrl: new URL(`${url}/v1`),
    keys: [{ id: "1", secret: "provider-secret-1", weight: 1 }],
    headers: {},
    timeoutMs: 5_000,
    idleTimeoutMs: 2_000,
    price: { input: "1", output: "2" },
    ...changes,
  };
}

export interface Gateway extends AsyncDisposable {
  url: string;
  records: UsageRecord[];
  events: AuditEvent[];
  deps: CallDeps;
  /** Folder of spooled files. */
  folder: string;
  /** Requests a chat completion of model `m` as the caller. */
  post(
    body: unknown,
    options?: { path?: string; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response>;
  /** Resolves once there are `count` usage records. */
  recorded(count: number): Promise<UsageRecord[]>;
}

export interface GatewayOptions {
  /** Chains by model name. */
  models: Record<string, Target[]>;
  /** Routes of aliases. */
  routes?: Record<string, Route>;
  caller?: Caller;
  wires?: Partial<Record<WireName, Wire>>;
  limiter?: Limiter;
  deps?: Partial<CallDeps>;
  /** The HTTP server to use; by default TEST_GATEWAY_HTTP, else the gateway's own. */
  http?: "own" | "deno";
}

const USUAL_HTTP = Deno.env.get("TEST_GATEWAY_HTTP") === "deno" ? "deno" : "own";

export const TEST_KEY = "dwn-test-key";

export async function startGateway(
  { models, routes = {}, caller = testCaller(), wires = {}, limiter, deps: changes, http = USUAL_HTTP }:
    GatewayOptions,
): Promise<Gateway> {
  const records: UsageRecord[] = [];
  const events: AuditEvent[] = [];
  const kv = await testKv();
  const lifecycle = createLifecycle();
  lifecycle.ready();
  const upstream = createUpstream();
  const folder = await Deno.makeTempDir({ prefix: "gateway-forms-" });
  const config: GatewayConfig = {
    resolve: (model) => models[model] ?? [],
    route: (model) => routes[model] ?? { targets: models[model] ?? [], by: "order", weights: [] },
    models: () => [],
    discoverable: () => [],
    provider: (name) => {
      const [itself] = models[`${name}/*`] ?? [];
      return itself && {
        itself: { ...itself, model: "" },
        model: (model) => models[`${name}/${model}`]?.[0] ?? { ...itself, model },
      };
    },
    configuredPrice: () => undefined,
    version: "test",
  };
  const nothing = () => Promise.resolve();
  const deps: CallDeps = {
    keyring: {
      authenticate(request) {
        const { headers } = request;
        if (headers.get("authorization") === `Bearer ${TEST_KEY}`) return caller;
        if (headers.get("x-api-key") === TEST_KEY) return caller;
        throw rbacDenied(401, "Invalid API key");
      },
    },
    config: { current: () => config, reload: nothing },
    limiter: limiter ?? createLimiter({ kv, namespace: "test" }),
    budgets: { reserve: () => ({ settle() {}, release() {} }), close: nothing },
    maxBodyBytes: 2 ** 20,
    bodyRoom: createBodyRoom(2 ** 30),
    uploads: { spool: diskSpool(folder), maxBytes: 2 ** 20 },
    meter: {
      record: (record) => void records.push(record),
      flush: nothing,
      close: nothing,
      depth: () => 0,
      lost: () => 0,
    },
    audit: { record: (event) => void events.push(event), flush: nothing, close: nothing },
    metrics: createMetrics(),
    costOf: ({ price }, usage) => price && costOf(usage, price),
    upstream,
    wireOf: (name) => wires[name],
    resilience: { circuits: createCircuits(), sleep: () => Promise.resolve() },
    cache: createResponseCache({ maxBytes: 2 ** 20 }),
    guardrails: undefined,
    clientErrors: "as_gateway",
    inHand: noCallsInHand(),
    lifecycle,
    ipOf: clientIp([]),
    ...changes,
  };
  const app = new OpenAPIHono<GatewayEnv>();
  app.onError(renderGatewayError);
  for (const routes of modelRoutes(deps)) app.route("/", routes);
  app.route("/", passThrough(deps));
  const onError = () => new Response("failed outside the app", { status: 500 });
  const own = directCalls(deps);
  const direct: DirectHandler = (request, caller) => own(request)?.(caller);
  const options = { hostname: "127.0.0.1", port: 0, onError, ...http === "own" ? { direct } : {} };
  const server = serveHttp(options, app.fetch);
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    ...{ url, records, events, deps, folder },
    post: (body, { path = "/v1/chat/completions", headers = {}, signal } = {}) =>
      fetch(url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${TEST_KEY}`, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
        signal: signal ?? null,
      }),
    async recorded(count) {
      for (let waited = 0; records.length < count && waited < 5_000; waited += 5) {
        await new Promise((wake) => setTimeout(wake, 5));
      }
      return records;
    },
    async [Symbol.asyncDispose]() {
      upstream.close();
      await server.shutdown();
      await Deno.remove(folder, { recursive: true });
      kv.close();
    },
  };
}
