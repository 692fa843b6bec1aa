/** Puts the boxes beside the choices of a form into the lines of those choices. */
import type { TickBox } from "../images/tick_boxes.ts";
import { type Box, heightOf, verticalOverlap } from "../layout/page.ts";
import type { ReadLine } from "./engine.ts";

/** The largest gap between a box and its choice, in heights of the box. */
const NEAR = 1.5;
const SURE = 0.9;

/** The lines with a sign for each box that stands beside a word of theirs. */
export function withTickBoxes(lines: ReadLine[], boxes: TickBox[]): ReadLine[] {
  const added = new Map<ReadLine, TickBox[]>();
  for (const one of boxes) {
    const [nearest] = lines.map((line) => ({ line, gap: gapTo(line, one.box) })).toSorted((a, b) =>
      a.gap - b.gap
    );
    if (nearest && nearest.gap <= heightOf(one.box) * NEAR) {
      added.set(nearest.line, [...added.get(nearest.line) ?? [], one]);
    }
  }
  return lines.map((line) => ({
    ...line,
    words: [
      ...line.words,
      ...(added.get(line) ?? []).map(({ box, ticked }) => ({
        text: ticked ? "☒" : "☐",
        confidence: SURE,
        box,
      })),
    ],
  }));
}

/** The gap between a box and the nearest word of a line at its height. */
function gapTo({ words }: ReadLine, box: Box): number {
  return Math.min(
    Infinity,
    ...words.filter((word) => verticalOverlap(word.box, box) > 0.4).map((word) =>
      Math.max(0, word.box.left - box.right, box.left - word.box.right)
    ),
  );
}
