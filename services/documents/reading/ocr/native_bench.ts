/**
 * Reads the first page of each scan of the labelled set here and with native Tesseract (Debian: tesseract-ocr,
 * tesseract-ocr-ara) and the same models, and prints the share of its words that each finds, whatever their order. The
 * words are those of the text layer of the same page before it was scanned. The rule: never worse than native.
 */
import { outputOf } from "lib/program_fixture.ts";
import { labelled, orders } from "../../fixtures/labelled/documents.ts";
import type { Order } from "../../fixtures/labelled/sheet.ts";
import { openEngine } from "./engine.ts";
import { openFile } from "../formats/file.ts";
import { loadModels } from "../workers/models.ts";
import { openPdfium } from "../formats/pdf_picture.ts";
import { print } from "lib/print.ts";

/** Words of letters and digits, with presentation forms normalised and diacritics removed. */
function words(text: string): string[] {
  return text.normalize("NFKC").replace(/[\u0640\u064b-\u0652\u200e\u200f]/g, "").toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ").filter((word) => word !== "");
}

/** F1 score of words: the harmonic mean of recall and precision. */
function agreement(read: string, truth: string): number {
  const left = words(truth);
  const [wanted, given] = [left.length, words(read)];
  const found = given.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return wanted + given.length === 0 ? 1 : 2 * found / (wanted + given.length);
}

const models = await loadModels(["eng", "ara"]);
const pdfium = openPdfium(models.pdfium);
const engines = Promise.all(
  models.languages.map(({ script, model }) => openEngine(script, models.tesseract, model)),
);
const recognisers = { pdfium: () => pdfium, engines: () => engines };

async function firstPage(order: Order): Promise<{ bytes: Uint8Array; text: string }> {
  const { kind, files: [bytes = new Uint8Array()] } = await labelled(order, recognisers.pdfium);
  const file = await openFile(kind, bytes, recognisers);
  const { lines } = await file.page(0);
  await file.close();
  return { bytes, text: lines.map(({ text }) => text).join("\n") };
}

async function native(bytes: Uint8Array, languages: string, folder: string): Promise<string | undefined> {
  const path = `${folder}/page.bmp`;
  await Deno.writeFile(path, bytes);
  const args = [path, "-", "--tessdata-dir", folder, "-l", languages];
  return await outputOf("tesseract", args, { OMP_THREAD_LIMIT: "1" });
}

async function compare(): Promise<void> {
  const folder = await Deno.makeTempDir();
  for (const { script, model } of models.languages) {
    await Deno.writeFile(`${folder}/${script}.traineddata`, model);
  }
  const worse: string[] = [];
  const sums = new Map<string, { pages: number; here: number; there: number }>();
  for (const order of orders().filter(({ medium }) => medium === "scan")) {
    const { text: truth } = await firstPage({ ...order, medium: "digital" });
    const { bytes, text } = await firstPage(order);
    const other = await native(bytes, order.language === "en" ? "eng" : "ara+eng", folder);
    if (other === undefined) {
      print("native tesseract is not installed");
      break;
    }
    const [here, there] = [agreement(text, truth), agreement(other, truth)];
    print(`${here.toFixed(3)}  native ${there.toFixed(3)}  ${order.name}`);
    if (here < there - 0.0005) worse.push(order.name);
    const { pages = 0, here: a = 0, there: b = 0 } = sums.get(order.language) ?? {};
    sums.set(order.language, { pages: pages + 1, here: a + here, there: b + there });
  }
  for (const [language, { pages, here, there }] of sums) {
    print(
      `${language}: ${pages} pages, mean ${(here / pages).toFixed(3)}, native ${(there / pages).toFixed(3)}`,
    );
  }
  print(`worse than native: ${worse.length === 0 ? "none" : worse.join("; ")}`);
  await Deno.remove(folder, { recursive: true });
}

// Deno takes a benchmark for asynchronous only when its function is declared so.
Deno.bench({ name: "words of the labelled scans beside native", n: 1, warmup: 0, fn: compare });
