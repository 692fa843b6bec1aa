/** Serves one service: listens at once, makes it ready, and returns the steps to stop it. */
import type { VerifyJwt } from "lib/auth/auth.ts";
import { closeAll, type Closer } from "lib/host/closers.ts";
import type { Database } from "lib/database/db.ts";
import { hasDisk } from "lib/files/disk.ts";
import type { SharedEnv } from "lib/env.ts";
import { ALONE } from "lib/processes/sibling_processes.ts";
import { installationOf } from "lib/service/installation.ts";
import { notingPeople, openPeople } from "lib/installation/people.ts";
import type { Prepared, Resources, Running } from "lib/host/service_definition.ts";
import {
  type Caller,
  type DirectHandler,
  type Handler,
  heed,
  type HttpServer,
} from "lib/http/http_server.ts";
import { type Incoming, type Outcome, responseOf, withHeader } from "lib/http/incoming.ts";
import { guardKv, type ServiceKv } from "lib/kv/kv.ts";
import { remoteKv } from "lib/kv/kv_remote.ts";
import { openServiceKv } from "lib/host/kv_service.ts";
import { createLifecycle, type Lifecycle } from "lib/service/lifecycle.ts";
import { listen } from "lib/host/listen.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { migrate } from "lib/database/migrations.ts";
import { listensOn } from "lib/processes/own_process.ts";
import { createRegistry } from "lib/telemetry/metrics.ts";
import { type Member, othersMetrics, type Report, reportTo } from "lib/processes/process_member.ts";
import { createLimiter } from "lib/limits/rate_limit.ts";
import {
  databaseReady,
  diskReady,
  kvReady,
  migrationsReady,
  type ReadinessCheck,
} from "lib/service/readiness.ts";
import type { ServiceDeps } from "lib/service/service.ts";
import { countSurroundings } from "lib/service/service_metrics.ts";
import { isExporting, tracedRequest } from "lib/telemetry/tracing.ts";

/** A running service, and the steps that stop it. */
export interface Served {
  /** Whether other services depend on it: it stops after them. */
  platform: boolean;
  /** Lines for the person at the terminal. */
  welcome(): Promise<string[]>;
  /** Stops accepting requests. */
  drain(): void;
  /** Whether it is answering a request or has other work under way. */
  busy(): boolean;
  /** Time of its last request, Unix milliseconds. */
  lastAsked(): number;
  /** Closes its connections, each after its current answer. */
  shutdown(): Promise<void>;
  /** Ends background work, flushes writes and closes resources. */
  close(): Promise<void>;
}

/** A service that runs in this process. */
export interface ServedHere extends Served {
  /**
   * Accepts no more connections, because other processes do, and closes each open one after its next answer.
   */
  drainConnections(): Promise<void>;
}

/** The resources that all services of a process share. */
export interface Shared {
  /** The database; absent where only fronts are served. */
  database: Database | undefined;
  /** The platform's secrets. */
  secrets: Resources<unknown>["secrets"];
  /** Checks tokens. */
  verify: VerifyJwt;
  /** This process's membership, if it belongs to a group. */
  member?: Member | undefined;
  /** Logs with the service's name. */
  log: Logger;
}

/** Serves `service`, 503 until it is ready. */
export async function serve(service: Prepared, shared: Shared): Promise<ServedHere> {
  const { log, member } = shared;
  const lifecycle = createLifecycle();
  const openings: Closer[] = [];
  let running: Running | undefined;
  let step = "migrations";
  const requests = countRequests(service.name, lifecycle);
  const handler: Handler = async (request, caller) => {
    const ready = running;
    if (!ready) return starting(step);
    return responseOf(await requests.answer(request, caller, () => ready.fetch(request, caller)));
  };
  const direct: DirectHandler = (request, caller) => {
    const answer = running?.direct?.(request);
    return answer && requests.answer(request, caller, () => answer(caller));
  };
  const open = () => listen(service, { log, direct, handler, ...member ? { sharedPort: member.port } : {} });
  // A member of a group accepts no connections before it is ready, since the others do.
  const early = member ? undefined : open();
  let server: HttpServer;
  try {
    if (early) openings.push(listensOn(early.addr.port));
    running = await runningOf(service, { shared, lifecycle, openings, at: (name) => step = name });
    server = early ?? open();
  } catch (error) {
    await early?.shutdown();
    await closeAll(openings).catch(() => {});
    throw error;
  }
  openings.push(reloading(running, log));
  const { stop, welcome } = running;
  openings.push(() => stop?.());
  const busy = () => requests.answering() > 0 || lifecycle.inHand > 0;
  const report = (): Report => {
    const { all, lastAsked } = requests;
    return { inUse: server.busy, requests: all(), busy: busy(), lastAsked: lastAsked() };
  };
  const reports = member && reportTo(member, { look: report, closeSome: (count) => server.closeSome(count) });
  lifecycle.ready();
  return {
    platform: service.platform,
    welcome: async () => await welcome?.() ?? [],
    drain() {
      lifecycle.drain();
      reports?.often();
    },
    drainConnections: () => server.drainConnections(),
    busy,
    lastAsked: requests.lastAsked,
    shutdown: () => server.shutdown(),
    close: () => closeAll(openings),
  };
}

