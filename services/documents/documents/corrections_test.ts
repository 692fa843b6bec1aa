import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import { bearer } from "lib/testing.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";

async function put(test: TestApp, path: string, value: unknown, sub = "alice"): Promise<Response> {
  return await test.app.request(`/api/v1/docs${path}`, {
    method: "PUT",
    headers: { ...await bearer("user", sub), "content-type": "application/json" },
    body: JSON.stringify({ value }),
  });
}

async function extracted(test: TestApp): Promise<string> {
  const id = await test.upload("contract_en.docx", await fixture("contract_en.docx"), "alice");
  for (const step of ["ocr", "classify", "extract", "validate"]) {
    const response = await test.call("POST", `/${step}?document_id=${id}`, await bearer("user", "alice"));
    assert.equal(response.status, 200, step);
    await response.body?.cancel();
  }
  return id;
}

async function fieldOf(test: TestApp, id: string, key: string): Promise<Record<string, unknown> | undefined> {
  const response = await test.call("GET", `/documents/${id}`, await bearer("user", "alice"));
  const { extraction } = await response.json();
  return extraction.fields.find((field: { key: string }) => field.key === key);
}

Deno.test("a correction overrides the value read, names author and time, survives reprocessing and can be withdrawn", async () => {
  await using test = await testApp();
  const id = await extracted(test);
  const read = await fieldOf(test, id, "first_party");
  const response = await put(test, `/documents/${id}/fields/first_party`, "Desert Rose Consulting FZ-LLC");
  assert.equal(response.status, 200);
  const kept = await response.json();
  assert.deepEqual([kept.key, kept.value, kept.before, kept.by], [
    "first_party",
    "Desert Rose Consulting FZ-LLC",
    read?.value,
    "alice",
  ]);
  const field = await fieldOf(test, id, "first_party");
  assert.deepEqual([field?.value, field?.confidence], ["Desert Rose Consulting FZ-LLC", 1]);
  assert.ok(field?.corrected);
  for (const step of ["ocr", "classify", "extract"]) {
    const again = await test.call("POST", `/${step}?document_id=${id}`, await bearer("user", "alice"));
    assert.equal(again.status, 200);
    await again.body?.cancel();
  }
  assert.equal((await fieldOf(test, id, "first_party"))?.value, "Desert Rose Consulting FZ-LLC");
  const path = `/documents/${id}/fields/first_party/correction`;
  assert.equal((await test.call("DELETE", path, await bearer("user", "alice"))).status, 204);
  assert.equal((await fieldOf(test, id, "first_party"))?.value, read?.value);
  assert.equal((await test.call("DELETE", path, await bearer("user", "alice"))).status, 404);
  const list = await test.call("GET", `/documents/${id}/corrections`, await bearer("user", "alice"));
  const { corrections } = await list.json();
  assert.deepEqual(corrections.map((one: { value: string | null }) => one.value), [
    "Desert Rose Consulting FZ-LLC",
    null,
  ]);
});

Deno.test("a correction is validated with the rest of the document", async () => {
  await using test = await testApp();
  const id = await extracted(test);
  const due = async () => {
    const response = await test.call("GET", `/documents/${id}`, await bearer("user", "alice"));
    const { validation } = await response.json();
    return validation.issues.map((issue: { field: string }) => issue.field);
  };
  assert.equal((await put(test, `/documents/${id}/fields/end_date`, "1 January 2001")).status, 200);
  assert.equal((await fieldOf(test, id, "end_date"))?.value, "2001-01-01");
  assert.ok((await due()).includes("end_date"));
});

Deno.test("concurrent corrections are all recorded, each with its previous value, and validated together", async () => {
  await using test = await testApp();
  const id = await extracted(test);
  const see = async () =>
    await (await test.call("GET", `/documents/${id}`, await bearer("user", "alice"))).json();
  const { extraction } = await see();
  const keys: string[] = extraction.fields.map((field: { key: string }) => field.key);
  const values: [string, string][] = extraction.fields.map((
    { key, value }: Record<"key" | "value", string>,
  ) => [key, value]);
  const dates: [string, string][] = [2001, 2002, 2003].map((year) => ["end_date", `${year}-01-01`]);
  const answers = await Promise.all(
    [...values.filter(([key]) => key !== "end_date"), ...dates].map(([key, value]) =>
      put(test, `/documents/${id}/fields/${key}`, value)
    ),
  );
  for (const answer of answers) assert.equal(answer.status, 200, await answer.text());
  const list = await test.call("GET", `/documents/${id}/corrections`, await bearer("user", "alice"));
  const all: Record<"key" | "value" | "before", string>[] = (await list.json()).corrections;
  const days = all.filter(({ key }) => key === "end_date");
  assert.deepEqual(days.map(({ before }) => before), [
    extraction.fields.find((field: { key: string }) => field.key === "end_date").value,
    ...days.slice(0, -1).map(({ value }) => value),
  ]);
  assert.deepEqual(new Set(all.map(({ key }) => key)), new Set(keys));
  const [row] = await test.sql`select lowest_confidence from documents.documents where id = ${id}`;
  assert.equal(row?.lowest_confidence, null);
  const { validation, status } = await see();
  assert.equal(status, "completed");
  assert.ok(validation.issues.some((issue: { field: string }) => issue.field === "end_date"));
  assert.ok(!validation.issues.some((issue: { field: string }) => issue.field === "contract_id"));
});

