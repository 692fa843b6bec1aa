import { defineService, host } from "lib/host.ts";
import { createApp } from "./app.ts";
import { Env } from "./env.ts";
import { gatewayClient } from "./gateway_client.ts";

export const guard = defineService({
  name: "guard",
  env: Env,
  port: (env) => env.GUARD_PORT,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, service, secrets }) {
    const gateway = gatewayClient({
      baseUrl: env.GATEWAY_BASE_URL,
      apiKey: env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey,
    });
    const { app, watch, flush } = await createApp({ service, sql, gateway, env });
    const stopping = new AbortController();
    watch(stopping.signal);
    return {
      fetch: app.fetch,
      async stop() {
        stopping.abort();
        await flush();
      },
    };
  },
});

if (import.meta.main) await host([guard]);
