import { pause } from "lib/deadlines.ts";
import type { DefaultSharing } from "lib/env.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { createLifecycle, type Lifecycle } from "lib/service/lifecycle.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { azureProvider, gatewayProvider, openaiProvider } from "lib/providers/provider.ts";
import type { AppEnv, ServiceDeps } from "lib/service/service.ts";
import type { Sql } from "lib/database/db.ts";
import {
  bearer,
  type ScriptedServer,
  serveScript,
  testDatabase,
  testKv,
  testOnEngines,
  testService,
} from "lib/testing.ts";
import { type AnswerStore, answerStore } from "./results/answers_store.ts";
import { createApp } from "./app.ts";
import { createCatalogue } from "./benchmarks/benchmark_catalogue.ts";
import { benchmarkStore } from "./benchmarks/benchmarks_store.ts";
import type { EvaluateDeps } from "./runs/evaluation_work.ts";
import { type EvaluationStore, evaluationStore } from "./results/evaluations_store.ts";
import { labelStore } from "./labels/labels_store.ts";
import { createQueue, type JobQueue } from "lib/jobs/jobs.ts";
import { type Providers, reachOf } from "./runs/providers.ts";
import type { ProviderName } from "./runs/provider_name.ts";
import { startWorker, type Worker } from "./runs/worker.ts";

export const MIGRATIONS = import.meta.resolve("./migrations/");

export interface StageOptions {
  sql: Sql;
  kv: Deno.Kv;
  /** The scripted provider's address; without it no provider is configured. */
  provider?: string;
  benchmarksDir?: string;
  judge?: { provider: ProviderName; model?: string };
  timeoutMs?: number;
  width?: number;
  slots?: number;
  prices?: EvaluateDeps["settings"]["prices"];
  /** Without a worker nothing runs. */
  works?: boolean;
  leastCoverage?: number;
  defaultSharing?: DefaultSharing;
  service?: Partial<ServiceDeps>;
}

/** The whole service as `main.ts` puts it together, with a worker and short waits, for tests. */
export interface Stage extends AsyncDisposable {
  app: OpenAPIHono<AppEnv>;
  evaluations: EvaluationStore;
  answers: AnswerStore;
  queue: JobQueue;
  worker: Worker | undefined;
  lifecycle: Lifecycle;
  deps: EvaluateDeps;
  call(
    method: string,
    path: string,
    body?: unknown,
    as?: { role?: "admin" | "manager" | "user"; sub?: string },
  ): Promise<Response>;
  /** Starts a run and waits until all its evaluations have ended. */
  run(input: Record<string, unknown>): Promise<string[]>;
  ended(id: string): Promise<Record<string, unknown>>;
}

export function providersAt(url: string | undefined): Providers {
  const key = "test-key";
  return {
    openai: url ? openaiProvider({ apiKey: key, baseUrl: `${url}/v1` }) : openaiProvider({}),
    azure_openai: url ? azureProvider({ apiKey: key, endpoint: url, deployment: "dep" }) : azureProvider({}),
    gateway: gatewayProvider({ baseUrl: url ?? "http://127.0.0.1:9", apiKey: key }),
  };
}