Deno.test("documents with an uncertain value are listed for review until it is corrected", async () => {
  await using test = await testApp();
  const id = await extracted(test);
  const see = async (path: string) =>
    await (await test.call("GET", path, await bearer("user", "alice"))).json();
  const { extraction } = await see(`/documents/${id}`);
  const lowest =
    extraction.fields.toSorted((a: { confidence: number }, b: { confidence: number }) =>
      a.confidence - b.confidence
    )[0];
  const listed = async (below: number) => {
    const { documents, total } = await see(`/documents?confidence_below=${below}`);
    assert.equal(total, documents.length);
    return documents.map((document: { id: string }) => document.id);
  };
  const mark = lowest.confidence + 0.001;
  assert.deepEqual(await listed(mark), [id]);
  assert.deepEqual(await listed(lowest.confidence), []);
  for (const field of extraction.fields.filter((one: { confidence: number }) => one.confidence < mark)) {
    assert.equal((await put(test, `/documents/${id}/fields/${field.key}`, field.value)).status, 200);
  }
  assert.deepEqual(await listed(mark), []);
  const taken = await test.call(
    "DELETE",
    `/documents/${id}/fields/${lowest.key}/correction`,
    await bearer("user", "alice"),
  );
  assert.equal(taken.status, 204);
  assert.deepEqual(await listed(mark), [id]);
  assert.equal((await test.call("GET", "/documents?confidence_below=2")).status, 422);
});

Deno.test("a document without any extracted value is listed for review", async () => {
  await using test = await testApp();
  const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const body = "<w:body><w:p><w:r><w:t>-</w:t></w:r></w:p></w:body>";
  const file = zipSync({ "word/document.xml": strToU8(`<w:document ${names}>${body}</w:document>`) });
  const id = await test.upload("empty.docx", file);
  for (const step of ["ocr", "classify", "extract"]) await test.json("POST", `/${step}?document_id=${id}`);
  const { is_valid } = await test.json("POST", `/validate?document_id=${id}`);
  assert.equal(is_valid, false);
  assert.equal((await test.json("GET", "/documents?confidence_below=0.1")).total, 1);
});

Deno.test("corrections by others, of unknown fields or with malformed values are refused and change nothing", async () => {
  await using test = await testApp();
  const id = await extracted(test);
  const fields = `/documents/${id}/fields`;
  const cases: [string, unknown, string, number, string?][] = [
    [`${fields}/first_party`, "x y", "mallory", 404],
    [`${fields}/no_such_field`, "x y", "alice", 422, "key"],
    [`${fields}/end_date`, "soon", "alice", 422, "value"],
    [`${fields}/end_date`, "   ", "alice", 422, "value"],
    [`${fields}/end_date`, "a\u0000b", "alice", 422, "value"],
    [`${fields}/end_date`, 7, "alice", 422, "value"],
  ];
  for (const [path, value, sub, status, name] of cases) {
    const response = await put(test, path, value, sub);
    assert.equal(response.status, status, `${path} ${value}`);
    const text = await response.text();
    if (name) assert.match(text, new RegExp(`"${name}"`));
  }
  const list = await test.call("GET", `/documents/${id}/corrections`, await bearer("user", "alice"));
  assert.deepEqual((await list.json()).corrections, []);
  const fresh = await test.upload("contract_en.docx", await fixture("contract_en.docx"), "alice");
  assert.equal((await put(test, `/documents/${fresh}/fields/end_date`, "2027-01-01")).status, 409);
});

Deno.test("the model sees earlier corrections in the owner's documents of the same type, and no others", async () => {
  const shown: unknown[] = [];
  await using test = await testApp({
    refiner: {
      classification: (_text, found) => Promise.resolve(found),
      extraction: (_type, _text, { found, examples }) => {
        shown.push(examples);
        return Promise.resolve(found);
      },
    },
  });
  const first = await extracted(test);
  const read = await fieldOf(test, first, "first_party");
  const response = await put(test, `/documents/${first}/fields/first_party`, "Desert Rose FZ-LLC");
  assert.equal(response.status, 200);
  await response.body?.cancel();
  await extracted(test);
  await test.sql`update documents.documents set uploaded_by = 'somebody else' where id = ${first}`;
  await extracted(test);
  assert.deepEqual(shown, [
    [],
    [{ key: "first_party", value: "Desert Rose FZ-LLC", before: read?.value }],
    [],
  ]);
});

Deno.test("a page image has the size that the coordinates of boxes refer to", async () => {
  await using test = await testApp();
  const id = await test.upload("invoice_en.pdf");
  const { pages } = await test.json("POST", `/ocr?document_id=${id}`);
  assert.ok(Array.isArray(pages));
  const response = await test.call("GET", `/documents/${id}/pages/1/image`);
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "image/jpeg"]);
  const jpeg = new Uint8Array(await response.arrayBuffer());
  const frame = jpeg.findIndex((byte, at) =>
    byte === 0xff && (jpeg[at + 1] ?? 0) >= 0xc0 && (jpeg[at + 1] ?? 0) <= 0xc2
  );
  const view = new DataView(jpeg.buffer, frame);
  assert.deepEqual([view.getUint16(7), view.getUint16(5)], [pages[0].width, pages[0].height]);
  assert.equal((await test.call("GET", `/documents/${id}/pages/2/image`)).status, 404);
  assert.equal((await test.call("GET", `/documents/${id}/pages/0/image`)).status, 422);
  assert.equal(
    (await test.call("GET", `/documents/${id}/pages/1/image`, await bearer("user", "mallory"))).status,
    404,
  );
  const word = await test.upload("contract_en.docx");
  assert.equal((await test.call("GET", `/documents/${word}/pages/1/image`)).status, 409);
});
