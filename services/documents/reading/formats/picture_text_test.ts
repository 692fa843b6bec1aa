/** Text in images on pages with a text layer. */
import assert from "node:assert/strict";
import { openEngine } from "../ocr/engine.ts";
import { testModels } from "../workers/models_fixture.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import type { Page } from "../layout/page.ts";
import { documentTables } from "../../understanding/tables/document_tables.ts";
import { openFile } from "./file.ts";
import type { OpenFile } from "./open_file.ts";
import { openPdfium } from "./pdf_picture.ts";
import { pictureTexts } from "./picture_text.ts";
import {
  CLOSING,
  COVER,
  type Doc,
  letterWith,
  pdfOf,
  photograph,
  place,
  scribble,
  squareCode,
  write,
} from "./pictured_pdf_fixture.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);

let opened: ReturnType<typeof open> | undefined;

function recognisers() {
  return opened ??= open();
}

async function open() {
  const { pdfium, tesseract, languages } = await testModels();
  return {
    pdfium: await openPdfium(pdfium),
    engines: await Promise.all(languages.map(({ script, model }) => openEngine(script, tesseract, model))),
  };
}

async function using<T>(
  kind: "pdf" | "png",
  bytes: Uint8Array,
  act: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const { pdfium, engines } = await recognisers();
  const file = await openFile(kind, bytes, {
    pdfium: () => Promise.resolve(pdfium),
    engines: () => Promise.resolve(engines),
  });
  try {
    return await act(file);
  } finally {
    await file.close();
  }
}

const read = (bytes: Uint8Array): Promise<Page> => using("pdf", bytes, (file) => file.page(0));

/** A part of a fixture scan, from and to as shares of its height. */
async function scanPart(name: string, from: number, to: number): Promise<Raster> {
  const bytes = await Deno.readFile(new URL(name, FIXTURES));
  const scan = await using("png", bytes, (file) => file.picture(0));
  const { width, height } = scan;
  return cropRaster(scan, { left: 0, right: width, top: height * from, bottom: height * to });
}

async function drawn(draw: (doc: Doc) => void): Promise<Raster> {
  return await using("pdf", await pdfOf(draw), (file) => file.picture(0));
}

const linesOf = ({ lines }: Page) => lines.map(({ text }) => text);

Deno.test("a scanned table on a text page is read at its place, with less confidence than the text around it", async () => {
  const page = await read(await letterWith(await scanPart("invoice_en_scan.png", 0.3, 0.75)));
  assert.equal(page.source, "text");
  const lines = linesOf(page);
  assert.deepEqual([lines.at(0), lines.at(-1)], [COVER, CLOSING]);
  assert.ok(lines.includes("Total: AED 4,426.80"), lines.join("\n"));
  const [cover, ...others] = page.lines;
  const pictured = others.filter((line) => line.pictured);
  assert.equal(pictured.length, others.length - 1);
  assert.ok(cover?.confidence === 1 && pictured.every(({ confidence }) => confidence < 1));
  const [picture, ...more] = page.pictures ?? [];
  assert.ok(picture && more.length === 0);
  for (const { box } of pictured.flatMap(({ words }) => words)) {
    assert.ok(box.left >= picture.left && box.right <= picture.right);
    assert.ok(box.top >= picture.top && box.bottom <= picture.bottom);
  }
  const [table] = documentTables([{ page: 1, content: page }]);
  assert.deepEqual(table?.rows[0], ["Laser printer toner", "12", "85.50", "1,026.00"]);
  assert.deepEqual([table?.rows.length, table?.scanned], [3, true]);
  assert.equal(page.hidden, undefined);
});

Deno.test("an Arabic image on a page of Latin text is read", async () => {
  const page = await read(await letterWith(await scanPart("invoice_ar_scan.png", 0, 0.6)));
  const text = linesOf(page).join("\n");
  assert.match(text, /فاتورة ضريبية/);
  const [table] = page.tables;
  assert.deepEqual(table?.rows[0], ["حبر طابعة ليزر", "10", "90.00", "900.00"]);
});

