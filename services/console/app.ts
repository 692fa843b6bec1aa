/** The console's routes: files, sign-in, the proxy to the services, live updates, and the page. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { requestId } from "hono/request-id";
import { timingSafeEqual } from "node:crypto";
import type { AppEnv } from "lib/auth/app_env.ts";
import { clientIp } from "lib/client_ip.ts";
import {
  forbidden,
  invalid,
  logFailure,
  notFound,
  renderError,
  ServiceError,
  tooManyRequests,
  unauthorized,
} from "lib/errors.ts";
import type { Installation } from "lib/service/installation.ts";
import { mountHealth } from "lib/service/health.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { VERSION } from "lib/service/version.ts";
import { isPlainText } from "lib/text_check.ts";
import type { Boot } from "./shared/boot.ts";
import { pageOf, publicPageOf } from "./shared/pages.ts";
import type { Assets } from "./server/assets.ts";
import { serveAsset } from "./server/asset.ts";
import type { Attempts } from "./server/attempts.ts";
import type { ConsoleEnv } from "./server/console_env.ts";
import type { HolderOf } from "./server/credential.ts";
import { LICENCES } from "./server/licences.ts";
import type { Live } from "./server/live.ts";
import { isOpenRoute } from "./server/open_routes.ts";
import { oidc, type OidcDeps } from "./server/oidc.ts";
import type { OneTimeCodes } from "./server/one_time_code.ts";
import { ownPages } from "./server/origin.ts";
import { page } from "./server/page.ts";
import { search } from "./server/search.ts";
import { forward } from "./server/proxy.ts";
import { type Addresses, isServiceName } from "./server/services.ts";
import type { Session, Sessions } from "./server/session.ts";
import { signIn } from "./server/sign_in.ts";
import { passSocket } from "./server/sockets.ts";

export interface Deps {
  assets(): Promise<Assets>;
  sessions: Sessions;
  codes: OneTimeCodes;
  holderOf: HolderOf;
  /** Counts sign-in attempts by address. */
  attempt: Attempts;
  /** Counts requests to services, by session. */
  admit: Attempts;
  addresses: Addresses;
  live: Live;
  serviceToken: () => Promise<string>;
  jwtSecret: string;
  hours: number;
  publicUrl?: string;
  oidc?: Pick<OidcDeps, "issuer" | "clientId" | "clientSecret" | "scope">;
  port: number;
  /** How the console is set up, for admins. */
  installation: Installation;
  trustedProxies: string[];
  lifecycle: Lifecycle;
  log: Logger;
}

export function createApp(deps: Deps): Hono<ConsoleEnv> {
  const { assets, sessions, publicUrl, live, log, lifecycle } = deps;
  const app = new Hono<ConsoleEnv>();
  const ipOf = clientIp(deps.trustedProxies);

  app.onError((error, c) => {
    const response = renderError(error, c);
    const { status } = response;
    logFailure(log, error, { request_id: c.var.requestId, method: c.req.method, path: c.req.path, status });
    response.headers.set("x-request-id", c.var.requestId);
    return response;
  });

  app.get("/app/*", async (c) => file(c.req.raw, await assets()));
  app.get("/npm/*", async (c) => file(c.req.raw, await assets()));
  const health = new OpenAPIHono<AppEnv>();
  mountHealth(health, { name: "console", title: "Diwan Console", prefix: "/api/console", lifecycle });
  app.route("/", health);

  app.use(requestId({ headerName: "x-request-id" }));
  app.use(async function answerId(c, next) {
    c.set("ip", ipOf(c));
    await next();
  });
  app.use(ownPages(publicUrl ? [new URL(publicUrl).hostname] : []));
  app.use(async function findSession(c, next) {
    c.set("session", await sessions.open(c.req.raw.headers));
    await next();
  });
  app.use(async function requireCsrfToken(c, next) {
    const { session } = c.var;
    if (session && !["GET", "HEAD"].includes(c.req.method) && !bringsCsrf(c.req.raw.headers, session)) {
      throw new ServiceError(
        403,
        "The page's CSRF token is missing or of another session: load the page again",
      );
    }
    await next();
  });
  app.route("/", signIn(deps));
  if (deps.oidc) app.route("/", oidc({ ...deps, ...deps.oidc }));
  app.get("/live", (c) => {
    if (!c.var.session) throw unauthorized("Not signed in");
    const stream = live.stream(c.req.raw.signal);
    if (!stream) throw tooManyRequests(60);
    return stream;
  });
  app.get("/api/console/settings", async (c) => {
    const { session } = c.var;
    if (!session) throw unauthorized("Not signed in");
    if (session.role !== "admin") throw forbidden(session.role, ["admin"]);
    return c.json(await deps.installation.read(), 200, { "cache-control": "no-store" });
  });
  app.get("/api/console/licences", (c) => {
    if (!c.var.session) throw unauthorized("Not signed in");
    return c.json({ packages: LICENCES });
  });
  app.get("/api/console/search", (c) => searchAll(deps, c.req.raw, c.var));
  app.all("/api/:service/*", (c) => toService(deps, c.req.param("service"), c.req.raw, c.var));
  app.get("*", async (c) => {
    if (c.req.path !== "/sign-in" && !pageOf(c.req.path) && !publicPageOf(c.req.path)) {
      throw notFound("Page");
    }
    const secure = publicUrl?.startsWith("https:") ?? false;
    const language = languageOf(c.req.raw.headers, getCookie(c, "diwan_lang"));
    const files = await assets();
    const boot = bootOf({ ...deps, assets: files }, c.var.session, language);
    const view = c.req.query("view") ?? null;
    return page({ assets: files, boot, path: c.req.path, view, theme: getCookie(c, "diwan_theme"), secure });
  });
  app.notFound((c) => c.json({ error: `No route ${c.req.method} ${c.req.path}` }, 404));
  return app;
}

