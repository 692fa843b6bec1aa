import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { except } from "hono/combine";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { getPath } from "hono/utils/url";
import type { Sql } from "lib/database/db.ts";
import type { Installation } from "lib/service/installation.ts";
import { mountInstallation } from "lib/service/installation_routes.ts";
import { mountDocs } from "lib/service/docs.ts";
import { logFailure } from "lib/errors.ts";
import { type DependencyCheck, mountHealth } from "lib/service/health.ts";
import type { Running } from "lib/host/host.ts";
import { STRICT_TRANSPORT } from "lib/service/service.ts";
import { readChunksInTime, readInTime } from "lib/http/slow_body.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { feature } from "lib/service/openapi.ts";
import { operationFinder } from "lib/auth/operations.ts";
import type { ReadinessCheck } from "lib/service/readiness.ts";
import { type ConsolePlace, mountRootPage } from "lib/service/root_page.ts";
import { isSampled, nameRequest } from "lib/telemetry/tracing.ts";
import { type AuditStore } from "./books/audit_store.ts";
import { type GatewayEnv, gatewayFeature } from "./access/caller.ts";
import { meantPath } from "./base_path.ts";
import { type BatchDeps, batches } from "./batches/batches.ts";
import { costs } from "./books/costs.ts";
import { crossOrigin } from "./cors.ts";
import { GatewayError, invalidRequest, renderGatewayError } from "./errors.ts";
import { type FileDeps, files } from "./files/files.ts";
import { requireAdmin } from "./access/admins.ts";
import { governance } from "./access/governance.ts";
import type { KeyReplica } from "./access/key_replica.ts";
import { logs } from "./books/logs.ts";
import type { CallDeps } from "./calls/call_endpoint.ts";
import { serveCall } from "./calls/model_call.ts";
import { models, type ModelSources } from "./models/models.ts";
import { endpoint } from "./endpoint.ts";
import { prices } from "./prices/prices.ts";
import { priceStore } from "./prices/prices_store.ts";
import { providerChecks } from "./provider_checks.ts";
import { modelEndpoint, modelRoutes } from "./model_endpoints.ts";
import { route } from "./models/route.ts";
import { passThrough } from "./pass_through/pass_through.ts";
import type { UsageStore } from "./books/usage_store.ts";
import type { Background } from "./responses/background.ts";
import { keptResponses } from "./responses/kept_responses.ts";
import { WORDS } from "./field_words.ts";

export interface AppDeps extends CallDeps, ModelSources, FileDeps, BatchDeps {
  sql: Sql;
  usage: UsageStore;
  events: AuditStore;
  replica: KeyReplica;
  /** Background responses; disabled when absent. */
  background?: Background | undefined;
  log: Logger;
  /** Origins of web pages that may call the gateway; none by default. */
  corsOrigins?: readonly string[];
  /** URL of the console, for the link on `/`. */
  consolePlace?: ConsolePlace;
  /** The installed configuration, for admins. */
  installation?: Installation;
  dependencies?: Record<string, DependencyCheck>;
  readiness?: Record<string, ReadinessCheck>;
}

const TITLE = "Diwan Gateway";
const DESCRIPTION =
  "One OpenAI-compatible address in front of all model providers, with limits, budgets and costs.";

// Limit of bodies for other requests than model calls (keys, teams, batches), which are small.
const MOST_OWN_BYTES = 10 * 2 ** 20;

const TAGS = {
  models: "Calls of models, in the wire format of OpenAI",
  batches: "Files, and batches of requests that run in the background",
  costs: "Usage records and what they cost",
  logs: "Audit events: who did what, and how it ended",
  governance: "Customers, teams and virtual keys, their limits and budgets; prices of models",
};

