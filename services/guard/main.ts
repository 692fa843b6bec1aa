import { ifDisk, onDisk } from "lib/files/disk.ts";
import { openSettingFolder } from "lib/files/setting_folder.ts";
import { defineService, host } from "lib/host/host.ts";
import { openJournal } from "lib/journal/journal.ts";
import { openQuarantine } from "lib/journal/quarantine.ts";
import { s3Bucket } from "lib/files/s3.ts";
import { keptSecret } from "lib/auth/secrets.ts";
import { createApp } from "./app.ts";
import { anchorBucket, anchorFile, type AnchorStore } from "./audit/audit_anchors_store.ts";
import { type AuditKeys, auditKeys } from "./audit/audit_keys.ts";
import { Env, secretsIn } from "./env.ts";
import { gatewayClient } from "./gateway_client.ts";

export const guard = defineService({
  name: "guard",
  platform: true,
  env: Env,
  port: (env) => env.GUARD_PORT,
  processes: (env) => env.GUARD_PROCESSES,
  migrations: import.meta.resolve("./migrations/"),
  async start({ env, sql, siblings, service, secrets, log }) {
    const gateway = gatewayClient({
      baseUrl: env.GATEWAY_BASE_URL,
      apiKey: env.GATEWAY_API_KEY ?? secrets.gatewayAdminKey,
    });
    const journalDir = ifDisk(`${env.DATA_DIR}/journal`);
    const journals = journalDir === undefined ? undefined : {
      audit: await openJournal(journalDir, "guard_audit", {
        former: { dir: `${env.DATA_DIR}/guard-audit`, prefix: "" },
      }),
      telemetry: await openJournal(journalDir, "guard_telemetry"),
    };
    const quarantine = await openQuarantine(ifDisk(`${env.DATA_DIR}/quarantine/guard.ndjson`), {
      log,
      metrics: service.metrics,
    });
    const { app, recover, watch, close } = await createApp({
      service,
      sql,
      siblings,
      gateway,
      env,
      journals,
      quarantine,
      auditKeys: await openAuditKeys(env),
      anchors: await openAnchors(env),
      piiSecret: env.PII_SECRET ?? await keptSecret(
        onDisk(`${env.DATA_DIR}/secrets`, "PII_SECRET"),
        "guard_pii_secret",
      ),
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

/** The keys of the configured secrets, and of the secret generated before one was configured. */
async function openAuditKeys({ AUDIT_SECRET, DATA_DIR }: Env): Promise<AuditKeys> {
  const made = `${DATA_DIR}/secrets`;
  const [secret, ...former] = secretsIn(AUDIT_SECRET ?? "");
  if (secret === undefined) {
    return auditKeys(await keptSecret(onDisk(made, "AUDIT_SECRET"), "guard_audit_secret"));
  }
  const kept = await Deno.readTextFile(`${made}/guard_audit_secret`).catch(() => "");
  return auditKeys(secret, [...former, ...secretsIn(kept)]);
}

async function openAnchors(env: Env): Promise<AnchorStore> {
  const {
    AUDIT_ANCHOR_DIR = onDisk(`${env.DATA_DIR}/anchors`, "AUDIT_ANCHOR_DIR"),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  } = env;
  if (!AUDIT_ANCHOR_DIR.startsWith("s3://")) {
    await openSettingFolder(AUDIT_ANCHOR_DIR, "AUDIT_ANCHOR_DIR");
    return await anchorFile(AUDIT_ANCHOR_DIR);
  }
  return anchorBucket(s3Bucket({
    address: AUDIT_ANCHOR_DIR,
    accessKeyId: AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
    region: env.AWS_REGION,
    endpoint: env.AWS_ENDPOINT_URL_S3,
    what: "storage of audit anchors",
  }));
}

if (import.meta.main) await host([guard]);
