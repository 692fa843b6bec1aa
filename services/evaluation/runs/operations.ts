import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { User } from "lib/auth.ts";
import { forbidden, invalid, notFound, unavailable, wrongState } from "lib/errors.ts";
import {
  denied,
  feature,
  invalidInput,
  json,
  jsonBody,
  missing,
  upstreamFailed,
  wrongStateResponse,
} from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { ResultSummary } from "../results/evaluation.ts";
import type { Again, EvaluationStore } from "../results/evaluations_store.ts";
import type { JobQueue } from "../jobs/jobs.ts";
import type { Providers } from "./providers.ts";
import { ResultId } from "../results/results.ts";
import { ProviderName } from "./runs.ts";

const RescoreInput = z.object({
  judge_model: z.string().trim().min(1).max(200).optional(),
  judge_provider: ProviderName.optional(),
  self_judge: z.boolean().default(false),
}).meta({
  id: "RescoreInput",
  description: "another judge for llm_judge questions; empty: the same again",
  example: { judge_model: "gpt-5-mini", judge_provider: "openai" },
});

export interface OperationDeps {
  evaluations: EvaluationStore;
  queue: JobQueue;
  providers: Providers;
  /** Stops the work on an evaluation in this process. */
  drop(id: string): void;
}

const tags = ["results"];
const refused = { ...denied, ...missing, ...wrongStateResponse, 422: invalidInput[422] };

export function operations({ evaluations, queue, providers, drop }: OperationDeps): OpenAPIHono<AppEnv> {
  const app = feature();

  async function owned(id: string, user: User): Promise<ResultSummary> {
    const result = await evaluations.find(id);
    if (!result) throw notFound("Result");
    if (user.role === "user" && result.created_by !== user.sub) {
      throw forbidden(user.role, ["admin", "manager"]);
    }
    return result;
  }

  async function again(id: string, how: Again): Promise<ResultSummary> {
    const job = await evaluations.reopen(id, how);
    if (!job) throw wrongState("The evaluation is still running");
    await queue.add([job]);
    const result = await evaluations.find(id);
    if (!result) throw notFound("Result");
    return result;
  }

  app.openapi(
    createRoute({
      method: "post",
      path: "/results/{id}/cancel",
      summary: "Stop a running evaluation; its answers stay readable",
      tags,
      request: { params: ResultId },
      responses: { 200: json(ResultSummary, "The result, cancelled"), ...refused },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await owned(id, c.var.user);
      if (!await evaluations.cancel(id)) throw wrongState("The evaluation is not running");
      drop(id);
      return c.json(await owned(id, c.var.user), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/results/{id}/retry",
      summary: "Ask again what has no answer, and score again what has no score",
      tags,
      request: { params: ResultId },
      responses: {
        200: json(ResultSummary, "The result, running again"),
        ...refused,
        503: upstreamFailed[503],
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { provider } = await owned(id, c.var.user);
      requireConfigured(providers, provider);
      return c.json(await again(id, { asks: true }), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/results/{id}/rescore",
      summary: "Score the stored answers again, nothing is asked again",
      tags,
      request: { params: ResultId, body: { ...jsonBody(RescoreInput), required: false } },
      responses: {
        200: json(ResultSummary, "The result, being scored"),
        ...refused,
        400: invalidInput[400],
        415: invalidInput[415],
        503: upstreamFailed[503],
      },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const input = RescoreInput.parse(c.req.valid("json") ?? {});
      const result = await owned(id, c.var.user);
      return c.json(await again(id, { asks: false, judge: judgeFor(result, input, providers) }), 200);
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
      "The judge is the model under test; choose another, or ask for it with self_judge",
    );
  }
  requireConfigured(providers, provider);
  return { provider, model };
}
