import assert from "node:assert/strict";
import { sharingRules } from "lib/sharing/sharing.ts";
import { testOnEngines } from "lib/testing.ts";
import { wordsOfGlyphs } from "../reading/formats/glyph_words.ts";
import { openPdfium, openPdfPictures } from "../reading/formats/pdf_picture.ts";
import { testModels } from "../reading/workers/models_fixture.ts";
import { documentStore } from "../storage/documents_store.ts";
import { removalStore } from "../storage/removal_store.ts";
import { pageStore } from "../storage/pages_store.ts";
import { fixture, MIGRATIONS, testApp } from "../testing.ts";

Deno.test("GET /documents lists newest first and searches name and text, with normalised Arabic", async () => {
  await using test = await testApp();
  const arabic = await test.upload("عقد الصيانه.docx", await fixture("invoice_ar.docx"));
  const english = await test.upload("contract 100%_sure.docx", await fixture("contract_en.docx"));
  for (const id of [arabic, english]) await test.json("POST", `/ocr?document_id=${id}`);
  const search = async (words: string) => {
    const list = await test.json("GET", `/documents?search=${encodeURIComponent(words)}`);
    assert.ok(Array.isArray(list.documents));
    assert.equal(list.total, list.documents.length);
    return list.documents.map((document) => document.id);
  };
  assert.deepEqual(await search("الصيانة"), [arabic]);
  assert.deepEqual(await search("شركة الامل"), [arabic]);
  assert.deepEqual(await search("2026/145"), [arabic]);
  assert.deepEqual(await search("SERVICE agreement"), [english]);
  assert.deepEqual(await search("100%_s"), [english]);
  assert.deepEqual(await search("%"), [english, arabic].filter((id) => id === english || id === arabic));
  assert.deepEqual(await search("nowhere at all"), []);
  const list = await test.json("GET", "/documents?page=1&page_size=1");
  assert.deepEqual([list.total, list.page, list.page_size], [2, 1, 1]);
  assert.ok(Array.isArray(list.documents));
  assert.deepEqual(Object.keys(list.documents[0]), [
    "id",
    "filename",
    "file_type",
    "status",
    "document_type",
    "confidence",
    "created_at",
  ]);
  assert.equal(list.documents[0].id, english);
});

Deno.test("GET /documents/{id}/file has the Arabic file name and headers that keep browsers from running it", async () => {
  await using test = await testApp();
  const id = await test.upload("فاتورة.pdf", await fixture("invoice_ar.pdf"));
  const response = await test.call("GET", `/documents/${id}/file`);
  await response.body?.cancel();
  assert.equal(response.headers.get("content-type"), "application/pdf");
  assert.match(response.headers.get("content-disposition") ?? "", /filename\*=UTF-8''%D9%81/);
  assert.match(response.headers.get("content-security-policy") ?? "", /sandbox/);
});

Deno.test("the searchable PDF of a scan has its text at the place in the image", async () => {
  await using test = await testApp();
  const pdfium = await openPdfium((await testModels()).pdfium);
  for (
    const [name, words] of [["letter_en_cmyk.jpg", "Harbour View Engineering"], [
      "letter_mixed.png",
      "تقرير الأداء الشهري",
    ]]
  ) {
    const id = await test.upload(name ?? "");
    assert.equal((await test.call("GET", `/documents/${id}/searchable.pdf`)).status, 409);
    const { blocks, pages } = await test.json("POST", `/ocr?document_id=${id}`);
    assert.ok(Array.isArray(blocks) && Array.isArray(pages));
    const response = await test.call("GET", `/documents/${id}/searchable.pdf`);
    assert.equal(response.status, 200);
    const pictures = await openPdfPictures(pdfium, new Uint8Array(await response.arrayBuffer()));
    const { width, height, glyphs } = pictures.layer(0);
    pictures.close();
    const scale = pages[0].width / width;
    assert.ok(Math.abs(pages[0].height / height - scale) < 0.01);
    const written = wordsOfGlyphs(glyphs);
    // A word of the scan has the same place in the PDF.
    const block = blocks.find((one: { text: string }) => one.text.includes(words ?? "")) ??
      assert.fail(words);
    for (const { text, bbox } of block.words) {
      const [[left, top]] = bbox;
      assert.ok(
        written.some(({ box, ...word }) =>
          word.text === text && Math.abs(box.left * scale - left) < 12 && Math.abs(box.top * scale - top) < 40
        ),
        text,
      );
    }
  }
});

testOnEngines("the store lends a document to one owner at a time", {
  schema: "documents",
  migrations: MIGRATIONS,
}, async (sql) => {
  const store = documentStore(sql, sharingRules("private"));
  const pages = pageStore(sql);
  const viewer = { sub: "mona", role: "user" } as const;
  const { id } = await store.insert({
    filename: "a.pdf",
    file_type: "pdf",
    kind: "pdf",
    size: 1,
    sha256: "00",
    uploaded_by: "mona",
  });
  assert.ok(await store.claim(id, "ocr", "first"));
  assert.equal(await store.claim(id, "ocr", "second"), undefined);
  assert.ok(await store.renew(id, "first"));
  assert.equal(await store.renew(id, "second"), false);
  assert.equal((await store.find(id))?.step, "ocr");
  await store.begin(id, "ocr");
  await store.finish({ id, filename: "a.pdf" }, "second", { status: "completed" });
  assert.equal((await store.find(id))?.status, "processing");
  await store.finish({ id, filename: "a.pdf" }, "first", {
    status: "ocr_completed",
    pages: 3,
    ocr: { text: "الصِّيَانة", confidence: 0.5, language: "ar" },
  });
  const found = await store.find(id);
  assert.deepEqual([found?.status, found?.step, found?.pages, found?.size], ["ocr_completed", null, 3, 1]);
  assert.equal((await store.list({ viewer, search: "الصيانه", limit: 5, offset: 0 })).total, 1);
  assert.equal((await store.list({ viewer, status: "failed", limit: 5, offset: 0 })).total, 0);
  assert.deepEqual(await store.abandoned(5), []);
  await store.setBackground(id, true);
  assert.deepEqual(await store.abandoned(5), [{ id, background: true }]);
  const placement = { width: 0, height: 0, turn: 0, skew: 0 };
  await pages.put(id, 1, { width: 0, height: 0, source: "ocr", lines: [], tables: [], placement });
  assert.deepEqual(await pages.done(id), [1]);
  assert.ok(await removalStore(sql).remove(id, "mona"));
  assert.equal(await pages.count(id), 0);
});
