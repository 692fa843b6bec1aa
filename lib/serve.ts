/** Serves one service: listens at once, makes it ready, and lets what it has in hand end when it stops. */
import type { VerifyJwt } from "lib/auth.ts";
import { closeAll, type Closer } from "lib/closers.ts";
import { type Database, lockFile } from "lib/db.ts";
import { SettingsError, type SharedEnv } from "lib/env.ts";
import type { Prepared, Resources, Running } from "lib/host.ts";
import { openKv } from "lib/kv.ts";
import { createLifecycle } from "lib/lifecycle.ts";
import type { Logger } from "lib/log.ts";
import { migrate } from "lib/migrations.ts";
import { createLimiter } from "lib/rate_limit.ts";
import type { ServiceDeps } from "lib/service.ts";

const DRAIN_MS = 30_000;

/** Serves `service`, 503 until it is ready; returns how to stop it. */
export async function serve(
  service: Prepared,
  { database, secrets, verify, log }: {
    database: Database;
    secrets: Resources<unknown>["secrets"];
    verify: VerifyJwt;
    log: Logger;
  },
): Promise<() => Promise<void>> {
  const { shared, name } = service;
  const lifecycle = createLifecycle();
  const openings: Closer[] = [];
  let running: Running | undefined;
  const server = listen(service, {
    hostname: shared.HOST,
    port: service.port,
    onListen: ({ hostname, port }) => log.info("listening", { url: `http://${shown(hostname)}:${port}` }),
    onError: (error) => {
      log.error("a request failed outside the service", { error });
      return Response.json({ error: "Internal server error" }, { status: 500 });
    },
  }, (request, info) => running ? running.fetch(request, info) : notReady());
  try {
    if (service.migrations) await migrate(database.sql, name, service.migrations);
    const dir = `${shared.DATA_DIR}/kv`;
    if (!shared.KV_URL) {
      await Deno.mkdir(dir, { recursive: true });
      openings.push(await lockFile(`${dir}/${name}.lock`, `The ${name} service in ${shared.DATA_DIR}`));
    }
    const kv = await openKv({ url: shared.KV_URL, dir, name });
    openings.push(() => kv.close());
    const limiter = createLimiter({ kv, namespace: `${name}:limits` });
    openings.push(() => limiter.flush());
    running = await service.start({
      sql: database.sql,
      engine: database.engine,
      kv,
      secrets,
      log,
      service: serviceDeps(shared, { verify, limiter, lifecycle, log }),
    });
  } catch (error) {
    await server.shutdown();
    await closeAll(openings).catch(() => {});
    throw error;
  }
  const { reload, stop } = running;
  openings.push(() => stop?.());
  const onHangup = () => {
    reload?.().catch((error) => log.error("reload failed", { error }));
  };
  if (reload) Deno.addSignalListener("SIGHUP", onHangup);
  lifecycle.ready();
  return async () => {
    lifecycle.drain();
    if (reload) Deno.removeSignalListener("SIGHUP", onHangup);
    // What is in hand ends first: the server's own shutdown would cut open WebSockets off.
    await within(DRAIN_MS, lifecycle.idle(DRAIN_MS).then(() => server.shutdown()));
    await closeAll(openings);
  };
}

/** Deno.serve, a port in use told in a sentence. */
function listen(
  { name, port }: Prepared,
  options: Deno.ServeTcpOptions,
  handler: Deno.ServeHandler,
): Deno.HttpServer {
  try {
    return Deno.serve(options, handler);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    const setting = `${name.toUpperCase()}_PORT`;
    throw new SettingsError(
      `Port ${port} is in use: stop what listens there, or set ${setting} for the ${name} service`,
    );
  }
}

function serviceDeps(
  shared: SharedEnv,
  deps: Pick<ServiceDeps, "verify" | "limiter" | "lifecycle" | "log">,
): ServiceDeps {
  return {
    ...deps,
    limits: { perMinute: shared.RATE_LIMIT_PER_MINUTE, heavyPerMinute: shared.RATE_LIMIT_HEAVY_PER_MINUTE },
    maxBodyBytes: Math.floor(shared.MAX_BODY_MB * 2 ** 20),
    trustedProxies: shared.TRUSTED_PROXIES,
  };
}

function shown(hostname: string): string {
  return hostname === "0.0.0.0" || hostname === "::" ? "localhost" : hostname;
}

function notReady(): Response {
  return Response.json({ status: "starting", error: "The service is starting" }, { status: 503 });
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
