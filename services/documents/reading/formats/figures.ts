/** Images on a page with a text layer, which does not include the text in them. */
import { unreadAreas } from "../images/unread_areas.ts";
import type { Raster } from "../images/raster.ts";
import { type Box, heightOf, overlap, union, widthOf } from "../layout/page.ts";
import type { PagePart } from "./page_parts.ts";

/** Pixels at 200 dpi: smaller images are bullets and ornaments. */
const LEAST_SIDE = 40;
/** Pixels: images within this distance are strips of one image. */
const TOUCHING = 3;
const MOST = 20;

export interface Figure {
  box: Box;
  /** Areas without text of the layer: the whole image, or the ink beside words on it. */
  unread: Box[];
}

/** Images with ink that no word of the layer covers, the largest first. */
export async function figuresOf(
  { width, height, parts, words, draw }: {
    width: number;
    height: number;
    parts: PagePart[];
    words: Box[];
    draw: () => Promise<Raster>;
  },
): Promise<Figure[]> {
  const onPage = parts.filter(({ kind }) => kind === "picture").map(({ box }) => ({
    left: Math.max(0, Math.round(box.left)),
    top: Math.max(0, Math.round(box.top)),
    right: Math.min(width, Math.round(box.right)),
    bottom: Math.min(height, Math.round(box.bottom)),
  }));
  const pictures = joined(onPage.slice(0, 1000)).filter((box) =>
    widthOf(box) >= LEAST_SIDE && heightOf(box) >= LEAST_SIDE
  );
  const hasWords = (box: Box) => words.some((word) => overlap(word, box) > 0.5);
  const alone = pictures.filter((box) => !hasWords(box)).map((box) => ({ box, unread: [box] }));
  const behind = pictures.filter(hasWords);
  // Of an image behind words, such as a letterhead, only the ink beside the words is unread.
  const inked = behind.length === 0 ? [] : unreadAreas(await draw(), words, 1);
  const partly = behind.map((box) => ({ box, unread: inked.filter((area) => overlap(area, box) > 0.8) }));
  return [...alone, ...partly.filter(({ unread }) => unread.length > 0)]
    .toSorted((a, b) => widthOf(b.box) * heightOf(b.box) - widthOf(a.box) * heightOf(a.box))
    .slice(0, MOST);
}

/** The unread areas, the largest first. */
export function unreadOf(figures: Figure[]): Box[] {
  return figures.flatMap(({ unread }) => unread).toSorted((a, b) =>
    widthOf(b) * heightOf(b) - widthOf(a) * heightOf(a)
  ).slice(0, MOST);
}

/** Merges boxes that overlap or touch. */
function joined(boxes: Box[]): Box[] {
  const apart: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (let at = apart.findIndex((one) => touches(one, whole)); at >= 0;) {
      whole = union([whole, ...apart.splice(at, 1)]);
      at = apart.findIndex((one) => touches(one, whole));
    }
    apart.push(whole);
  }
  return apart;
}

function touches(a: Box, b: Box): boolean {
  return a.left <= b.right + TOUCHING && b.left <= a.right + TOUCHING && a.top <= b.bottom + TOUCHING &&
    b.top <= a.bottom + TOUCHING;
}
