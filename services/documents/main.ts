import { attackWarnings } from "lib/injection/attack_warning.ts";
import { ifDisk, onDisk } from "lib/files/disk.ts";
import { defineService, host, type Resources, type Running } from "lib/host/host.ts";
import type { Sql } from "lib/database/db.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { openSettingFolder } from "lib/files/setting_folder.ts";
import { openSpool, type Spool } from "lib/files/spool.ts";
import { createApp } from "./app.ts";
import { type Background, createBackground } from "./steps/background.ts";
import { type Blobs, folderBlobs } from "./storage/blobs.ts";
import { documentAccess } from "./access/document_access.ts";
import { type DocumentStore, documentStore } from "./storage/documents_store.ts";
import { Env } from "./env.ts";
import { correctionStore } from "./storage/corrections_store.ts";
import { pageStore } from "./storage/pages_store.ts";
import type { RemovalStore } from "./storage/removal_store.ts";
import { createKeeping } from "./keeping/keeping.ts";
import { createReprocessor } from "./reprocess/reprocessor.ts";
import { reprocessingStore } from "./storage/reprocessings_store.ts";
import { storeFound } from "./uploads/upload.ts";
import { type WatchedFolder, watchedFolder } from "./watching/watched_folder.ts";
import { createModels } from "./providers.ts";
import { documentReader } from "./reading/reader.ts";
import { loadModels, type Models } from "./reading/workers/models.ts";
import { type ReadingPool, readingPool } from "./reading/workers/pool.ts";
import { rulesThread } from "./rules/rules_thread.ts";
import { refiner } from "./understanding/model_refiner.ts";
import { s3Blobs } from "./storage/s3_blobs.ts";
import { type OwnTypes, ownTypes } from "./types/own_types.ts";
import { type TypeStore, typeStore } from "./types/document_types_store.ts";
import { createSteps } from "./steps/steps.ts";

export const documents = defineService({
  name: "documents",
  env: Env,
  port: (env) => env.DOCUMENTS_PORT,
  processes: (env) => env.DOCUMENTS_PROCESSES,
  migrations: import.meta.resolve("./migrations/"),
  start,
});

async function start({ env, sql, service, secrets, log }: Resources<Env>): Promise<Running> {
  // With DEFAULT_SHARING=all everybody may also run a document's steps.
  const rules = sharingRules(env.DEFAULT_SHARING, { may: "change" });
  const store = documentStore(sql, rules);
  const read = { pages: pageStore(sql), corrections: correctionStore(sql), ...createTypes(sql, log) };
  const blobs = await openBlobs(env);
  const spool = await openSpool(ifDisk(`${env.DATA_DIR}/uploads/incoming`));
  const models = createModels(env);
  const pool = openPool(env, log);
  const reader = documentReader({ pool, load: (sha256) => blobs.read(sha256), vision: models.vision });
  const documentRules = rulesThread();
  const steps = createSteps({
    documents: store,
    ...{ ...read, documentRules },
    reader,
    refiner: models.text && refiner(models.text),
    attacks: attackWarnings(guardedBy(env, secrets)),
    log,
    today,
  });
  const { lifecycle } = service;
  const keeping = createKeeping({ sql, rules, blobs, log, today, ...retention(env) });
  const background = createBackground({ documents: store, steps, lifecycle, log, width: env.OCR_WORKERS });
  const reprocessings = reprocessingStore(sql);
  const reprocessor = createReprocessor({ reprocessings, documents: store, rules, steps, log });
  const app = createApp({
    service,
    rules,
    documents: store,
    access: documentAccess(store, rules),
    ...{ ...read, documentRules },
    today,
    blobs,
    reader,
    steps,
    background,
    ...keeping,
    ...{ reprocessings, reprocessor },
    spool,
    maxFileBytes: env.MAX_FILE_SIZE_MB * 1024 * 1024,
    asksModel: models.text !== undefined,
    missingSetting: models.missingSetting,
    ping: async () => void await sql`select 1`,
  });
  const watched = watching(env, { documents: store, blobs, ...keeping, spool, background, log });
  for (const part of [background, keeping.removal, reprocessor, watched]) part?.start();
  return {
    fetch: app.fetch,
    async stop() {
      background.stop();
      const others = [keeping.removal, reprocessor, watched].map((part) => part?.stop());
      const stopped = steps.stop();
      // Aborts pages being read; the process that continues the document reads them again.
      pool.close();
      documentRules.close();
      await Promise.all([stopped, ...others]);
    },
  };
}

