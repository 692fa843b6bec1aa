import { defineService, host } from "lib/host.ts";
import { createApp } from "./app.ts";
import { openAuditJournal } from "./audit_journal.ts";
import { auditStore } from "./audit_store.ts";
import { Env } from "./env.ts";
import { gatewayClient } from "./gateway_client.ts";

export const guard = defineService({
  name: "guard",
  env: Env,
  port: (env) => env.GUARD_PORT,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, service, secrets, log }) {
    const gateway = gatewayClient({
      baseUrl: env.GATEWAY_BASE_URL,
      apiKey: env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey,
    });
    const journal = await openAuditJournal(`${env.DATA_DIR}/guard-audit`, log);
    const recovered = await journal.recover(auditStore(sql).append);
    if (recovered > 0) log.info("audit events of a process that was killed are stored", { recovered });
    const { app, watch, flush } = await createApp({ service, sql, gateway, env, journal });
    const stopping = new AbortController();
    watch(stopping.signal);
    return {
      fetch: app.fetch,
      async stop() {
        stopping.abort();
        await flush();
        await journal.close();
      },
    };
  },
});

if (import.meta.main) await host([guard]);
