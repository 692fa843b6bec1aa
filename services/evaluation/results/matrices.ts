import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json } from "lib/service/openapi.ts";
import { OffsetQuery } from "lib/service/pagination.ts";
import type { AppEnv } from "lib/service/service.ts";
import { Matrix, MatrixFilter } from "./matrix.ts";
import type { MatrixReader } from "./matrix_reader.ts";

const tags = ["results"];
const fails = {
  404: "One of the results is not there, or the caller may not read it",
  409: "The results are of different benchmarks or versions",
} as const;

export function matrices(reader: MatrixReader): OpenAPIHono<AppEnv> {
  const app = feature();

  app.openapi(
    endpoint({
      id: "readMatrix",
      method: "get",
      path: "/result-matrix",
      tags,
      summary: "Compare the answers of several results side by side: questions by models and prompts",
      description: "The shares at the heads of the columns are of all questions of the category.",
      request: { query: OffsetQuery.extend(MatrixFilter.shape) },
      answers: { 200: json(Matrix, "The matrix") },
      fails,
    }),
    async (c) => {
      const { skip, limit, ...filter } = c.req.valid("query");
      return c.json(await reader.page(c.var.user, filter, { skip, limit }), 200);
    },
  );

  app.openapi(
    endpoint({
      id: "exportMatrix",
      method: "get",
      path: "/result-matrix/export",
      tags,
      summary: "Download the matrix as CSV, with whole answers",
      heavy: true,
      request: { query: MatrixFilter },
      answers: {
        200: { description: "The file", content: { "text/csv": { schema: z.string() } } },
      },
      fails,
    }),
    async (c) =>
      c.body(await reader.csv(c.var.user, c.req.valid("query")), 200, {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="matrix.csv"',
      }),
  );

  return app;
}
