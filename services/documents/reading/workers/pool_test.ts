import assert from "node:assert/strict";
import PDFDocument from "pdfkit";
import { Unreadable } from "../files/bounds.ts";
import { englishModels } from "./models_fixture.ts";
import type { Page } from "../layout/page.ts";
import { type ReadingPool, readingPool } from "./pool.ts";
import { NotStarted, type ReadingWorker, Refused, startReadingWorker, Stopped } from "./reading_worker.ts";
import type { SourceFile } from "./slot.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const MODELS = { tesseract: new Uint8Array(), pdfium: new Uint8Array(), languages: [] };
const PAGE: Page = {
  width: 1,
  height: 1,
  source: "text",
  lines: [],
  tables: [],
  placement: { width: 1, height: 1, turn: 0, skew: 0 },
};

function file(key: string, bytes: Uint8Array = new Uint8Array()): SourceFile {
  return { key, kind: "pdf", load: () => Promise.resolve(bytes) };
}

/** A scan without its last 100 bytes, which pdf.js opens and PDFium refuses. */
async function cutScan(): Promise<Uint8Array> {
  const picture = await Deno.readFile(new URL("letter_mixed.png", FIXTURES));
  const document = new PDFDocument({ size: "A4" });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  document.on("data", (part: Uint8Array) => parts.push(new Uint8Array(part)));
  const whole = new Promise((resolve) => document.on("end", resolve));
  document.image(picture.buffer, 0, 0, { width: 595 });
  document.end();
  await whole;
  const bytes = await new Blob(parts).bytes();
  return bytes.slice(0, -100);
}

Deno.test("a damaged scan affects only itself: its worker reads the next files", async () => {
  const pool = readingPool({ models: await englishModels(), workers: 1 });
  try {
    const scan = file("cut scan", await cutScan());
    assert.equal(await pool.pageCount(scan), 1);
    await assert.rejects(
      pool.page(scan, 0),
      (error) =>
        error instanceof Unreadable && /cannot be drawn: .* damaged or cut short/.test(error.message),
    );
    const invoice = await Deno.readFile(new URL("invoice_en.pdf", FIXTURES));
    for (const key of ["a", "b"]) {
      assert.ok((await pool.page(file(key, invoice), 0)).lines.length > 5);
    }
    await pool.ready();
  } finally {
    pool.close();
  }
});

interface Script {
  /** Called for each opening and reading; may throw. */
  read(key: string, worker: { number: number; files: string[] }): void;
  check?(number: number): void;
}

/** A pool of one scripted worker, recording replacements. */
function scripted(
  { read, check = () => {} }: Script,
  options: { unproven?: boolean; workers?: number } = {},
): {
  pool: ReadingPool;
  started: () => number;
  ended: () => number;
  replaced: string[];
} {
  let started = 0;
  let ended = 0;
  const replaced: string[] = [];
  const start = (): ReadingWorker => {
    const files: string[] = [];
    const worker = { number: ++started, files };
    let over: Error | undefined;
    return {
      get ended() {
        return over !== undefined;
      },
      ready: Promise.resolve(),
      check: () => Promise.try(() => check(worker.number)),
      ask: (work) =>
        Promise.try(() => {
          if (over) throw over;
          if (!("key" in work)) return undefined;
          if (work.type === "open") worker.files.push(work.key);
          read(work.key, worker);
          return work.type === "open" ? 1 : PAGE;
        }),
      end(error) {
        if (!over) ended++;
        over ??= error;
      },
    };
  };
  const pool = readingPool({
    models: MODELS,
    workers: 1,
    start,
    ...options,
    onReplaced: (reason) => replaced.push(reason),
  });
  return { pool, started: () => started, ended: () => ended, replaced };
}

Deno.test("a worker corrupted by one file is replaced, and another reads the next file", async () => {
  const test = scripted({
    read(key, { files }) {
      if (key === "bad" || files.includes("bad")) throw new Refused(undefined, "out of its mind");
    },
  });
  await test.pool.page(file("first"), 0);
  await assert.rejects(test.pool.page(file("bad"), 0), Unreadable);
  assert.deepEqual(await test.pool.page(file("second"), 0), PAGE);
  assert.deepEqual(await test.pool.page(file("third"), 0), PAGE);
  assert.ok(test.replaced.length >= 1);
  assert.match(test.replaced[0] ?? "", /out of its mind/);
});

Deno.test("a worker that fails on two files in a row is replaced, for any error, and the second file is retried", async () => {
  const test = scripted({
    read(key, { number }) {
      if (key === "bad" || number === 1 && key === "good") throw new Refused("damaged", "damaged");
    },
  });
  await assert.rejects(test.pool.page(file("bad"), 0), /damaged/);
  assert.deepEqual(test.replaced, []);
  assert.deepEqual(await test.pool.page(file("good"), 0), PAGE);
  assert.deepEqual(test.replaced, ["it failed on two files in a row"]);
  assert.deepEqual([test.started(), test.ended()], [2, 1]);
});

Deno.test("a worker is kept when one file fails on many pages, or bad and good files alternate", async () => {
  const test = scripted({
    read(key) {
      if (key.startsWith("bad")) throw new Refused("damaged", "damaged");
    },
  });
  for (let page = 0; page < 5; page++) await assert.rejects(test.pool.page(file("bad"), page), /damaged/);
  for (let i = 0; i < 5; i++) {
    await test.pool.page(file("good"), 0);
    await assert.rejects(test.pool.page(file(`bad ${i}`), 0), /damaged/);
  }
  assert.deepEqual([test.started(), test.ended(), test.replaced], [1, 0, []]);
});

Deno.test("a worker ended by the pool during its start does not count as a failed start", async () => {
  const worker = startReadingWorker(await englishModels());
  worker.end(new Stopped("Reading needed more than 100 MB of memory and was stopped"));
  await assert.rejects(worker.ready, (error) => error instanceof Stopped && /100 MB/.test(error.message));
});

Deno.test("while no worker starts, files are a 503 and the pool is not ready, until one starts", async () => {
  let broken = true;
  const test = scripted({
    read(key) {
      if (key.startsWith("bad")) throw new Refused("damaged", "damaged");
    },
    check() {
      if (broken) throw new NotStarted("A reading worker does not start: no memory");
    },
  });
  await test.pool.ready();
  await assert.rejects(test.pool.page(file("bad 1"), 0), /damaged/);
  await assert.rejects(test.pool.page(file("bad 2"), 0), { status: 503 });
  await assert.rejects(test.pool.page(file("good"), 0), { status: 503 });
  await assert.rejects(test.pool.ready(), /does not start: no memory/);
  assert.ok(test.replaced.includes("A reading worker does not start: no memory"));
  broken = false;
  await test.pool.ready();
  assert.deepEqual(await test.pool.page(file("good"), 0), PAGE);
});

Deno.test("no worker reads a file before the models have read a test line, once per pool", async () => {
  let broken = true;
  let checks = 0;
  const test = scripted({
    read: () => assert.equal(broken, false),
    check() {
      checks++;
      if (broken) throw new NotStarted("The English model is damaged");
    },
  }, { unproven: true, workers: 2 });
  const both = ["first", "second"].map((name) => test.pool.page(file(name), 0));
  for (const one of both) await assert.rejects(one, { status: 503 });
  await assert.rejects(test.pool.ready(), /English model is damaged/);
  broken = false;
  await test.pool.ready();
  const made = checks;
  await test.pool.ready();
  assert.deepEqual(await test.pool.page(file("first"), 0), PAGE);
  assert.ok(checks <= made + 1, `${checks - made} more checks`);
  test.pool.close();
});
