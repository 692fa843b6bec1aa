import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { bearer, callMcpTool, exhaustedHeavyLimiter } from "lib/testing.ts";
import { on, RUN } from "./testing.ts";

Deno.test("an MCP client lists benchmarks, starts a run, reads its result and the leaderboard", () =>
  on(async (scene) => {
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, scene.app.fetch);
    const client = new Client({ name: "test", version: "1" });
    const address = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
    );
    const use = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const text = Array.isArray(content) && content[0]?.type === "text" ? content[0].text : "";
      return isError ? { isError, text } : JSON.parse(text);
    };
    assert.equal((await use("list_benchmarks")).length, 10);
    assert.equal((await use("get_benchmark", { id: "arabic-grammar" })).questions.length, 32);
    const { eval_ids } = await use("start_evaluation", { ...RUN, limit: 4 });
    await scene.ended(eval_ids[0]);
    assert.equal((await use("get_result", { id: eval_ids[0] })).overall_score, 0.5);
    assert.equal((await use("list_results", { status: "completed" })).length, 1);
    assert.equal((await use("leaderboard"))[0].model_id, "m");
    assert.equal((await use("compare_results", { id: eval_ids[0], other_id: eval_ids[0] })).p_value, 1);
    assert.match(
      (await use("start_evaluation", { ...RUN, benchmark_ids: ["none"] })).text,
      /Benchmark none not found/,
    );
    await client.close();
  }));

Deno.test("starting an evaluation by MCP counts as heavy, reading does not", () =>
  on(async ({ app }, provider) => {
    assert.match((await callMcpTool(app, "start_evaluation", RUN)).text, /Rate limit exceeded/);
    assert.equal((await callMcpTool(app, "list_results")).text, "[]");
    assert.equal(provider.requests.length, 0);
  }, { service: { limiter: exhaustedHeavyLimiter() } }));
