/** Runs services in this process: reads their settings, opens their resources, serves, and stops in order. */
import { closeAll, type Closer } from "lib/host/closers.ts";
import { openDataDir } from "lib/files/data_dir.ts";
import { hasDisk } from "lib/files/disk.ts";
import type { Database } from "lib/database/db.ts";
import { drainAll } from "lib/host/drain.ts";
import { givenSetting, readEnv, SettingsError, type SharedEnv } from "lib/env.ts";
import { readEnvFile, readSecretFiles } from "lib/env_files.ts";
import { type EffectiveSetting, effectiveSettings } from "lib/installation/effective_settings.ts";
import { hostMember } from "lib/host/host_member.ts";
import {
  formatOf,
  openDatabase,
  openLog,
  openSecrets,
  openVerifier,
  placeOfAdminKey,
} from "lib/host/host_resources.ts";
import { openServiceKv } from "lib/host/kv_service.ts";
import { serveResources } from "lib/host/member_resources.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Channel } from "lib/processes/process_channel.ts";
import { startGroup } from "lib/host/process_group.ts";
import { joinGroup } from "lib/processes/process_member.ts";
import { serve, type Served } from "lib/host/serve.ts";
import type {
  FrontDefinition,
  Prepared,
  Resources,
  Running,
  Service,
  ServiceDefinition,
} from "lib/host/service_definition.ts";
import { startFailure } from "lib/host/start_failure.ts";
import { welcome } from "lib/host/welcome.ts";
import { print } from "lib/print.ts";

export type { Prepared, Resources, Running, Service, ServiceDefinition };

/** Describes a service for `host`. */
export function defineService<S extends typeof SharedEnv>(definition: ServiceDefinition<S>): Service {
  const { name, env: schema, port, processes, migrations, platform = false, webSockets = false } = definition;
  const { ownHttp, start } = definition;
  return {
    name,
    env: schema,
    migrations,
    prepare() {
      const env = readEnv(schema);
      return {
        name,
        migrations,
        platform,
        webSockets,
        ownHttp: ownHttp?.(env) ?? false,
        port: port(env),
        processes: processes?.(env) ?? 1,
        shared: env,
        settings: settingsIn(schema, env),
        start: { kind: "service", run: (resources) => start({ ...resources, env }) },
      };
    },
  };
}

/** Describes a service without database and KV for `host`, which starts it before the others and stops it with them. */
export function defineFront<S extends typeof SharedEnv>(definition: FrontDefinition<S>): Service {
  const { name, env: schema, port, processes, start } = definition;
  return {
    name,
    env: schema,
    prepare() {
      const env = readEnv(schema);
      const run: Extract<Prepared["start"], { kind: "front" }>["run"] = (resources) =>
        start({ ...resources, env });
      return {
        name,
        platform: false,
        webSockets: true,
        ownHttp: false,
        port: port(env),
        processes: processes?.(env) ?? 1,
        shared: env,
        settings: settingsIn(schema, env),
        start: { kind: "front", run },
      };
    },
  };
}

function settingsIn(schema: typeof SharedEnv, env: Record<string, unknown>): EffectiveSetting[] {
  return effectiveSettings(schema, env, givenSetting);
}

const IMPATIENT_MS = 1_000;

/**
 * Runs `services` until SIGINT or SIGTERM, then lets requests under way end (30 s at most) and exits 0. Wrong
 * settings, a folder in use or a failed start print a sentence and exit 1.
 */
export async function host(services: Service[]): Promise<void> {
  let shared: SharedEnv | undefined;
  const fail = (error: unknown): never => {
    const stack = shared?.LOG_LEVEL === "debug" && error instanceof Error ? `\n${error.stack}` : "";
    const text = startFailure(error, { dataDir: shared?.DATA_DIR }) + stack;
    print(text, Deno.stderr);
    Deno.exit(1);
  };
  try {
    const member = await joinGroup();
    if (member) return await hostMember(member, services, fail);
    await readEnvFile();
    await readSecretFiles();
    const prepared = prepareAll(services);
    shared = prepared[0]?.shared;
    const { stop, tell } = await startPrepared(prepared);
    let stopping: number | undefined;
    const onSignal = () => {
      if (stopping !== undefined) return;
      stopping = Date.now();
      stop().then(() => Deno.exit(0), fail);
    };
    Deno.addSignalListener("SIGTERM", onSignal);
    Deno.addSignalListener("SIGINT", () => {
      // A process group may deliver the same signal twice at once; a later second signal means that a person
      // wants to quit now.
      if (stopping !== undefined && Date.now() - stopping > IMPATIENT_MS) Deno.exit(1);
      onSignal();
    });
    // Listen for signals before announcing readiness: a supervisor may send one at once.
    await tell();
  } catch (error) {
    fail(error);
  }
}

/**
 * Starts `services` and returns a way to stop them; when a start fails, everything opened is closed again.
 */
export async function start(services: Service[]): Promise<() => Promise<void>> {
  const { stop, tell } = await startPrepared(prepareAll(services));
  await tell();
  return stop;
}

