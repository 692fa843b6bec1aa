import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import assert from "node:assert/strict";
import { operationFinder, operationsOf } from "./operations.ts";

const answers = { 200: { description: "Done" } };
const body = { content: { "application/json": { schema: z.object({}) } } };

function sample() {
  const app = new OpenAPIHono();
  const done = (c: { body(data: null, status: 200): Response }) => c.body(null, 200);
  app.openapi(
    createRoute({ method: "get", path: "/papers/{id}", operationId: "getPaper", responses: answers }),
    done,
  );
  app.openapi(
    createRoute({
      ...{ method: "post", path: "/papers", request: { body }, responses: answers, security: [] },
      ...{ "x-rate-limit": "heavy", "x-max-body-bytes": 5 },
    }),
    done,
  );
  app.openapi(
    createRoute({ method: "get", path: "/health", "x-rate-limit": "none", responses: answers }),
    done,
  );
  return app;
}

Deno.test("contracts are read from the routes: limits, tokens, bodies and their sizes", () => {
  const usual = { heavy: false, open: false, unmetered: false, takesBody: false, maxBodyBytes: undefined };
  assert.deepEqual(operationsOf(sample()), [
    { ...usual, id: "getPaper", method: "get", path: "/papers/{id}" },
    {
      ...{ id: "post /papers", method: "post", path: "/papers", heavy: true, open: true, unmetered: false },
      ...{ takesBody: true, maxBodyBytes: 5 },
    },
    { ...usual, id: "get /health", method: "get", path: "/health", unmetered: true },
  ]);
});

Deno.test("a request's endpoint is found by method and path; HEAD belongs to GET, and nothing else is guessed", async () => {
  const app = new OpenAPIHono();
  const find = operationFinder(app);
  app.use(async (c, next) => {
    await next();
    c.res = new Response(null, { headers: { "x-found": find(c)?.id ?? "none" } });
  });
  app.route("/api", sample());
  const idOf = async (method: string, path: string) =>
    (await app.request(path, { method })).headers.get("x-found");
  assert.equal(await idOf("GET", "/api/papers/7"), "getPaper");
  assert.equal(await idOf("HEAD", "/api/papers/7"), "getPaper");
  assert.equal(await idOf("POST", "/api/papers"), "post /api/papers");
  for (
    const [method, path] of [["DELETE", "/api/papers/7"], ["GET", "/api/papers/7/more"], ["GET", "/papers/7"]]
  ) {
    assert.equal(await idOf(method ?? "", path ?? ""), "none");
  }
});

Deno.test("of two endpoints that fit a request, it belongs to the one with fewer parameters, whichever came first", async () => {
  const app = new OpenAPIHono();
  const find = operationFinder(app);
  app.use((c) => Promise.resolve(c.text(find(c)?.id ?? "none")));
  for (const path of ["/{owner}/{name}", "/papers/{name}", "/papers/all"]) {
    app.openAPIRegistry.registerPath({ method: "get", path, responses: {} });
  }
  const idOf = async (path: string) => await (await app.request(path)).text();
  assert.equal(await idOf("/papers/all"), "get /papers/all");
  assert.equal(await idOf("/papers/7"), "get /papers/{name}");
  assert.equal(await idOf("/books/7"), "get /{owner}/{name}");
});
