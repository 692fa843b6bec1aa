import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import { Unreadable } from "../files/bounds.ts";
import { englishModels } from "./models_fixture.ts";
import { type ReadingPool, readingPool } from "./pool.ts";
import { type Kind, sniff } from "../files/sniff.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);

async function withPool(
  options: { memoryMb?: number; timeoutMs?: number },
  work: (pool: ReadingPool) => Promise<void>,
) {
  const pool = readingPool({ models: await englishModels(), workers: 1, ...options });
  try {
    await work(pool);
  } finally {
    pool.close();
  }
}

function open(pool: ReadingPool, kind: Kind, bytes: Uint8Array): Promise<unknown> {
  const file = { key: crypto.randomUUID(), kind, load: () => Promise.resolve(bytes) };
  return pool.pageCount(file).then(() => pool.page(file, 0));
}

function refused(pattern: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Unreadable, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

function docx(xml: string | Uint8Array): Uint8Array {
  return zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "word/document.xml": typeof xml === "string" ? strToU8(xml) : xml,
  });
}

Deno.test("a file with a wrong type is identified by its content", async () => {
  assert.equal(sniff(strToU8("MZ\x90\x00 a program")), undefined);
  assert.equal(sniff(strToU8("BM but only a word")), undefined);
  assert.equal(sniff(zipSync({ "evil.exe": strToU8("x") })), undefined);
  assert.equal(sniff(docx("<x/>")), "docx");
  for (const [name, kind] of [["invoice_en.pdf", "pdf"], ["fax_g4.tif", "tiff"], ["receipt_en.bmp", "bmp"]]) {
    assert.equal(sniff(await Deno.readFile(new URL(name ?? "", FIXTURES))), kind);
  }
});

Deno.test("a malicious file gets a clear error and the next file is read", async () => {
  const pdf = await Deno.readFile(new URL("invoice_en.pdf", FIXTURES));
  const huge = new Uint8Array(64);
  huge.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(huge.buffer).setUint32(16, 30_000);
  new DataView(huge.buffer).setUint32(20, 30_000);
  const deep = "<w:p>".repeat(20_000) + "</w:p>".repeat(20_000);
  const cases: [string, Kind, Uint8Array, RegExp][] = [
    ["cut PDF", "pdf", pdf.slice(0, 400), /damaged or cut short/],
    ["encrypted PDF", "pdf", await Deno.readFile(new URL("encrypted.pdf", FIXTURES)), /encrypted/],
    ["bomb", "docx", docx(new Uint8Array(100 * 1024 * 1024)), /more than 64 MB/],
    ["30,000 pixel PNG", "png", huge, /at most 40 million pixels/],
    ["deep XML", "docx", docx(`<w:document>${deep}</w:document>`), /nests deeper/],
    ["DTD", "docx", docx(`<!DOCTYPE a [<!ENTITY b "c">]><w:document>&b;</w:document>`), /DTD/],
    ["zip of nothing", "docx", docx(new Uint8Array()).slice(0, 60), /damaged|not a Word/],
    ["noise PNG", "png", new Uint8Array([...huge.slice(0, 16), 0, 0, 0, 9, 0, 0, 0, 9, 1, 2, 3]), /damaged/],
    ["noise TIFF", "tiff", new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 255, 255, 1, 2, 3]), /TIFF/],
  ];
  await withPool({}, async (pool) => {
    for (const [name, kind, bytes, pattern] of cases) {
      // Refused for its content: the pool's time limit has another message.
      await assert.rejects(open(pool, kind, bytes), refused(pattern), name);
    }
    await open(pool, "pdf", pdf);
  });
});

Deno.test("a PDF page of 30,000 points is read at 4,000 pixels", async () => {
  const stream = "BT /F 900 Tf 1000 15000 Td (A very large page of letters indeed) Tj ET";
  const objects = [
    "<</Type /Catalog /Pages 2 0 R>>",
    "<</Type /Pages /Count 1 /Kids [3 0 R]>>",
    "<</Type /Page /Parent 2 0 R /MediaBox [0 0 30000 30000] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>>",
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join("");
  const pdf = strToU8(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R /Size 6>>\n%%EOF`);
  await withPool({}, async (pool) => {
    const file = { key: "large", kind: "pdf" as const, load: () => Promise.resolve(pdf) };
    assert.equal((await pool.page(file, 0)).width, 4000);
    assert.equal((await pool.picture(file, 0)).width, 4000);
  });
});

Deno.test("a worker over the time limit is ended, and another reads the next page", async () => {
  const scan = await Deno.readFile(new URL("letter_en_cmyk.jpg", FIXTURES));
  await withPool({ timeoutMs: 30 }, async (pool) => {
    await assert.rejects(open(pool, "jpeg", scan), refused(/took longer/));
    await open(pool, "pdf", await Deno.readFile(new URL("invoice_en.pdf", FIXTURES)).then((bytes) => bytes))
      .catch(() => {});
  });
});

Deno.test("a worker over the memory limit is ended", async () => {
  let used = 0;
  const scan = await Deno.readFile(new URL("letter_en_cmyk.jpg", FIXTURES));
  const pool = readingPool({
    models: await englishModels(),
    workers: 1,
    memoryMb: 100,
    memoryUsed: () => (used += 200 * 1024 * 1024),
  });
  await assert.rejects(open(pool, "jpeg", scan), refused(/more than 100 MB of memory/));
  pool.close();
});

Deno.test("a reading worker has no permissions", async () => {
  const worker = new Worker(
    "data:application/javascript," + encodeURIComponent(`
      const names = ["read", "write", "net", "env", "run", "sys", "ffi"];
      postMessage(names.map((name) => Deno.permissions.querySync({ name }).state));
    `),
    { type: "module", deno: { permissions: "none" } },
  );
  const states = await new Promise<string[]>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data);
  });
  worker.terminate();
  assert.ok(states.every((state) => state !== "granted"), states.join());
});
