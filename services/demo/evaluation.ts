/**
 * Evaluations of the built-in model: one of each bundled benchmark, and one with a custom instruction whose
 * answers are partly labelled by people.
 */
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type Client, DemoFailure, type Place } from "./client.ts";
import { HUDA, MARYAM, SALEM } from "./people.ts";

const at = (path: string): Place => ["evaluation", `/api/v1${path}`];
const MODEL = "echo";
const ENDED = ["completed", "failed", "cancelled"];
const POLL_MS = 500;
const DONE_WITHIN_MS = 240_000;

/** The benchmark that runs twice, with a second instruction. */
const TWICE = "instruction-following";
const INSTRUCTION = "أجب بإيجاز وبلغة السؤال.";
const LABELLED = 10;

const Benchmarks = z.array(z.object({ id: z.string(), source: z.string() }));
const Results = z.array(z.object({
  id: z.string(),
  benchmark_id: z.string(),
  status: z.string(),
  system_prompt: z.string().nullable(),
}));
const Labelling = z.object({
  labelled: z.int(),
  items: z.array(z.object({ question_id: z.string(), machine_score: z.number().nullable() })),
});

/** Runs the benchmarks that have no result of the model yet. */
export async function evaluation(client: Client): Promise<string> {
  const benchmarks = await client.get(Benchmarks, at("/benchmarks"));
  const known = await results(client);
  const benchmark_ids = benchmarks
    .filter(({ id, source }) => source === "built_in" && !known.some((result) => result.benchmark_id === id))
    .map(({ id }) => id);
  if (benchmark_ids.length > 0) {
    await run(client, { benchmark_ids });
  }
  const isTwice = known.some(({ system_prompt }) => system_prompt === INSTRUCTION);
  if (!isTwice) await run(client, { benchmark_ids: [TWICE], system_prompt: INSTRUCTION });
  await whenDone(client);
  const fresh = benchmark_ids.length + (isTwice ? 0 : 1);
  const labels = await label(client);
  return `${known.length + fresh} results of ${MODEL} (${fresh} new), ${labels} new labels; ` +
    `${MODEL} repeats the question, so its scores are low`;
}

async function run(client: Client, what: { benchmark_ids: string[]; system_prompt?: string }): Promise<void> {
  const body = { model_id: MODEL, provider: "gateway", ...what };
  await client.send("POST", at("/eval/run"), { as: HUDA, body });
}

/** Two people label the first answers, mostly like the automatic score; they disagree on one. */
async function label(client: Client): Promise<number> {
  const result = (await results(client)).find(({ system_prompt }) => system_prompt === INSTRUCTION);
  if (!result) return 0;
  const path = at(`/results/${result.id}/labels`);
  const { labelled, items } = await client.get(
    Labelling,
    at(`/results/${result.id}/labels?limit=${LABELLED}`),
    {
      as: HUDA,
    },
  );
  if (labelled > 0) return 0;
  await client.send("PUT", at(`/results/${result.id}/sharing`), {
    as: HUDA,
    body: { all: true, may: "read" },
  });
  for (const [index, { question_id, machine_score }] of items.entries()) {
    const says = machine_score === 1 ? "right" : "wrong";
    await client.send("PUT", path, { as: SALEM, body: { question_id, label: says } });
    const other = index === 1 ? "partly" : says;
    await client.send("PUT", path, { as: MARYAM, body: { question_id, label: other } });
  }
  return items.length * 2;
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
