/** Evaluations of the built-in model, one of each benchmark that comes with the platform. */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Client, DemoFailure, type Place } from "./client.ts";
import { HUDA } from "./people.ts";

const at = (path: string): Place => ["evaluation", `/api/v1${path}`];
const MODEL = "echo";
const ENDED = ["completed", "failed", "cancelled"];
const POLL_MS = 500;
const DONE_WITHIN_MS = 240_000;

const Benchmarks = z.array(z.object({ id: z.string(), source: z.string() }));
const Results = z.array(z.object({ benchmark_id: z.string(), model_id: z.string(), status: z.string() }));

/** Fills evaluation; a benchmark with a result of the model is not run again. */
export async function evaluation(client: Client): Promise<string> {
  const benchmarks = await client.get(Benchmarks, at("/benchmarks"));
  const known = await results(client);
  const benchmark_ids = benchmarks
    .filter(({ id, source }) => source === "built_in" && !known.some((result) => result.benchmark_id === id))
    .map(({ id }) => id);
  if (benchmark_ids.length > 0) {
    const body = { model_id: MODEL, provider: "gateway", benchmark_ids };
    await client.send("POST", at("/eval/run"), { as: HUDA, body });
    await whenDone(client);
  }
  return `${known.length + benchmark_ids.length} results of ${MODEL} (${benchmark_ids.length} new), ` +
    "which repeats the question and so scores little";
}

async function results(client: Client): Promise<z.output<typeof Results>> {
  return await client.get(Results, at(`/results?model_id=${MODEL}&limit=100`));
}

async function whenDone(client: Client): Promise<void> {
  const end = Date.now() + DONE_WITHIN_MS;
  while ((await results(client)).some(({ status }) => !ENDED.includes(status))) {
    if (Date.now() > end) throw new DemoFailure("evaluation is still at work: run this again later");
    await wait(POLL_MS);
  }
}
