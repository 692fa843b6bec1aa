import type { OpenAPIHono } from "@hono/zod-openapi";
import { invalid, notFound, wrongState } from "lib/errors.ts";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import type { Caller } from "lib/sharing/sharing.ts";
import { itemKey } from "../benchmarks/selection.ts";
import { ResultId } from "../results/evaluation.ts";
import type { ResultAccess } from "../results/result_access.ts";
import type { QuestionResult } from "../results/result_detail.ts";
import type { ResultsReader } from "../results/results_reader.ts";
import { AnswerId, Label, LabelInput, Labelling } from "./label.ts";
import type { LabelStore } from "./labels_store.ts";
import { agreementOf, verdictsOf } from "./verdicts.ts";

const tags = ["labels"];
const missing = "No such result, or none that the caller may read";

export interface LabelDeps {
  labels: LabelStore;
  access: ResultAccess;
  reader: ResultsReader;
}

export function labels(deps: LabelDeps): OpenAPIHono<AppEnv> {
  const { labels, access } = deps;
  const app = feature();

  app.openapi(
    endpoint({
      id: "listLabels",
      method: "get",
      path: "/results/{id}/labels",
      tags,
      summary: "List answers in labelling order, with the agreement of people and machine",
      request: { params: ResultId, query: OffsetQuery },
      answers: { 200: json(Labelling, "The answers and the agreement") },
      fails: { 404: missing },
    }),
    async (c) => {
      const page = c.req.valid("query");
      return c.json(await readLabelling(c.var.user, c.req.valid("param").id, page, deps), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "labelAnswer",
      method: "put",
      path: "/results/{id}/labels",
      tags,
      summary: "Label an answer as right or wrong, beside the machine's score",
      description:
        "Whoever may read a result may label it, in their own name; what they said of the answer before is replaced. " +
        "Scores change only where the result is scored again with labels.",
      request: { params: ResultId, body: jsonBody(LabelInput) },
      answers: { 200: json(Label, "The label") },
      fails: { 404: missing, 409: "The evaluation is still running" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const { status } = await access(c.var.user, id, "read");
      if (status === "running") throw wrongState("The evaluation is still running");
      const label = await labels.put(id, c.var.user.sub, c.req.valid("json"));
      if (!label) throw invalid(["body", "question_id"], "The result has no such answer", "not_found");
      return c.json(label, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "removeLabel",
      method: "delete",
      path: "/results/{id}/labels",
      tags,
      summary: "Delete one's own label of an answer",
      request: { params: ResultId, query: AnswerId },
      answers: { 204: { description: "It is gone" } },
      fails: { 404: "No such result, or no such label of the caller's" },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      await access(c.var.user, id, "read");
      if (!await labels.remove(id, c.var.user.sub, c.req.valid("query"))) throw notFound("Label");
      return c.body(null, 204);
    },
  );

  return app;
}

async function readLabelling(
  user: Caller,
  id: string,
  { skip, limit }: OffsetQuery,
  { labels, reader }: LabelDeps,
): Promise<Labelling> {
  const { results } = await reader.detail(user, id);
  const given = await labels.list(id);
  const keyOf = ({ question_id, epoch }: { question_id: string; epoch: number }) =>
    itemKey(question_id, epoch);
  const byAnswer = Map.groupBy(given, keyOf);
  const own = new Set(given.filter(({ labelled_by }) => labelled_by === user.sub).map(keyOf));
  const verdicts = verdictsOf(given);
  const order = labellingOrder(results);
  const open = order.findIndex((result) => !own.has(keyOf(result)));
  return {
    total: order.length,
    labelled: byAnswer.size,
    own: own.size,
    disputed: [...verdicts.values()].filter((verdict) => verdict === "disputed").length,
    first_open: open < 0 ? null : open,
    machine: agreementOf(order, verdicts),
    judge: agreementOf(order.filter(({ scoring_method }) => scoring_method === "llm_judge"), verdicts),
    items: order.slice(skip, skip + limit).map((result) => ({
      ...result,
      labels: byAnswer.get(keyOf(result)) ?? [],
    })),
  };
}

/** Labels and rescoring with labels do not move an answer, so that nobody loses their place. */
function labellingOrder(results: QuestionResult[]): QuestionResult[] {
  const rank = ({ machine_score, scoring_method }: QuestionResult) =>
    machine_score === null ? 0 : scoring_method === "llm_judge" ? 1 : 2;
  return results.filter(({ status }) => status === "answered").sort((a, b) => rank(a) - rank(b));
}
