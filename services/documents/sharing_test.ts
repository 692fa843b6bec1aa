import assert from "node:assert/strict";
import { Sharing } from "lib/sharing/sharing.ts";
import {
  callerHeaders,
  checkMatrix,
  checkRights,
  type MatrixCaller,
  type MatrixRow,
  untriedOperations,
} from "lib/sharing/sharing_matrix.ts";
import { callMcpTool } from "lib/testing.ts";
import { allowNewType } from "./types/document_type_rules.ts";
import { deliveryNote } from "./types/document_types_fixture.ts";
import { fixture, type TestApp, testApp } from "./testing.ts";

const D = "/api/v1/docs/documents/{id}";
const STEPS = ["ocr", "classify", "extract", "validate", "process"];
const READS = [
  `GET ${D}`,
  `GET ${D}/file`,
  `GET ${D}/searchable.pdf`,
  `GET ${D}/corrections`,
  `GET ${D}/export?format=markdown`,
  `GET ${D}/duplicates`,
  `GET ${D}/retention`,
  `GET ${D}/pages/{page}/image`,
];
const FIELD = `${D}/fields/{key}`;
const CELL = `${D}/tables/{table}/cells/{row}/{column}`;

function stepRoute(step: string): string {
  return `POST /api/v1/docs/${step}?document_id={id}`;
}

/** A completely processed document, copied for each request of a matrix. */
async function processed(
  test: TestApp,
): Promise<
  (sharing: unknown) => Promise<Record<"id" | "page" | "key" | "table" | "row" | "column", string>>
> {
  const id = await test.upload("invoice_en.pdf", undefined, "owner");
  const headers = await callerHeaders("owner");
  for (const step of STEPS.slice(0, 4)) {
    assert.equal((await test.call("POST", `/${step}?document_id=${id}`, headers)).status, 200);
  }
  const corrected = await test.app.request(`/api/v1/docs/documents/${id}/tables/0/cells/1/0`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ value: "Toner" }),
  });
  assert.equal(corrected.status, 200);
  return async (sharing) => {
    const [copy] = await test.sql<{ id: string }[]>`
      insert into documents.documents
      select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
      from documents.documents d where id = ${id} returning id`;
    assert.ok(copy);
    await test.sql`
      insert into documents.pages select ${copy.id}, page, content from documents.pages where document_id = ${id}`;
    await test.sql`
      insert into documents.corrections
      select (jsonb_populate_record(
        c, jsonb_build_object('id', gen_random_uuid(), 'document_id', ${copy.id}::text)
      )).*
      from documents.corrections c where document_id = ${id}`;
    await test.sql`
      insert into documents.corrections (id, document_id, key, value, corrected_by)
      values (gen_random_uuid(), ${copy.id}, 'due_date', '2026-04-30', 'owner')`;
    if (sharing) await test.deps.documents.share(copy.id, Sharing.parse(sharing));
    return { ...copy, page: "1", key: "due_date", table: "0", row: "1", column: "0" };
  };
}

Deno.test("each route of a document is allowed for its owner, managers, admins and people it is shared with", async () => {
  await using test = await testApp();
  const copy = await processed(test);
  const reads: MatrixRow[] = READS.map((route) => ({ route, expected: [200, 404, 200, 200, 200] }));
  const owners: MatrixRow[] = [
    { route: `GET ${D}/rights`, expected: [200, 404, 200, 200, 200] },
    { route: `GET ${D}/sharing`, expected: [200, 404, 403, 200, 200] },
    { route: `PUT ${D}/sharing`, body: {}, expected: [200, 404, 403, 200, 200] },
    { route: `PUT ${D}/retention`, body: { keep_until: "2030-01-01" }, expected: [200, 404, 403, 200, 200] },
    { route: `PUT ${D}/retention`, body: { legal_hold: true }, expected: [403, 404, 403, 200, 200] },
    { route: `DELETE ${D}`, expected: [204, 404, 403, 204, 204] },
  ];
  const steps = (shared: (done: number) => number) =>
    STEPS.map((step): MatrixRow => {
      const done = step === "process" ? 202 : 200;
      return { route: stepRoute(step), expected: [done, 404, shared(done), done, done] };
    });
  const changes = (shared: (done: number) => number): MatrixRow[] => [
    { route: `PUT ${FIELD}`, body: { value: "2026-05-01" }, expected: [200, 404, shared(200), 200, 200] },
    { route: `PATCH ${D}/tags`, body: { add: ["x"] }, expected: [200, 404, shared(200), 200, 200] },
    { route: `DELETE ${FIELD}/correction`, expected: [204, 404, shared(204), 204, 204] },
    { route: `PUT ${CELL}`, body: { value: "Toner, black" }, expected: [200, 404, shared(200), 200, 200] },
    { route: `DELETE ${CELL}/correction`, expected: [204, 404, shared(204), 204, 204] },
    ...steps(shared),
  ];
  const readers = [...reads, ...owners, ...changes(() => 403)];
  const jobs: MatrixRow[] = [
    { route: "GET /api/v1/docs/reprocessings/{id}", expected: [200, 404, 404, 200, 200] },
    { route: "POST /api/v1/docs/reprocessings/{id}/cancel", expected: [200, 404, 404, 200, 200] },
  ];
  const type = "/api/v1/docs/types/{name}";
  const definition = await deliveryNote();
  const types: MatrixRow[] = [
    { route: `GET ${type}`, expected: [200, 200, 200, 200, 200] },
    { route: `GET ${type}/versions`, expected: [200, 200, 200, 200, 200] },
    { route: `PUT ${type}`, body: definition, expected: [403, 403, 403, 200, 200] },
    { route: `DELETE ${type}`, expected: [403, 403, 403, 204, 204] },
  ];
  assert.deepEqual(
    await untriedOperations(test.app, [...readers, ...jobs, ...types], { idQueries: ["document_id"] }),
    [],
  );
  await checkMatrix(test.app, jobs, async () => {
    const begun = await test.deps.reprocessings.begin([], {
      ...{ owner: "owner", role: "user", from: "ocr", allow: () => {} },
    });
    return { id: begun.id };
  });
  await checkMatrix(test.app, types, async () => {
    await test.deps.types.remove(definition.name, "owner");
    await test.deps.types.save([{ input: definition, over: undefined }], {
      actor: "owner",
      allow: allowNewType,
    });
    return { name: definition.name };
  });
  for (const may of ["read", "change"] as const) {
    await checkRights(test.app, D, { make: () => copy({ people: ["shared"], may }), may });
  }
  await checkMatrix(test.app, readers, () => copy({ people: ["shared"] }));
  await checkMatrix(
    test.app,
    [...reads, ...owners, ...changes((done) => done)],
    () => copy({ people: ["shared"], may: "change" }),
  );
});

