import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { Unreadable } from "../reading/files/bounds.ts";
import { testApp } from "../testing.ts";

Deno.test("an English PDF invoice goes from upload to a valid result, step by step", async () => {
  await using test = await testApp();
  const id = await test.upload("invoice_en.pdf");
  const query = `?document_id=${id}`;
  const ocr = await test.json("POST", `/ocr${query}`);
  assert.equal(ocr.language, "en");
  assert.equal(ocr.confidence, 1);
  const [block] = Array.isArray(ocr.blocks) ? ocr.blocks : [];
  assert.equal(block.text, "TAX INVOICE");
  assert.equal(block.bbox.length, 4);
  assert.equal(block.page, 1);
  assert.equal(block.words.length, 2);
  const classification = await test.json("POST", `/classify${query}`);
  assert.equal(classification.document_type, "invoice");
  assert.equal(classification.sub_type, "tax_invoice");
  const extraction = await test.json("POST", `/extract${query}`);
  assert.deepEqual(valuesOf(extraction), {
    invoice_id: "INV-2026-0142",
    invoice_date: "2026-03-05",
    due_date: "2026-04-04",
    vendor_name: "Gulf Falcon Trading LLC",
    vendor_address: "Office 1204, Marina Plaza, Dubai, United Arab Emirates",
    vendor_tax_id: "100234567890003",
    customer_name: "Al Noor Medical Center",
    customer_tax_id: "100987654300003",
    purchase_order: "PO-77812",
    subtotal: "4216.00",
    total_tax: "210.80",
    invoice_total: "4426.80",
    payment_terms: "Net 30",
    iban: "AE070331234567890123456",
    phone: "+971 4 123 4567",
    email: "accounts@gulffalcon.example",
    currency: "AED",
  });
  assert.deepEqual(extraction.dates, ["2026-03-05", "2026-04-04"]);
  assert.deepEqual(extraction.line_items, [
    { description: "Laser printer toner", quantity: 12, unit_price: 85.5, amount: 1026 },
    { description: "Office paper A4 (box)", quantity: 40, unit_price: 22.25, amount: 890 },
    { description: "Network switch 24 port", quantity: 2, unit_price: 1150, amount: 2300 },
  ]);
  assert.deepEqual(await test.json("POST", `/validate${query}`), {
    is_valid: true,
    completeness_score: 1,
    issues: [],
  });
  const detail = await test.json("GET", `/documents/${id}`);
  assert.equal(detail.status, "completed");
  assert.deepEqual(detail.progress, { pages_done: 1, pages: 1 });
});

Deno.test("a skewed scan of the invoice has the same fields as the PDF", async () => {
  await using test = await testApp();
  const id = await test.upload("invoice_en_scan.png");
  for (const step of ["ocr", "classify", "extract", "validate"]) {
    await test.json("POST", `/${step}?document_id=${id}`);
  }
  const detail = await test.json("GET", `/documents/${id}`);
  const values = valuesOf(detail.extraction);
  assert.equal(values.invoice_total, "4426.80");
  assert.equal(values.iban, "AE070331234567890123456");
  assert.ok(detail.validation && typeof detail.validation === "object" && "issues" in detail.validation);
  const { issues, ...rest } = detail.validation;
  assert.deepEqual(rest, { is_valid: true, completeness_score: 1 });
  // A scan adds only issues of low OCR confidence.
  assert.ok(
    Array.isArray(issues) && issues.every(({ issue }) => /low confidence/.test(issue)),
    JSON.stringify(issues),
  );
});

Deno.test("an Arabic PDF invoice and its docx have the same fields, with digits and months understood", async () => {
  await using test = await testApp();
  for (const name of ["invoice_ar.pdf", "invoice_ar.docx"]) {
    const id = await test.upload(name);
    for (const step of ["ocr", "classify", "extract"]) await test.json("POST", `/${step}?document_id=${id}`);
    const { ocr, extraction } = await test.json("GET", `/documents/${id}`);
    assert.ok(typeof ocr === "object" && ocr !== null && "language" in ocr);
    assert.equal(ocr.language, "ar");
    const values = valuesOf(extraction);
    assert.equal(values.invoice_date, "2026-03-15", name);
    assert.equal(values.due_date, "2026-04-14");
    assert.equal(values.vendor_name, "شركة الأمل للتجارة المحدودة");
    assert.equal(values.vendor_tax_id, "310122393500003");
    assert.equal(values.customer_name, "مؤسسة النور الطبية");
    assert.equal(values.invoice_total, "2300.00");
    assert.equal(values.total_tax, "300.00");
    assert.equal(values.currency, "SAR");
  }
});

Deno.test("a step called too early answers 409 and names the step to call", async () => {
  await using test = await testApp();
  const id = await test.upload("invoice_en.pdf");
  for (const [step, named] of [["classify", "/ocr"], ["extract", "/classify"], ["validate", "/extract"]]) {
    const response = await test.call("POST", `/${step}?document_id=${id}`);
    assert.equal(response.status, 409);
    assert.match((await response.json()).error, new RegExp(`call POST ${named}`));
  }
});

