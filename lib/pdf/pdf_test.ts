import assert from "node:assert/strict";
import createBidi from "bidi-js";
import fc from "fast-check";
import type { Direction } from "lib/pdf/bidi.ts";
import { createPdf, type Pdf } from "lib/pdf/pdf.ts";
import { linesIn, readGlyphs, readLines, readShapes, readText } from "lib/pdf/pdf_fixture.ts";

async function drawn(build: (pdf: Pdf) => void, direction: Direction = "rtl"): Promise<Uint8Array> {
  const pdf = createPdf({ title: "تقرير", direction });
  build(pdf);
  return await pdf.finish();
}

/** The lines of a file without page numbers. */
async function lines(file: Uint8Array): Promise<string[]> {
  return (await readLines(file)).flatMap((page) => page.slice(0, -1).map(({ text }) => text));
}

Deno.test("createPdf() gives a PDF with its fonts inside", async () => {
  const file = await drawn((pdf) => pdf.text("مرحبا Hello"));
  const text = new TextDecoder("latin1").decode(file);
  assert.ok(text.startsWith("%PDF-"));
  assert.match(text, /\/FontFile2/);
  assert.equal((await readGlyphs(file)).length, 1);
});

// Text as typed, and as printed from left to right.
const PRINTED: [string, string][] = [
  ["٢٠٢٦", "٢٠٢٦"],
  ["۱۲۳", "۱۲۳"],
  ["درجة ٩٥", "٩٥ ةجرد"],
  ["المادة ٥٠ (٢)", "(٢) ٥٠ ةداملا"],
  ["في ٢٠٢٦/١١/٢٢ صباحا", "احابص ٢٠٢٦/١١/٢٢ يف"],
  ["نسبة ١٢٫٥٪", "٪١٢٫٥ ةبسن"],
  ["Article ٥٠ now", "Article ٥٠ now"],
  ["نظام Diwan رقم 17", "17 مقر Diwan ماظن"],
  ["Gulf Tech دبي 2026", "Gulf Tech 2026 يبد"],
  ["السلام", "مالسلا"],
  ["«مخاطر» [عالية]", "[ةيلاع] «رطاخم»"],
];

for (const [typed, printed] of PRINTED) {
  Deno.test(`a PDF prints ${typed} as ${printed}`, async () => {
    assert.deepEqual(await lines(await drawn((pdf) => pdf.text(typed))), [printed]);
    const table = await drawn((pdf) => pdf.table(["x"], [[typed]]));
    assert.equal((await lines(table))[1], printed, "in a table");
  });
}

const word = (letters: string, max: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: max }).map((all) => all.join(""));
const kinds = {
  arabic: word("بتجدرسعفقكمنهي", 6),
  latin: word("abcdefgXYZ", 6),
  number: word("0123456789", 4),
  indic: word("٠١٢٣٤٥٦٧٨٩", 4),
  persian: word("۰۱۲۳۴۵۶۷۸۹", 4),
  mark: fc.constantFrom("(", ")", "[", "]", "/", "-", "،", ":", ".", "%", "٪", "«", "»", "+"),
};
const Token = fc.oneof(
  kinds.arabic,
  kinds.latin,
  kinds.number,
  kinds.indic,
  kinds.persian,
  fc.tuple(fc.oneof(kinds.arabic, kinds.number, kinds.indic), kinds.mark).map((two) => two.join("")),
  fc.tuple(kinds.mark, fc.oneof(kinds.latin, kinds.indic)).map((two) => two.join("")),
);
const Line = fc.array(Token, { minLength: 1, maxLength: 7 }).map((tokens) => tokens.join(" "));

Deno.test("mixed lines are printed in the order of the bidirectional algorithm, in both directions", async () => {
  const factory: typeof createBidi.default = "default" in createBidi ? createBidi.default : createBidi;
  const bidi = factory();
  for (const direction of ["rtl", "ltr"] as const) {
    const typed = fc.sample(Line, { numRuns: 250, seed: 11 });
    const file = await drawn((pdf) => {
      for (const line of typed) pdf.text(line, { direction });
    });
    const expected = typed.map((line) =>
      bidi.getReorderedString(line, bidi.getEmbeddingLevels(line, direction)).normalize("NFKC")
    );
    assert.deepEqual(await lines(file), expected);
  }
});

