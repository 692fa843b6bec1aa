import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { bearer, testOnEngines } from "lib/testing.ts";
import { DATABASE, served, SYSTEM } from "./compliance_fixture.ts";

testOnEngines("an MCP client lists frameworks, assesses, finds gaps and plans", DATABASE, async (sql) => {
  const { app } = await served(sql);
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
  const client = new Client({ name: "test", version: "1" });
  const address = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
  );
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [first] = Array.isArray(content) ? content : [];
    const text = first?.type === "text" ? first.text : "";
    return { isError, value: isError ? text : JSON.parse(text) };
  };
  const { value: summary } = await call("assess_system", { framework_ids: ["ksa-pdpl"], system: SYSTEM });
  assert.equal((await call("find_gaps", { report_id: summary.id })).value.length, summary.gap_count);
  assert.ok((await call("plan", { report_id: summary.id, target: 80 })).value.current > 0);
  const verdict = await call("verify_certificate", { certificate_id: crypto.randomUUID() });
  assert.equal(verdict.value.reason, "unknown");
  assert.deepEqual(await call("get_framework", { id: "nope" }), {
    isError: true,
    value: "Framework not found",
  });
  await client.close();
});
