/** Text layers of PDFs printed by browsers. */
import assert from "node:assert/strict";
import { linesOfWords } from "../layout/layout.ts";
import { loadModels } from "../workers/models.ts";
import { wordsOfGlyphs } from "./glyph_words.ts";
import { openPdfium, openPdfPictures } from "./pdf_picture.ts";

Deno.test("an Arabic page printed by a browser has whole words and correct numbers", async () => {
  const { pdfium } = await loadModels(["eng"]);
  const file = await Deno.readFile(new URL("../../fixtures/printed/lease.pdf", import.meta.url));
  const pictures = await openPdfPictures(await openPdfium(pdfium), file);
  try {
    const text = linesOfWords(wordsOfGlyphs(pictures.layer(0).glyphs)).map((line) => line.text).join("\n");
    for (
      const part of [
        "عقد إيجار محل تجاري",
        "الموافق 1 فبراير 2026 تحرر هذا العقد بمدينة الإسكندرية",
        "بشارع فؤاد رقم 12، بصفته مالكا ومؤجرا",
        "شركة زهرة البحر للأسماك المجمدة ش.م.م، سجل تجاري رقم 88120",
        "البند الأول: يؤجر الطرف الأول",
        "تبدأ من 1 مارس 2026 وتنتهي في 28 فبراير 2029.",
        "مبلغ 240,000 جنيه مصري",
        "بإخطار كتابي قبل الإنهاء بثلاثة أشهر",
      ]
    ) assert.ok(text.includes(part), `${part}\n\n${text}`);
  } finally {
    pictures.close();
  }
});

Deno.test("pages are closed after reading, so that a long file needs no more memory than a short one", async () => {
  const { pdfium } = await loadModels(["eng"]);
  const opened = await openPdfium(pdfium);
  const file = await Deno.readFile(new URL("../../fixtures/printed/lease.pdf", import.meta.url));
  const read = async (times: number) => {
    const pictures = await openPdfPictures(opened, file);
    for (let i = 0; i < times; i++) {
      pictures.layer(0);
      if (i % 10 > 0) pictures.release(0);
    }
    pictures.close();
    const { HEAPU8 }: { HEAPU8: Uint8Array } = Reflect.get(opened, "module");
    return HEAPU8.length;
  };
  const once = await read(1);
  assert.equal(await read(100), once);
});
