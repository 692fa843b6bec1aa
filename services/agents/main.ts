/** The agents service, alone: `deno task start:agents`. */
import { defineService, host } from "lib/host/host.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { assemble } from "./assemble.ts";
import { Env } from "./env.ts";

export const agents = defineService({
  name: "agents",
  env: Env,
  port: (env) => env.AGENTS_PORT,
  processes: (env) => env.AGENTS_PROCESSES,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, engine, siblings, service, secrets, log }) {
    const { app, close } = await assemble({
      env,
      sql,
      alone: engine === "embedded" && !siblings.any,
      service,
      secrets,
      log: env.AGENTS_DEBUG ? createLogger({ level: "debug", fields: { service: "agents" } }) : log,
    });
    return { fetch: app.fetch, stop: close };
  },
});

if (import.meta.main) await host([agents]);
