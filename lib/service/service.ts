/** The middleware that all application services share, in the order in which a request meets it. */
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "lib/auth/app_env.ts";
import { authenticate, bearerToken, type VerifyJwt } from "lib/auth/auth.ts";
import { clientIp, limitedAddress } from "lib/client_ip.ts";
import type { Installation } from "lib/service/installation.ts";
import { mountInstallation } from "lib/service/installation_routes.ts";
import { DOCS_PATHS, mountDocs } from "lib/service/docs.ts";
import { logFailure, renderError, tooLarge, tooManyRequests } from "lib/errors.ts";
import type { FieldWords } from "lib/service/field_words.ts";
import { type ConsolePlace, mountRootPage } from "lib/service/root_page.ts";
import { type DependencyCheck, mountHealth } from "lib/service/health.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { refuseInvalid } from "lib/service/openapi.ts";
import { operationFinder } from "lib/auth/operations.ts";
import type { ReadinessCheck } from "lib/service/readiness.ts";
import { createRegistry, type Registry } from "lib/telemetry/metrics.ts";
import { type BodyPace, readChunksInTime, readInTime } from "lib/http/slow_body.ts";
import { countRequests, mountMetrics } from "lib/service/service_metrics.ts";
import type { Limiter } from "lib/limits/rate_limit.ts";
import { nameRequest } from "lib/telemetry/tracing.ts";
import { routeMatcher } from "lib/service/route_matcher.ts";

export type { AppEnv };

/** Tells browsers to use only HTTPS for two years. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";

/** The dependencies that the host gives a service. */
export interface ServiceDeps {
  /** Checks tokens. */
  verify: VerifyJwt;
  /** Counts requests. */
  limiter: Limiter;
  /** Requests a minute and client address. */
  limits: { perMinute: number; heavyPerMinute: number };
  /** The largest body of a request. */
  maxBodyBytes: number;
  /** The minimum pace of request bodies; the default pace when absent. */
  bodyPace?: BodyPace;
  /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Host names by which /mcp may be reached, beside local ones. */
  mcpHosts?: string[];
  /** Whether it takes requests. */
  lifecycle: Lifecycle;
  /** Its metrics registry; a new one when absent. */
  metrics?: Registry;
  /** Whether anyone may read its metrics. */
  metricsOpen?: boolean;
  /** Root address that clients reach it at. */
  publicUrl?: string;
  /** The console's place, for the link on `/`. */
  consolePlace?: ConsolePlace;
  /** Readiness checks: everything that must work to serve a request. */
  readiness?: Record<string, ReadinessCheck>;
  /** How it is set up, for admins. */
  installation?: Installation;
  /** Where it logs. */
  log: Logger;
}

/** The description of a service. Routes are written `POST /api/v1/things/:id`. */
export interface ServiceOptions extends ServiceDeps {
  /** Its name in health and limits. */
  name: string;
  /** Its name for people. */
  title: string;
  /** Its purpose, for the documentation. */
  description: string;
  /** Path prefix of its routes, such as /api/v1. */
  prefix: string;
  /** The groups of its endpoints, each with a line on what it holds. */
  tags?: Record<string, string>;
  /** Descriptions of its fields and parameters, besides those that all services share. */
  words?: FieldWords;
  /** Heavy routes that no `endpoint` declares. */
  heavy?: string[];
  /** Routes without a token that no `endpoint` declares. */
  open?: string[];
  /** Routes with a body limit of their own, in bytes, that no `endpoint` declares. */
  bodyLimits?: Record<string, number>;
  /** Dependencies that its health checks. */
  dependencies?: Record<string, DependencyCheck>;
  /** Origins that browsers may call from; none when empty. */
  cors?: string[];
}

/** A service that has health, documentation, limits, authentication and errors, and no features yet. */
export function createService(options: ServiceOptions): OpenAPIHono<AppEnv> {
  const { name, title, description, prefix, tags, words, lifecycle, dependencies, readiness } = options;
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  const docs = routeMatcher(["/", ...DOCS_PATHS].map((path) => `GET ${path}`));
  const open = routeMatcher(options.open ?? []);
  const operation = operationFinder(app);
  const unmetered = (c: Context<AppEnv>) => c.get("operation")?.unmetered || docs(c);

  app.onError((error, c) => {
    const response = renderError(error, c);
    logFailure(options.log, error, {
      request_id: c.var.requestId,
      method: c.req.method,
      path: c.req.path,
      status: response.status,
    });
    return response;
  });
  app.notFound((c) => c.json({ error: `No route ${c.req.method} ${c.req.path}` }, 404));

  app.use(requestId());
  app.use(async function findOperation(c, next) {
    const matched = operation(c);
    c.set("operation", matched);
    if (matched) nameRequest(c.req.method, matched.path);
    await next();
  });
  const registry = options.metrics ?? createRegistry();
  app.use(countRequests(registry));
  app.use(responseHeaders());
  app.use(secureHeaders({
    strictTransportSecurity: STRICT_TRANSPORT,
    xFrameOptions: "DENY",
    crossOriginResourcePolicy: options.cors?.length ? false : "same-origin",
  }));
  if (options.cors?.length) {
    const exposeHeaders = ["X-Request-ID", "X-Response-Time", "X-Total-Count"];
    app.use(cors({ origin: options.cors.includes("*") ? "*" : options.cors, exposeHeaders }));
  }
  app.use(requestVariables(options));
  app.use(unless((c) => c.get("operation")?.unmetered ?? false, takesRequests(lifecycle)));
  app.use(readChunksInTime(options.bodyPace));
  app.use(limitBody(options));
  app.use(unless(unmetered, limitRate(options)));
  app.use(unless((c) => docs(c) || open(c) || (c.get("operation")?.open ?? false), authenticate(options)));

  app.use(unless((c) => c.get("operation")?.takesBody === false, readInTime(options.bodyPace)));

  mountHealth(app, { name, title, prefix, lifecycle, dependencies, readiness });
  mountInstallation(app, { name, prefix, installation: options.installation });
  mountMetrics(app, { name, registry, open: options.metricsOpen ?? false });
  mountDocs(app, { title, description, tags, words });
  mountRootPage(app, { title, description, consolePlace: options.consolePlace });
  return app;
}

