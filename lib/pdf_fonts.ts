/** The fonts of PDFs, told in which direction a text runs instead of guessing it from its script. */
import bold from "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" with { type: "bytes" };
import regular from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "bytes" };
import * as fontkit from "fontkit";
import type { Direction } from "lib/bidi.ts";

/** A font of fontkit, which pdfkit takes as it is. */
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

// One character in front of a text, since pdfkit hands on the text alone and caches by it.
const MARK: Record<Direction, string> = { ltr: "\u202d", rtl: "\u202e" };

/** `text` as it is handed to a font of `directedFont`: with its direction. */
export function directed(text: string, direction: Direction): string {
  return MARK[direction] + text;
}

/**
 * A font that lays a text out in the direction that `directed` gave it: Arabic-Indic digits run left to right. Each
 * document needs one of its own, since embedding a font makes it forget which characters its glyphs stand for.
 */
export function directedFont(weight: "regular" | "bold"): Font {
  const font: Font = fontkit.create(weight === "bold" ? bold : regular);
  const layout = font.layout.bind(font);
  font.layout = (text, features) => {
    if (text.startsWith(MARK.ltr)) return layout(text.slice(1), features, undefined, undefined, "ltr");
    if (text.startsWith(MARK.rtl)) return layout(text.slice(1), features, undefined, undefined, "rtl");
    return layout(text, features);
  };
  return font;
}
