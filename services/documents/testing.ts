/** The app for tests: an embedded database, a temporary folder and real readers. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AttackWarnings } from "lib/injection/attack_warning.ts";
import type { Sql } from "lib/database/db.ts";
import type { DefaultSharing } from "lib/env.ts";
import { bearer, testDatabase, testService } from "lib/testing.ts";
import type { AppEnv } from "lib/service/service.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { diskSpool } from "lib/files/spool.ts";
import { createApp, type Deps } from "./app.ts";
import { createBackground } from "./steps/background.ts";
import { folderBlobs } from "./storage/blobs.ts";
import { documentAccess } from "./access/document_access.ts";
import { documentStore } from "./storage/documents_store.ts";
import { correctionStore } from "./storage/corrections_store.ts";
import { pageStore } from "./storage/pages_store.ts";
import { createKeeping } from "./keeping/keeping.ts";
import { documentReader, type Reader } from "./reading/reader.ts";
import type { Vision } from "./reading/vision.ts";
import { testPool } from "./reading/workers/models_fixture.ts";
import { sharedReadings } from "./reading/workers/shared_readings_fixture.ts";
import type { Refiner } from "./understanding/model_refiner.ts";
import { rulesThread } from "./rules/rules_thread.ts";
import { createReprocessor } from "./reprocess/reprocessor.ts";
import { reprocessingStore } from "./storage/reprocessings_store.ts";
import { ownTypes } from "./types/own_types.ts";
import { typeStore } from "./types/document_types_store.ts";
import { createSteps } from "./steps/steps.ts";

export const MIGRATIONS = import.meta.resolve("./migrations/");
const FIXTURES = new URL("./fixtures/", import.meta.url);
const TODAY = "2026-04-01";
const PREFIX = "/api/v1/docs";

export interface TestApp extends AsyncDisposable {
  app: OpenAPIHono<AppEnv>;
  deps: Deps;
  sql: Sql;
  folder: string;
  /** Uploads a fixture, or bytes under a name, and returns the id. */
  upload(name: string, bytes?: Uint8Array, sub?: string): Promise<string>;
  call(method: string, path: string, headers?: Record<string, string>): Promise<Response>;
  /** The JSON answer of a call that must succeed. */
  json(method: string, path: string): Promise<Record<string, unknown>>;
}

export interface TestOptions {
  reader?: (real: Reader) => Reader;
  refiner?: Refiner;
  attacks?: AttackWarnings;
  vision?: Vision;
  maxFileBytes?: number;
  defaultSharing?: DefaultSharing;
  retentionDays?: number;
}

export async function testApp(
  {
    reader: wrap,
    refiner,
    attacks,
    vision,
    maxFileBytes = 2_000_000,
    defaultSharing = "private",
    retentionDays,
  }: TestOptions = {},
): Promise<TestApp> {
  const database = await testDatabase("documents", MIGRATIONS);
  const folder = await Deno.makeTempDir();
  const pool = sharedReadings(await testPool());
  const blobs = await folderBlobs(`${folder}/blobs`);
  const service = testService();
  const rules = sharingRules(defaultSharing, { may: "change" });
  const documents = documentStore(database.sql, rules);
  const pages = pageStore(database.sql);
  const corrections = correctionStore(database.sql);
  const real = documentReader({ pool, load: (sha256) => blobs.read(sha256), vision });
  const reader = wrap ? wrap(real) : real;
  const { log, lifecycle } = service;
  const types = typeStore(database.sql);
  const own = ownTypes(types, log);
  const documentRules = rulesThread();
  const steps = createSteps({
    documents,
    documentRules,
    ownTypes: own,
    pages,
    corrections,
    reader,
    refiner,
    attacks,
    log,
    today: () => TODAY,
  });
  const background = createBackground({ documents, steps, lifecycle, log, width: 2 });
  const reprocessings = reprocessingStore(database.sql);
  const reprocessor = createReprocessor({ reprocessings, documents, rules, steps, log });
  const deps: Deps = {
    service,
    rules,
    documents,
    access: documentAccess(documents, rules),
    pages,
    corrections,
    types,
    ownTypes: own,
    documentRules,
    today: () => TODAY,
    blobs,
    reader,
    steps,
    background,
    reprocessings,
    reprocessor,
    ...createKeeping({ sql: database.sql, rules, blobs, log, today: () => TODAY, retentionDays }),
    spool: diskSpool(`${folder}/incoming`),
    maxFileBytes,
    asksModel: false,
    missingSetting: undefined,
    ping: () => Promise.resolve(),
  };
  const app = createApp(deps);
  const call = async (method: string, path: string, headers?: Record<string, string>) =>
    await app.request(`${PREFIX}${path}`, { method, headers: headers ?? await bearer() });
  return {
    app,
    deps,
    sql: database.sql,
    folder,
    call,
    async json(method, path) {
      const response = await call(method, path);
      const body = await response.json();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(body)}`);
      return body;
    },
    async upload(name, bytes, sub) {
      const form = new FormData();
      form.set("file", new File([new Uint8Array(bytes ?? await fixture(name))], name));
      const response = await app.request(`${PREFIX}/upload`, {
        method: "POST",
        body: form,
        headers: await bearer("user", sub),
      });
      const body = await response.json();
      if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(body)}`);
      return body.id;
    },
    async [Symbol.asyncDispose]() {
      background.stop();
      documentRules.close();
      const stopped = steps.stop();
      await Promise.all([stopped, reprocessor.stop()]);
      await database.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

export function fixture(name: string): Promise<Uint8Array> {
  return Deno.readFile(new URL(name, FIXTURES));
}
