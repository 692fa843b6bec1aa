import assert from "node:assert/strict";
import { openEngine } from "./engine.ts";
import { openImage } from "../images/images.ts";
import { recognise } from "./ocr.ts";
import { rotateSlightly } from "../images/raster.ts";
import { englishModels, testPool } from "../workers/models_fixture.ts";
import type { ReadingPool } from "../workers/pool.ts";
import { sharedReadings } from "../workers/shared_readings_fixture.ts";
import type { SourceFile } from "../workers/slot.ts";
import { KIND_OF_ENDING } from "../files/sniff.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);

function fixture(name: string): SourceFile {
  const kind = KIND_OF_ENDING[name.split(".").at(-1) ?? ""];
  assert.ok(kind, name);
  return { key: name, kind, load: () => Deno.readFile(new URL(name, FIXTURES)) };
}

/** Reads each page once in a run of all tests: those of the steps after reading need the same pages. */
async function sharedPool(): Promise<ReadingPool> {
  return sharedReadings(await testPool());
}

async function truth(name: string): Promise<string> {
  return await Deno.readTextFile(new URL(name, FIXTURES));
}

/** Share of the expected words that were read, in any order. */
function recall(read: string, expected: string): number {
  const have = new Map<string, number>();
  for (const word of words(read)) have.set(word, (have.get(word) ?? 0) + 1);
  const wanted = words(expected);
  const found = wanted.filter((word) => {
    const left = have.get(word) ?? 0;
    have.set(word, left - 1);
    return left > 0;
  });
  return found.length / wanted.length;
}

function words(text: string): string[] {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ");
}

for (
  const { name, text, least, language } of [
    { name: "letter_en_cmyk.jpg", text: "letter_en.txt", least: 0.99, language: "en" },
    { name: "letter_ar.png", text: "letter_ar.txt", least: 0.95, language: "ar" },
    { name: "letter_mixed.png", text: "letter_mixed.txt", least: 0.97, language: "mixed" },
    { name: "receipt_en.bmp", text: "receipt_en.txt", least: 1, language: "en" },
  ]
) {
  Deno.test({
    name: `${name} (${language}) is read with at least ${least * 100} % of its words correct`,
    fn: async () => {
      const page = await (await sharedPool()).page(fixture(name), 0);
      const read = page.lines.map((line) => line.text).join("\n");
      assert.equal(page.source, "ocr");
      assert.ok(recall(read, await truth(text)) >= least, `${recall(read, await truth(text))}\n${read}`);
    },
  });
}

Deno.test({
  name: "both pages of a fax are read upright, although the second lies on its side",
  fn: async () => {
    const reading = await sharedPool();
    assert.equal(await reading.pageCount(fixture("fax_g4.tif")), 2);
    const page = await reading.page(fixture("fax_g4.tif"), 1);
    const again = await (await testPool()).page(fixture("fax_g4.tif"), 1);
    assert.deepEqual(again, page, "a page can be read again");
    assert.equal(page.placement.turn, 270);
    assert.ok(recall(page.lines.map((line) => line.text).join("\n"), await truth("letter_en.txt")) >= 0.98);
  },
});

Deno.test({
  name: "a scan skewed by two degrees is deskewed and its table read",
  fn: async () => {
    const page = await (await sharedPool()).page(fixture("invoice_en_scan.png"), 0);
    assert.ok(Math.abs(page.placement.skew + 2) <= 0.3, `${page.placement.skew}`);
    const text = page.lines.map((line) => line.text).join("\n");
    assert.match(text, /Total: AED 4,426\.80/);
    assert.match(text, /Laser printer toner.* 12 85\.50 1,026\.00/);
    const [table] = page.tables;
    assert.deepEqual(table?.header, ["Description", "Quantity", "Unit Price", "Amount"]);
    assert.equal(table?.rows.length, 3);
  },
});

Deno.test({
  name: "the text layer of an English and an Arabic PDF is used with its table, in logical order",
  fn: async () => {
    const english = await (await sharedPool()).page(fixture("invoice_en.pdf"), 0);
    assert.equal(english.source, "text");
    assert.deepEqual(english.tables[0]?.rows[2], ["Network switch 24 port", "2", "1,150.00", "2,300.00"]);
    const arabic = await (await sharedPool()).page(fixture("invoice_ar.pdf"), 0);
    assert.equal(arabic.source, "text");
    assert.deepEqual(arabic.lines.slice(0, 2).map((line) => line.text), [
      "فاتورة ضريبية",
      "شركة الأمل للتجارة المحدودة",
    ]);
    assert.deepEqual(arabic.tables[0]?.header, ["الوصف", "الكمية", "السعر", "المبلغ"]);
    assert.deepEqual(arabic.tables[0]?.rows[0], ["حبر طابعة ليزر", "10", "90.00", "900.00"]);
  },
});

Deno.test({
  name: "a PDF table with a wrapped cell, narrow columns and a merged cell keeps its columns",
  fn: async () => {
    const page = await (await sharedPool()).page(fixture("contract_en.pdf"), 0);
    assert.deepEqual(page.tables.map(({ header, rows }) => [header, ...rows]), [[
      ["Milestone", "Date", "Fee (USD)"],
      ["Inception report", "01/02/2026", "500.00"],
      ["Monthly retainer", "", "1200.50"],
    ]]);
  },
});

Deno.test({
  name: "a docx keeps decimals and the columns of merged cells",
  fn: async () => {
    const page = await (await sharedPool()).page(fixture("contract_en.docx"), 0);
    assert.deepEqual(page.tables[0]?.rows, [
      ["Inception report", "01/02/2026", "500.00"],
      ["Monthly retainer", "", "1200.50"],
    ]);
    assert.equal(page.lines[0]?.text, "SERVICE AGREEMENT");
  },
});

Deno.test({
  name: "the table of a skewed Arabic scan is read from the right, with Western digits by the other engine",
  fn: async () => {
    const page = await (await sharedPool()).page(fixture("invoice_ar_scan.png"), 0);
    assert.deepEqual(page.tables[0]?.header, ["الوصف", "الكمية", "السعر", "المبلغ"]);
    assert.deepEqual(page.tables[0]?.rows, [
      ["حبر طابعة ليزر", "10", "90.00", "900.00"],
      ["ورق مكتبي", "20", "25.00", "500.00"],
      ["أجهزة قياس الحرارة", "4", "150.00", "600.00"],
    ]);
    assert.ok(page.lines.some((line) => line.text === "الإجمالي: 2,300.00 ريال"));
  },
});

Deno.test({
  name: "a noisy page skewed by five degrees is read as well as a straight one",
  fn: async () => {
    const { tesseract, languages } = await englishModels();
    const engines = await Promise.all(
      languages.map(({ script, model }) => openEngine(script, tesseract, model)),
    );
    const straight = await openImage("jpeg", await Deno.readFile(new URL("letter_en_cmyk.jpg", FIXTURES)))
      .page(0);
    const tall = {
      ...straight,
      height: straight.height + 300,
      data: new Uint8Array(straight.width * (straight.height + 300)),
    };
    tall.data.fill(255).set(straight.data, straight.width * 150);
    const noisy = rotateSlightly(tall, 5);
    for (let i = 0; i < noisy.data.length; i += 173) noisy.data[i] = (i * 7919) % 200;
    const { page } = recognise(noisy, engines);
    assert.ok(Math.abs(page.placement.skew + 5) <= 0.3, `${page.placement.skew}`);
    const text = page.lines.map((line) => line.text).join("\n");
    assert.ok(recall(text, await truth("letter_en.txt")) >= 0.95, text);
  },
});
