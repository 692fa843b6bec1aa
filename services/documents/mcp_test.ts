import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { bearer, callMcpTool, exhaustedHeavyLimiter } from "lib/testing.ts";
import { createApp } from "./app.ts";
import { testApp } from "./testing.ts";

Deno.test("MCP tools list, search, read and process a document", async () => {
  await using test = await testApp();
  const headers = await bearer();
  const transport = new StreamableHTTPClientTransport(new URL("http://service/mcp"), {
    requestInit: { headers },
    fetch: async (input, init) => await test.app.request(input.toString(), init),
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), [
    "list_documents",
    "search_documents",
    "read_document",
    "ocr_document",
    "classify_document",
    "extract_document",
    "validate_document",
    "export_document",
    "correct_field",
    "correct_cell",
    "list_corrections",
    "list_tags",
    "tag_document",
    "list_duplicates",
    "list_document_types",
    "try_document_type",
  ]);
  const ask = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [part] = content;
    assert.ok(part?.type === "text");
    return isError ? part.text : JSON.parse(part.text);
  };
  const document_id = await test.upload("contract_en.docx");
  assert.match(await ask("classify_document", { document_id }), /call POST \/ocr first/);
  assert.match((await ask("ocr_document", { document_id })).text, /^SERVICE AGREEMENT/);
  assert.equal((await ask("classify_document", { document_id })).document_type, "contract");
  assert.ok((await ask("extract_document", { document_id })).fields.length > 3);
  assert.equal((await ask("validate_document", { document_id })).is_valid, true);
  assert.equal((await ask("search_documents", { search: "oasis logistics" })).documents[0].id, document_id);
  assert.equal((await ask("list_documents", { document_type: "invoice" })).total, 0);
  assert.equal((await ask("read_document", { id: document_id })).status, "completed");
  assert.match(await ask("read_document", { id: crypto.randomUUID() }), /Document not found/);
  await client.close();
});

Deno.test("MCP tools export, tag and correct a document and find its duplicates, like their routes", async () => {
  await using test = await testApp();
  const ask = async (name: string, input: Record<string, unknown>, headers?: Record<string, string>) =>
    (await callMcpTool(test.app, name, input, headers)).text;
  const id = await test.upload("invoice_en.pdf");
  const copy = await test.upload("invoice_en.pdf");
  assert.match(await ask("export_document", { id, format: "markdown" }), /call POST \/ocr first/);
  for (const step of ["ocr", "classify", "extract"]) await ask(`${step}_document`, { document_id: id });
  assert.match(await ask("export_document", { id, format: "markdown" }), /\| /);
  assert.match(await ask("export_document", { id, format: "csv" }), /,/);
  assert.match(await ask("export_document", { id, format: "csv", table: 99 }), /Table not found/);
  assert.deepEqual(JSON.parse(await ask("tag_document", { id, add: ["paid"] })), { tags: ["paid"] });
  assert.deepEqual(JSON.parse(await ask("list_tags", {})), { tags: [{ tag: "paid", documents: 1 }] });
  assert.equal(JSON.parse(await ask("list_duplicates", { id })).same_file[0].id, copy);
  const right = { id, key: "invoice_date", value: "2026-03-05" };
  assert.equal(JSON.parse(await ask("correct_field", right)).value, "2026-03-05");
  assert.match(await ask("correct_field", { ...right, key: "nonsense" }), /has no field nonsense/);
  const cell = { id, table: 0, row: 1, column: 0, value: "Cold room maintenance" };
  assert.equal(JSON.parse(await ask("correct_cell", cell)).cell.row, 1);
  assert.match(await ask("correct_cell", { ...cell, table: 9 }), /Table not found/);
  assert.equal(JSON.parse(await ask("list_corrections", { id })).corrections.length, 2);
  const other = await bearer("user", "mallory");
  for (
    const [name, input] of [
      ["tag_document", { id, add: ["mine"] }],
      ["list_duplicates", { id }],
      ["correct_field", right],
      ["correct_cell", cell],
      ["export_document", { id, format: "markdown" }],
      ["list_corrections", { id }],
    ] as const
  ) assert.match(await ask(name, input, other), /Document not found/, name);
});

Deno.test("MCP tools count as heavy only when they call a model", async () => {
  await using test = await testApp();
  const limiter = exhaustedHeavyLimiter();
  const document_id = await test.upload("contract_en.docx");
  const tool = async (asksModel: boolean, name: string) => {
    const app = createApp({ ...test.deps, asksModel, service: { ...test.deps.service, limiter } });
    return (await callMcpTool(app, name, { document_id })).text;
  };
  const limited = /Rate limit exceeded/;
  assert.doesNotMatch(await tool(true, "ocr_document"), limited);
  assert.match(await tool(true, "classify_document"), limited);
  assert.match(await tool(true, "extract_document"), limited);
  assert.doesNotMatch(await tool(false, "classify_document"), limited);
});
