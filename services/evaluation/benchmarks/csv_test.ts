import assert from "node:assert/strict";
import fc from "fast-check";
import { csvLine } from "lib/csv.ts";
import { CsvFault, readCsv } from "./csv.ts";

Deno.test("what csvLine() writes readCsv() reads back", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "ب") });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      assert.deepEqual(
        readCsv(rows.map((row) => csvLine(row)).join("")).map((row) => row.cells),
        rows.map((row) => row.map((text) => (/^[\r]/.test(text) ? `'${text}` : text))),
      );
    }),
  );
});

Deno.test("readCsv() knows the line of each row and skips empty lines", () => {
  assert.deepEqual(readCsv('a,b\r\n\n"x\ny",z\nlast,one').map(({ line, cells }) => [line, ...cells]), [
    [1, "a", "b"],
    [3, "x\ny", "z"],
    [5, "last", "one"],
  ]);
});

Deno.test("readCsv() refuses text after a closing quote and a quote that never closes", () => {
  assert.throws(() => readCsv('a\n"b"c,d'), (error) => error instanceof CsvFault && error.line === 2);
  assert.throws(() => readCsv('"a'), CsvFault);
});
