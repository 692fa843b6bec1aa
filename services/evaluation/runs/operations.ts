import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { invalid, notFound, unavailable, wrongState } from "lib/errors.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { LabelStore } from "../labels/labels_store.ts";
import type { JobQueue } from "lib/jobs/jobs.ts";
import { ResultId, ResultSummary } from "../results/evaluation.ts";
import type { Again, EvaluationStore } from "../results/evaluations_store.ts";
import type { ResultAccess } from "../results/result_access.ts";
import type { Providers } from "./providers.ts";
import { ProviderName } from "./provider_name.ts";

const RescoreInput = z.object({
  judge_model: textOf({ min: 1, max: 200 }).trim().optional(),
  judge_provider: ProviderName.optional(),
  self_judge: z.boolean().default(false),
  labels: z.boolean().default(false).describe(
    "takes people's labels where they agree, and keeps the machine's scores beside them; without: the machine's alone",
  ),
}).meta({
  id: "RescoreInput",
  description: "another judge for llm_judge questions; default: the same",
  example: { judge_model: "gpt-5-mini", judge_provider: "openai" },
});

export interface OperationDeps {
  evaluations: EvaluationStore;
  access: ResultAccess;
  labels: LabelStore;
  queue: JobQueue;
  providers: Providers;
  /** Stops the work on an evaluation in this process. */
  drop(id: string): void;
}

const tags = ["results"];
const fails = {
  403: "The result may be read, but not changed",
  404: "No such result, or none that the caller may read",
} as const;

export function operations(
  { evaluations, access, labels, queue, providers, drop }: OperationDeps,
): OpenAPIHono<AppEnv> {
  const app = feature();

  async function again(id: string, how: Again): Promise<ResultSummary> {
    const job = await evaluations.reopen(id, how);
    if (!job) throw wrongState("The evaluation is still running");
    await queue.add([job]);
    const result = await evaluations.find(id);
    if (!result) throw notFound("Result");
    return result;
  }

  app.openapi(
    endpoint({
      id: "cancelEvaluation",
      method: "post",
      path: "/results/{id}/cancel",
      tags,
      summary: "Stop a running evaluation; its answers stay readable",
      request: { params: ResultId },
      answers: { 200: json(ResultSummary, "The result, cancelled") },
      fails: { ...fails, 409: "The evaluation is not running" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await access(c.var.user, id, "change");
      if (!await evaluations.cancel(id)) throw wrongState("The evaluation is not running");
      drop(id);
      return c.json(await access(c.var.user, id, "change"), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "retryEvaluation",
      method: "post",
      path: "/results/{id}/retry",
      tags,
      summary: "Ask unanswered questions and score unscored answers again",
      heavy: true,
      request: { params: ResultId },
      answers: { 200: json(ResultSummary, "The result, running again") },
      fails: { ...fails, 409: "The evaluation is still running" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { provider } = await access(c.var.user, id, "change");
      requireConfigured(providers, provider);
      return c.json(await again(id, { asks: true }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "rescoreEvaluation",
      method: "post",
      path: "/results/{id}/rescore",
      tags,
      summary: "Score the stored answers again without new model calls",
      heavy: true,
      request: { params: ResultId, body: { ...jsonBody(RescoreInput), required: false } },
      answers: { 200: json(ResultSummary, "The result, being scored") },
      fails: { ...fails, 409: "The evaluation is still running, or none of its answers has a label" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = RescoreInput.parse(c.req.valid("json") ?? {});
      const result = await access(c.var.user, id, "change");
      if (input.labels && (await labels.list(id)).length === 0) {
        throw wrongState("No answer of the evaluation has a label");
      }
      // With labels alone no model is asked: the machine's scores stay as they are.
      if (input.labels && input.judge_model === undefined) {
        return c.json(await again(id, { asks: false, labels: { keeps: true } }), 200);
      }
      const judge = judgeFor(result, input, providers);
      return c.json(
        await again(id, { asks: false, judge, ...input.labels && { labels: { keeps: false } } }),
        200,
      );
    },
  );

  return app;
}

function requireConfigured(providers: Providers, name: string): void {
  const provider = Object.values(providers).find((candidate) => candidate.name === name);
  if (provider && !provider.configured) {
    throw unavailable(`Provider ${name} is not configured: set ${provider.setting}`);
  }
}

function judgeFor(
  result: ResultSummary,
  { judge_model, judge_provider, self_judge }: z.output<typeof RescoreInput>,
  providers: Providers,
): { provider: string; model: string } | undefined {
  const model = judge_model ?? result.judge_model;
  const provider = judge_provider ?? result.judge_provider ?? result.provider;
  if (model === null) return undefined;
  if (model === result.model_id && provider === result.provider && judge_model && !self_judge) {
    throw invalid(
      ["body", "judge_model"],
      "The judge is the model under test; choose another, or allow it with self_judge",
    );
  }
  requireConfigured(providers, provider);
  return { provider, model };
}