export function createApp(deps: AppDeps): OpenAPIHono<GatewayEnv> {
  const { lifecycle, dependencies, readiness, metrics, log } = deps;
  const app = gatewayFeature({ getPath: (request) => meantPath(getPath(request)) });
  app.onError((error, c) => {
    const response = renderGatewayError(error, c);
    const { status } = response;
    // Provider failures are recorded elsewhere, with their details.
    if (!(error instanceof GatewayError)) {
      logFailure(log, error, { request_id: c.var.requestId, method: c.req.method, path: c.req.path, status });
    }
    return response;
  });
  app.notFound((c) =>
    renderGatewayError(invalidRequest(404, `No route ${c.req.method} ${c.req.path}`, { code: "no_route" }), c)
  );

  if (deps.corsOrigins?.length) app.use(crossOrigin(deps.corsOrigins));
  // Model calls come first with their own checks, so that they skip the middleware below.
  for (const routes of modelRoutes(deps)) app.route("/", routes);
  app.route("/", passThrough(deps));

  app.use(requestId({ headerName: "x-request-id" }));
  app.use(secureHeaders({ strictTransportSecurity: STRICT_TRANSPORT, xFrameOptions: "DENY" }));
  app.use(requestVariables(deps, operationFinder(app)));
  const health = feature();
  mountHealth(health, { name: "gateway", title: TITLE, prefix: "/v1", lifecycle, dependencies, readiness });
  app.route("/", health);
  mountDocs(app, { title: TITLE, description: DESCRIPTION, tags: TAGS, words: WORDS });
  mountRootPage(app, { title: TITLE, description: DESCRIPTION, consolePlace: deps.consolePlace });
  app.get(
    "/metrics",
    async (c) => c.body(await metrics.render(), 200, { "content-type": metrics.contentType }),
  );

  app.use(takesRequests(lifecycle));
  // Authentication comes before the body is read.
  app.use(authenticated(deps));
  app.use(readChunksInTime());
  // File uploads are stored on disk and have a separate limit.
  app.use(except(
    isUpload,
    bodyLimit({
      maxSize: Math.min(deps.maxBodyBytes, MOST_OWN_BYTES),
      onError: () => {
        throw invalidRequest(413, "Request body is too large");
      },
    }),
  ));
  app.use(except(isUpload, readInTime()));
  const { installation } = deps;
  const admit = (c: Context<GatewayEnv>) => requireAdmin(c.var.caller);
  mountInstallation(app, { name: "gateway", prefix: "/v1", installation, declare: endpoint, admit });
  app.route("/", providerChecks(deps));
  app.route("/", models(deps));
  app.route("/", files(deps));
  app.route("/", batches(deps));
  app.route("/", keptResponses(deps));
  app.route("/", route(deps));
  app.route("/", costs({ store: deps.usage, meter: deps.meter }));
  app.route("/", logs({ store: deps.events, audit: deps.audit, meter: deps.meter }));
  app.route("/", governance(deps));
  app.route("/", prices({ ...deps, store: priceStore(deps.sql) }));
  return app;
}

/**
 * Answers model calls directly, since routing would be a fifth of their cost, and all other requests through `app`.
 */
export function createFetch(deps: AppDeps, app = createApp(deps)): Running["fetch"] {
  return (request, connection) => {
    const { url } = request;
    const model = modelEndpoint(deps, request, url.slice(url.indexOf("/", 8)));
    return model ? serveCall(deps, model, { request, connection }) : app.fetch(request, connection);
  };
}

function isUpload({ req }: Context): boolean {
  return req.method === "POST" && req.path === "/v1/files";
}

function requestVariables(
  { log, ipOf }: AppDeps,
  operation: ReturnType<typeof operationFinder>,
): MiddlewareHandler<GatewayEnv> {
  return async function requestVariables(c, next) {
    const sampled = isSampled() ? operation(c) : undefined;
    if (sampled) nameRequest(c.req.method, sampled.path);
    c.set("log", log.with({ request_id: c.var.requestId }));
    c.set("ip", ipOf(c));
    await next();
    // A response created by a handler itself lacks the headers set earlier.
    c.header("x-request-id", c.var.requestId);
  };
}

function takesRequests(lifecycle: Lifecycle): MiddlewareHandler<GatewayEnv> {
  return async function takesRequests(c, next) {
    lifecycle.admit(c.req.raw);
    await next();
  };
}

/** Puts the caller in `c.var.caller`; refused callers, here or later by role, are recorded. */
function authenticated({ keyring, audit, metrics }: AppDeps): MiddlewareHandler<GatewayEnv> {
  return async function authenticated(c, next) {
    let actor = "unknown";
    const onRecord = ({ status, type }: GatewayError) => {
      metrics.denied(type);
      const { requestId: request_id, ip } = c.var;
      const event = {
        actor,
        action: "auth_denied",
        outcome: "denied",
        resource: c.req.path,
        request_id,
        ip,
      } as const;
      audit.record({ ...event, provider: null, model: null, latency_ms: null, detail: { status, type } });
    };
    try {
      const caller = await keyring.authenticate(c.req.raw);
      actor = caller.actor;
      c.set("caller", caller);
    } catch (error) {
      if (error instanceof GatewayError) onRecord(error);
      throw error;
    }
    await next();
    if (c.error instanceof GatewayError && c.error.status === 403) onRecord(c.error);
  };
}