export function stage(options: StageOptions): Stage {
  const log = createLogger({ write: () => {} });
  const lifecycle = createLifecycle();
  lifecycle.ready();
  const providers = providersAt(options.provider);
  const rules = sharingRules(options.defaultSharing ?? "private");
  const evaluations = evaluationStore(options.sql, rules);
  const answers = answerStore(options.sql);
  const labels = labelStore(options.sql);
  const queue = createQueue({
    namespace: "evaluation",
    kv: options.kv,
    slots: options.slots ?? 5,
    leaseMs: 1000,
    pollMs: 50,
  });
  const deps: EvaluateDeps = {
    evaluations,
    answers,
    labels,
    reach: reachOf(providers),
    settings: {
      timeoutMs: options.timeoutMs ?? 5000,
      width: options.width ?? 8,
      prices: options.prices ?? {},
    },
    log,
  };
  const worker = options.works === false
    ? undefined
    : startWorker({ queue, deps, lifecycle, log, heartbeatMs: 200, sweepMs: 200 });
  const written = benchmarkStore(options.sql);
  const app = createApp({
    service: testService({ lifecycle, ...options.service }),
    catalogue: createCatalogue({ folder: options.benchmarksDir, store: written, log }),
    written,
    reach: deps.reach,
    timeoutMs: deps.settings.timeoutMs,
    evaluations,
    answers,
    labels,
    queue,
    providers,
    judge: options.judge ?? { provider: "openai" },
    drop: (id) => worker?.drop(id),
    rules,
    leastCoverage: options.leastCoverage ?? 0,
    ping: async () => void await options.sql`select 1`,
  });

  const call: Stage["call"] = async (method, path, body, { role = "user", sub } = {}) =>
    await app.request(`/api/v1${path}`, {
      method,
      headers: {
        ...await bearer(role, sub),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  async function ended(id: string): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 6_000; tries++) {
      const evaluation = await evaluations.find(id);
      if (evaluation && evaluation.status !== "running") return { ...evaluation };
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`evaluation ${id} does not end`);
  }

  return {
    app,
    evaluations,
    answers,
    queue,
    worker,
    lifecycle,
    deps,
    call,
    ended,
    async run(input) {
      const response = await call("POST", "/eval/run", { model_id: "m", provider: "openai", ...input });
      const body = await response.json();
      if (response.status !== 201) throw new Error(JSON.stringify(body));
      for (const id of body.eval_ids) await ended(id);
      return body.eval_ids;
    },
    async [Symbol.asyncDispose]() {
      lifecycle.drain();
      await worker?.stop();
    },
  };
}

/** A chat completion as providers send it. */
export function completion(content: string, more: Record<string, unknown> = {}): Response {
  return Response.json({
    id: "c",
    object: "chat.completion",
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...more,
  });
}

/** The text of the last user message of a recorded chat request. */
export function lastUserMessage(body: string): string {
  const { messages } = JSON.parse(body);
  return messages.at(-1).content;
}

const ENGINES = { schema: "evaluation", migrations: MIGRATIONS };
export const QUESTIONS = 30;

/** Benchmarks that ask "n + 1?" for n below a number, as files. */
async function sums(
  options: Partial<Record<string, { questions?: number; scoring?: unknown }>>,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (
    const [id, { questions = QUESTIONS, scoring = { method: "numeric" } } = {}] of Object.entries(options)
  ) {
    const list = Array.from({ length: questions }, (_, n) => ({
      id: `q${n}`,
      input: `${id}: ${n} + 1?`,
      target: String(n + 1),
      language: n % 2 ? "ar" : "en",
    }));
    await Deno.writeTextFile(
      `${folder}/${id}.json`,
      JSON.stringify({ id, name: id, scoring, questions: list }),
    );
  }
  return folder;
}

export const numberIn = (body: string) => Number(lastUserMessage(body).match(/: (\d+) \+/)?.[1]);
export const answer = (body: string) => completion(`ANSWER: ${numberIn(body) + 1}`);

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let at = 0; at < 6_000; at++) {
    if (await condition()) return;
    await pause(10);
  }
  throw new Error("it does not come to pass");
}

export async function detail(scene: Stage, id: string | undefined) {
  return await (await scene.call("GET", `/results/${id}`)).json();
}

export async function begin(scene: Stage, body: Record<string, unknown>): Promise<string> {
  const response = await scene.call("POST", "/eval/run", { model_id: "m", provider: "openai", ...body });
  return (await response.json()).eval_ids[0];
}

/** Runs `body` with its own KV and benchmark files on both engines. */
export function play(
  name: string,
  files: Parameters<typeof sums>[0],
  body: (make: (options: Partial<StageOptions>) => Stage, kv: Deno.Kv, sql: Sql) => Promise<void>,
): void {
  testOnEngines(name, ENGINES, async (sql) => {
    using kv = await testKv();
    const benchmarksDir = await sums(files);
    try {
      await body((options) => stage({ sql, kv, benchmarksDir, ...options }), kv, sql);
    } finally {
      await Deno.remove(benchmarksDir, { recursive: true });
    }
  });
}

/** A stage on the embedded engine and a provider that always says "ANSWER: A". */
export async function on(
  body: (scene: Stage, provider: ScriptedServer) => Promise<void>,
  options: Partial<StageOptions> = {},
): Promise<void> {
  await using database = await testDatabase("evaluation", MIGRATIONS);
  using kv = await testKv();
  await using provider = serveScript(() => completion("ANSWER: A"));
  await using scene = stage({ sql: database.sql, kv, provider: provider.url, ...options });
  await body(scene, provider);
}

export const RUN = { model_id: "m", provider: "openai", benchmark_ids: ["science-multiple-choice"] };
export const NOWHERE = "00000000-0000-7000-8000-000000000000";
