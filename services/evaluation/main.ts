import { findSettingFolder } from "lib/files/setting_folder.ts";
import { defineService, host, type Resources, type Running } from "lib/host/host.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { sharingRules } from "lib/sharing/sharing.ts";
import { answerStore } from "./results/answers_store.ts";
import { createApp } from "./app.ts";
import { createCatalogue } from "./benchmarks/benchmark_catalogue.ts";
import { benchmarkStore } from "./benchmarks/benchmarks_store.ts";
import { Env } from "./env.ts";
import { labelStore } from "./labels/labels_store.ts";
import { evaluationStore } from "./results/evaluations_store.ts";
import { createQueue } from "lib/jobs/jobs.ts";
import { isOwnKv } from "lib/kv/kv.ts";
import { createProviders, reachOf } from "./runs/providers.ts";
import { startWorker } from "./runs/worker.ts";

export const evaluation = defineService({
  name: "evaluation",
  env: Env,
  port: (env) => env.EVALUATION_PORT,
  processes: (env) => env.EVALUATION_PROCESSES,
  migrations: import.meta.resolve("./migrations/"),
  start,
});

async function start(
  { env, sql, kv, siblings, service, secrets, ...resources }: Resources<Env>,
): Promise<Running> {
  const log = env.DEBUG ? createLogger({ level: "debug" }).with({ service: "evaluation" }) : resources.log;
  const written = benchmarkStore(sql);
  if (env.BENCHMARKS_DIR) await findSettingFolder(env.BENCHMARKS_DIR, "BENCHMARKS_DIR");
  const catalogue = createCatalogue({ folder: env.BENCHMARKS_DIR, store: written, log });
  await catalogue.list();
  const providers = createProviders(env, secrets.gatewayAdminKey);
  const rules = sharingRules(env.DEFAULT_SHARING);
  const evaluations = evaluationStore(sql, rules);
  const answers = answerStore(sql);
  const labels = labelStore(sql);
  const queue = createQueue({ namespace: "evaluation", kv, slots: env.MAX_CONCURRENT_EVALS });
  // The host locks a KV file for one process: leases in it are those of a process that is gone.
  if (isOwnKv(env) && !siblings.any) await queue.dropLeases();
  const settings = {
    timeoutMs: env.EVAL_TIMEOUT_SECONDS * 1000,
    width: env.EVAL_QUESTION_CONCURRENCY,
    prices: env.EVAL_PRICES ?? {},
  };
  const reach = reachOf(providers);
  const deps = { evaluations, answers, labels, reach, settings, log };
  const worker = startWorker({ queue, deps, lifecycle: service.lifecycle, log });
  const app = createApp({
    service,
    catalogue,
    written,
    reach,
    timeoutMs: settings.timeoutMs,
    evaluations,
    answers,
    labels,
    queue,
    providers,
    judge: { provider: env.JUDGE_PROVIDER, model: env.JUDGE_MODEL },
    drop: worker.drop,
    rules,
    leastCoverage: env.LEADERBOARD_LEAST_COVERAGE,
    ping: async () => void await sql`select 1`,
  });
  return { fetch: app.fetch, stop: worker.stop };
}

if (import.meta.main) await host([evaluation]);
