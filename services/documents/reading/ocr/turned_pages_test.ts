import assert from "node:assert/strict";
import { type Engine, openEngine } from "./engine.ts";
import { onMedium } from "../../fixtures/labelled/documents.ts";
import { TWENTYFIRST_PRINTED } from "../../fixtures/printed/papers.ts";
import { openPdfium } from "../formats/pdf_picture.ts";
import { openImage } from "../images/images.ts";
import { testModels } from "../workers/models_fixture.ts";
import { recognise } from "./ocr.ts";
import { cropRaster, type Raster, rotateQuarters, rotateSlightly } from "../images/raster.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const SHARED = { sanitizeResources: false, sanitizeOps: false };

let opened: Promise<Engine[]> | undefined;

function engines(): Promise<Engine[]> {
  opened ??= testModels().then(({ tesseract, languages }) =>
    Promise.all(languages.map(({ script, model }) => openEngine(script, tesseract, model)))
  );
  return opened;
}

function words(text: string): string[] {
  return text.replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ");
}

function share(read: string, truth: string): number {
  const have = new Set(words(read));
  const wanted = words(truth);
  return wanted.filter((word) => have.has(word)).length / wanted.length;
}

/** Share of a page that is read: some lines reveal rotation and skew as well as all. */
const PART = 0.5;

interface Page {
  raster: Raster;
  /** The expected words in that part. */
  words: string;
}

const pages = new Map<string, Promise<Page>>();

function page(name: string, truth: string, least: number): Promise<Page> {
  const known = pages.get(name) ?? readStraight(name, truth, least);
  pages.set(name, known);
  return known;
}

async function readStraight(name: string, truth: string, least: number): Promise<Page> {
  const bytes = await Deno.readFile(new URL(name, FIXTURES));
  const whole = await openImage(name.endsWith(".png") ? "png" : "jpeg", bytes).page(0);
  const { width, height, data } = whole;
  let bottom = Math.floor(height * PART);
  const hasInk = (y: number) => data.subarray(y * width, (y + 1) * width).some((gray) => gray < 128);
  while (bottom < height && hasInk(bottom)) bottom++;
  const raster = cropRaster(whole, { left: 0, top: 0, right: width, bottom });
  const { lines } = recognise(raster, await engines()).page;
  const read = lines.map((line) => line.text).join("\n");
  const right = share(await Deno.readTextFile(new URL(truth, FIXTURES)), read);
  assert.ok(right >= least && words(read).length > 30, `${right}\n${read}`);
  return { raster, words: read };
}

/** Adds white margins above and below, so that skewing cuts nothing off. */
function framed(raster: Raster): Raster {
  const margin = 120;
  const height = raster.height + 2 * margin;
  const data = new Uint8Array(raster.width * height).fill(255);
  data.set(raster.data, raster.width * margin);
  return { width: raster.width, height, data };
}

const PAGES = [
  { name: "letter_en_cmyk.jpg", truth: "letter_en.txt", least: 0.97 },
  { name: "letter_ar.png", truth: "letter_ar.txt", least: 0.93 },
];

for (const { name, truth, least } of PAGES) {
  for (const skew of [0.5, -1, 2, -3.5, 5]) {
    Deno.test({
      name: `${name} skewed by ${skew} degrees is deskewed and read with at least ${
        least * 100
      } % of its words correct`,
      ...SHARED,
      fn: async () => {
        const { raster, words } = await page(name, truth, least);
        const given = rotateSlightly(framed(raster), skew);
        const { page: { placement, lines } } = recognise(given, await engines());
        assert.ok(Math.abs(placement.skew + skew) <= 0.3, `${placement.skew}`);
        const read = lines.map((line) => line.text).join("\n");
        const right = share(read, words);
        assert.ok(right >= least, `${right}\n${read}`);
      },
    });
  }
  for (const turn of [90, 180, 270]) {
    Deno.test({
      name: `${name} turned by ${turn} degrees is put upright and read with ${
        least * 100
      } % of its words right`,
      ...SHARED,
      fn: async () => {
        const { raster, words } = await page(name, truth, least);
        const { page: { placement, lines } } = recognise(rotateQuarters(raster, turn), await engines());
        assert.equal(placement.turn, 360 - turn);
        const read = lines.map((line) => line.text).join("\n");
        const right = share(read, words);
        assert.ok(right >= least, `${right}\n${read}`);
      },
    });
  }
}

Deno.test({
  name: "an upright form of ruled boxes is not laid on its side, whose columns are no lines of text",
  ...SHARED,
  fn: async () => {
    const order = TWENTYFIRST_PRINTED.find(({ file }) => file === "fodder_invoice");
    assert.ok(order);
    const pdf = await Deno.readFile(new URL("printed/fodder_invoice.pdf", FIXTURES));
    const models = await testModels();
    const { files: [bytes] } = await onMedium(order, pdf, () => openPdfium(models.pdfium));
    assert.ok(bytes);
    const raster = await openImage("bmp", bytes).page(0);
    const { page: { placement, lines } } = recognise(raster, await engines());
    assert.equal(placement.turn, 0);
    assert.match(lines.map(({ text }) => text).join("\n"), /سنابل الهندية[^]*تاريخ القائمة/);
  },
});