/** `middleware`, except on requests for which `skipped` is true. */
function unless(
  skipped: (c: Context<AppEnv>) => boolean,
  middleware: MiddlewareHandler<AppEnv>,
): MiddlewareHandler<AppEnv> {
  return (c, next) => skipped(c) ? next() : middleware(c, next);
}

function responseHeaders(): MiddlewareHandler<AppEnv> {
  return async function responseHeaders(c, next) {
    const start = performance.now();
    await next();
    // A response that a handler created itself lacks the headers set before. Setting one copies the response.
    const id = c.get("requestId");
    if (c.res.headers.get("X-Request-ID") !== id) c.header("X-Request-ID", id);
    c.res.headers.set("X-Response-Time", `${(performance.now() - start).toFixed(2)}ms`);
  };
}

function requestVariables({ log, trustedProxies }: ServiceDeps): MiddlewareHandler<AppEnv> {
  const ipOf = clientIp(trustedProxies);
  return async function requestVariables(c, next) {
    c.set("log", log.with({ request_id: c.get("requestId") }));
    c.set("ip", ipOf(c));
    await next();
  };
}

function takesRequests(lifecycle: Lifecycle): MiddlewareHandler<AppEnv> {
  return async function takesRequests(c, next) {
    lifecycle.admit(c.req.raw);
    await next();
  };
}

function limitBody({ maxBodyBytes, bodyLimits = {} }: ServiceOptions): MiddlewareHandler<AppEnv> {
  const limits = new Map<number, MiddlewareHandler>();
  const limitOf = (maxSize: number) => {
    const limit = limits.get(maxSize) ?? bodyLimit({
      maxSize,
      onError: () => {
        throw tooLarge(maxSize);
      },
    });
    limits.set(maxSize, limit);
    return limit;
  };
  const special = Object.entries(bodyLimits)
    .map(([route, maxSize]) => ({ matches: routeMatcher([route]), maxSize }));
  return function limitBody(c, next) {
    const operation = c.get("operation");
    // The body of an endpoint that takes none is never read.
    if (operation && !operation.takesBody) return next();
    const own = operation?.maxBodyBytes ?? special.find(({ matches }) => matches(c))?.maxSize;
    return limitOf(own ?? maxBodyBytes)(c, next);
  };
}

function limitRate({ name, limiter, limits, heavy = [], verify }: ServiceOptions): MiddlewareHandler<AppEnv> {
  const isHeavy = routeMatcher(heavy);
  return async function limitRate(c, next) {
    const uncounted = await isService(c, verify);
    const count = async (weight: "heavy" | "regular") => {
      if (uncounted) return;
      const limit = weight === "heavy" ? limits.heavyPerMinute : limits.perMinute;
      const decision = await limiter.take([{
        key: `${name}:${weight}:${limitedAddress(c.get("ip"))}`,
        limit,
      }]);
      if (!decision.allowed) throw tooManyRequests(decision.retryAfterMs / 1000);
    };
    c.set("countHeavy", () => count("heavy"));
    await count(c.get("operation")?.heavy || isHeavy(c) ? "heavy" : "regular");
    await next();
  };
}

/** A service that forwards its caller's token identifies itself in this header. */
export const SERVICE_TOKEN_HEADER = "x-service-token";

/** Calls of the platform's own services are not counted: the original caller was counted already. */
async function isService(c: Context, verify: VerifyJwt): Promise<boolean> {
  const jwt = c.req.header(SERVICE_TOKEN_HEADER) ?? bearerToken(c);
  if (!jwt || !claimsService(jwt)) return false;
  try {
    return (await verify(jwt)).service !== undefined;
  } catch {
    return false;
  }
}

function claimsService(jwt: string): boolean {
  try {
    return atob((jwt.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")).includes('"service"');
  } catch {
    return false;
  }
}
