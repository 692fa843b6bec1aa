import { type OpenAPIHono, z } from "@hono/zod-openapi";
import assert from "node:assert/strict";
import { endpoint } from "lib/service/endpoint.ts";
import { feature, json, jsonBody } from "lib/service/openapi.ts";
import { operationsOf } from "lib/auth/operations.ts";
import { type AppEnv, createService } from "lib/service/service.ts";
import { bearer, exhaustedHeavyLimiter, testService } from "lib/testing.ts";

const Echo = z.object({ text: z.string(), more: z.unknown().optional() }).meta({ id: "Echo" });
const Answer = json(Echo, "The same");

function service(changes = {}): OpenAPIHono<AppEnv> {
  const app = createService({
    name: "contract",
    title: "Contract",
    description: "Made for these tests",
    prefix: "/api/v1",
    tags: { echo: "The same again" },
    ...testService(changes),
  });
  const room = feature();
  const tags = ["echo"];
  room.openapi(
    endpoint({
      id: "echoAdmin",
      method: "put",
      path: "/echo/{id}",
      tags,
      summary: "Echo",
      roles: ["admin", "manager"],
      heavy: true,
      maxBodyBytes: 2 ** 20,
      request: {
        params: z.object({ id: z.string() }),
        query: z.object({ note: z.string().optional() }),
        body: jsonBody(Echo),
      },
      answers: { 200: Answer },
      fails: { 404: "No such echo", 409: "Echoed already" },
    }),
    (c) => c.json(c.req.valid("json"), 200),
  );
  room.openapi(
    endpoint({
      id: "readOpenly",
      method: "get",
      path: "/open",
      tags,
      summary: "Read",
      open: true,
      answers: { 200: Answer },
    }),
    (c) => c.json({ text: "open" }, 200),
  );
  app.route("/api/v1", room);
  return app;
}

const put = async (app: OpenAPIHono<AppEnv>, path: string, body: string, role: "admin" | "user" = "admin") =>
  await app.request(path, {
    method: "PUT",
    headers: { ...await bearer(role), "content-type": "application/json" },
    body,
  });

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        security: z.array(z.unknown()).optional(),
        responses: z.record(
          z.string(),
          z.looseObject({ description: z.string(), headers: z.unknown().optional() }),
        ),
      }),
    ),
  ),
});

async function documented(path: string, method: string) {
  const document = Document.parse(await (await service().request("/openapi.json")).json());
  const operation = document.paths[path]?.[method];
  assert.ok(operation);
  return operation;
}

Deno.test("a contract documents every status it implies, and those it states", async () => {
  const { responses, operationId, security } = await documented("/api/v1/echo/{id}", "put");
  assert.equal(operationId, "echoAdmin");
  assert.equal(security, undefined);
  assert.deepEqual(
    Object.keys(responses).map(Number),
    [200, 400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 503, 507],
  );
  assert.equal(responses[404]?.description, "No such echo");
  assert.ok(responses[429]?.headers && responses[503]?.headers);
});

Deno.test("an open contract without input documents only the refusals that can happen", async () => {
  const { responses, security } = await documented("/api/v1/open", "get");
  assert.deepEqual(Object.keys(responses).map(Number), [200, 429, 503]);
  assert.deepEqual(security, []);
});

Deno.test("roles, rate limit and body limit follow from the contract", async () => {
  assert.equal((await put(service(), "/api/v1/echo/1", '{"text":"x"}')).status, 200);
  assert.equal((await put(service(), "/api/v1/echo/1", '{"text":"x"}', "user")).status, 403);
  assert.equal((await service().request("/api/v1/open")).status, 200);
  const exhausted = service({ limiter: exhaustedHeavyLimiter() });
  assert.equal((await put(exhausted, "/api/v1/echo/1", '{"text":"x"}')).status, 429);
  assert.equal((await exhausted.request("/api/v1/open")).status, 200);
  const large = JSON.stringify({ text: "x".repeat(2 ** 20) });
  assert.equal((await put(service(), "/api/v1/echo/1", large)).status, 413);
});

Deno.test("422 names each field with NUL or a lone surrogate: path, query and body, keys too", async () => {
  const cases: [string, string, unknown[]][] = [
    ["/api/v1/echo/a%00b", '{"text":"x"}', ["path", "id"]],
    ["/api/v1/echo/1?note=%00", '{"text":"x"}', ["query", "note"]],
    ["/api/v1/echo/1", '{"text":"a\\u0000b"}', ["body", "text"]],
    ["/api/v1/echo/1", '{"text":"a\\ud800b"}', ["body", "text"]],
    ["/api/v1/echo/1", '{"text":"x","more":{"list":[1,{"deep":"\\u0000"}]}}', [
      "body",
      "more",
      "list",
      1,
      "deep",
    ]],
    ["/api/v1/echo/1", '{"text":"x","more":{"\\u0000":1}}', ["body", "more", "\u{FFFD}"]],
  ];
  for (const [path, body, loc] of cases) {
    const response = await put(service(), path, body);
    const { details } = await response.json();
    assert.equal(response.status, 422, body);
    assert.deepEqual(details.map((detail: { loc: unknown }) => detail.loc), [loc]);
  }
});

Deno.test("a body nested 100,000 deep neither crashes the process nor is a 500", async () => {
  const deep = `{"text":"x","more":${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}}`;
  assert.equal((await put(service(), "/api/v1/echo/1", deep)).status, 422);
});

Deno.test("operationsOf() lists the contracts, prefix included", () => {
  const operations = operationsOf(service()).filter(({ path }) => path.startsWith("/api/v1/echo"));
  assert.deepEqual(operations, [{
    id: "echoAdmin",
    method: "put",
    path: "/api/v1/echo/{id}",
    heavy: true,
    unmetered: false,
    open: false,
    takesBody: true,
    maxBodyBytes: 2 ** 20,
  }]);
});
