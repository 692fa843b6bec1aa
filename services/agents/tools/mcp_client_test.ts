import assert from "node:assert/strict";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { mcpTool, mountMcp } from "lib/mcp/mcp.ts";
import { type AppEnv, createService } from "lib/service/service.ts";
import { testOnEngines, testService } from "lib/testing.ts";
import { calls, fixture, inTurn, SCHEMA } from "../fixture.ts";
import { contentText } from "./mcp_client.ts";

function mcpServer(): OpenAPIHono<AppEnv> {
  const app = createService({
    name: "other",
    title: "Other",
    description: "Other",
    prefix: "/api/v1",
    ...testService(),
  });
  const greet = mcpTool({
    name: "greet.warmly",
    description: "Greets the caller",
    input: z.object({ word: z.string().meta({ description: "The greeting" }) }),
    call: ({ word }, { user }) => Promise.resolve({ text: `${word}, ${user.sub} (${user.role})` }),
  });
  const lose = mcpTool({
    name: "lose",
    description: "Fails",
    input: z.object({}),
    call: () => Promise.reject(notFound("Thing")),
  });
  mountMcp(app, { name: "other", tools: [greet, lose] });
  return app;
}

testOnEngines("tools of a listed MCP server are an agent's, as server.tool", SCHEMA, async (sql) => {
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, mcpServer().fetch);
  const servers = {
    other: { url: `http://127.0.0.1:${server.addr.port}/mcp`, auth: "caller", needs_approval: ["lose"] },
    gone: { url: "http://127.0.0.1:1/mcp" },
  };
  await using service = await fixture(sql, {
    script: inTurn(
      calls("other__greet__warmly", { word: "أهلا" }, "1"),
      calls("other__greet__warmly", { word: 1 }, "2"),
      calls("other__greet__warmly", {}, "3"),
    ),
    settings: { AGENTS_MCP_SERVERS: JSON.stringify(servers) },
  });
  const list = await service.request("GET", "tools");
  assert.equal(list.headers.get("x-unreachable-servers"), "gone");
  const tools: { name: string; needs_approval: boolean; parameters: unknown }[] = await list.json();
  const foreign = tools.filter(({ name }) => name.startsWith("other."));
  assert.deepEqual(foreign.map(({ name, needs_approval }) => [name, needs_approval]), [[
    "other.greet.warmly",
    false,
  ], ["other.lose", true]]);
  assert.match(JSON.stringify(foreign[0]?.parameters), /"word"/);
  assert.equal(tools.length, 17);

  const agent = await service.agent({ tools: ["other.greet.warmly"] });
  const run = await service.run(agent.id);
  assert.equal(run.status, "completed");
  const trace = await (await service.request("GET", `agents/${agent.id}/traces/${run.id}`)).json();
  const [first, second] = trace.steps.map(({ tool_calls }: { tool_calls: unknown[] }) => tool_calls[0]);
  assert.deepEqual([first.name, first.status, first.result], [
    "other.greet.warmly",
    "ok",
    '{"text":"أهلا, user-1 (user)"}',
  ]);
  assert.equal(second.status, "invalid_arguments");
  assert.match(second.error, /word/);
  const [, , third] = trace.steps.map(({ tool_calls }: { tool_calls: unknown[] }) => tool_calls[0]);
  assert.equal(third.status, "invalid_arguments");

  const unknown = await service.request("POST", "agents", { body: { name: "x", tools: ["other.nothing"] } });
  assert.equal(unknown.status, 422);
  const unreachable = await service.request("POST", "agents", { body: { name: "x", tools: ["gone.tool"] } });
  assert.equal(unreachable.status, 502);
});

Deno.test("links, embedded files and pictures of a tool's result are named with their address", () => {
  const uri = "demo://resource/1";
  assert.equal(
    contentText([
      { type: "text", text: "Two resources:" },
      { type: "resource_link", uri, name: "Plan", mimeType: "text/plain" },
      { type: "resource", resource: { uri, text: "The plan" } },
      { type: "resource", resource: { uri: "demo://a.gz", mimeType: "application/gzip", blob: "H4sI" } },
      { type: "image", mimeType: "image/png", data: "iVBORw" },
    ]),
    "Two resources:\n[resource_link Plan demo://resource/1 text/plain]\nThe plan\n" +
      "[resource demo://a.gz application/gzip 4 characters]\n[image image/png 6 characters]",
  );
  assert.equal(contentText("no parts"), "");
});