Deno.test("numbers and Latin words read as typed and Arabic words from the right, whatever stands around them", async () => {
  const Tokens = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("arabic"), text: kinds.arabic }),
      fc.record({
        kind: fc.constant("other"),
        text: fc.oneof(kinds.latin, kinds.number, kinds.indic, kinds.persian),
      }),
    ),
    { minLength: 2, maxLength: 7 },
  );
  const sample = fc.sample(Tokens, { numRuns: 250, seed: 12 });
  const file = await drawn((pdf) => {
    for (const tokens of sample) pdf.text(tokens.map(({ text }) => text).join(" "));
  });
  const printed = await lines(file);
  sample.forEach((tokens, index) => {
    const expected = tokens.map(({ kind, text }) => kind === "arabic" ? [...text].reverse().join("") : text);
    assert.deepEqual(printed[index]?.split(" ").sort(), expected.sort());
  });
});

Deno.test("a table loses no word, repeats its header and stays on the page, however tall its cells are", async () => {
  const sizes = fc.array(fc.tuple(fc.nat(900), fc.nat(40)), { minLength: 1, maxLength: 6 });
  for (const [run, cells] of fc.sample(sizes, { numRuns: 6, seed: 13 }).entries()) {
    let next = 0;
    const words = (count: number) => Array.from({ length: count }, () => `كلمة${next++}w`).join(" ");
    const rows = cells.map(([a, b]) => [words(a), words(b)]);
    const direction = run % 2 === 0 ? "rtl" : "ltr";
    const file = await drawn((pdf) => {
      pdf.text("س ".repeat(run * 400));
      pdf.table(["header", "x"], rows, { direction, widths: [0.6, 0.4] });
    }, direction);
    const pages = await readGlyphs(file);
    for (const glyph of pages.flat().filter(({ size }) => size === 8)) {
      assert.ok(glyph.y >= 40 && glyph.y <= 795, `y ${glyph.y}`);
      assert.ok(glyph.x >= 49 && glyph.x + glyph.width <= 547, `x ${glyph.x}`);
    }
    const lines = linesIn(pages);
    const text = lines.flat().map((line) => line.text).join("\n");
    const found = [...text.matchAll(/(\d+)w|w(\d+)/g)].map((match) => Number(match[1] ?? match[2]));
    assert.deepEqual(found.toSorted((a, b) => a - b), Array.from({ length: next }, (_, n) => n));
    const withTable = lines.filter((page) => page.some((line) => /\dw|w\d/.test(line.text)));
    for (const page of withTable) assert.equal(page.filter((line) => /header/.test(line.text)).length, 1);
  }
});

Deno.test("a word that is too wide is cut into lines that fit, and marks stay with their letters", async () => {
  const file = await drawn((pdf) => {
    pdf.text("x".repeat(3_000));
    pdf.text("مُ".repeat(900));
  });
  const pages = await readGlyphs(file);
  const letters = pages.flat();
  assert.equal(letters.filter(({ text }) => text === "x").length, 3_000);
  assert.equal(letters.filter(({ text }) => text === "م").length, 900);
  for (const { x, width } of letters) assert.ok(x >= 49 && x + width <= 546);
});

Deno.test("a cell's lines follow the direction of its whole text", async () => {
  const text = `${"كلمة ".repeat(9)} Regulation (EU) 2024 ${"نص ".repeat(20)}`;
  const file = await drawn((pdf) => pdf.table(["x"], [[text]], { widths: [0.3] }));
  const [, ...cell] = await readLines(file).then((pages) => pages[0]?.slice(0, -1) ?? []);
  const right = Math.max(...cell.map((line) => line.right));
  for (const line of cell) assert.ok(right - line.right < 1, line.text);
});

Deno.test("createPdf() breaks pages in long texts, tables and bars", async () => {
  const file = await drawn((pdf) => {
    pdf.text("كلمة ".repeat(2_000));
    pdf.table(["a", "b"], Array.from({ length: 100 }, (_, i) => [`row ${i}`, "قيمة ".repeat(20)]));
    pdf.bars(Array.from({ length: 60 }, (_, i) => ({ label: `b${i}`, value: i })), { max: 60 });
  });
  const pages = await readLines(file);
  assert.ok(pages.length > 6, `${pages.length} pages`);
  assert.equal(pages.at(-1)?.at(-1)?.text, `${pages.length} / ${pages.length}`);
});

