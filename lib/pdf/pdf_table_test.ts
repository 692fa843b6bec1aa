import assert from "node:assert/strict";
import type { Direction } from "lib/pdf/bidi.ts";
import { createPdf, type Pdf } from "lib/pdf/pdf.ts";
import { readLines, readShapes } from "lib/pdf/pdf_fixture.ts";

const HEADER = "#eef1f5";
const RULE = "#c5ccd6";
// A4 within margins of 50 points.
const [LEFT, RIGHT] = [50, 545.28];

async function drawn(build: (pdf: Pdf) => void, direction: Direction = "ltr"): Promise<Uint8Array> {
  const pdf = createPdf({ title: "report", direction });
  build(pdf);
  return await pdf.finish();
}

Deno.test("a row is as tall as its tallest cell and ends in a rule; the header is shaded", async () => {
  const [page] = await readShapes(await drawn((pdf) => pdf.table(["a", "b"], [["1", "2\n3"], ["4", ""]])));
  const whole = { left: LEFT, right: RIGHT };
  assert.deepEqual(page, [
    { color: HEADER, ...whole, top: 50, bottom: 68 },
    { color: RULE, ...whole, top: 68, bottom: 68 },
    { color: RULE, ...whole, top: 98, bottom: 98 },
    { color: RULE, ...whole, top: 116, bottom: 116 },
  ]);
});

Deno.test("a table without rows is its header, and what follows keeps its distance", async () => {
  const file = await drawn((pdf) => {
    pdf.table(["a"], []);
    pdf.table(["b"], []);
  });
  const [page] = await readShapes(file);
  assert.deepEqual(page?.map(({ top }) => top), [50, 68, 76, 94]);
});

Deno.test("columns have equal shares or those given, and stand from the side of reading", async () => {
  const starts = async (direction: Direction, widths?: number[]) => {
    const file = await drawn((pdf) => pdf.table(["a", "b"], [], { direction, widths }));
    const [page] = await readLines(file);
    const { left, right } = page?.[0] ?? {};
    return [Math.round((left ?? 0) * 10) / 10, Math.round((right ?? 0) * 10) / 10];
  };
  const text = async (direction: Direction) => {
    const [page] = await readLines(await drawn((pdf) => pdf.table(["a", "b"], [], { direction })));
    return page?.[0]?.text;
  };
  assert.equal(await text("ltr"), "a b");
  assert.equal(await text("rtl"), "b a");
  // Four points of padding; the second column begins at half or a fifth of 495.28 points.
  const [left, right] = await starts("ltr");
  assert.equal(left, 54);
  const [, narrow] = await starts("ltr", [0.2, 0.8]);
  assert.equal(Math.round((right ?? 0) - (narrow ?? 0)), Math.round(495.28 * 0.3));
  const [, end] = await starts("rtl");
  assert.ok(Math.abs((end ?? 0) - (RIGHT - 4)) < 1, `ends at ${end}`);
});

Deno.test("a cell breaks its lines at its column's width without its padding", async () => {
  const rows = async (width: number) => {
    const file = await drawn((pdf) => pdf.table(["x"], [["mmmm ".repeat(8)]], { widths: [width] }));
    return ((await readLines(file))[0]?.length ?? 0) - 2;
  };
  assert.equal(await rows(1), 1);
  assert.ok(await rows(0.2) > 1);
  const file = await drawn((pdf) => pdf.table(["x"], [["mmmm ".repeat(40)]], { widths: [0.2] }));
  const [page = []] = await readLines(file);
  for (const { right } of page.slice(0, -1)) assert.ok(right <= LEFT + 495.28 * 0.2 - 4, `${right}`);
});

Deno.test("a row that fits on a page is not parted; one that fits on none goes on with a repeated header", async () => {
  const parts = async (before: number, lines: number) => {
    const file = await drawn((pdf) => {
      for (let n = 0; n < before; n++) pdf.text("x");
      pdf.table(["header"], [["first"], ["y\n".repeat(lines).trim()]]);
    });
    return (await readLines(file)).map((page) => ({
      headers: page.filter(({ text }) => text === "header").length,
      lines: page.filter(({ text }) => text === "y").length,
    }));
  };
  // 40 lines of 15 points leave 121.89 of 721.89: the header, the first row and 6 lines of 12 with 6 around them.
  assert.deepEqual(await parts(40, 6), [{ headers: 1, lines: 6 }]);
  assert.deepEqual(await parts(40, 7), [{ headers: 1, lines: 0 }, { headers: 1, lines: 7 }]);
  // Below a header a page holds (721.89 − 18 − 6) / 12 = 58 lines.
  assert.deepEqual(await parts(40, 58), [{ headers: 1, lines: 0 }, { headers: 1, lines: 58 }]);
  const long = await parts(40, 130);
  assert.equal(long.reduce((sum, { lines }) => sum + lines, 0), 130);
  assert.deepEqual(long.map(({ headers }) => headers), [1, 1, 1, 1]);
  assert.equal(long[0]?.lines, 6, "it begins where there is room for three lines");
  // 55.89 points below the first row are room for four lines, 40.89 for two.
  assert.equal((await parts(42, 130))[0]?.lines, 4);
  assert.equal((await parts(43, 130))[0]?.lines, 0);
});

Deno.test("a header taller than a third of a page stands once", async () => {
  const headers = async (lines: number) => {
    const header = Array.from({ length: lines }, () => "h").join("\n");
    const file = await drawn((pdf) => pdf.table([header], Array.from({ length: 60 }, () => ["row"])));
    return (await readLines(file)).map((page) => page.filter(({ text }) => text === "h").length);
  };
  // 721.89 / 3 = 240.6: 19 lines of 12 and 6 are 234.
  assert.deepEqual((await headers(19)).slice(0, 2), [19, 19]);
  assert.deepEqual((await headers(20)).slice(0, 2), [20, 0]);
});
