/** Reads PDFs for tests: each glyph with its position on the page. */

/** A drawn glyph. */
export interface DrawnGlyph {
  /** Its characters, as copied text contains them. */
  text: string;
  /** Points from the left. */
  x: number;
  /** Points from the bottom. */
  y: number;
  /** Its width in points. */
  width: number;
  /** The size of its font. */
  size: number;
}

/** A line on the page. */
export interface DrawnLine {
  /** Its characters from left to right, one blank for a gap. */
  text: string;
  /** Where it begins, from the left. */
  left: number;
  /** Where it ends, from the left. */
  right: number;
  /** Points from the bottom. */
  y: number;
}

/** A filled area or a stroked line, as the box around it. */
export interface DrawnShape {
  /** The fill colour, or the line colour. */
  color: string;
  /** Points from the left. */
  left: number;
  /** Points from the left. */
  right: number;
  /** Points from the top. */
  top: number;
  /** Points from the top. */
  bottom: number;
}

/** The glyphs of each page. */
export async function readGlyphs(file: Uint8Array): Promise<DrawnGlyph[][]> {
  return await readPages(file, glyphsOf);
}

/** The filled areas and lines of each page in the order in which they are drawn. */
export async function readShapes(file: Uint8Array): Promise<DrawnShape[][]> {
  return await readPages(file, shapesOf);
}

type Reader<T> = (operators: number[], args: unknown[], ops: Record<string, number>) => T[];

async function readPages<T>(file: Uint8Array, read: Reader<T>): Promise<T[][]> {
  const { getDocument, OPS, VerbosityLevel } = await pdfjs();
  const document = await getDocument({
    data: file.slice(),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
  try {
    const pages: T[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
      pages.push(read(fnArray, argsArray, OPS));
    }
    return pages;
  } finally {
    await document.destroy();
  }
}

/** The lines of each page from top to bottom; glyphs at one height form one line, across columns. */
export async function readLines(file: Uint8Array): Promise<DrawnLine[][]> {
  return linesIn(await readGlyphs(file));
}

/** The lines of pages whose glyphs were read, as `readLines` gives them. */
export function linesIn(pages: readonly DrawnGlyph[][]): DrawnLine[][] {
  return pages.map((glyphs) => {
    const byHeight = Map.groupBy(
      glyphs.filter(({ text }) => !/^\p{M}+$/u.test(text)),
      ({ y }) => Math.round(y),
    );
    return [...byHeight].sort(([a], [b]) => b - a).map(([y, line]) => ({ y, ...lineOf(line) }));
  });
}

/** The whole text of a PDF in visual order, lines from top to bottom. */
export async function readText(file: Uint8Array): Promise<string> {
  return (await readLines(file)).flat().map(({ text }) => text).join("\n");
}

function lineOf(glyphs: DrawnGlyph[]): Omit<DrawnLine, "y"> {
  const sorted = glyphs.toSorted((a, b) => a.x - b.x);
  let text = "";
  let right = sorted[0]?.x ?? 0;
  for (const glyph of sorted) {
    if (glyph.x - right > glyph.size * 0.15) text += " ";
    // A ligature of Arabic letters lists them in reading order: the first one is on the right.
    const ligature = /^\p{Script=Arabic}{2,}$/u.test(glyph.text);
    text += ligature ? Array.from(glyph.text).reverse().join("") : glyph.text;
    right = glyph.x + glyph.width;
  }
  return { text: text.normalize("NFKC"), left: sorted[0]?.x ?? 0, right };
}

async function pdfjs() {
  Reflect.set(globalThis, "pdfjsWorker", await import("pdfjs-dist/legacy/build/pdf.worker.mjs"));
  return await import("pdfjs-dist/legacy/build/pdf.mjs");
}

function glyphsOf(operators: number[], args: unknown[], ops: Record<string, number>): DrawnGlyph[] {
  const glyphs: DrawnGlyph[] = [];
  let [x, y, size] = [0, 0, 0];
  operators.forEach((operator, index) => {
    const given: unknown[] = Array.isArray(args[index]) ? args[index] : [];
    if (operator === ops.setFont) size = Number(given[1]);
    if (operator === ops.setTextMatrix) {
      const matrix: number[] = Array.from(
        ArrayBuffer.isView(given[0]) || Array.isArray(given[0]) ? numbers(given[0]) : numbers(given),
      );
      [x, y] = [matrix[4] ?? 0, matrix[5] ?? 0];
    }
    if (operator !== ops.showText || !Array.isArray(given[0])) return;
    for (const item of given[0]) {
      if (typeof item === "number") x -= item * size / 1000;
      else if (isGlyph(item)) {
        const width = item.width * size / 1000;
        glyphs.push({ text: item.unicode, x, y, width, size });
        x += width;
      }
    }
  });
  return glyphs;
}

function shapesOf(operators: number[], args: unknown[], ops: Record<string, number>): DrawnShape[] {
  const shapes: DrawnShape[] = [];
  let [fill, stroke] = ["", ""];
  operators.forEach((operator, index) => {
    const given: unknown[] = Array.isArray(args[index]) ? args[index] : [];
    if (operator === ops.setFillRGBColor) fill = String(given[0]);
    if (operator === ops.setStrokeRGBColor) stroke = String(given[0]);
    if (operator !== ops.constructPath) return;
    const [left = 0, top = 0, right = 0, bottom = 0] = numbers(given[2]).map((point) =>
      Math.round(point * 100) / 100
    );
    shapes.push({ color: given[0] === ops.stroke ? stroke : fill, left, right, top, bottom });
  });
  return shapes;
}

function numbers(values: unknown): number[] {
  return Object.values(Object(values)).map(Number);
}

function isGlyph(item: unknown): item is { unicode: string; width: number } {
  return typeof item === "object" && item !== null && "unicode" in item && typeof item.unicode === "string" &&
    "width" in item && typeof item.width === "number";
}
