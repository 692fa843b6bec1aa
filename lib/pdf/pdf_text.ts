/** Text on the pages of a PDF: measured, broken into lines and drawn in visual order. */
import {
  type Direction,
  directionOf,
  type Paragraph,
  paragraph,
  visualPieces,
  withoutMarks,
} from "lib/pdf/bidi.ts";
import { directed } from "lib/pdf/pdf_fonts.ts";
import type { Drawing } from "lib/pdf/pdf_sheet.ts";

/** How a piece of text is drawn. */
export interface TextStyle {
  /** Font size in points; 10 by default. */
  size?: number;
  /** Bold letters. */
  bold?: boolean;
  /** Direction of the text; by default that of its first strong letter. */
  direction?: Direction;
  /** A CSS colour. */
  color?: string;
  /** Alignment of the lines; at the start by default. */
  align?: "start" | "center";
}

/** A line: a part of a paragraph. */
export interface TextLine {
  /** The paragraph that it belongs to, whose directions it keeps. */
  paragraph: Paragraph;
  /** Its first character. */
  start: number;
  /** The character after its last. */
  end: number;
}

/** Breaks and draws text. */
export interface Typesetter {
  /** Lines no wider than `width`; a word that does not fit is cut between letters. */
  linesOf(text: string, width: number, style: TextStyle): TextLine[];
  /**
   * Draws a line in the space that begins at `x`; `side` is where it starts, by default its own direction.
   */
  draw(
    line: TextLine,
    place: { x: number; y: number; width: number },
    style: TextStyle & { side?: Direction },
  ): void;
}

/** Text for `drawing`. */
export function typesetter(drawing: Drawing): Typesetter {
  const use = ({ size = 10, bold = false, color = "#111111" }: TextStyle) =>
    drawing.font(bold ? "bold" : "regular").fontSize(size).fillColor(color);
  const widthOf = (text: string) => text ? drawing.widthOfString(text) : 0;
  return {
    linesOf(text, width, style) {
      use(style);
      const direction = style.direction ?? directionOf(text);
      return text.split("\n").flatMap((line) => {
        const whole = paragraph(spaced(line), direction);
        return rangesOf(whole.text, width, (part) => widthOf(withoutMarks(part)))
          .map((range) => ({ paragraph: whole, ...range }));
      });
    },
    draw(line, { x, y, width }, style) {
      use(style);
      const pieces = visualPieces(line.paragraph, line).map(({ text, direction }) => {
        const given = directed(text, direction);
        return { given, blank: text.trim() === "", width: widthOf(given) };
      });
      const rest = width - pieces.reduce((sum, piece) => sum + piece.width, 0);
      const side = style.side ?? line.paragraph.direction;
      let at = x + (style.align === "center" ? rest / 2 : side === "rtl" ? rest : 0);
      for (const piece of pieces) {
        if (!piece.blank) drawing.text(piece.given, at, y, { lineBreak: false });
        at += piece.width;
      }
    },
  };
}

// Fonts place marks in a time that grows with the square of their number; no language has more (UAX #15, section 13).
const MOST_MARKS = 30;
const MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** One blank between words; non-breaking blanks stay. */
function spaced(text: string): string {
  return text.replace(/(?![\u00a0\u202f\u2007])[\s\p{Cc}]+/gu, " ").replace(MARKS, "$1").trim();
}

type Range = { start: number; end: number };

function rangesOf(text: string, width: number, widthOf: (text: string) => number): Range[] {
  const blank = widthOf(" ");
  const lines: Range[] = [];
  let line: Range | undefined;
  let used = 0;
  for (const word of wordsOf(text, width, widthOf)) {
    const needed = widthOf(text.slice(word.start, word.end));
    // A part of a word that was cut follows its first part without a blank, on a line of its own.
    if (line && !word.cut && used + blank + needed <= width) {
      line.end = word.end;
      used += blank + needed;
      continue;
    }
    line = { start: word.start, end: word.end };
    lines.push(line);
    used = needed;
  }
  return lines.length > 0 ? lines : [{ start: 0, end: 0 }];
}

/** Characters in a part of a word: those without width would never fill a line. */
const LONGEST_PART = 1_000;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The words of a text, those wider than `width` cut between letters; `cut` says that a part goes on with a word. */
function* wordsOf(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<Range & { cut: boolean }> {
  for (const { index, 0: word } of text.matchAll(/[^ ]+/g)) {
    if (widthOf(word) <= width) {
      yield { start: index, end: index + word.length, cut: false };
      continue;
    }
    let start = 0;
    let end = 0;
    for (const { segment } of graphemes.segment(word)) {
      const isFull = end - start > LONGEST_PART ||
        end > start && widthOf(word.slice(start, end + segment.length)) > width;
      if (isFull) {
        yield { start: index + start, end: index + end, cut: start > 0 };
        start = end;
      }
      end += segment.length;
    }
    yield { start: index + start, end: index + end, cut: start > 0 };
  }
}
