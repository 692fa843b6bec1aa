/** Documents with a text layer and images, through all steps. */
import assert from "node:assert/strict";
import { Layout } from "../export/layout_json.ts";
import { letterWith, pdfOf, photograph, place, write } from "../reading/formats/pictured_pdf_fixture.ts";
import { Stopped } from "../reading/workers/reading_worker.ts";
import { documentReader } from "../reading/reader.ts";
import { testPool } from "../reading/workers/models_fixture.ts";
import { DocumentDetail } from "../storage/document.ts";
import { type TestApp, testApp } from "../testing.ts";

async function taken(test: TestApp, name: string, bytes: Uint8Array): Promise<DocumentDetail> {
  const id = await test.upload(name, bytes);
  for (const step of ["ocr", "classify", "extract", "validate"]) {
    await test.json("POST", `/${step}?document_id=${id}`);
  }
  return DocumentDetail.parse(await test.json("GET", `/documents/${id}`));
}

Deno.test("fields and tables of an invoice image inside a letter are found, with their boxes", async () => {
  await using test = await testApp();
  const scan = await test.upload("invoice_en_scan.png");
  const response = await test.call("GET", `/documents/${scan}/pages/1/image`);
  const picture = new Uint8Array(await response.arrayBuffer());
  const bytes = await pdfOf((doc) => {
    write(doc, "The invoice that you asked for", 60);
    doc.image(`data:image/jpeg;base64,${picture.toBase64()}`, 40, 100, { width: 480 });
  });
  const { id, extraction, ocr, classification } = await taken(test, "letter.pdf", bytes);
  assert.equal(classification?.document_type, "invoice");
  const field = (key: string) => extraction?.fields.find((one) => one.key === key);
  assert.equal(field("invoice_total")?.value, "4426.80");
  assert.equal(field("invoice_id")?.value, "INV-2026-0142");
  assert.ok(field("invoice_id")?.bbox);
  assert.deepEqual(extraction?.line_items.map(({ amount }) => amount), [1026, 890, 2300]);
  assert.equal(extraction?.tables[0]?.scanned, true);
  const [page] = ocr?.pages ?? [];
  assert.deepEqual([page?.source, page?.pictures?.length, page?.unread], ["text", 1, undefined]);
  assert.equal(ocr?.blocks[0]?.pictured, undefined);
  assert.ok(ocr?.blocks.slice(1).every(({ pictured, confidence }) => pictured && confidence < 1));
  const layout = await test.call("GET", `/documents/${id}/export?format=json`);
  const { pages } = Layout.parse(await layout.json());
  assert.equal(pages[0]?.pictures?.length, 1);
  const markdown = await test.call("GET", `/documents/${id}/export?format=markdown`);
  assert.match(await markdown.text(), /\| Laser printer toner \| 12 \|/);
});

Deno.test("an image without text is reported as not read, and the text beside it is read", async () => {
  await using test = await testApp();
  const { ocr, validation } = await taken(test, "letter.pdf", await letterWith(photograph()));
  assert.equal(ocr?.pages[0]?.unread?.length, 1);
  assert.equal(ocr?.blocks.length, 2);
  assert.ok(validation?.issues.some(({ field, severity }) => field === "unread" && severity === "info"));
});

Deno.test("a page whose images take too long is read from its text layer only", async () => {
  const pool = await testPool();
  const late = { ...pool, page: () => Promise.reject(new Stopped("Reading took longer than 60 seconds")) };
  const bytes = await pdfOf((doc) => {
    write(doc, "The invoice that you asked for", 60);
    place(doc, photograph(), { top: 100 });
  });
  const load = () => Promise.resolve(bytes);
  const file = { id: crypto.randomUUID(), kind: "pdf" as const, sha256: "" };
  const { lines, unread } = await documentReader({ pool: late, load }).page(file, 0);
  assert.deepEqual(lines.map(({ text }) => text), ["The invoice that you asked for"]);
  assert.equal(unread?.length, 1);
  const scan = { id: crypto.randomUUID(), kind: "png" as const, sha256: "" };
  await assert.rejects(documentReader({ pool: late, load }).page(scan, 0), Stopped);
});