Deno.test("a bar's label of several lines is printed in full", async () => {
  const label = "القانون الأوروبي للذكاء الاصطناعي ولائحته التنفيذية في نسختها المعدلة الأخيرة";
  const text = await readText(
    await drawn((pdf) => pdf.bars([{ label, value: 3, text: "none" }], { max: 5 })),
  );
  for (const word of label.split(" ")) {
    const turned = [...word].reverse().join("");
    assert.ok(text.includes(turned), word);
  }
  assert.match(text, /none/);
});

Deno.test("a table's header goes to the next page with its first row, and never without it", async () => {
  const atTheFoot = async (count: number) =>
    await readLines(
      await drawn((pdf) => {
        // 44 lines of 15 points leave 61 of a page: enough for a header and a row of one line, 18 points each.
        for (let line = 0; line < 44; line++) pdf.text("سطر");
        pdf.table(["header"], [["x\n".repeat(count).trim()]]);
      }),
    );
  const headers = (pages: { text: string }[][]) =>
    pages.map((page) => page.filter(({ text }) => text === "header").length);
  assert.deepEqual(headers(await atTheFoot(1)), [1]);
  assert.deepEqual(headers(await atTheFoot(6)), [0, 1]);
});

const [LEFT, LINE, RIGHT] = [50, 495.28, 545.28];

for (const direction of ["ltr", "rtl"] as const) {
  Deno.test(`a bar is as long as its share, from the side of reading (${direction})`, async () => {
    const file = await drawn((pdf) => {
      pdf.bars([
        { label: "half", value: 5 },
        { label: "more than all", value: 12 },
        { label: "less than nothing", value: -1 },
      ], { max: 10 });
      pdf.bars([{ label: "two\nlines", value: 10 }], { max: 10 });
    }, direction);
    const [bars = []] = await readShapes(file);
    const lengths = bars.map(({ left, right }) => Math.round(right - left));
    assert.deepEqual(lengths, [0.2, 0.4, 0, 0.4].map((share) => Math.round(LINE * share)));
    for (const { left, right } of bars) {
      const start = direction === "ltr" ? left - LEFT : RIGHT - right;
      assert.ok(Math.abs(start - (LINE * 0.35 + 8)) < 0.02, `begins ${start}`);
    }
    // Rows of 18 points and 6 after the group.
    assert.deepEqual(bars.map(({ top }) => top), [52, 70, 88, 112]);
    assert.deepEqual(bars.map(({ bottom, top }) => bottom - top), [12, 12, 12, 12]);
    const [first] = (await readLines(file))[0] ?? [];
    assert.equal(first?.text, direction === "ltr" ? "half 5" : "5 half");
  });

  Deno.test(`modules are black squares at the start of the line, row by row (${direction})`, async () => {
    const file = await drawn((pdf) => {
      pdf.modules([[true, false, true], [false, true, false]], 30);
      pdf.table(["after"], []);
    }, direction);
    const [[pattern, header] = []] = await readShapes(file);
    const left = direction === "ltr" ? LEFT : Math.round((RIGHT - 30) * 100) / 100;
    assert.deepEqual(pattern, { color: "#000000", left, right: left + 30, top: 50, bottom: 70 });
    assert.equal(header?.top, 78);
  });
}

Deno.test("a heading takes what follows with it to the next page", async () => {
  const headingOn = async (lines: number) => {
    const file = await drawn((pdf) => {
      for (let n = 0; n < lines; n++) pdf.text("line");
      pdf.heading("Heading");
    });
    return (await readLines(file)).findIndex((page) => page.some(({ text }) => text === "Heading"));
  };
  // 721.89 points are 48 lines of 15; a heading needs 80 of them.
  assert.equal(await headingOn(42), 0);
  assert.equal(await headingOn(43), 1);
});

Deno.test("space and a new page move what follows", async () => {
  const file = await drawn((pdf) => {
    pdf.text("a", { size: 20 });
    pdf.space(10);
    pdf.text("b");
    pdf.newPage();
    pdf.text("c");
  });
  const pages = await readLines(file);
  assert.deepEqual(pages.map((page) => page.map(({ text }) => text)), [["a", "b", "1 / 2"], ["c", "2 / 2"]]);
  const [[a, b] = [], [c] = []] = pages;
  // 20 points of size are 30 of height; larger letters stand lower within their line.
  const down = (a?.y ?? 0) - (b?.y ?? 0);
  assert.ok(down > 25 && down < 40, `${down}`);
  assert.ok(Math.abs((c?.y ?? 0) - (b?.y ?? 0) - 40) <= 1, "on top of its page");
});
