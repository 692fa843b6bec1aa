import araModel from "@tesseract.js-data/ara/4.0.0_best_int/ara.traineddata.gz" with { type: "bytes" };
import engModel from "@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz" with { type: "bytes" };
import { gunzipSync } from "fflate";
import type { Script } from "./engine.ts";

/** The bytes a reading worker needs: it may open no file itself. */
export interface Models {
  tesseract: Uint8Array;
  pdfium: Uint8Array;
  languages: { script: Script; model: Uint8Array }[];
}

const PACKED: Record<Script, Uint8Array> = { ara: araModel, eng: engModel };

export async function loadModels(scripts: Script[]): Promise<Models> {
  const [tesseract, pdfium] = await Promise.all([
    Deno.readFile(new URL("tesseract-core.wasm", import.meta.resolve("tesseract-wasm"))),
    Deno.readFile(new URL("pdfium.wasm", import.meta.resolve("@hyzyla/pdfium"))),
  ]);
  const languages = scripts.map((script) => ({ script, model: gunzipSync(PACKED[script]) }));
  return { tesseract, pdfium, languages };
}
