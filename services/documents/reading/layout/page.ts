/** A page as it was read, before interpretation. */
export type Point = [number, number];
export type Quad = [Point, Point, Point, Point];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the words of a cell lie; null where it has none. */
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
  /** The cells of a row of a table, where the file itself says so. */
  cells?: string[];
  /** The level of a heading from 1, where the file itself says so. */
  heading?: number;
  /** A point of a list, where the file itself says so. */
  listed?: true;
  /** Recognised in a picture on a page that has a text layer. */
  pictured?: true;
}

export interface Table {
  header: string[];
  rows: string[][];
  box: Box;
  /** Where its columns lie, from left to right; a file without places has none. */
  columns?: Box[];
  /** Where the words of each cell lie, the header's first; null for an empty cell. */
  places?: CellPlace[][];
  /** Recognised in a picture on a page that has a text layer. */
  pictured?: true;
}

/** How the upright, deskewed picture the boxes refer to lies on the page as it was given. */
export interface Placement {
  width: number;
  height: number;
  /** Clockwise quarter turns that made the page upright: 0, 90, 180 or 270. */
  turn: number;
  /** Degrees by which the text rose to the right before it was levelled. */
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
  /** Areas with ink in which nothing was read: pictures, stamps, handwriting. */
  unread?: Box[];
  /** Pictures on a page with a text layer whose writing was recognised. */
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

/** The share of the smaller height that two boxes have in common. */
export function verticalOverlap(a: Box, b: Box): number {
  const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return common / Math.max(1, Math.min(heightOf(a), heightOf(b)));
}

/** The share of the narrower box that lies in the other, by area. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const smaller = Math.min(widthOf(a) * heightOf(a), widthOf(b) * heightOf(b));
  return (width * height) / Math.max(1, smaller);
}

/** Takes a box of the upright picture back to the pixels of the page as given, corner by corner. */
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