/** Answers requests in their traces and counts them. */
function countRequests(service: string, lifecycle: Lifecycle) {
  let answering = 0;
  let asked = 0;
  let lastAsked = 0;
  return {
    answering: () => answering,
    /** Requests so far, those in hand included. */
    all: () => asked + answering,
    lastAsked: () => lastAsked,
    /** Answers a request; the last answer of a connection says `Connection: close`. */
    async answer(
      request: Incoming,
      caller: Caller,
      answer: () => Outcome | Promise<Outcome>,
    ): Promise<Outcome> {
      answering++;
      asked++;
      lastAsked = Date.now();
      try {
        const outcome = isExporting()
          ? await tracedRequest(request, service, async () => await answer())
          : await answer();
        heed(outcome, caller);
        const isLast = lifecycle.phase === "draining" || caller.isLast();
        return isLast && outcome.status !== 101 ? withHeader(outcome, "connection", "close") : outcome;
      } finally {
        answering--;
      }
    },
  };
}

async function runningOf(
  { start, ...service }: Prepared,
  { shared, lifecycle, openings, at }: {
    shared: Shared;
    lifecycle: Lifecycle;
    openings: Closer[];
    at: (step: string) => void;
  },
): Promise<Running> {
  const { database, secrets, verify, member, log } = shared;
  if (start.kind === "front") {
    at("service");
    const installation = installationOf(service.name, service.settings);
    return await start.run({ secrets, verify, lifecycle, installation, log });
  }
  if (!database) throw new Error(`The ${service.name} service needs a database`);
  if (service.migrations) await migrate(database.sql, service.name, service.migrations);
  at("kv");
  const own = member && !service.shared.KV_URL ? remoteKv(member.parent) : undefined;
  const kv = guardKv(own ?? await openServiceKv(service, { log, closers: openings }), { log });
  at("service");
  return await start.run(resourcesOn(kv, { service, database, shared, lifecycle, openings }));
}

function resourcesOn(
  { kv, calls }: ServiceKv,
  { service, database, shared: { secrets, verify, log, member }, lifecycle, openings }: {
    service: Omit<Prepared, "start">;
    database: Database;
    shared: Shared;
    lifecycle: Lifecycle;
    openings: Closer[];
  },
): Omit<Resources<unknown>, "env"> {
  const { name, shared: env, migrations } = service;
  const { sql, engine, reads = () => sql } = database;
  const limiter = createLimiter({ kv, namespace: `${name}:limits`, onFailure: env.KV_ON_FAILURE });
  openings.push(() => limiter.flush().catch((error) => log.warn("limits are not written to KV", { error })));
  const readiness: Record<string, ReadinessCheck> = {
    database: databaseReady(sql),
    replica: () => Promise.resolve(database.replicaFault?.()),
    kv: kvReady(kv, calls, env.KV_ON_FAILURE),
    ...hasDisk() ? { disk: diskReady(env.DATA_DIR, env.MIN_FREE_DISK_MB) } : {},
    ...migrations ? { migrations: migrationsReady(sql, name, migrations) } : {},
  };
  const metrics = createRegistry(member ? { others: (own) => othersMetrics(member, own) } : {});
  member?.parent.on("metrics", () => metrics.own());
  if (member) openings.push(async () => member.parent.tell("counts", await metrics.own()));
  countSurroundings(metrics, {
    lifecycle,
    calls,
    connections: engine === "server" ? env.DATABASE_POOL : 1,
    ping: async () => void await sql`select 1`,
  });
  const people = openPeople({ kv, name, log });
  openings.push(() => people.settled());
  const deps: ServiceDeps = {
    ...serviceDeps(env, {
      ...{ limiter, lifecycle, log, readiness },
      verify: notingPeople(verify, people),
    }),
    installation: installationOf(name, service.settings, { sql, engine, env, people }),
    metrics,
    metricsOpen: env.METRICS_OPEN,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${service.port}`,
  };
  return { sql, reads, engine, kv, siblings: member?.siblings ?? ALONE, secrets, log, service: deps };
}

/** Reloads on SIGHUP until the returned function is called. */
function reloading({ reload }: Running, log: Logger): () => void {
  if (!reload) return () => {};
  const onHangup = () => {
    reload().catch((error) => log.error("reload failed", { error }));
  };
  Deno.addSignalListener("SIGHUP", onHangup);
  return () => Deno.removeSignalListener("SIGHUP", onHangup);
}

function serviceDeps(
  shared: SharedEnv,
  deps: Pick<ServiceDeps, "verify" | "limiter" | "lifecycle" | "log" | "readiness">,
): ServiceDeps {
  return {
    ...deps,
    limits: { perMinute: shared.RATE_LIMIT_PER_MINUTE, heavyPerMinute: shared.RATE_LIMIT_HEAVY_PER_MINUTE },
    maxBodyBytes: Math.floor(shared.MAX_BODY_MB * 2 ** 20),
    trustedProxies: shared.TRUSTED_PROXIES,
    consolePlace: { port: shared.CONSOLE_PORT, publicUrl: shared.CONSOLE_PUBLIC_URL },
    mcpHosts: [
      ...shared.MCP_ALLOWED_HOSTS,
      ...(shared.PUBLIC_URL ? [new URL(shared.PUBLIC_URL).hostname] : []),
    ],
  };
}

function starting(step: string): Response {
  const reasons = [{ what: step, detail: "the service is starting" }];
  return Response.json({ status: "starting", error: "The service is starting", reasons }, {
    status: 503,
    headers: { "retry-after": "2" },
  });
}