/** Running services. */
interface Started {
  /** Lets requests under way end and closes everything. */
  stop(): Promise<void>;
  /** Announces that they are ready. */
  tell(): Promise<void>;
}

async function startPrepared(prepared: Prepared[]): Promise<Started> {
  const [first] = prepared;
  if (!first) throw new SettingsError("No service to start");
  const { shared } = first;
  const log = openLog(shared);
  const closers: Closer[] = [];
  const served: Served[] = [];
  if (prepared.some(({ processes }) => processes > 1)) closers.push(withstandHangUp());
  try {
    if (hasDisk()) await openDataDir(shared.DATA_DIR, log);
    const secrets = await openSecrets(shared);
    const verify = openVerifier(shared, secrets);
    const serveAll = async (services: Prepared[], database?: Database) => {
      for (const service of services) {
        const own = log.with({ service: service.name });
        const started = service.processes > 1
          ? await startGroup(service, {
            ...{ log: own, env: { LOG_FORMAT: formatOf(shared) } },
            onChannel: await servingTo(service, { database, log: own, closers }),
          })
          : await serve(service, { database, secrets, verify, log: own });
        served.push(started);
        closers.push(() => started.close());
      }
    };
    const isFront = ({ start }: Prepared) => start.kind === "front";
    await serveAll(prepared.filter(isFront));
    const others = prepared.filter((service) => !isFront(service));
    // An embedded database belongs to this process, which serves it to the processes that it starts.
    const database = others.some(({ processes }) => processes === 1 || !shared.DATABASE_URL)
      ? await openDatabase(shared, log)
      : undefined;
    if (database) closers.push(() => database.close());
    await serveAll(others, database);
    const engine = database?.engine;
    return {
      async tell() {
        const services = prepared.map(({ name }) => name);
        if (formatOf(shared) === "plain") await printWelcome(prepared, served, { shared, engine });
        else log.info("all services are ready", { services, database: engine });
      },
      async stop() {
        log.info(formatOf(shared) === "plain" ? "stopping; Ctrl-C again ends at once" : "stopping");
        await drainAll(served);
        await closeAll(closers);
        log.info("stopped");
      },
    };
  } catch (error) {
    await Promise.allSettled(served.map((service) => service.shutdown()));
    // Report the first failure.
    await closeAll(closers).catch(() => {});
    throw error;
  }
}

/** Process groups handle SIGHUP once they have started; before that it would end this process. */
function withstandHangUp(): Closer {
  const onHangUp = () => {};
  Deno.addSignalListener("SIGHUP", onHangUp);
  return () => Deno.removeSignalListener("SIGHUP", onHangUp);
}

/** Serves this process's embedded database and KV file to a member process of `service`. */
async function servingTo(
  service: Prepared,
  { database, log, closers }: { database: Database | undefined; log: Logger; closers: Closer[] },
): Promise<(channel: Channel) => void> {
  const isServed = service.start.kind === "service" && !service.shared.KV_URL;
  const kv = isServed ? await openServiceKv(service, { log, closers }) : undefined;
  return (channel) => serveResources(channel, { ...database ? { database } : {}, ...kv ? { kv } : {} });
}

/**
 * Prints where everything is for a person at the terminal. Services are listed in the order of `served`,
 * fronts first.
 */
async function printWelcome(
  prepared: Prepared[],
  served: Served[],
  { shared, engine }: { shared: SharedEnv; engine: Database["engine"] | undefined },
): Promise<void> {
  const ordered = prepared.toSorted((a, b) =>
    Number(b.start.kind === "front") - Number(a.start.kind === "front")
  );
  const services = await Promise.all(ordered.map(async ({ name, port }, index) => ({
    name,
    port,
    lines: await served[index]?.welcome() ?? [],
  })));
  const text = welcome({
    services,
    dataDir: shared.DATA_DIR,
    database: engine,
    adminKey: services.some(({ name }) => name === "gateway") ? placeOfAdminKey(shared) : undefined,
  });
  print(text);
}

function prepareAll(services: Service[]): Prepared[] {
  const faults = new Set<string>();
  const prepared = services.flatMap((service) => {
    try {
      return [service.prepare()];
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const line of error.message.split("\n").slice(1)) faults.add(line);
      return [];
    }
  });
  for (const fault of samePorts(prepared)) faults.add(fault);
  if (faults.size > 0) throw new SettingsError(`These settings are wrong:\n${[...faults].join("\n")}`);
  return prepared;
}

/** Faults of services that would listen at the port of another; port 0 is a free one each. */
function samePorts(prepared: Prepared[]): string[] {
  const setting = ({ name }: Prepared) => `${name.toUpperCase()}_PORT`;
  const first = new Map<number, Prepared>();
  return prepared.flatMap((service) => {
    const { port } = service;
    const other = first.get(port);
    first.set(port, other ?? service);
    if (!other || port === 0) return [];
    return [`  ${setting(service)}: ${port} is ${setting(other)}, too: each service needs a port of its own`];
  });
}
