import assert from "node:assert/strict";
import { Hono } from "hono";
import { download } from "lib/http/download.ts";

Deno.test("download() answers bytes and text to be saved under their name", async () => {
  const app = new Hono()
    .get(
      "/pdf",
      (c) => download(c, new Uint8Array([37, 80]), { type: "application/pdf", filename: "report-1.pdf" }),
    )
    .get("/csv", (c) => download(c, "أ,ب\n", { type: "text/csv; charset=utf-8", filename: "gaps.csv" }));
  const pdf = await app.request("/pdf");
  assert.equal(pdf.headers.get("content-type"), "application/pdf");
  assert.equal(pdf.headers.get("content-disposition"), 'attachment; filename="report-1.pdf"');
  assert.deepEqual(await pdf.bytes(), new Uint8Array([37, 80]));
  assert.equal(await (await app.request("/csv")).text(), "أ,ب\n");
});