async function file(request: Request, assets: Assets): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const asset = assets.find(pathname, searchParams.get("v"));
  if (!asset) return Response.json({ error: "No such file" }, { status: 404 });
  return await serveAsset(asset, request);
}

const LONGEST_SEARCH = 200;

async function searchAll(
  deps: Deps,
  request: Request,
  { session, ip, requestId }: ConsoleEnv["Variables"],
): Promise<Response> {
  if (!session) throw unauthorized("Not signed in");
  const text = new URL(request.url).searchParams.get("q")?.trim() ?? "";
  if (text === "" || text.length > LONGEST_SEARCH || !isPlainText(text)) {
    throw invalid(["query", "q"], `must be text of 1 to ${LONGEST_SEARCH} characters`);
  }
  const { addresses } = deps;
  const admit = () => deps.admit(session.id);
  const serviceToken = await deps.serviceToken();
  const found = search(text, {
    ...{ session, addresses, admit, ip, requestId, serviceToken, signal: request.signal },
  });
  return new Response(found, {
    headers: { "content-type": "application/x-ndjson", "cache-control": "no-store" },
  });
}

async function toService(
  deps: Deps,
  service: string,
  request: Request,
  vars: ConsoleEnv["Variables"],
): Promise<Response> {
  const { session, ip, requestId } = vars;
  if (!isServiceName(service)) throw notFound("Service");
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(`/api/${service}`.length);
  if (!session && !isOpenRoute(service, request.method, path)) throw unauthorized("Not signed in");
  if (!deps.admit(session?.id ?? `address ${ip}`)) throw tooManyRequests(60);
  // A name that is spelled in another way would leave a piece of it behind the service's host and port.
  if (!pathname.startsWith(`/api/${service}/`)) throw notFound("Service");
  const target = new URL(`${deps.addresses[service]}${path}${search}`);
  const passed = { session, target, service, ip, requestId, serviceToken: await deps.serviceToken() };
  if (request.headers.get("upgrade")?.toLowerCase() === "websocket") {
    return passSocket(request, passed, deps.log);
  }
  const answer = await forward(request, passed);
  if (!answer.headers.has("x-request-id")) answer.headers.set("x-request-id", requestId);
  return answer;
}

function bootOf(
  { assets, oidc, addresses }: Pick<Deps, "oidc" | "addresses"> & { assets: Assets },
  session: Session | undefined,
  lang: Boot["lang"],
): Boot {
  const gateway = new URL(addresses.gateway);
  return {
    lang,
    user: session ? { sub: session.sub, role: session.role, kind: session.kind } : null,
    expires: session?.expires ?? 0,
    csrf: session?.csrf ?? "",
    version: VERSION,
    oidc: oidc !== undefined,
    // An address names no port where it is the usual one of its scheme.
    gatewayPort: Number(gateway.port || (gateway.protocol === "https:" ? 443 : 80)),
    files: {
      liveWorker: assets.address("browser/live_worker.ts"),
      microphone: assets.address("browser/microphone_worklet.ts"),
    },
  };
}

/** The language that was chosen, else the browser's first one of ours. */
function languageOf(headers: Headers, chosen: string | undefined): Boot["lang"] {
  if (chosen === "ar" || chosen === "en") return chosen;
  const first = /\b(ar|en)\b/i.exec(headers.get("accept-language") ?? "")?.[1]?.toLowerCase();
  return first === "ar" ? "ar" : "en";
}

function bringsCsrf(headers: Headers, { csrf }: Session): boolean {
  const text = new TextEncoder();
  const given = text.encode(headers.get("x-csrf-token") ?? "");
  const right = text.encode(csrf);
  return given.length === right.length && timingSafeEqual(given, right);
}
