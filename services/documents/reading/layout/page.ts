/** The text and layout of a page, before extraction. */
export type Point = [number, number];
export type Quad = [Point, Point, Point, Point];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Box of a cell's words; null for an empty cell. */
export type CellPlace = Box | null;

export interface Word {
  text: string;
  confidence: number;
  box: Box;
}

export interface Line {
  text: string;
  confidence: number;
  box: Box;
  words: Word[];
  /** Cells of a table row, if the file format marks them. */
  cells?: string[];
  /** Heading level from 1, if the file format marks it. */
  heading?: number;
  /** A list item, if the file format marks it. */
  listed?: true;
  /** Recognised in a picture on a page that has a text layer. */
  pictured?: true;
}

export interface Table {
  header: string[];
  rows: string[][];
  box: Box;
  /** Boxes of the columns from left to right; absent for formats without positions. */
  columns?: Box[];
  /** Boxes of the words of each cell, the header's first; null for an empty cell. */
  places?: CellPlace[][];
  /** Recognised in a picture on a page that has a text layer. */
  pictured?: true;
}

/** Maps the upright, deskewed image, to which boxes refer, to the original page. */
export interface Placement {
  width: number;
  height: number;
  /** Clockwise quarter turns that made the page upright: 0, 90, 180 or 270. */
  turn: number;
  /** Degrees by which the text rose to the right before deskewing. */
  skew: number;
}

export type PageSource = "text" | "ocr" | "vision" | "failed";

export interface Page {
  width: number;
  height: number;
  source: PageSource;
  lines: Line[];
  tables: Table[];
  placement: Placement;
  error?: string;
  /** Areas of ink without recognised text: pictures, stamps, handwriting. */
  unread?: Box[];
  /** Images on a page with a text layer whose text was recognised. */
  pictures?: Box[];
  /** Invisible text of the file, which is ignored. */
  hidden?: string;
}

export function widthOf(box: Box): number {
  return box.right - box.left;
}

export function heightOf(box: Box): number {
  return box.bottom - box.top;
}

export function union(boxes: Box[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const one of boxes) {
    box.left = Math.min(box.left, one.left);
    box.top = Math.min(box.top, one.top);
    box.right = Math.max(box.right, one.right);
    box.bottom = Math.max(box.bottom, one.bottom);
  }
  return boxes.length > 0 ? box : { left: 0, top: 0, right: 0, bottom: 0 };
}

/** Vertical overlap of two boxes, as a share of the smaller height. */
export function verticalOverlap(a: Box, b: Box): number {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common / Math.max(1, Math.min(heightOf(a), heightOf(b)));
}

/** Overlap of two boxes, as a share of the smaller area. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const smaller = Math.min(widthOf(a) * heightOf(a), widthOf(b) * heightOf(b));
  return (width * height) / Math.max(1, smaller);
}

/** Maps a box of the upright image to the corners on the original page. */
export function onPage(box: Box, { width, height, turn, skew }: Placement): Quad {
  const angle = (skew * Math.PI) / 180;
  const middle: Point = [width / 2, height / 2];
  const place = (x: number, y: number): Point => {
    const dx = x - middle[0];
    const dy = y - middle[1];
    const tiltedX = middle[0] + dx * Math.cos(angle) + dy * Math.sin(angle);
    const tiltedY = middle[1] - dx * Math.sin(angle) + dy * Math.cos(angle);
    const [px, py] = turnBack(tiltedX, tiltedY, { width, height, turn });
    return [Math.round(px), Math.round(py)];
  };
  return [
    place(box.left, box.top),
    place(box.right, box.top),
    place(box.right, box.bottom),
    place(box.left, box.bottom),
  ];
}

function turnBack(x: number, y: number, { width, height, turn }: Omit<Placement, "skew">): Point {
  if (turn === 90) return [y, width - x];
  if (turn === 180) return [width - x, height - y];
  if (turn === 270) return [height - y, x];
  return [x, y];
}
