import { attackWarnings } from "lib/injection/attack_warning.ts";
import { defineService, host } from "lib/host/host.ts";
import { gatewayProvider } from "lib/providers/provider.ts";
import { createApp } from "./app.ts";
import { Env } from "./env.ts";
import { createEvaluator } from "./evaluation/evaluator.ts";
import { reportPrinter } from "./reports/report_printer.ts";

export const procurement = defineService({
  name: "procurement",
  env: Env,
  port: (env) => env.PROCUREMENT_PORT,
  migrations: import.meta.resolve("./migrations/"),
  start({ env, sql, service, secrets }) {
    const apiKey = env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey;
    const evaluator = createEvaluator();
    const printer = reportPrinter();
    const app = createApp({
      service,
      sql,
      evaluator,
      printer,
      provider: gatewayProvider({ baseUrl: env.GATEWAY_BASE_URL, apiKey }),
      model: env.PROCUREMENT_MODEL,
      requirementModel: env.REQUIREMENT_MODEL,
      attacks: attackWarnings({
        ...{ mode: env.PROCUREMENT_INJECTION, guardUrl: env.GUARD_BASE_URL },
        ...{ jwtSecret: secrets.jwtSecret, service: "procurement" },
      }),
      lateBids: env.LATE_BIDS,
      timeZone: env.PROCUREMENT_TIMEZONE,
      publicTenders: env.PUBLIC_TENDERS,
      ocds: { ocidPrefix: env.OCDS_OCID_PREFIX, publisher: env.OCDS_PUBLISHER },
    });
    const close = () => {
      evaluator.close();
      printer.close();
    };
    return { fetch: app.fetch, close };
  },
});

if (import.meta.main) await host([procurement]);
