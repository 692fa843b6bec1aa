import { findSettingFolder } from "lib/files/setting_folder.ts";
import { defineService, host } from "lib/host/host.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { createApp } from "./app.ts";
import { openCatalogue } from "./catalogue/catalogue.ts";
import { Env } from "./env.ts";
import { openSigner } from "./certificates/signing.ts";

export const compliance = defineService({
  name: "compliance",
  env: Env,
  port: (env) => env.COMPLIANCE_PORT,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, service, log }) {
    const folder = env.COMPLY_FRAMEWORKS_DIR;
    if (folder) await findSettingFolder(folder, "COMPLY_FRAMEWORKS_DIR");
    const catalogue = await openCatalogue({ folder, log });
    const app = createApp({
      service,
      sql,
      catalogue,
      signer: await openSigner(sql),
      // Under DEFAULT_SHARING=all everybody adds to a system of one name, too.
      rules: sharingRules(env.DEFAULT_SHARING, { may: "change" }),
      thresholds: {
        certified: env.COMPLY_CERTIFIED_SCORE,
        frameworkFloor: env.COMPLY_FRAMEWORK_FLOOR,
        conditional: env.COMPLY_CONDITIONAL_SCORE,
        coverage: env.COMPLY_MIN_COVERAGE,
      },
      corsOrigins: env.COMPLY_CORS_ORIGINS,
      publicUrl: env.COMPLY_PUBLIC_URL,
    });
    return { fetch: app.fetch, reload: catalogue.reload };
  },
});

if (import.meta.main) await host([compliance]);
