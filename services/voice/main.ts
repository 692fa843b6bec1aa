import { defineService, host, type Resources, type Running } from "lib/host/host.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { createDeps, openLocalEngine } from "./deps.ts";
import { createApp } from "./app.ts";
import { workerPool } from "./audio/worker_pool.ts";
import { Env } from "./env.ts";
import { withStreams } from "./stream/stream.ts";

export const voice = defineService({
  name: "voice",
  env: Env,
  port: (env) => env.VOICE_PORT,
  webSockets: true,
  migrations: import.meta.resolve("./migrations/"),
  start,
});

async function start({ env, sql, service, log: usual }: Resources<Env>): Promise<Running> {
  const log = env.DEBUG ? createLogger({ level: "debug", fields: { service: "voice" } }) : usual;
  const workshop = workerPool();
  const local = await openLocalEngine(env, workshop);
  const deps = createDeps({ env, sql, service: { ...service, log }, workshop, local });
  const app = createApp(deps);
  return {
    fetch: withStreams(app, deps.stream.streams),
    stop() {
      workshop.close();
      return Promise.resolve();
    },
  };
}

if (import.meta.main) await host([voice]);
