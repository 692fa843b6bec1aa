import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
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

/** How many grey bars of table headers the pages hold. */
function headers(file: Uint8Array): number {
  const text = new TextDecoder("latin1").decode(file);
  const streams = [...text.matchAll(/\/FlateDecode\s*>>\s*stream\n/g)].map(({ index, 0: { length } }) => {
    const start = index + length;
    return inflateSync(file.subarray(start, text.indexOf("endstream", start))).toString("latin1");
  });
  return streams.join("").split(/\n0\.93333\d+ 0\.945\d+ 0\.960\d+ scn/).length - 1;
}

Deno.test("a table's header goes to the next page with its first row, and never without it", async () => {
  const atTheFoot = (lines: number) =>
    pages((pdf) => {
      // 44 lines of 15 points leave 61 of a page: enough for a header and a row of one line, 18 points each.
      for (let line = 0; line < 44; line++) pdf.text("سطر");
      pdf.table(["a"], [["x\n".repeat(lines).trim()]]);
    });
  const [fits, follows] = [await atTheFoot(1), await atTheFoot(6)];
  assert.deepEqual([fits.count, headers(fits.file)], [1, 1]);
  assert.deepEqual([follows.count, headers(follows.file)], [2, 1]);
});