Deno.test("running a step again clears the results of later steps", async () => {
  await using test = await testApp();
  const id = await test.upload("contract_en.docx");
  for (const step of ["ocr", "classify", "extract", "validate", "classify"]) {
    await test.json("POST", `/${step}?document_id=${id}`);
  }
  const detail = await test.json("GET", `/documents/${id}`);
  assert.equal(detail.status, "classified");
  assert.deepEqual([detail.extraction, detail.validation], [null, null]);
});

Deno.test("two concurrent calls run the step once", async () => {
  let reads = 0;
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      async page(document, index) {
        reads++;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return await real.page(document, index);
      },
    }),
  });
  const id = await test.upload("invoice_en.pdf");
  const [first, second] = await Promise.all([1, 2].map(() => test.json("POST", `/ocr?document_id=${id}`)));
  assert.deepEqual(first, second);
  assert.equal(reads, 1);
});

Deno.test("POST /process runs all steps in the background, and the document's status shows when it is done", async () => {
  await using test = await testApp();
  const id = await test.upload("receipt_en.bmp");
  const response = await test.call("POST", `/process?document_id=${id}`);
  assert.equal(response.status, 202);
  const detail = await untilDone(test, id);
  assert.equal(detail.document_type, "receipt");
  assert.equal(valuesOf(detail.extraction).total, "36.49");
});

Deno.test("a document left by a stopped process continues at its first missing page", async () => {
  const read: number[] = [];
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      async page(document, index) {
        read.push(index);
        return await real.page(document, index);
      },
    }),
  });
  const id = await test.upload("fax_g4.tif");
  const { documents, pages, background } = test.deps;
  const claimed = await documents.claim(id, "ocr", "a process that is gone");
  assert.ok(claimed);
  await documents.begin(id, "ocr");
  await documents.setPages(id, 2);
  const placement = { width: 0, height: 0, turn: 0, skew: 0 };
  const words = [{ text: "kept", confidence: 1, box: { left: 0, top: 0, right: 1, bottom: 1 } }];
  const line = { text: "kept", confidence: 1, box: { left: 0, top: 0, right: 1, bottom: 1 }, words };
  await pages.put(id, 1, { width: 0, height: 0, source: "ocr", lines: [line], tables: [], placement });
  await test.sql`update documents.documents set lease_until = now() - interval '1 second' where id = ${id}`;
  background.start();
  const detail = await untilDone(test, id, "ocr_completed");
  assert.deepEqual(read, [1]);
  assert.match(String(Object(detail.ocr).text), /^kept\n\nHarbour View/);
});

Deno.test("an unreadable file fails with its reason, keeps its upload and can be retried", async () => {
  await using test = await testApp();
  const id = await test.upload("encrypted.pdf");
  for (let i = 0; i < 2; i++) {
    const response = await test.call("POST", `/ocr?document_id=${id}`);
    assert.equal(response.status, 422);
    assert.match((await response.json()).details[0].msg, /encrypted/);
  }
  const detail = await test.json("GET", `/documents/${id}`);
  assert.equal(detail.status, "failed");
  assert.match(String(detail.failure), /encrypted/);
  assert.equal((await test.call("GET", `/documents/${id}/file`)).status, 200);
});

Deno.test("a page that fails is marked and the rest of the document is read", async () => {
  await using test = await testApp({
    reader: (real) => ({
      ...real,
      page: (document, index) =>
        index === 0 ? Promise.reject(new Unreadable("This page is damaged")) : real.page(document, index),
    }),
  });
  const id = await test.upload("fax_g4.tif");
  const { pages, text } = await test.json("POST", `/ocr?document_id=${id}`);
  assert.match(String(text), /Harbour View/);
  assert.ok(Array.isArray(pages));
  assert.deepEqual(pages.map((page) => [page.source, page.error]), [["failed", "This page is damaged"], [
    "ocr",
    undefined,
  ]]);
});

Deno.test("routes answer 401 without a token, 404 for an unknown document and 422 for an invalid id", async () => {
  await using test = await testApp();
  assert.equal((await test.call("GET", "/documents", {})).status, 401);
  const nobody = crypto.randomUUID();
  for (
    const [method, path] of [["POST", "/ocr?document_id="], ["POST", "/process?document_id="], [
      "GET",
      "/documents/",
    ]]
  ) {
    assert.equal((await test.call(method ?? "", `${path}${nobody}`)).status, 404, path);
    assert.equal((await test.call(method ?? "", `${path}nothing`)).status, 422, path);
  }
  assert.equal((await test.app.request("/health")).status, 200);
  assert.equal((await test.app.request("/openapi.json", { headers: await bearer() })).status, 200);
});

function valuesOf(extraction: unknown): Record<string, string> {
  assert.ok(typeof extraction === "object" && extraction !== null && "fields" in extraction);
  assert.ok(Array.isArray(extraction.fields));
  return Object.fromEntries(extraction.fields.map(({ key, value }) => [key, value]));
}

async function untilDone(
  test: { json(method: string, path: string): Promise<Record<string, unknown>> },
  id: string,
  status = "completed",
): Promise<Record<string, unknown>> {
  for (let i = 0; i < 200; i++) {
    const detail = await test.json("GET", `/documents/${id}`);
    assert.notEqual(detail.status, "failed");
    if (detail.status === status) return detail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("not done in time");
}
