import { defineService, host, type Resources, type Running } from "lib/host.ts";
import { createDeps } from "./deps.ts";
import { createApp } from "./app.ts";
import { Env } from "./env.ts";
import { withStreams } from "./stream.ts";

export const voice = defineService({
  name: "voice",
  env: Env,
  port: (env) => env.VOICE_PORT,
  migrations: import.meta.resolve("./migrations/"),
  start,
});

function start({ env, sql, service }: Resources<Env>): Running {
  const deps = createDeps({ env, sql, service });
  const app = createApp(deps);
  return { fetch: withStreams(app, deps.stream.streams) };
}

if (import.meta.main) await host([voice]);
