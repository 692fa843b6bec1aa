import { defineService, host, type Resources, type Running } from "lib/host/host.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { createFetch } from "./app.ts";
import { openDeps } from "./deps.ts";
import { Env } from "./env.ts";
import { directCalls } from "./model_endpoints.ts";
import type { ConfigHolder } from "./providers/config.ts";
import { ConfigError } from "./providers/config_file.ts";
import { providerLines } from "./welcome.ts";

export const gateway = defineService({
  name: "gateway",
  platform: true,
  env: Env,
  port: (env) => env.GATEWAY_PORT,
  processes: (env) => env.GATEWAY_PROCESSES,
  ownHttp: (env) => env.GATEWAY_HTTP === "own",
  migrations: import.meta.resolve("./migrations/"),
  start: startGatewayApp,
});

/** Opens the gateway's dependencies and serves requests. */
export async function startGatewayApp(resources: Resources<Env>): Promise<Running> {
  const { deps, close } = await openDeps(resources);
  return {
    fetch: createFetch(deps),
    direct: directCalls(deps),
    reload: () => reload(deps.config, resources.log),
    welcome: () => providerLines(deps.config),
    stop: close,
  };
}

async function reload(config: ConfigHolder, log: Logger): Promise<void> {
  try {
    await config.reload();
    log.info("configuration read", { version: config.current().version });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error("the new configuration is invalid; the previous one stays in force", { reason: error.message });
  }
}

if (import.meta.main) await host([gateway]);
