/** A console with scripted services, for tests. */
import type { Hono } from "hono";
import { jwtVerifier, signJwt } from "lib/auth/auth.ts";
import { readEnv } from "lib/env.ts";
import { effectiveSettings } from "lib/installation/effective_settings.ts";
import { installationOf } from "lib/service/installation.ts";
import { createLifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import type { Role } from "lib/auth/user.ts";
import { createApp, type Deps } from "./app.ts";
import { Env } from "./env.ts";
import { lazyAssets } from "./server/assets.ts";
import { attempts } from "./server/attempts.ts";
import type { ConsoleEnv } from "./server/console_env.ts";
import { holderOf } from "./server/credential.ts";
import { live } from "./server/live.ts";
import { oneTimeCodes } from "./server/one_time_code.ts";
import type { Addresses } from "./server/services.ts";
import { openSessions } from "./server/session.ts";

export const SECRET = "a secret of console tests, 32 characters";
/** The console's address in tests without a port. */
export const ADDRESS = "http://localhost";

const NOWHERE = "http://127.0.0.1:1";
const assets = lazyAssets();

export interface TestConsole extends AsyncDisposable {
  app: Hono<ConsoleEnv>;
  deps: Deps;
  /** A request with the headers of a console page. */
  request(path: string, init?: RequestInit & { cookie?: string }): Promise<Response>;
  /** A session by token: its cookies and its CSRF token. */
  signIn(role?: Role, sub?: string): Promise<{ cookie: string; csrf: string }>;
}

/** A console whose services answer at `addresses`; services that are not named are unreachable. */
export async function testConsole(
  { addresses = {}, ...more }: Partial<Omit<Deps, "addresses">> & { addresses?: Partial<Addresses> } = {},
): Promise<TestConsole> {
  const all = { ...everywhere(NOWHERE), ...addresses };
  const lifecycle = createLifecycle();
  lifecycle.ready();
  const verify = jwtVerifier({ secret: SECRET });
  const deps: Deps = {
    assets,
    sessions: await openSessions({ secret: SECRET, port: 0, secure: false }),
    codes: oneTimeCodes(),
    holderOf: holderOf({ verify, gateway: all.gateway, hours: 1 }),
    attempt: attempts(),
    admit: attempts({ perMinute: 10_000 }),
    addresses: all,
    live: live(all, { lookMs: 500 }),
    serviceToken: () => signJwt(SECRET, { sub: "console", role: "user", service: "console" }),
    jwtSecret: SECRET,
    hours: 1,
    port: 0,
    trustedProxies: [],
    lifecycle,
    installation: installationOf(
      "console",
      effectiveSettings(Env, readEnv(Env, () => undefined), () => undefined),
    ),
    log: createLogger({ write: () => {} }),
    ...more,
  };
  const app = createApp(deps);
  const request: TestConsole["request"] = async (path, { cookie, headers, ...init } = {}) => {
    const all = new Headers({ host: "localhost", "sec-fetch-site": "same-origin" });
    for (const [name, value] of new Headers(headers)) all.set(name, value);
    if (cookie) all.set("cookie", cookie);
    return await app.request(new Request(`${ADDRESS}${path}`, { ...init, headers: all }));
  };
  return {
    app,
    deps,
    request,
    async signIn(role = "user", sub = `${role}-1`) {
      const token = await signJwt(SECRET, { sub, role });
      const answer = await request("/sign-in", { method: "POST", body: JSON.stringify({ token }) });
      const cookie = cookiesOf(answer);
      const { csrf } = await (await request("/me", { cookie })).json();
      return { cookie, csrf };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(deps.live.close()),
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(answer: Response): string {
  return answer.headers.getSetCookie().map((value) => value.split(";")[0] ?? "")
    .filter((pair) => !pair.endsWith("=")).join("; ");
}

/** A scripted service. */
export function scripted(handler: Deno.ServeHandler): { address: string; close(): Promise<void> } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  return { address: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

/** One address for all services. */
export function everywhere(address: string): Addresses {
  return {
    ...{ gateway: address, procurement: address, voice: address, documents: address },
    ...{ compliance: address, agents: address, evaluation: address, guard: address },
  };
}