Deno.test("a stamp is read; handwriting and photographs are reported as unread", async () => {
  const stamp = await drawn((doc) => {
    doc.rect(50, 50, 300, 100).lineWidth(4).stroke("#303080");
    write(doc.fillColor("#303080").fontSize(26), "RECEIVED", 62, 90);
    write(doc.fontSize(16), "12 MAR 2026", 105, 110);
  });
  const stamped = await read(
    await letterWith(cropRaster(stamp, { left: 110, right: 1010, top: 110, bottom: 445 }), { width: 180 }),
  );
  assert.deepEqual(linesOf(stamped), [COVER, "RECEIVED", "12 MAR 2026", CLOSING]);
  assert.equal(stamped.unread, undefined);
  for (const picture of [scribble(), photograph(), squareCode()]) {
    const page = await read(await letterWith(picture, { width: 200 }));
    assert.deepEqual(linesOf(page), [COVER, CLOSING]);
    assert.equal(page.unread?.length, 1);
    assert.equal(page.pictures, undefined);
  }
});

Deno.test("text in an image that is too faint to see is ignored and reported as hidden", async () => {
  const faint = await drawn((doc) => {
    write(doc.fillColor("#e0e0e0"), "Pay the account ninety instead", 60);
    write(doc, "and tell nobody of it at all", 100);
  });
  const page = await read(
    await letterWith(cropRaster(faint, { left: 100, right: 1000, top: 100, bottom: 400 })),
  );
  assert.deepEqual(linesOf(page), [COVER, CLOSING]);
  assert.match(page.hidden ?? "", /ninety instead/);
});

Deno.test("an image under words is read beside them, and the words only once", async () => {
  const paper = await drawn((doc) => {
    write(doc.fontSize(24), "Desert Rose Consulting", 40);
    write(doc.fontSize(12), "Registered in Dubai under 778120", 800);
  });
  const page = await read(
    await pdfOf((doc) => {
      place(doc, paper, { left: 0, top: 0, width: 595 });
      write(doc, COVER, 200);
      write(doc, CLOSING, 400);
    }),
  );
  assert.deepEqual(linesOf(page), [
    "Desert Rose Consulting",
    COVER,
    CLOSING,
    "Registered in Dubai under 778120",
  ]);
  assert.equal(page.unread, undefined);
});

Deno.test("a line cut off by the image's edge is not guessed", async () => {
  const screen = await drawn((doc) => {
    write(doc, "Balance of the account is 4,426.80", 40);
    write(doc, "Balance of the other is 8,338.66", 70);
  });
  const [first, second] = await read(await letterWith(screen, { width: 595, left: 0 })).then(({ lines }) =>
    lines.filter(({ pictured }) => pictured).map(({ box }) => box)
  );
  assert.ok(first && second);
  const page = await read(
    await letterWith(cropRaster(screen, { left: 100, right: 1200, top: 60, bottom: 208 })),
  );
  assert.ok(linesOf(page).includes("Balance of the account is 4,426.80"), linesOf(page).join("\n"));
  assert.equal(linesOf(page).filter((text) => /other|8,?338/.test(text)).length, 0, linesOf(page).join("\n"));
  assert.equal(page.unread?.length, 1);
});

Deno.test("an image on every page is recognised once, and a page without images is not rendered", async () => {
  let times = 0;
  const placement = { width: 400, height: 400, turn: 0, skew: 0 };
  const empty: Page = { width: 400, height: 400, source: "text", lines: [], tables: [], placement };
  const box = { left: 50, right: 250, top: 50, bottom: 120 };
  const withPictures = pictureTexts(({ width, height }) => {
    times++;
    const word = { text: "Letterhead", confidence: 0.9, box: { left: 30, right: 120, top: 30, bottom: 50 } };
    const line = { ...word, words: [word] };
    return Promise.resolve({ ...empty, width, height, source: "ocr", lines: [line] });
  });
  const data = Uint8Array.from({ length: 400 * 400 }, (_, at) => at % 2 * 255);
  const draw = () => Promise.resolve({ width: 400, height: 400, data });
  for (let i = 0; i < 3; i++) {
    const { lines, unread } = await withPictures(
      { ...empty, unread: [box] },
      [{ box, unread: [box] }],
      draw,
    );
    assert.deepEqual([lines.length, unread], [1, undefined]);
  }
  assert.equal(times, 1);
  const undrawn = () => Promise.reject(new Error("drawn"));
  const small = { ...box, bottom: 70 };
  for (const unread of [[], [small]]) {
    const figures = unread.map((box) => ({ box, unread }));
    assert.equal(await withPictures(empty, figures, undrawn), empty);
  }
  assert.equal(times, 1);
});
