/** A small network that tells the signs of numbers apart; `fixtures/numbers` trains it. */
import file from "./signs.bin" with { type: "bytes" };
import { type Box, heightOf, union } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import { levelsIn, pictureOf } from "./glyph_picture.ts";

/** The signs in the order of the outputs; A is any Latin letter, ~ any other ink. */
const SIGNS = [..."٠١٢٣٤٥٦٧٨٩٫٬٪./-:()+×0123456789A~"];
/** The outputs that stand in a number in Arabic-Indic digits. */
const INDIC = SIGNS.indexOf("0");
const UNIT = 2048;
/** Paper around a number from which its gray is taken, in heights. */
const AROUND = 0.3;

interface Layer {
  inputs: number;
  /** A row per output, with the bias last. */
  weights: Float32Array;
}

const LAYERS = layersOf(new DataView(file.buffer, file.byteOffset, file.byteLength));

/** Three sizes, then the weights of two layers in units of 1/2048. */
function layersOf(view: DataView): Layer[] {
  const sizes = [0, 1, 2].map((at) => view.getUint16(at * 2, true));
  let at = 6;
  return sizes.slice(0, -1).map((inputs, layer) => {
    const weights = new Float32Array((inputs + 1) * (sizes[layer + 1] ?? 0));
    for (let i = 0; i < weights.length; i++, at += 2) weights[i] = view.getInt16(at, true) / UNIT;
    return { inputs, weights };
  });
}

export interface ReadSigns {
  text: string;
  /** The probability of the least certain sign, if all are Arabic-Indic. */
  confidence: number;
  /** The mean probability that a glyph is no Latin letter, Western digit or other ink. */
  indic: number;
}

/** Reads glyphs of a line as signs of a number in Arabic-Indic digits; `line` is the extent of its tall digits. */
export function readSigns(raster: Raster, glyphs: Box[], line: Pick<Box, "top" | "bottom">): ReadSigns {
  const whole = union(glyphs);
  const pad = Math.max(heightOf(whole), line.bottom - line.top) * AROUND;
  const levels = levelsIn(raster, {
    left: whole.left - pad,
    right: whole.right + pad,
    top: whole.top - pad,
    bottom: whole.bottom + pad,
  });
  let [text, confidence, indic] = ["", 1, 0];
  for (const box of glyphs) {
    const shares = sharesOf(pictureOf(raster, box, { line, levels }));
    const possible = shares.subarray(0, INDIC);
    const sum = possible.reduce((all, one) => all + one, 0);
    const best = possible.indexOf(Math.max(...possible));
    text += SIGNS[best] ?? "";
    confidence = Math.min(confidence, (possible[best] ?? 0) / Math.max(1e-9, sum));
    indic += sum / glyphs.length;
  }
  return { text, confidence, indic };
}

/** The probability of each sign. */
function sharesOf(picture: Float32Array): Float32Array {
  const [first, second] = LAYERS;
  const scores = first && second
    ? applied(second, applied(first, picture).map((one) => Math.max(0, one)))
    : picture;
  const most = Math.max(...scores);
  const powers = scores.map((one) => Math.exp(one - most));
  const sum = powers.reduce((all, one) => all + one, 0);
  return powers.map((one) => one / sum);
}

function applied({ inputs, weights }: Layer, values: Float32Array): Float32Array {
  const outputs = new Float32Array(weights.length / (inputs + 1));
  let at = 0;
  for (let row = 0; row < outputs.length; row++) {
    let sum = 0;
    for (let i = 0; i < inputs; i++, at++) sum += (weights[at] ?? 0) * (values[i] ?? 0);
    outputs[row] = sum + (weights[at++] ?? 0);
  }
  return outputs;
}
