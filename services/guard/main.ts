import { defineService, host } from "lib/host.ts";
import { openJournal } from "lib/journal.ts";
import { openQuarantine } from "lib/quarantine.ts";
import { createApp } from "./app.ts";
import { Env } from "./env.ts";
import { gatewayClient } from "./gateway_client.ts";

export const guard = defineService({
  name: "guard",
  platform: true,
  env: Env,
  port: (env) => env.GUARD_PORT,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, service, secrets, log }) {
    const gateway = gatewayClient({
      baseUrl: env.GATEWAY_BASE_URL,
      apiKey: env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey,
    });
    const journalDir = `${env.DATA_DIR}/journal`;
    const journals = {
      audit: await openJournal(journalDir, "guard_audit", {
        former: { dir: `${env.DATA_DIR}/guard-audit`, prefix: "" },
      }),
      telemetry: await openJournal(journalDir, "guard_telemetry"),
    };
    const quarantine = await openQuarantine(`${env.DATA_DIR}/quarantine/guard.ndjson`, {
      log,
      metrics: service.metrics,
    });
    const { app, recover, watch, close } = await createApp({
      service,
      sql,
      gateway,
      env,
      journals,
      quarantine,
    });
    await recover();
    const stopping = new AbortController();
    watch(stopping.signal);
    return {
      fetch: app.fetch,
      async stop() {
        stopping.abort();
        await close();
      },
    };
  },
});

if (import.meta.main) await host([guard]);
