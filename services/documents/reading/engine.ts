// @ts-types="./tesseract_core.d.ts"
import openTesseract from "tesseract.js-core/tesseract-core-simd-lstm.js";
import type { PageIterator, Pix, TessBaseAPI, Tesseract } from "./tesseract_core.d.ts";
import type { Box, Word } from "./page.ts";
import { type Raster, toPgm } from "./raster.ts";

export type Script = "ara" | "eng";

export interface ReadLine {
  box: Box;
  words: Word[];
}

/** One recogniser with one language model. */
export interface Engine {
  script: Script;
  /** A PNG, JPEG or BMP; undefined where the recogniser's own codecs do not know it. */
  decode(file: Uint8Array): Raster | undefined;
  /** Where lines of text are, without reading them. */
  lineBoxes(raster: Raster): Box[];
  /** Lines in the order of the layout analysis, each with all the room it takes, read or not. */
  readPage(raster: Raster): ReadLine[];
  readLine(raster: Raster): Word[];
}

const NEURAL = 1;
const WHOLE_PAGE = 3;
const SINGLE_LINE = 7;
const LINE = 2;
const INPUT = "/input";

/** `wasm` is compiled once for all workers: what one has warmed up the next finds warm. */
export async function openEngine(
  script: Script,
  wasm: WebAssembly.Module,
  model: Uint8Array,
): Promise<Engine> {
  let memory: WebAssembly.Memory | undefined;
  const tesseract = await openTesseract({
    instantiateWasm(imports, receive) {
      void WebAssembly.instantiate(wasm, imports).then((instance) => {
        memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
        receive(instance, wasm);
      });
      return {};
    },
    print() {},
    printErr() {},
  });
  const api = new tesseract.TessBaseAPI();
  tesseract.FS.writeFile(`/${script}.traineddata`, model);
  if (api.Init("/", script, NEURAL) !== 0) throw new Error(`the model of ${script} cannot be opened`);
  tesseract.FS.unlink(`/${script}.traineddata`);
  if (!memory) throw new Error("the recogniser shows no memory");
  return engineOf(script, { tesseract, api, memory });
}

interface Opened {
  tesseract: Tesseract;
  api: TessBaseAPI;
  memory: WebAssembly.Memory;
}

function engineOf(script: Script, { tesseract, api, memory }: Opened): Engine {
  function take(file: Uint8Array): boolean {
    tesseract.FS.writeFile(INPUT, file);
    const taken = api.SetImageFile(1, 0) === 0;
    tesseract.FS.unlink(INPUT);
    return taken;
  }
  function load(raster: Raster, mode: number): void {
    api.SetPageSegMode(mode);
    if (!take(toPgm(raster))) throw new Error("the recogniser did not take the page");
  }
  function read(raster: Raster, mode: number): ReadLine[] {
    load(raster, mode);
    try {
      return api.Recognize(null) === 0 ? linesOf(api.GetTSVText(0)) : [];
    } finally {
      api.Clear();
    }
  }
  return {
    script,
    decode(file) {
      if (!take(file)) return undefined;
      const pix = api.GetInputImage();
      const raster = rasterOf(pix, new DataView(memory.buffer, pix.get_data()));
      api.Clear();
      return raster;
    },
    lineBoxes(raster) {
      load(raster, WHOLE_PAGE);
      const lines = api.AnalyseLayout();
      try {
        return tesseract.compare(lines, tesseract.NULL) ? [] : boxesOf(lines, tesseract);
      } finally {
        tesseract.destroy(lines);
        api.Clear();
      }
    },
    readPage: (raster) => read(raster, WHOLE_PAGE),
    readLine: (raster) => read(raster, SINGLE_LINE).flatMap((line) => line.words),
  };
}

/** Gray from pixels of 1 (black), 8 (gray) or 32 bits (red in the highest). */
function rasterOf(pix: Pix, words: DataView): Raster | undefined {
  const [width, height, depth] = [pix.get_w(), pix.get_h(), pix.get_d()];
  if (depth !== 1 && depth !== 8 && depth !== 32) return undefined;
  const data = new Uint8Array(width * height);
  const pixelsAWord = 32 / depth;
  const rowBytes = pix.get_wpl() * 4;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const out = y * width + x;
      const word = words.getUint32(y * rowBytes + (x / pixelsAWord | 0) * 4, true);
      if (depth === 1) data[out] = (word >>> (31 - (x & 31))) & 1 ? 0 : 255;
      else if (depth === 8) data[out] = word >>> (24 - (x & 3) * 8);
      else data[out] = ((word >>> 24) * 77 + (word >>> 16 & 255) * 151 + (word >>> 8 & 255) * 28) >> 8;
    }
  }
  return { width, height, data };
}

function boxesOf(lines: PageIterator, { pointerHelper: Numbers }: Tesseract): Box[] {
  const boxes: Box[] = [];
  lines.Begin();
  do {
    const box = new Numbers();
    const found = lines.BoundingBox(LINE, box.i32("x0"), box.i32("y0"), box.i32("x1"), box.i32("y1"));
    const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = box.get();
    if (found) boxes.push({ left: x0, top: y0, right: x1, bottom: y1 });
  } while (lines.Next(LINE));
  return boxes;
}

const LINE_ROW = "4";
const WORD_ROW = "5";

/** Rows of level, page, block, paragraph, line, word, left, top, width, height, confidence and text. */
function linesOf(table: string): ReadLine[] {
  const lines: ReadLine[] = [];
  for (const row of table.split("\n")) {
    const cells = row.split("\t");
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = cells.slice(6, 11).map(Number);
    const box = { left, top, right: left + width, bottom: top + height };
    if (cells[0] === LINE_ROW) lines.push({ box, words: [] });
    if (cells[0] !== WORD_ROW) continue;
    const text = (cells[11] ?? "").replace(/[\u200e\u200f]/g, "").trim();
    if (text !== "") lines.at(-1)?.words.push({ text, confidence: confidence / 100, box });
  }
  return lines.filter((line) => line.words.length > 0);
}

/** Ruled lines and specks come back as words of bars and dots. */
export function isText({ text, confidence }: Word): boolean {
  if (text === "" || /^[|¦_—~=\[\]]+$/.test(text)) return false;
  return /[\p{L}\p{N}]/u.test(text) ? confidence > 0.1 : confidence > 0.5;
}
