import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { z } from "zod";
import { notFound } from "lib/errors.ts";
import { mcpTool, mountMcp } from "lib/mcp.ts";
import { createService } from "lib/service.ts";
import { bearer, testService } from "lib/testing.ts";

const greet = mcpTool({
  name: "greet",
  description: "Greets the caller",
  input: z.object({ word: z.string().min(2) }),
  readOnly: true,
  call: ({ word }, { user }) => Promise.resolve({ text: `${word}, ${user.sub}` }),
});
const lose = mcpTool({
  name: "lose",
  description: "Finds nothing",
  input: z.object({ how: z.enum(["named", "crash"]) }),
  call: ({ how }) => Promise.reject(how === "named" ? notFound("Note") : new Error("password is hunter2")),
});

function served() {
  const app = createService({
    name: "example",
    title: "Example",
    description: "Example",
    prefix: "/api/v1",
    ...testService(),
  });
  mountMcp(app, { name: "example", tools: [greet, lose] });
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
  assert.deepEqual(tools.map(({ name }) => name), ["greet", "lose"]);
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
