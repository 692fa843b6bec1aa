import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreadable } from "../files/bounds.ts";
import { englishModels } from "./models_fixture.ts";
import { readingPool } from "./pool.ts";
import { KIND_OF_ENDING, sniff } from "../files/sniff.ts";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const NAMES = [
  "invoice_en.pdf",
  "contract_en.docx",
  "letter_ar.png",
  "fax_g4.tif",
  "receipt_en.bmp",
  "letter_en_cmyk.jpg",
];

/** Changes some bytes or truncates the file; mostly truncated files would have nothing left to read. */
const damage = fc.record({
  cut: fc.option(fc.double({ min: 0.4, max: 1, noNaN: true })),
  changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
    maxLength: 30,
  }),
});

Deno.test("a damaged file is read or refused with a message, and never crashes the service", async () => {
  const pool = readingPool({ models: await englishModels(), workers: 1, timeoutMs: 8_000 });
  const files = await Promise.all(
    NAMES.map(async (name) => [name, await Deno.readFile(new URL(name, FIXTURES))] as const),
  );
  const property = fc.asyncProperty(
    fc.constantFrom(...files),
    damage,
    async ([name, whole], { cut, changes }) => {
      const bytes = whole.slice(0, cut === null ? whole.length : Math.floor(whole.length * cut));
      for (const [place, value] of changes) bytes[Math.floor(place * (bytes.length - 1))] = value;
      const kind = KIND_OF_ENDING[name.split(".").at(-1) ?? ""] ?? "pdf";
      const file = { key: crypto.randomUUID(), kind, load: () => Promise.resolve(bytes) };
      try {
        const pages = await pool.pageCount(file);
        if (pages > 0) {
          await (kind === "pdf" || kind === "docx" ? pool.textPage(file, 0) : pool.picture(file, 0));
        }
      } catch (error) {
        assert.ok(error instanceof Unreadable, `${name}: ${error}`);
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
  pool.close();
});

Deno.test("sniff() returns a kind or undefined for any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    const kind = sniff(bytes);
    assert.ok(kind === undefined || Object.values(KIND_OF_ENDING).includes(kind));
  }));
});
