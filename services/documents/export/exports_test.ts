import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import { bearer } from "lib/testing.ts";
import { fixture, type TestApp, testApp } from "../testing.ts";
import { Layout } from "./layout_json.ts";

async function extracted(test: TestApp, name: string): Promise<string> {
  const id = await test.upload(name);
  for (const step of ["ocr", "classify", "extract"]) {
    await test.json("POST", `/${step}?document_id=${id}`);
  }
  return id;
}

async function file(test: TestApp, id: string, query: string): Promise<Uint8Array> {
  const response = await test.call("GET", `/documents/${id}/export?${query}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(response.status, 200, strFromU8(bytes));
  return bytes;
}

Deno.test("an Arabic PDF is exported as right-to-left Markdown, as JSON with places, as CSV and as a workbook", async () => {
  await using test = await testApp();
  const id = await extracted(test, "invoice_ar.pdf");
  const markdown = strFromU8(await file(test, id, "format=markdown"));
  assert.match(markdown, /^<div dir="rtl">\n\n# فاتورة ضريبية\n/);
  assert.match(
    markdown,
    /\n\| الوصف \| الكمية \| السعر \| المبلغ \|\n\| --- \| --- \| --- \| --- \|\n\| حبر طابعة ليزر \| 10 \|/,
  );
  assert.match(markdown, /<\/div>\n$/);

  const layout = Layout.parse(JSON.parse(strFromU8(await file(test, id, "format=json"))));
  const [page] = layout.pages;
  assert.deepEqual(page?.blocks.filter(({ role }) => role === "table").map(({ table }) => table), [0]);
  const amount = layout.tables[0]?.cells.find(({ text }) => text === "900.00");
  assert.deepEqual([amount?.row, amount?.column, amount?.page], [1, 3, 1]);
  const word = page?.blocks.flatMap(({ lines }) => lines).flatMap(({ words }) => words)
    .find(({ text }) => text === "900.00");
  assert.ok(amount?.bbox);
  assert.deepEqual(amount.bbox, word?.bbox);
  assert.ok(layout.fields.some(({ key, bbox }) => key === "invoice_date" && bbox !== undefined));

  const csv = await file(test, id, "format=csv&table=1");
  assert.deepEqual([...csv.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.match(strFromU8(csv), /^الوصف,الكمية,السعر,المبلغ\r\n/);
  assert.deepEqual(Object.keys(unzipSync(await file(test, id, "format=csv"))), ["table_1.csv"]);

  const parts = unzipSync(await file(test, id, "format=xlsx"));
  const sheet = strFromU8(parts["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  assert.match(sheet, /rightToLeft="1"/);
  assert.match(sheet, /<c [^>]*r="D2"[^>]*><v>900<\/v><\/c>/);
});

Deno.test("the Markdown of a Word document keeps headings, table and the direction of each part", async () => {
  await using test = await testApp();
  const id = await extracted(test, "contract_en.docx");
  const markdown = strFromU8(await file(test, id, "format=markdown"));
  assert.match(markdown, /^# SERVICE AGREEMENT\n/);
  assert.match(markdown, /\n## 3\. Fees\n\n\| Milestone \| Date \| Fee \(USD\) \|\n/);
  assert.match(markdown, /\| Monthly retainer \| {2}\| 1200\.50 \|\n/);
  assert.match(markdown, /<div dir="rtl">\n\nحرر هذا العقد/);
});

Deno.test("exports answer 404 to strangers and for unknown tables, 409 before reading and 422 for a table number without the format CSV", async () => {
  await using test = await testApp();
  const id = await test.upload("contract_en.docx", await fixture("contract_en.docx"), "alice");
  const status = async (query: string, sub = "alice") => {
    const headers = await bearer("user", sub);
    const response = await test.call("GET", `/documents/${id}/export?${query}`, headers);
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await status("format=markdown"), 409);
  const read = await test.call("POST", `/ocr?document_id=${id}`, await bearer("user", "alice"));
  assert.equal(read.status, 200);
  await read.body?.cancel();
  assert.equal(await status("format=markdown"), 200);
  assert.equal(await status("format=markdown", "bilal"), 404);
  assert.equal(await status("format=csv&table=9"), 404);
  assert.equal(await status("format=csv&table=0"), 422);
  assert.equal(await status("format=json&table=1"), 422);
  assert.equal(await status("format=pptx"), 422);
});

Deno.test("the searchable PDF declares PDF/A-2u, with an ICC profile and an embedded font", async () => {
  await using test = await testApp();
  const id = await test.upload("invoice_en.pdf", await fixture("invoice_en.pdf"));
  await test.json("POST", `/ocr?document_id=${id}`);
  const response = await test.call("GET", `/documents/${id}/searchable.pdf`);
  assert.equal(response.headers.get("content-type"), "application/pdf");
  const pdf = new TextDecoder("latin1").decode(await response.arrayBuffer());
  assert.match(pdf, /<pdfaid:part>2<\/pdfaid:part>\s*<pdfaid:conformance>U</);
  assert.match(
    pdf,
    /\/OutputIntents \[<<\/Type \/OutputIntent \/S \/GTS_PDFA1 .*\/DestOutputProfile \d+ 0 R>>\]/,
  );
  assert.match(pdf, /\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  const count = (pattern: RegExp) => pdf.match(pattern)?.length ?? 0;
  assert.equal(count(/\/Type \/FontDescriptor/g), count(/\/FontFile2 \d+ 0 R/g));
  assert.equal(count(/\/Subtype \/Type0/g), count(/\/ToUnicode \d+ 0 R/g));
});
