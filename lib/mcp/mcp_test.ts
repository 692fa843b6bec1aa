import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Hono } from "hono";
import assert from "node:assert/strict";
import { z } from "zod";
import { signJwt } from "lib/auth/auth.ts";
import { notFound } from "lib/errors.ts";
import { mcpTool, mountMcp } from "lib/mcp/mcp.ts";
import { createService, type ServiceDeps } from "lib/service/service.ts";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { bearer, callMcpTool, exhaustedHeavyLimiter, TEST_SECRET, testKv, testService } from "lib/testing.ts";

const greet = mcpTool({
  name: "greet",
  description: "Greets the caller",
  input: z.object({ word: z.string().min(2).meta({ description: "The greeting" }) }),
  output: z.object({ text: z.string() }),
  readOnly: true,
  call: ({ word }, { user }) => Promise.resolve({ text: `${word}, ${user.sub}` }),
});
const lose = mcpTool({
  name: "lose",
  description: "Finds nothing",
  input: z.object({ how: z.enum(["named", "crash"]).meta({ description: "How it fails" }) }),
  call: ({ how }) => Promise.reject(how === "named" ? notFound("Note") : new Error("password is hunter2")),
});
const attempt = mcpTool({
  name: "attempt",
  description: "Tries",
  input: z.object({ works: z.boolean().meta({ description: "Whether it works" }) }),
  output: z.array(z.string()),
  destructive: true,
  failed: (steps) => steps.includes("failed"),
  call: ({ works }) => Promise.resolve(works ? ["done"] : ["failed"]),
});
const think = mcpTool({
  name: "think",
  description: "Asks a model",
  input: z.object({}),
  heavy: true,
  call: () => Promise.resolve("thought"),
});

function example(service: Partial<ServiceDeps> = {}) {
  const app = createService({
    name: "example",
    title: "Example",
    description: "Example",
    prefix: "/api/v1",
    heavy: ["POST /api/v1/think"],
    ...testService(service),
  });
  mountMcp(app, { name: "example", tools: [greet, lose, attempt, think] });
  app.post("/api/v1/think", (c) => c.text("thought"));
  return app;
}

function served() {
  const app = example();
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
}

async function connected(port: number) {
  const client = new Client({ name: "test", version: "1" });
  const address = new URL(`http://127.0.0.1:${port}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
  );
  return client;
}

Deno.test("an MCP client lists the tools and calls one as its user", async () => {
  await using server = served();
  const client = await connected(server.addr.port);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name), ["greet", "lose", "attempt", "think"]);
  assert.deepEqual(tools[0]?.inputSchema.required, ["word"]);
  const { content } = await client.callTool({ name: "greet", arguments: { word: "أهلا" } });
  assert.deepEqual(content, [{ type: "text", text: '{"text":"أهلا, user-1"}' }]);
  await client.close();
});

Deno.test("a failure by name reaches the client, any other is hidden, wrong input is refused", async () => {
  await using server = served();
  const client = await connected(server.addr.port);
  const named = await client.callTool({ name: "lose", arguments: { how: "named" } });
  assert.deepEqual([named.isError, named.content], [true, [{ type: "text", text: "Note not found" }]]);
  const crashed = await client.callTool({ name: "lose", arguments: { how: "crash" } });
  assert.doesNotMatch(JSON.stringify(crashed), /hunter2/);
  const wrong = await client.callTool({ name: "greet", arguments: { word: "x" } }).catch((error) => ({
    isError: true,
    error,
  }));
  assert.equal(wrong.isError, true);
  await client.close();
});

Deno.test("/mcp without a token is 401 in the shared format", async () => {
  await using server = served();
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/mcp`, { method: "POST", body: "{}" });
  assert.equal(response.status, 401);
  assert.deepEqual(Object.keys(await response.json()), ["detail"]);
});

Deno.test("a heavy tool and a heavy route draw on one limit; other tools do not", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "test" });
  const app = new Hono().mount(
    "/",
    example({ limiter, limits: { perMinute: 100, heavyPerMinute: 2 } }).fetch,
  );
  const route = async () =>
    (await app.request("/api/v1/think", { method: "POST", headers: await bearer() })).status;
  assert.equal((await callMcpTool(app, "think")).text, '"thought"');
  assert.equal(await route(), 200);
  const refused = await callMcpTool(app, "think");
  assert.equal(refused.isError, true);
  assert.match(refused.text, /Rate limit exceeded; try again later/);
  assert.equal(await route(), 429);
  assert.equal((await callMcpTool(app, "greet", { word: "hi" })).isError, false);
  await limiter.flush();
});