Deno.test("lists, searches and MCP tools show only documents that the caller may read", async () => {
  await using test = await testApp();
  const copy = await processed(test);
  await test.sql`update documents.documents set uploaded_by = 'somebody'`;
  const own = await copy(null);
  await test.sql`update documents.documents set uploaded_by = 'owner' where id = ${own.id}`;
  const shared = await copy({ people: ["shared"] });
  const found = async (caller: MatrixCaller, query: string) => {
    const response = await test.call("GET", `/documents?${query}`, await callerHeaders(caller));
    const { documents, total } = await response.json();
    assert.equal(total, documents.length);
    return documents.map(({ id }: { id: string }) => id).sort();
  };
  const throughMcp = async (caller: MatrixCaller, tool: string, input: Record<string, unknown>) => {
    const { text } = await callMcpTool(test.app, tool, input, await callerHeaders(caller));
    return JSON.parse(text).documents.map(({ id }: { id: string }) => id).sort();
  };
  const visible = { owner: [own.id], other: [], shared: [shared.id] };
  for (
    const [caller, ids] of [["owner", visible.owner], ["other", visible.other], [
      "shared",
      visible.shared,
    ]] as const
  ) {
    assert.deepEqual(await found(caller, ""), ids);
    assert.deepEqual(await found(caller, "search=invoice"), ids);
    assert.deepEqual(await found(caller, "document_type=invoice"), ids);
    assert.deepEqual(await throughMcp(caller, "list_documents", {}), ids);
    assert.deepEqual(await throughMcp(caller, "search_documents", { search: "invoice" }), ids);
  }
  assert.equal((await found("manager", "")).length, 3);
  assert.equal((await found("admin", "search=invoice")).length, 3);
});

Deno.test("MCP tools answer 404 for another person's document, and do not change a read-only one", async () => {
  await using test = await testApp();
  const copy = await processed(test);
  const { id } = await copy({ people: ["shared"] });
  const ask = async (caller: MatrixCaller, tool: string, input: Record<string, unknown>) =>
    await callMcpTool(test.app, tool, input, await callerHeaders(caller));
  assert.match((await ask("other", "read_document", { id })).text, /^Document not found/);
  assert.equal((await ask("shared", "read_document", { id })).isError, false);
  for (const tool of ["ocr_document", "classify_document", "extract_document", "validate_document"]) {
    assert.match((await ask("other", tool, { document_id: id })).text, /^Document not found/);
    assert.match((await ask("shared", tool, { document_id: id })).text, /required: owner, manager, admin/);
    assert.equal((await ask("owner", tool, { document_id: id })).isError, false);
  }
});

Deno.test("DEFAULT_SHARING=all lets everybody read and process documents, but not delete them", async () => {
  await using test = await testApp({ defaultSharing: "all" });
  const copy = await processed(test);
  await checkMatrix(test.app, [
    ...READS.map((route): MatrixRow => ({ route, expected: [200, 200, 200, 200, 200] })),
    { route: stepRoute("classify"), expected: [200, 200, 200, 200, 200] },
    { route: `PUT ${D}/sharing`, body: {}, expected: [200, 403, 403, 200, 200] },
    { route: `DELETE ${D}`, expected: [204, 403, 403, 204, 204] },
  ], () => copy(null));
  await checkMatrix(test.app, [{ route: `GET ${D}`, expected: [200, 404, 404, 200, 200] }], () => copy({}));
});

Deno.test("equal files of two people are two documents, each owned by its uploader", async () => {
  await using test = await testApp();
  const bytes = await fixture("contract_en.docx");
  const first = await test.upload("a.docx", bytes, "owner");
  const second = await test.upload("b.docx", bytes, "other");
  const status = async (id: string, caller: MatrixCaller) => {
    const response = await test.call("GET", `/documents/${id}/file`, await callerHeaders(caller));
    await response.body?.cancel();
    return response.status;
  };
  assert.deepEqual([await status(first, "owner"), await status(first, "other")], [200, 404]);
  assert.deepEqual([await status(second, "owner"), await status(second, "other")], [404, 200]);
});
