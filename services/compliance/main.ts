import { defineService, host } from "lib/host.ts";
import { createApp } from "./app.ts";
import { openCatalogue } from "./catalogue.ts";
import { Env } from "./env.ts";
import { openSigner } from "./signing.ts";

export const compliance = defineService({
  name: "compliance",
  env: Env,
  port: (env) => env.COMPLIANCE_PORT,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, service, log }) {
    const catalogue = await openCatalogue({ folder: env.COMPLY_FRAMEWORKS_DIR, log });
    const app = createApp({
      service,
      sql,
      catalogue,
      signer: await openSigner(sql),
      thresholds: {
        certified: env.COMPLY_CERTIFIED_SCORE,
        frameworkFloor: env.COMPLY_FRAMEWORK_FLOOR,
        conditional: env.COMPLY_CONDITIONAL_SCORE,
      },
      corsOrigins: env.COMPLY_CORS_ORIGINS,
      publicUrl: env.COMPLY_PUBLIC_URL,
    });
    return { fetch: app.fetch, reload: catalogue.reload };
  },
});

if (import.meta.main) await host([compliance]);
