import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { limitOffset, OffsetQuery } from "lib/pagination.ts";
import { denied, feature, invalidInput, json, missing, wrongStateResponse } from "lib/openapi.ts";
import type { AppEnv } from "lib/service.ts";
import { Comparison } from "./comparison.ts";
import { ResultSummary, Status } from "./evaluation.ts";
import type { EvaluationStore } from "./evaluations_store.ts";
import { toCsv, toJsonl } from "./export.ts";
import { ResultDetail } from "./result_detail.ts";
import type { ResultsReader } from "./results_reader.ts";

export const ResultId = z.object({ id: z.uuid() });

export const ResultQuery = OffsetQuery.extend({
  model_id: z.string().optional(),
  provider: z.string().optional(),
  benchmark_id: z.string().optional(),
  status: Status.optional(),
});

const tags = ["results"];

export function results(evaluations: EvaluationStore, reader: ResultsReader): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    createRoute({
      method: "get",
      path: "/results",
      summary: "List results, newest first",
      tags,
      request: { query: ResultQuery },
      responses: {
        200: {
          ...json(z.array(ResultSummary), "The results"),
          headers: z.object({ "X-Total-Count": z.string() }),
        },
        401: denied[401],
        422: invalidInput[422],
      },
    }),
    async (c) => {
      const query = c.req.valid("query");
      const { rows, total } = await evaluations.list(query, limitOffset(query));
      c.header("X-Total-Count", String(total));
      return c.json(rows, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/results/{id}",
      summary: "Read a result, question by question",
      tags,
      request: { params: ResultId },
      responses: {
        200: json(ResultDetail, "The result"),
        401: denied[401],
        ...missing,
        422: invalidInput[422],
      },
    }),
    async (c) => c.json(await reader.detail(c.req.valid("param").id), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/results/{id}/export",
      summary: "Download a result as JSON Lines or CSV",
      tags,
      request: { params: ResultId, query: z.object({ format: z.enum(["jsonl", "csv"]).default("jsonl") }) },
      responses: {
        200: {
          description: "The file",
          content: { "application/jsonl": { schema: z.string() }, "text/csv": { schema: z.string() } },
        },
        401: denied[401],
        ...missing,
        422: invalidInput[422],
      },
    }),
    async (c) => {
      const { format } = c.req.valid("query");
      const detail = await reader.detail(c.req.valid("param").id);
      return c.body(format === "csv" ? toCsv(detail) : toJsonl(detail), 200, {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
        "content-disposition": `attachment; filename="${detail.benchmark_id}-${detail.id}.${format}"`,
      });
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/results/{id}/compare/{other_id}",
      summary: "Compare two results of one benchmark question by question, with a paired test",
      tags,
      request: { params: ResultId.extend({ other_id: z.uuid() }) },
      responses: {
        200: json(Comparison, "The comparison"),
        401: denied[401],
        ...missing,
        ...wrongStateResponse,
        422: invalidInput[422],
      },
    }),
    async (c) => {
      const { id, other_id } = c.req.valid("param");
      return c.json(await reader.compare(id, other_id), 200);
    },
  );

  return app;
}