Deno.test("the platform's own services call heavy tools uncounted", async () => {
  const app = example({ limiter: exhaustedHeavyLimiter() });
  const service = await signJwt(TEST_SECRET, { sub: "agents", role: "user", service: "agents" });
  const headers = { authorization: `Bearer ${service}` };
  assert.equal((await callMcpTool(app, "think", {}, headers)).text, '"thought"');
  assert.equal((await callMcpTool(app, "think")).isError, true);
});

Deno.test("a tool publishes its output schema and hints, and answers structured content", async () => {
  await using server = served();
  const client = await connected(server.addr.port);
  const { tools } = await client.listTools();
  const [greeting, , attempting] = tools;
  assert.deepEqual(greeting?.annotations, {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  assert.equal(attempting?.annotations?.destructiveHint, true);
  assert.deepEqual(greeting?.outputSchema?.required, ["text"]);
  assert.deepEqual(attempting?.outputSchema?.required, ["result"]);
  const greeted = await client.callTool({ name: "greet", arguments: { word: "hi" } });
  assert.deepEqual(greeted.structuredContent, { text: "hi, user-1" });
  const done = await client.callTool({ name: "attempt", arguments: { works: true } });
  assert.deepEqual([done.structuredContent, done.isError ?? false], [{ result: ["done"] }, false]);
  const failed = await client.callTool({ name: "attempt", arguments: { works: false } });
  assert.deepEqual([failed.structuredContent, failed.isError], [{ result: ["failed"] }, true]);
  await client.close();
});

Deno.test("wrong arguments are named, without stacks; text that databases cannot store is refused", async () => {
  const app = example();
  const wrong = await callMcpTool(app, "greet", { word: "x", other: 1 });
  assert.deepEqual([wrong.isError, /word/.test(wrong.text), /\n\s*at /.test(wrong.text)], [
    true,
    true,
    false,
  ]);
  assert.match((await callMcpTool(app, "greet", {})).text, /word/);
  assert.match((await callMcpTool(app, "greet", { word: "hi\0" })).text, /word/);
});

Deno.test("a tool with an undescribed parameter, at the root or nested, is refused when it is created", () => {
  const make = (input: z.ZodObject) => () =>
    mcpTool({ name: "bare", description: "", input, call: () => Promise.resolve(1) });
  assert.throws(make(z.object({ x: z.string() })), /Parameter x of the MCP tool bare/);
  const Person = z.object({ name: z.string() });
  const people = { description: "People" };
  assert.throws(make(z.object({ one: Person.meta(people) })), /Parameter one\.name of the MCP tool bare/);
  assert.throws(make(z.object({ all: z.array(Person).meta(people) })), /Parameter all\.name of/);
  assert.throws(
    make(z.object({ any: z.union([z.string(), Person]).meta(people) })),
    /Parameter any\.name of/,
  );
});

Deno.test("a tool's title is the words of its name where it has none", async () => {
  const server = served();
  const client = new Client({ name: "test", version: "1" });
  const { hostname, port } = server.addr;
  const headers = await bearer();
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://${hostname}:${port}/mcp`), {
      requestInit: { headers },
    }),
  );
  const { tools } = await client.listTools();
  assert.equal(tools.find(({ name }) => name === "greet")?.title, "Greet");
  await client.close();
  await server.shutdown();
});

Deno.test("/mcp refuses other sites with 403 and bodies that are too large with 413", async () => {
  const app = example({ maxBodyBytes: 50 * 2 ** 20 });
  const post = async (headers: Record<string, string>, body = "{}") =>
    (await app.request("/mcp", {
      method: "POST",
      headers: { ...await bearer(), "content-type": "application/json", ...headers },
      body,
    })).status;
  assert.equal(await post({ origin: "https://evil.example" }), 403);
  assert.equal(await post({ host: "evil.example" }), 403);
  assert.equal(await post({}, JSON.stringify({ a: "x".repeat(11 * 2 ** 20) })), 413);
});
