/** Benchmarks that people write: made, changed and deleted through the API. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { conflict, type Detail, invalidAll, notFound, wrongState } from "lib/errors.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Benchmark, hashOf, questionFault, scoringOf, withLanguages } from "./benchmark.ts";
import type { Catalogue, Edition } from "./benchmark_catalogue.ts";
import { BenchmarkId, BenchmarkSummary, summaryOf } from "./benchmarks.ts";
import type { BenchmarkStore } from "./benchmarks_store.ts";

const MOST_QUESTIONS = 10_000;
const MOST_WRITTEN = 200;
// All of them are held in memory.
const MOST_BYTES = 50 * 2 ** 20;
const MOST_FAULTS = 50;

/** A benchmark as it is written, with all that its questions leave to it. */
export const BenchmarkInput = Benchmark.extend({
  questions: Benchmark.shape.questions.max(MOST_QUESTIONS),
}).meta({
  id: "BenchmarkInput",
  example: {
    id: "city-services",
    name: "City services",
    scoring: { method: "contains" },
    questions: [{
      id: "q1",
      language: "ar",
      input: "ما رقم الطوارئ الموحد؟",
      target: ["911", "٩١١"],
    }],
  },
});

export const BenchmarkContent = z.object({
  hash: z.string(),
  source: BenchmarkSummary.shape.source,
  benchmark: BenchmarkInput,
}).meta({ id: "BenchmarkContent" });

const Over = z.object({
  over: z.string().max(64).optional().meta({
    description: "hash of the edition on which the change is based; 409 if it has changed since",
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  }),
});

const tags = ["benchmarks"];
const roles = ["manager", "admin"] as const;
const missing = "No such benchmark, or none that was written here";
const tooMany = `At most ${MOST_WRITTEN} benchmarks, together ${MOST_BYTES / 2 ** 20} MB, may be written`;

export interface WrittenDeps {
  catalogue: Catalogue;
  written: BenchmarkStore;
}

export function writtenBenchmarks({ catalogue, written }: WrittenDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "createBenchmark",
      method: "post",
      path: "/benchmarks",
      tags,
      summary: "Write a benchmark",
      description: "Everybody may run it, and it counts on the leaderboard like all others. " +
        "`POST /benchmarks/try` tries a question before, `POST /benchmarks/read` reads a file.",
      roles: [...roles],
      request: { body: jsonBody(BenchmarkInput) },
      answers: { 201: json(BenchmarkSummary, "The benchmark") },
      fails: { 409: `The id is taken, or ${tooMany.toLowerCase()}` },
    }),
    async (c) => {
      const draft = await draftOf(c.req.valid("json"), c.var.user.sub);
      await requireRoom(written, draft.benchmark);
      const taken = await catalogue.find(draft.benchmark.id);
      if (taken || !await written.insert(draft)) throw conflict("A benchmark with this id");
      return c.json(summaryOf(await readBack(catalogue, draft.benchmark.id)), 201);
    },
  );

  app.openapi(
    endpoint({
      id: "getBenchmarkContent",
      method: "get",
      path: "/benchmarks/{id}/content",
      tags,
      summary: "Read the source of a custom benchmark, to change or copy it",
      request: { params: BenchmarkId },
      answers: { 200: json(BenchmarkContent, "The benchmark") },
      fails: { 404: "No such benchmark" },
    }),
    async (c) => {
      const { hash, source, benchmark } = await readBack(catalogue, c.req.valid("param").id);
      return c.json({ hash, source, benchmark }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "changeBenchmark",
      method: "put",
      path: "/benchmarks/{id}",
      tags,
      summary: "Replace a custom benchmark",
      description: "Results keep their questions; comparisons are within one edition.",
      roles: [...roles],
      request: { params: BenchmarkId, query: Over, body: jsonBody(BenchmarkInput) },
      answers: { 200: json(BenchmarkSummary, "The benchmark") },
      fails: {
        404: "No such benchmark",
        409: "It is another edition than `over`, it was not written here, or the body has another id",
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const before = await readBack(catalogue, id);
      if (before.source !== "written") {
        throw wrongState(`Benchmark ${id} was not written here: save it under another id`);
      }
      const draft = await draftOf(c.req.valid("json"), c.var.user.sub);
      if (draft.benchmark.id !== id) throw wrongState("A benchmark keeps its id");
      await requireRoom(written, draft.benchmark);
      const { over = before.hash } = c.req.valid("query");
      if (!await written.update(draft, over)) {
        throw wrongState("The benchmark was changed meanwhile: read it again");
      }
      return c.json(summaryOf(await readBack(catalogue, id)), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "deleteBenchmark",
      method: "delete",
      path: "/benchmarks/{id}",
      tags,
      summary: "Delete a custom benchmark",
      description: "Its results stay with their questions, but no longer count on the leaderboard.",
      roles: [...roles],
      request: { params: BenchmarkId },
      answers: { 204: { description: "It is gone" } },
      fails: { 404: missing },
    }),
    async (c) => {
      if (!await written.remove(c.req.valid("param").id)) throw notFound("Benchmark");
      return c.body(null, 204);
    },
  );

  return app;
}

async function readBack(catalogue: Catalogue, id: string): Promise<Edition> {
  const edition = await catalogue.find(id);
  if (!edition) throw notFound("Benchmark");
  return edition;
}

async function draftOf(input: Benchmark, by: string) {
  const faults = benchmarkFaults(input);
  if (faults.length > 0) throw invalidAll(faults);
  const benchmark = withLanguages(input);
  return { benchmark, hash: await hashOf(benchmark), by };
}

async function requireRoom(written: BenchmarkStore, benchmark: Benchmark): Promise<void> {
  const { count, bytes } = await written.size(benchmark.id);
  const own = new TextEncoder().encode(JSON.stringify(benchmark)).length;
  if (count >= MOST_WRITTEN || bytes + own > MOST_BYTES) throw wrongState(tooMany);
}

/** Faults that keep questions of a benchmark from being asked or scored, each at its field. */
function benchmarkFaults(benchmark: Benchmark): Detail[] {
  const seen = new Set<string>();
  return benchmark.questions.flatMap((question, at): Detail[] => {
    const twice = seen.has(question.id);
    seen.add(question.id);
    const fault = twice
      ? { field: "id", code: "id_twice", message: `the id ${question.id} is there twice` }
      : questionFault(question, scoringOf(benchmark, question));
    return fault
      ? [{ loc: ["body", "questions", at, fault.field], msg: fault.message, type: fault.code }]
      : [];
  }).slice(0, MOST_FAULTS);
}
