import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import { bearer } from "lib/testing.ts";
import { Layout } from "../export/layout_json.ts";
import { DocumentDetail } from "../storage/document.ts";
import { Correction } from "../understanding/corrections.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";
import { requireRoom } from "./cell_corrections.ts";

const STEPS = ["ocr", "classify", "extract", "validate"];

async function read(test: TestApp, name: string, steps = STEPS): Promise<string> {
  const id = await test.upload(name, await fixture(name), "alice");
  await run(test, id, steps);
  return id;
}

async function run(test: TestApp, id: string, steps: string[]): Promise<void> {
  for (const step of steps) {
    const response = await test.call("POST", `/${step}?document_id=${id}`, await bearer("user", "alice"));
    assert.equal(response.status, 200, await response.text());
  }
}

async function put(
  test: TestApp,
  path: string,
  body: Record<string, unknown>,
  sub = "alice",
): Promise<Response> {
  return await test.app.request(`/api/v1/docs/documents/${path}`, {
    method: "PUT",
    headers: { ...await bearer("user", sub), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function see(test: TestApp, id: string): Promise<DocumentDetail> {
  const response = await test.call("GET", `/documents/${id}`, await bearer("user", "alice"));
  return DocumentDetail.parse(await response.json());
}

async function exported(test: TestApp, id: string, query: string): Promise<Uint8Array> {
  const response = await test.call(
    "GET",
    `/documents/${id}/export?${query}`,
    await bearer("user", "alice"),
  );
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}

async function withdrawn(test: TestApp, path: string): Promise<number> {
  const call = await test.call("DELETE", `/documents/${path}/correction`, await bearer("user", "alice"));
  await call.body?.cancel();
  return call.status;
}

Deno.test("a corrected cell overrides the one read, names author and time, survives reprocessing and can be withdrawn", async () => {
  await using test = await testApp();
  const id = await read(test, "invoice_en.pdf");
  const before = (await see(test, id)).extraction;
  const [table] = before?.tables ?? [];
  const [first] = table?.rows ?? [];
  const column = (table?.header.length ?? 0) - 1;
  const path = `${id}/tables/0/cells/1/${column}`;
  const response = await put(test, path, { value: " 1,234.00 ", seen: first?.[column] });
  assert.equal(response.status, 200);
  const kept = Correction.parse(await response.json());
  assert.deepEqual([kept.key, kept.value, kept.before, kept.by], [
    `tables/0/cells/1/${column}`,
    "1,234.00",
    first?.[column],
    "alice",
  ]);
  assert.deepEqual(kept.cell, { table: 0, row: 1, column, heading: table?.header[column] });

  const check = async () => {
    const { extraction, validation, status } = await see(test, id);
    assert.equal(status, "completed");
    assert.equal(extraction?.tables[0]?.rows[0]?.[column], "1,234.00");
    assert.deepEqual(extraction?.tables[0]?.corrected, [
      { row: 1, column, by: "alice", at: kept.at, before: first?.[column] },
    ]);
    assert.equal(extraction?.line_items[0]?.amount, 1234);
    assert.deepEqual(extraction?.line_items.slice(1), before?.line_items.slice(1));
    // Quantity times price and the sum of all rows no longer hold.
    assert.ok(validation?.issues.some(({ field }) => field.startsWith("line_items[0]")));
  };
  await check();
  await run(test, id, STEPS);
  await check();

  assert.equal(await withdrawn(test, path), 204);
  const after = await see(test, id);
  assert.deepEqual(after.extraction, before);
  assert.ok(!after.validation?.issues.some(({ field }) => field.startsWith("line_items[0]")));
  assert.equal(await withdrawn(test, path), 404);
  const list = await test.call("GET", `/documents/${id}/corrections`, await bearer("user", "alice"));
  const { corrections } = await list.json();
  assert.deepEqual(corrections.map(({ value }: Correction) => value), ["1,234.00", null]);
  assert.equal(corrections[1].before, "1,234.00");
});

Deno.test("every export contains corrected cells, in Arabic too, and a corrected heading", async () => {
  await using test = await testApp();
  const id = await read(test, "invoice_ar.pdf", STEPS.slice(0, 3));
  for (const [cell, value] of [["0/1", "العدد"], ["1/0", "حبر | أسود"], ["1/3", "٩٥٠٫٥٠"]]) {
    const response = await put(test, `${id}/tables/0/cells/${cell}`, { value });
    assert.equal(response.status, 200, await response.text());
  }
  const markdown = strFromU8(await exported(test, id, "format=markdown"));
  assert.match(
    markdown,
    /\| الوصف \| العدد \| السعر \| المبلغ \|\n.*\n\| حبر \\\| أسود \| 10 \| [^|]+ \| ٩٥٠٫٥٠ \|/,
  );
  const csv = strFromU8(await exported(test, id, "format=csv&table=1"));
  assert.match(csv, /^\ufeff?الوصف,العدد,السعر,المبلغ\r\nحبر \| أسود,10,.*,٩٥٠٫٥٠\r\n/);
  const zip = unzipSync(await exported(test, id, "format=csv"));
  assert.equal(strFromU8(zip["table_1.csv"] ?? new Uint8Array()), csv);
  const sheets = unzipSync(await exported(test, id, "format=xlsx"));
  const texts = strFromU8(sheets["xl/sharedStrings.xml"] ?? new Uint8Array()) +
    strFromU8(sheets["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  assert.match(texts, /حبر \| أسود/);
  assert.match(texts, /العدد/);
  const layout = Layout.parse(JSON.parse(strFromU8(await exported(test, id, "format=json"))));
  const amount = layout.tables[0]?.cells.find(({ row, column }) => row === 1 && column === 3);
  assert.deepEqual([amount?.text, amount?.corrected?.by, amount?.corrected?.before], [
    "٩٥٠٫٥٠",
    "alice",
    "900.00",
  ]);
  assert.ok(amount?.bbox);
  assert.equal((await see(test, id)).extraction?.line_items[0]?.amount, 950.5);
});

Deno.test("corrections of one cell by two people are both recorded, and one made on an outdated text is refused", async () => {
  await using test = await testApp();
  const id = await read(test, "contract_en.docx");
  const path = `${id}/tables/0/cells/1/2`;
  const read0 = (await see(test, id)).extraction?.tables[0]?.rows[0]?.[2];
  const values = ["1", "2", "3", "4", "5"];
  const answers = await Promise.all(values.map((value) => put(test, path, { value })));
  for (const answer of answers) assert.equal(answer.status, 200, await answer.text());
  const list = await test.call("GET", `/documents/${id}/corrections`, await bearer("user", "alice"));
  const corrections: Correction[] = (await list.json()).corrections;
  assert.deepEqual(corrections.map(({ before }) => before), [
    read0,
    ...corrections.slice(0, -1).map(({ value }) => value),
  ]);
  const last = corrections.at(-1)?.value;
  assert.equal((await see(test, id)).extraction?.tables[0]?.rows[0]?.[2], last);

  const both = await Promise.all(["x", "y"].map((value) => put(test, path, { value, seen: last })));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  for (const answer of both) await answer.body?.cancel();
  const others = await Promise.all(
    [0, 1, 2].map((column) => put(test, `${id}/tables/0/cells/2/${column}`, { value: `cell ${column}` })),
  );
  for (const answer of others) assert.equal(answer.status, 200, await answer.text());
  assert.deepEqual((await see(test, id)).extraction?.tables[0]?.rows[1], ["cell 0", "cell 1", "cell 2"]);
});

Deno.test("a correction whose row is missing after reprocessing is an issue until it is withdrawn", async () => {
  await using test = await testApp();
  const id = await read(test, "contract_en.docx");
  const path = `${id}/tables/0/cells/1/2`;
  await (await put(test, path, { value: "77.00" })).body?.cancel();
  // The result of a later version of the service.
  await test.sql`
    update documents.documents
    set extraction = jsonb_set(extraction, '{tables,0,rows}', '[["Another row", "2026-01-01", "5.00"]]')
    where id = ${id}`;
  await run(test, id, ["validate"]);
  const lost = await see(test, id);
  assert.deepEqual(lost.extraction?.tables[0]?.rows, [["Another row", "2026-01-01", "5.00"]]);
  assert.deepEqual(
    lost.extraction?.unplaced_corrections?.map(({ table, row, column, value, by }) => ({
      ...{ table, row, column, value, by },
    })),
    [{ table: 0, row: 1, column: 2, value: "77.00", by: "alice" }],
  );
  assert.ok(lost.validation?.issues.some(({ issue }) => issue.includes('"77.00"')));
  assert.equal(await withdrawn(test, path), 204);
  const found = await see(test, id);
  assert.equal(found.extraction?.unplaced_corrections, undefined);
  assert.ok(!found.validation?.issues.some(({ issue }) => issue.includes('"77.00"')));
});

Deno.test("corrections by others, of unknown cells or before reading are refused and change nothing", async () => {
  await using test = await testApp();
  const id = await read(test, "contract_en.docx");
  const before = (await see(test, id)).extraction;
  const cases: [string, Record<string, unknown>, string, number][] = [
    ["tables/0/cells/1/0", { value: "x" }, "mallory", 404],
    ["tables/9/cells/1/0", { value: "x" }, "alice", 404],
    ["tables/0/cells/99/0", { value: "x" }, "alice", 404],
    ["tables/0/cells/1/99", { value: "x" }, "alice", 404],
    ["tables/-1/cells/1/0", { value: "x" }, "alice", 422],
    ["tables/0/cells/one/0", { value: "x" }, "alice", 422],
    ["tables/0/cells/1/0.5", { value: "x" }, "alice", 422],
    ["tables/0/cells/1/0", { value: 5 }, "alice", 422],
    ["tables/0/cells/1/0", {}, "alice", 422],
    ["tables/0/cells/1/0", { value: "\u200b" }, "alice", 422],
    ["tables/0/cells/1/0", { value: "x".repeat(1001) }, "alice", 422],
    ["tables/0/cells/1/0", { value: "x", seen: "another" }, "alice", 409],
  ];
  for (const [path, body, sub, status] of cases) {
    const response = await put(test, `${id}/${path}`, body, sub);
    assert.equal(response.status, status, `${path} ${await response.text()}`);
  }
  assert.deepEqual((await see(test, id)).extraction, before);
  const early = await read(test, "contract_en.docx", ["ocr"]);
  const response = await put(test, `${early}/tables/0/cells/1/0`, { value: "x" });
  assert.equal(response.status, 409, await response.text());
});

Deno.test("a cell may be corrected to empty, and a reviewed row is no longer uncertain", async () => {
  await using test = await testApp();
  const id = await read(test, "contract_en.docx");
  await test.sql`
    update documents.documents set extraction = jsonb_set(extraction, '{tables,0}',
      extraction #> '{tables,0}' || '{"scanned": true, "doubtful": [0, 1]}') where id = ${id}`;
  await (await put(test, `${id}/tables/0/cells/1/0`, { value: "" })).body?.cancel();
  const table = (await see(test, id)).extraction?.tables[0];
  assert.equal(table?.rows[0]?.[0], "");
  assert.deepEqual(table?.doubtful, [1]);
});

Deno.test("a document has a bounded number of corrected cells, each of which can be corrected again", () => {
  const corrected = (row: number) => ({
    cell: {
      table: 0,
      row,
      column: 1,
      header: ["a", "b"],
      texts: ["1", "2"],
      rows: 1,
      twin: { nth: 0, of: 1 },
    },
    ...{ value: "3", before: "2", by: "alice", at: "2026-11-21T08:00:00.000Z" },
  });
  const known = Array.from({ length: 2_000 }, (_, row) => corrected(row));
  requireRoom(known.slice(1), { table: 1, row: 1, column: 1 });
  requireRoom(known, { table: 0, row: 7, column: 1 });
  assert.throws(() => requireRoom(known, { table: 1, row: 1, column: 1 }), /2000 cells/);
});
