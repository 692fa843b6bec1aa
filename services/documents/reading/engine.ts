import { createOCREngine, type OCREngine, type TextItem } from "tesseract-wasm";
import { type Box, union, type Word } from "./page.ts";
import { type Raster, toRgba } from "./raster.ts";

export type Script = "ara" | "eng";

export interface ReadLine {
  box: Box;
  words: Word[];
}

/** One recogniser with one language model. */
export interface Engine {
  script: Script;
  /** Clockwise degrees that make the page upright. */
  turnOf(raster: Raster): number;
  lineBoxes(raster: Raster): Box[];
  /** Lines in the order of the layout analysis, each with all the room it takes, read or not. */
  readPage(raster: Raster): ReadLine[];
  readLine(raster: Raster): Word[];
}

const START_OF_LINE = 1;
const SINGLE_LINE = "7";

export async function openEngine(script: Script, wasm: Uint8Array, model: Uint8Array): Promise<Engine> {
  const tesseract = await createOCREngine({ wasmBinary: wasm });
  tesseract.loadModel(model);
  return {
    script,
    turnOf(raster) {
      tesseract.loadImage(toRgba(raster));
      const { rotation, confidence } = tesseract.getOrientation();
      return confidence > 0.5 ? (360 - rotation) % 360 : 0;
    },
    lineBoxes(raster) {
      tesseract.loadImage(toRgba(raster));
      return tesseract.getBoundingBoxes("line").map((item) => item.rect);
    },
    readPage(raster) {
      tesseract.loadImage(toRgba(raster));
      return readLines(tesseract);
    },
    readLine(raster) {
      tesseract.loadImage(toRgba(raster));
      // Loading an image resets the mode, so it is set after.
      tesseract.setVariable("tessedit_pageseg_mode", SINGLE_LINE);
      return readLines(tesseract).flatMap((line) => line.words);
    },
  };
}

function readLines(tesseract: OCREngine): ReadLine[] {
  const lines: Word[][] = [];
  for (const item of tesseract.getTextBoxes("word")) {
    const last = lines.at(-1);
    if (!last || (item.flags & START_OF_LINE) !== 0) lines.push([wordOf(item)]);
    else last.push(wordOf(item));
  }
  const boxes = tesseract.getBoundingBoxes("line").map((item) => item.rect);
  tesseract.clearImage();
  const whole = boxes.length === lines.length;
  return lines.map((words, i) => {
    const box = union(words.map((word) => word.box));
    return {
      words: words.filter((word) => word.text !== ""),
      box: whole ? union([box, boxes[i] ?? box]) : box,
    };
  });
}

function wordOf({ text, confidence, rect }: TextItem): Word {
  return { text: text.replace(/[\u200e\u200f]/g, "").trim(), confidence, box: rect };
}

/** Ruled lines and specks come back as words of bars and dots. */
export function isText({ text, confidence }: Word): boolean {
  if (text === "" || /^[|¦_—~=\[\]]+$/.test(text)) return false;
  return /[\p{L}\p{N}]/u.test(text) ? confidence > 0.1 : confidence > 0.5;
}
