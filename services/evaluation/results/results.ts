import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import { limitOffset, OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Comparison } from "./comparison.ts";
import { ResultFilter, ResultId, ResultSummary } from "./evaluation.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import { toCsv, toJsonl } from "./export.ts";
import { ResultDetail } from "./result_detail.ts";
import type { ResultsReader } from "./results_reader.ts";

export const ResultQuery = OffsetQuery.extend(ResultFilter.shape);

const DetailQuery = z.object({
  skip: z.coerce.number().int().min(0).optional().meta({
    description: "Number of questions to skip",
    example: 0,
  }),
  limit: z.coerce.number().int().min(0).max(1000).optional().meta({
    description: "Most questions; 0: summary only, for polling. Default: all",
    example: 0,
  }),
});

const ResultQuestionsQuery = DetailQuery.extend({
  question_id: z.string().min(1).max(200).optional().meta({
    description: "Only this question",
    example: "q1",
  }),
});

const ExportQuery = z.object({
  format: z.enum(["jsonl", "csv"]).default("jsonl").meta({ description: "JSON Lines, or a table" }),
});
const Pair = ResultId.extend({ other_id: z.uuid().meta({ description: "The id of the other evaluation" }) });

const tags = ["results"];
const missing = "No such result, or none that the caller may read";

export function results(evaluations: EvaluationStore, reader: ResultsReader): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "listResults",
      method: "get",
      path: "/results",
      tags,
      summary: "List results, newest first",
      description: "The caller's own and those shared with them; all for managers and admins.",
      request: { query: ResultQuery },
      answers: {
        200: {
          ...json(z.array(ResultSummary), "The results"),
          headers: z.object({ "X-Total-Count": z.string() }),
        },
      },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { rows, total } = await evaluations.list(query, limitOffset(query), c.var.user);
      c.header("X-Total-Count", String(total));
      return c.json(rows, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "getResult",
      method: "get",
      path: "/results/{id}",
      tags,
      summary: "Read a result, question by question",
      request: { params: ResultId, query: ResultQuestionsQuery },
      answers: { 200: json(ResultDetail, "The result") },
      fails: { 404: missing },
    }),
    async (c) => c.json(await reader.detail(c.var.user, c.req.valid("param").id, c.req.valid("query")), 200),
  );

  app.openapi(
    endpoint({
      id: "exportResult",
      method: "get",
      path: "/results/{id}/export",
      tags,
      summary: "Download a result as JSON Lines or CSV",
      heavy: true,
      request: { params: ResultId, query: ExportQuery },
      answers: {
        200: {
          description: "The file",
          content: { "application/jsonl": { schema: z.string() }, "text/csv": { schema: z.string() } },
        },
      },
      fails: { 404: missing },
    }),
    async (c) => {
      const { format } = c.req.valid("query");
      const detail = await reader.detail(c.var.user, c.req.valid("param").id);
      return c.body(format === "csv" ? toCsv(detail) : toJsonl(detail), 200, {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
        "content-disposition": `attachment; filename="${detail.benchmark_id}-${detail.id}.${format}"`,
      });
    },
  );

  app.openapi(
    endpoint({
      id: "compareResults",
      method: "get",
      path: "/results/{id}/compare/{other_id}",
      tags,
      summary: "Compare two results of one benchmark question by question, with a paired test",
      request: { params: Pair },
      answers: { 200: json(Comparison, "The comparison") },
      fails: { 404: missing, 409: "The results are of different benchmarks or versions" },
    }),
    async (c) => {
      const { id, other_id } = c.req.valid("param");
      return c.json(await reader.compare(c.var.user, id, other_id), 200);
    },
  );

  return app;
}
