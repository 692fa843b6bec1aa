import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import araModel from "@tesseract.js-data/ara/4.0.0_best_int/ara.traineddata.gz" with { type: "bytes" };
import engModel from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz" with { type: "bytes" };
import tesseractCore from "tesseract.js-core/tesseract-core-simd-lstm.wasm" with { type: "bytes" };
import type { Script } from "../ocr/engine.ts";

export interface LanguageModel {
  script: Script;
  /** Source of the model, for messages. */
  source: string;
  model: Uint8Array;
}

/** Files for a reading worker, which has no permission to open any. */
export interface Models {
  tesseract: WebAssembly.Module;
  pdfium: Uint8Array;
  languages: LanguageModel[];
}

const PACKED: Record<Script, { source: string; gzip: Uint8Array }> = {
  ara: { source: "@tesseract.js-data/ara/4.0.0_best_int/ara.traineddata.gz", gzip: araModel },
  eng: { source: "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz", gzip: engModel },
};

const unzip = promisify(gunzip);

export async function loadModels(scripts: Script[]): Promise<Models> {
  const [tesseract, pdfium, languages] = await Promise.all([
    WebAssembly.compile(Buffer.from(tesseractCore)),
    Deno.readFile(new URL("pdfium.wasm", import.meta.resolve("@hyzyla/pdfium"))),
    Promise.all(scripts.map(async (script) => {
      const { source, gzip } = PACKED[script];
      return { script, source, model: new Uint8Array(await unzip(gzip)) };
    })),
  ]);
  return { tesseract, pdfium, languages };
}
