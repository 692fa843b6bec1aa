// @ts-types="./tesseract_core.d.ts"
import openTesseract from "tesseract.js-core/tesseract-core-simd-lstm.js";
import type { PageIterator, Pix, ResultIterator, TessBaseAPI, Tesseract } from "./tesseract_core.d.ts";
import type { Box, Word } from "../layout/page.ts";
import { type Raster, toBmp } from "../images/raster.ts";

export type Script = "ara" | "eng";

export interface ReadLine {
  box: Box;
  words: Word[];
}

/** An OCR engine with one language model. */
export interface Engine {
  script: Script;
  /** A PNG, JPEG or BMP; undefined when the engine's codecs do not support it. */
  decode(file: Uint8Array): Raster | undefined;
  /** Boxes of text lines, without recognition. */
  lineBoxes(raster: Raster): Box[];
  /** Lines in layout order, each with its whole box, recognised or not. */
  readPage(raster: Raster): ReadLine[];
  readLine(raster: Raster): Word[];
  /** Reads a line that contains only Western digits. */
  readFigures(raster: Raster): Word[];
}

const NEURAL = 1;
const WHOLE_PAGE = 3;
const SINGLE_LINE = 7;
const WHITELIST = "tessedit_char_whitelist";
const FIGURES = "0123456789.,-/%";
const LINE = 2;
const WORD = 3;
const INPUT = "/input";

/** Opens an engine; `wasm` is compiled once for all workers, so that later ones start fast. */
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
    const isLoaded = api.SetImageFile(1, 0) === 0;
    tesseract.FS.unlink(INPUT);
    return isLoaded;
  }
  function load(raster: Raster, mode: number): void {
    api.SetPageSegMode(mode);
    if (!take(toBmp(raster))) throw new Error("the recogniser did not take the page");
  }
  function read(raster: Raster, mode: number): ReadLine[] {
    load(raster, mode);
    const words = api.Recognize(null) === 0 ? api.GetIterator() : undefined;
    try {
      return !words || tesseract.compare(words, tesseract.NULL) ? [] : linesOf(words, tesseract);
    } finally {
      if (words) tesseract.destroy(words);
      api.Clear();
    }
  }
  return {
    script,
    decode(file) {
      if (!take(file)) return undefined;
      const pix = api.GetInputImage();
      const raster = rasterOf(pix, memory);
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
    readFigures(raster) {
      api.SetVariable(WHITELIST, FIGURES);
      try {
        return read(raster, SINGLE_LINE).flatMap((line) => line.words);
      } finally {
        api.SetVariable(WHITELIST, "");
      }
    },
  };
}

/** Converts pixels of 1 (black), 8 (gray) or 32 bits (red first), packed from the highest bit, to gray. */
function rasterOf(pix: Pix, memory: WebAssembly.Memory): Raster | undefined {
  const [width, height, depth] = [pix.get_w(), pix.get_h(), pix.get_d()];
  const gray = GRAY[depth];
  if (!gray) return undefined;
  const words = new Uint32Array(memory.buffer, pix.get_data(), pix.get_wpl() * height);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    gray(
      words.subarray(y * pix.get_wpl(), (y + 1) * pix.get_wpl()),
      data.subarray(y * width, (y + 1) * width),
    );
  }
  return { width, height, data };
}

/** One function per bit depth, since a function for all depths would run slower on each. */
const GRAY: Record<number, (words: Uint32Array, row: Uint8Array) => void> = {
  1(words, row) {
    for (let x = 0; x < row.length; x++) row[x] = ((words[x >> 5] ?? 0) >>> (31 - (x & 31))) & 1 ? 0 : 255;
  },
  8(words, row) {
    for (let x = 0; x < row.length; x++) row[x] = (words[x >> 2] ?? 0) >>> (24 - (x & 3) * 8);
  },
  32(words, row) {
    for (let x = 0; x < row.length; x++) {
      const word = words[x] ?? 0;
      row[x] = ((word >>> 24) * 77 + (word >>> 16 & 255) * 151 + (word >>> 8 & 255) * 28) >> 8;
    }
  },
};

function boxesOf(lines: PageIterator, tesseract: Tesseract): Box[] {
  const boxes: Box[] = [];
  lines.Begin();
  do {
    const box = boxAt(lines, LINE, tesseract);
    if (box) boxes.push(box);
  } while (lines.Next(LINE));
  return boxes;
}

function linesOf(words: ResultIterator, tesseract: Tesseract): ReadLine[] {
  const lines: ReadLine[] = [];
  words.Begin();
  do {
    if (words.Empty(WORD)) continue;
    const line = words.IsAtBeginningOf(LINE) ? boxAt(words, LINE, tesseract) : undefined;
    if (line) lines.push({ box: line, words: [] });
    const box = boxAt(words, WORD, tesseract);
    const text = words.GetUTF8Text(WORD).replace(/[\u200e\u200f]/g, "").trim();
    if (box && text !== "") lines.at(-1)?.words.push({ text, confidence: words.Confidence(WORD) / 100, box });
  } while (words.Next(WORD));
  return lines.filter((line) => line.words.length > 0);
}

function boxAt(found: PageIterator, level: number, { pointerHelper: Numbers }: Tesseract): Box | undefined {
  const box = new Numbers();
  const isThere = found.BoundingBox(level, box.i32("x0"), box.i32("y0"), box.i32("x1"), box.i32("y1"));
  const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = box.get();
  return isThere ? { left: x0, top: y0, right: x1, bottom: y1 } : undefined;
}

/** Whether a word is text and not bars and dots, which OCR reads from rules and specks. */
export function isText({ text, confidence }: Word): boolean {
  if (text === "" || /^[|¦_—~=\[\]]+$/.test(text)) return false;
  return /[\p{L}\p{N}]/u.test(text) ? confidence > 0.1 : confidence > 0.5;
}