function createTypes(sql: Sql, log: Logger): { types: TypeStore; ownTypes: OwnTypes } {
  const types = typeStore(sql);
  return { types, ownTypes: ownTypes(types, log) };
}

/**
 * Opens the pool, which checks its models at the first request or readiness check, or else some time after the start:
 * loading models is slow and would delay other requests of a starting service.
 */
function openPool(env: Env, log: Logger): ReadingPool {
  let models: Promise<Models> | undefined;
  const pool = readingPool({
    models: () =>
      models ??= loadModels(env.OCR_LANGUAGES.map((code) => code === "ar" ? "ara" : "eng")).catch((error) => {
        // Cleared, so that the next worker retries.
        models = undefined;
        throw error;
      }),
    unproven: true,
    workers: env.OCR_WORKERS,
    timeoutMs: env.OCR_PAGE_TIMEOUT_SECONDS * 1000,
    memoryMb: env.OCR_MEMORY_MB,
    onReplaced: (reason) => log.warn("reading worker replaced", { reason }),
  });
  const timer = setTimeout(() => {
    pool.ready().catch((error) => log.error("documents cannot be read", { error }));
  }, TRIED_AFTER_MS);
  return {
    ...pool,
    close() {
      clearTimeout(timer);
      pool.close();
    },
  };
}

/** The watched folder, if configured. */
function watching(
  env: Env,
  { documents, blobs, removals, spool, background, log }: {
    documents: DocumentStore;
    blobs: Blobs;
    removals: RemovalStore;
    spool: Spool;
    background: Background;
    log: Logger;
  },
): WatchedFolder | undefined {
  const { DOCUMENTS_WATCH_DIR: folder, DOCUMENTS_WATCH_OWNER: uploaded_by } = env;
  if (folder === undefined || uploaded_by === undefined) return undefined;
  return watchedFolder({
    folder,
    spool,
    maxFileBytes: env.MAX_FILE_SIZE_MB * 1024 * 1024,
    take: (file, origin) => storeFound(file, { uploaded_by, origin }, { documents, blobs, removals }),
    process: (document) => background.process(document),
    log,
  });
}

const TRIED_AFTER_MS = 10_000;

const retention = (env: Env) => ({ retentionDays: env.DOCUMENTS_RETENTION_DAYS || undefined });

/** The current date in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

const guardedBy = ({ DOCUMENTS_INJECTION, GUARD_BASE_URL }: Env, { jwtSecret }: { jwtSecret: string }) => ({
  ...{ mode: DOCUMENTS_INJECTION, guardUrl: GUARD_BASE_URL, jwtSecret, service: "documents" },
});

async function openBlobs(env: Env): Promise<Blobs> {
  const {
    UPLOAD_DIR = onDisk(`${env.DATA_DIR}/uploads/documents`, "UPLOAD_DIR"),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
  } = env;
  if (!UPLOAD_DIR.startsWith("s3://")) {
    await openSettingFolder(UPLOAD_DIR, "UPLOAD_DIR");
    return await folderBlobs(UPLOAD_DIR);
  }
  return s3Blobs({
    address: UPLOAD_DIR,
    accessKeyId: AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
    region: env.AWS_REGION,
    endpoint: env.AWS_ENDPOINT_URL_S3,
  });
}

if (import.meta.main) await host([documents]);
