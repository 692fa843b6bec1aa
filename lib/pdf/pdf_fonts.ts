/** The fonts of PDFs, which receive a text's direction instead of guessing it from the script. */
import bold from "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" with { type: "bytes" };
import regular from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "bytes" };
import * as fontkit from "fontkit";
import type { Direction } from "lib/pdf/bidi.ts";

/** A fontkit font, which pdfkit accepts directly. */
export interface Font {
  /** Turns a text into glyphs, left to right as they are drawn. */
  layout(
    text: string,
    features?: unknown,
    script?: string,
    language?: string,
    direction?: Direction,
  ): unknown;
}

// A one-character prefix, since pdfkit passes on only the text and uses it as its cache key.
const MARK: Record<Direction, string> = { ltr: "\u202d", rtl: "\u202e" };

/** `text` with its direction as a prefix, for a font of `directedFont`. */
export function directed(text: string, direction: Direction): string {
  return MARK[direction] + text;
}

// Decoding the tables of a font takes most of the time of a short document. Fonts of the same file share them, as
// variations of a font do in fontkit.
const tables: Record<"regular" | "bold", Record<string, unknown>> = { regular: {}, bold: {} };

/**
 * A font that lays a text out in the direction that `directed` gave it: Arabic-Indic digits run left to
 * right. Each document needs its own, since embedding a font drops its map from glyphs to characters.
 */
export function directedFont(weight: "regular" | "bold"): Font {
  const font: Font = fontkit.create(weight === "bold" ? bold : regular);
  Object.assign(font, { _tables: tables[weight] });
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    if (text.startsWith(MARK.ltr)) return layout(text.slice(1), features, undefined, undefined, "ltr");
    if (text.startsWith(MARK.rtl)) return layout(text.slice(1), features, undefined, undefined, "rtl");
    return layout(text, features);
  };
  return font;
}
