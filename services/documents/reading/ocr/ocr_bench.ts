/**
 * Reads the pages of fixtures/ here and with native Tesseract (Debian: tesseract-ocr, tesseract-ocr-ara) and the same
 * models, one thread each, and prints the share of words read right and the CPU seconds of each page. A page is read before
 * the first is timed: a worker reads many. Then eight pages with one worker and with two, and a text PDF of a hundred
 * pages.
 */
import { cpuUsage } from "node:process";
import { openEngine } from "./engine.ts";
import { openImage } from "../images/images.ts";
import { loadModels } from "../workers/models.ts";
import { recognise } from "./ocr.ts";
import { readingPool } from "../workers/pool.ts";
import { KIND_OF_ENDING } from "../files/sniff.ts";
import { print } from "lib/print.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const PAGES = [
  { name: "letter_en_cmyk.jpg", text: "letter_en.txt", languages: "eng" },
  { name: "letter_ar.png", text: "letter_ar.txt", languages: "ara+eng" },
  { name: "letter_mixed.png", text: "letter_mixed.txt", languages: "ara+eng" },
];
const ROUNDS = 3;

function words(text: string): string[] {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(" ");
}

function wordsRight(read: string, truth: string): number {
  const have = words(read);
  const wanted = words(truth);
  const found = wanted.filter((word) => {
    const at = have.indexOf(word);
    if (at >= 0) have.splice(at, 1);
    return at >= 0;
  });
  return found.length / wanted.length;
}

function cpuSeconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}

const models = await loadModels(["eng", "ara"]);
const engines = await Promise.all(
  models.languages.map(({ script, model }) => openEngine(script, models.tesseract, model)),
);

function decode(file: Uint8Array) {
  return Promise.resolve(engines[0]?.decode(file));
}

async function read(name: string): Promise<{ text: string; seconds: number }> {
  const kind = KIND_OF_ENDING[name.split(".").at(-1) ?? ""] ?? "png";
  const bytes = await Deno.readFile(new URL(name, FIXTURES));
  const before = cpuSeconds();
  const { page } = recognise(await openImage(kind, bytes, decode).page(0), engines);
  const seconds = cpuSeconds() - before;
  return { text: page.lines.map((line) => line.text).join("\n"), seconds };
}

async function readHere(name: string): Promise<{ text: string; seconds: number }> {
  let best = { text: "", seconds: Infinity };
  for (let i = 0; i < ROUNDS; i++) {
    const page = await read(name);
    if (page.seconds < best.seconds) best = page;
  }
  return best;
}

/** Native Tesseract with our models, timed by the shell; undefined if it is not installed. */
async function native(
  name: string,
  languages: string,
  folder: string,
): Promise<{ text: string; seconds: number } | undefined> {
  const script = `TIMEFORMAT='%U %S'; time tesseract "$0" - --tessdata-dir "$1" -l "$2" 2>/dev/null`;
  let best: { text: string; seconds: number } | undefined;
  for (let i = 0; i < ROUNDS; i++) {
    const { code, stdout, stderr } = await new Deno.Command("bash", {
      args: ["-c", script, new URL(name, FIXTURES).pathname, folder, languages],
      env: { OMP_THREAD_LIMIT: "1" },
    }).output();
    if (code !== 0) return undefined;
    const [user = 0, system = 0] = new TextDecoder().decode(stderr).trim().split(/\s+/).slice(-2).map(Number);
    if (!best || user + system < best.seconds) {
      best = { text: new TextDecoder().decode(stdout), seconds: user + system };
    }
  }
  return best;
}

async function compare(): Promise<void> {
  const folder = await Deno.makeTempDir();
  for (const { script, model } of models.languages) {
    await Deno.writeFile(`${folder}/${script}.traineddata`, model);
  }
  await read("letter_en_cmyk.jpg");
  print("page                 words right      CPU seconds      times native (limit 1.3 English, 2.5 mixed)");
  for (const { name, text, languages } of PAGES) {
    const truth = await Deno.readTextFile(new URL(text, FIXTURES));
    const here = await readHere(name);
    const there = await native(name, languages, folder);
    const percent = (read: string) => `${(wordsRight(read, truth) * 100).toFixed(1)} %`;
    const beside = there
      ? `native ${percent(there.text)}   ${here.seconds.toFixed(2)} native ${there.seconds.toFixed(2)}   ` +
        `${(here.seconds / there.seconds).toFixed(2)}`
      : `${here.seconds.toFixed(2)}   native tesseract is not installed`;
    print(`${name.padEnd(20)} ${percent(here.text)} ${beside}`);
  }
  await Deno.remove(folder, { recursive: true });
}

async function pagesWith(workers: number): Promise<void> {
  const pool = readingPool({ models, workers });
  const file = {
    key: "fax",
    kind: "tiff" as const,
    load: () => Deno.readFile(new URL("fax_g4.tif", FIXTURES)),
  };
  await Promise.all(Array.from({ length: 8 }, (_, i) => pool.page(file, i % 2)));
  pool.close();
}

// Deno takes a benchmark for asynchronous only when its function is declared so.
Deno.bench({ name: "accuracy and time beside native", n: 1, warmup: 0, fn: compare });
Deno.bench({
  name: "8 pages, one worker",
  group: "workers",
  baseline: true,
  n: 2,
  warmup: 0,
  fn: async () => await pagesWith(1),
});
Deno.bench({
  name: "8 pages, two workers",
  group: "workers",
  n: 2,
  warmup: 0,
  fn: async () => await pagesWith(2),
});
Deno.bench({
  name: "100 pages of text PDF (limit 3 s)",
  n: 1,
  warmup: 0,
  async fn() {
    const pool = readingPool({ models, workers: 1 });
    const file = {
      key: "pdf",
      kind: "pdf" as const,
      load: () => Deno.readFile(new URL("contract_en.pdf", FIXTURES)),
    };
    for (let i = 0; i < 100; i++) await pool.page(file, 0);
    pool.close();
  },
});
