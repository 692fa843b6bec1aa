/** Classifies glyphs by shape as Arabic-Indic digits, Western digits or letters. */
import { DIGIT_SHAPES } from "./digit_shapes.ts";
import { LETTER_SHAPES } from "./letter_shapes.ts";
import { type GlyphShape, shapeDistance } from "./glyph_shape.ts";

interface Known extends GlyphShape {
  sign: string;
  isIndic: boolean;
  isWestern: boolean;
}

const KNOWN: Known[] = [...DIGIT_SHAPES, ...LETTER_SHAPES].map((line) => {
  const [sign = "", width, height, low, teeth, grid = ""] = line.split(" ");
  return {
    sign,
    isIndic: !/[0-9A-Za-z]/.test(sign),
    isWestern: !/[٠-٩٫٬٪]/.test(sign),
    width: Number(width) / 100,
    height: Number(height) / 100,
    low: Number(low) / 100,
    teeth: Number(teeth),
    grid: Uint8Array.from(grid, (digit) => parseInt(digit, 16)),
  };
});

export interface ReadDigits {
  text: string;
  /** Mean distance of the glyphs from the script's shapes. */
  mean: number;
  worst: number;
  /** The distance of each glyph. */
  unlike: number[];
}

/** The best reading of the glyphs as digits of one script. */
export function readDigits(shapes: GlyphShape[], script: "indic" | "western"): ReadDigits {
  const signs = shapes.map((shape) => nearestDigit(shape, script));
  return {
    text: signs.map(({ sign }) => sign).join(""),
    mean: signs.reduce((sum, { unlike }) => sum + unlike, 0) / Math.max(1, signs.length),
    worst: Math.max(0, ...signs.map(({ unlike }) => unlike)),
    unlike: signs.map(({ unlike }) => unlike),
  };
}

/** The sign of a script that a glyph is most like. */
export function nearestDigit(
  shape: GlyphShape,
  script: "indic" | "western",
): { sign: string; unlike: number } {
  let best = { sign: "", unlike: Infinity };
  for (const known of KNOWN) {
    if (script === "indic" ? !known.isIndic : !known.isWestern) continue;
    const unlike = shapeDistance(shape, known);
    if (unlike < best.unlike) best = { sign: known.sign, unlike };
  }
  return best;
}
