import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { z } from "zod";
import { bearer, callMcpTool, exhaustedHeavyLimiter, testOnEngines } from "lib/testing.ts";
import { calls, fixture, inTurn, SCHEMA } from "./fixture.ts";

testOnEngines(
  "the service's own MCP server makes, lists and runs agents and reads traces",
  SCHEMA,
  async (sql) => {
    await using service = await fixture(sql, { script: inTurn(calls("calculator", { expression: "6*7" })) });
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      async (request) => {
        const body = await request.text();
        const { method, headers } = request;
        return await service.app.request(new URL(request.url).pathname, {
          method,
          headers,
          body: body || undefined,
        });
      },
    );
    const client = new Client({ name: "test", version: "1" });
    const address = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
    );
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name), [
      "list_agents",
      "create_agent",
      "run_agent",
      "list_runs",
      "read_trace",
    ]);
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [part] = z.array(z.object({ text: z.string() })).parse(content);
      return isError ? part?.text : JSON.parse(part?.text ?? "");
    };
    const agent = await call("create_agent", { name: "Maker", tools: ["calculator"] });
    const run = await call("run_agent", { agent_id: agent.id, input: "6*7?" });
    assert.match(run.output, /"result":"42"/);
    assert.equal((await call("list_agents", {})).total, 1);
    assert.equal((await call("list_runs", { agent_id: agent.id })).runs[0].id, run.id);
    assert.equal((await call("read_trace", { agent_id: agent.id, run_id: run.id })).steps.length, 2);
    assert.match(
      await call("create_agent", { name: "x", tools: ["nonsense"] }),
      /No tool is called nonsense/,
    );
    assert.match(await call("run_agent", { agent_id: "none", input: "?" }), /Agent not found/);
    await client.close();
  },
);

testOnEngines("running an agent by MCP counts as heavy, reading does not", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: [{ content: "done" }],
    limiter: exhaustedHeavyLimiter(),
  });
  const agent = await service.agent();
  const refused = await callMcpTool(service.app, "run_agent", { agent_id: agent.id, input: "?" });
  assert.equal(refused.isError, true);
  assert.match(refused.text, /Rate limit exceeded/);
  assert.equal(service.model.server.requests.length, 0);
  assert.equal(JSON.parse((await callMcpTool(service.app, "list_agents")).text).total, 1);
});

testOnEngines("a failed run is an error with the run, an answer that waits is none", SCHEMA, async (sql) => {
  await using service = await fixture(sql, {
    script: (_, index) => index === 0 ? { status: 400 } : calls("calculator", { expression: "1+1" }),
  });
  const agent = await service.agent({ needs_approval: ["calculator"] });
  const run = async () => await callMcpTool(service.app, "run_agent", { agent_id: agent.id, input: "?" });
  const failed = await run();
  assert.deepEqual([failed.isError, JSON.parse(failed.text).failure], [true, "provider_error"]);
  const waits = await run();
  assert.deepEqual([waits.isError, JSON.parse(waits.text).status], [false, "awaiting_approval"]);
});
