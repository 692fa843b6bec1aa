import assert from "node:assert/strict";
import { createPdf } from "lib/pdf.ts";

async function pages(
  build: (pdf: ReturnType<typeof createPdf>) => void,
): Promise<{ file: Uint8Array; count: number }> {
  const pdf = createPdf({ title: "تقرير", direction: "rtl" });
  build(pdf);
  const file = await pdf.finish();
  const count = [...new TextDecoder("latin1").decode(file).matchAll(/\/Type \/Page\b/g)].length;
  return { file, count };
}

Deno.test("createPdf() gives a PDF with its fonts inside", async () => {
  const { file, count } = await pages((pdf) => pdf.text("مرحبا Hello"));
  const text = new TextDecoder("latin1").decode(file);
  assert.ok(text.startsWith("%PDF-"));
  assert.match(text, /\/FontFile2/);
  assert.equal(count, 1);
});

Deno.test("createPdf() turns pages for long texts, tables and bars, and cuts words that fit no line", async () => {
  const { count } = await pages((pdf) => {
    pdf.text("كلمة ".repeat(2_000));
    pdf.text("x".repeat(3_000));
    pdf.table(["a", "b"], Array.from({ length: 100 }, (_, i) => [`row ${i}`, "قيمة ".repeat(20)]));
    pdf.bars(Array.from({ length: 60 }, (_, i) => ({ label: `b${i}`, value: i })), { max: 60 });
  });
  assert.ok(count > 8, `${count} pages`);
});
