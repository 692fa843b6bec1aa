/** The definition of a service in its main.ts, and its later stages until it runs. */
import type { z } from "zod";
import type { VerifyJwt } from "lib/auth/auth.ts";
import type { Database, Sql } from "lib/database/db.ts";
import type { SharedEnv } from "lib/env.ts";
import type { EffectiveSetting } from "lib/installation/effective_settings.ts";
import type { Installation } from "lib/service/installation.ts";
import type { Outcome } from "lib/http/incoming.ts";
import type { DirectRequest } from "lib/http/own_server.ts";
import type { Siblings } from "lib/processes/sibling_processes.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { ServiceDeps } from "lib/service/service.ts";

/** The resources that a starting service receives. */
export interface Resources<Env> {
  /** The settings, parsed. */
  env: Env;
  /** The database's client, shared by all services of the process. */
  sql: Sql;
  /** The client for heavy reads: a replica's when one is in use, which may lag by some seconds. */
  reads(): Sql;
  /** Which database engine answers. */
  engine: Database["engine"];
  /** The service's own KV. */
  kv: Deno.Kv;
  /** Its other processes on this machine. */
  siblings: Siblings;
  /** The dependencies of `createService`. */
  service: ServiceDeps;
  /** The platform's secrets: given as settings, or kept in DATA_DIR. */
  secrets: { jwtSecret: string; gatewayAdminKey: string };
  /** A logger that names the service. */
  log: Logger;
}

/**
 * The resources of a front, which stores nothing: it needs neither database nor KV and may start before them.
 */
export interface FrontResources<Env> {
  /** The settings, parsed. */
  env: Env;
  /** The platform's secrets: given as settings, or kept in DATA_DIR. */
  secrets: Resources<Env>["secrets"];
  /** Checks tokens. */
  verify: VerifyJwt;
  /** Whether it takes requests. */
  lifecycle: Lifecycle;
  /** Its settings and installation, for admins. */
  installation: Installation;
  /** A logger that names it. */
  log: Logger;
}

/** Answers the request that it was made for. */
export type DirectAnswer = (caller: { remoteAddr: Deno.Addr }) => Outcome | Promise<Outcome>;

/** A ready service: how it answers, stops and reloads. */
export interface Running {
  /** Answers a request. */
  fetch(request: Request, caller: { remoteAddr: Deno.Addr }): Response | Promise<Response>;
  /** Answers frequent requests without creating a Request; undefined for all others. */
  direct?(request: DirectRequest): DirectAnswer | undefined;
  /** Called after the last request: ends background work and flushes writes. */
  stop?(): Promise<void>;
  /** Called on SIGHUP. */
  reload?(): Promise<void>;
  /** Lines for the person at the terminal, once all services are ready. */
  welcome?(): Promise<string[]>;
}

/** A service as its main.ts describes it. */
export interface ServiceDefinition<S extends typeof SharedEnv> {
  /** Its name: its database schema, KV and tasks are called so. */
  name: string;
  /** The schema of its settings. */
  env: S;
  /** The port among its settings. */
  port(env: z.output<S>): number;
  /** How many processes answer at its port; one when absent. */
  processes?(env: z.output<S>): number;
  /** Other services call it: it stops after them. */
  platform?: boolean;
  /** Some of its answers turn connections into WebSockets. */
  webSockets?: boolean;
  /** Whether HTTP is spoken by the project's own server, which asks `direct` first; by Deno's when absent. */
  ownHttp?(env: z.output<S>): boolean;
  /** Folder of its migrations: `import.meta.resolve("./migrations/")`. */
  migrations?: string;
  /** Makes it ready. */
  start(resources: Resources<z.output<S>>): Running | Promise<Running>;
}

/** A front as its main.ts describes it. */
export interface FrontDefinition<S extends typeof SharedEnv> {
  /** Its name. */
  name: string;
  /** The schema of its settings. */
  env: S;
  /** The port among its settings. */
  port(env: z.output<S>): number;
  /** How many processes answer there; one when absent. */
  processes?(env: z.output<S>): number;
  /** Makes it ready. */
  start(resources: FrontResources<z.output<S>>): Running | Promise<Running>;
}

/** A service that `host` can run, whatever its settings. */
export interface Service {
  /** Its name: its database schema, KV and tasks are called so. */
  name: string;
  /** The schema of its settings. */
  env: typeof SharedEnv;
  /** Folder of its migrations. */
  migrations?: string;
  /** Reads its settings; throws SettingsError. */
  prepare(): Prepared;
}

/** A service whose settings were read. */
export interface Prepared {
  /** Its name. */
  name: string;
  /** The settings that every service reads. */
  shared: SharedEnv;
  /** All its settings as they are in effect, secrets left out. */
  settings: EffectiveSetting[];
  /** Where it listens. */
  port: number;
  /** How many processes listen there. */
  processes: number;
  /** Whether other services call it. */
  platform: boolean;
  /** Whether some of its answers turn connections into WebSockets. */
  webSockets: boolean;
  /** Whether HTTP is spoken by the project's own server. */
  ownHttp: boolean;
  /** Folder of its migrations. */
  migrations?: string;
  /** Makes it ready; a front needs fewer resources. */
  start:
    | { kind: "service"; run(resources: Omit<Resources<unknown>, "env">): Running | Promise<Running> }
    | { kind: "front"; run(resources: Omit<FrontResources<unknown>, "env">): Running | Promise<Running> };
}
