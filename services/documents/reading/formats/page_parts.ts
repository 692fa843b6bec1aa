/** The painted objects of a PDF page in order: texts, filled shapes and images. */
import type { Box } from "../layout/page.ts";
import type { Page, TextCalls } from "./pdfium_text.d.ts";

export interface PagePart {
  kind: "text" | "fill" | "picture";
  /** PDFium's handle of the object, valid while its page is open. */
  object: number;
  box: Box;
  /** Gray level of a filled shape; undefined for an image. */
  gray?: number;
  /** Belongs to optional content (a layer), which viewers can switch off. */
  isOptional: boolean;
  /** Clipping box of a text. */
  clip?: Box;
}

// FPDF_PAGEOBJ_… of fpdf_edit.h.
const TEXT = 1;
const PATH = 2;
const FORM = 5;
/** Maximum nesting of form objects. */
const MOST_DEPTH = 8;
const MOST_PARTS = 100_000;
/** Assumed gray level of a pattern. */
const UNKNOWN = 128;
const MOST_CLIPS = 50;
const MOST_SEGMENTS = 500;
/** A copy of a text within this distance, in heights, is its shadow or fake bold. */
const TWIN = 0.4;
/** The mark of optional content (ISO 32000-1, 8.11). */
const OPTIONAL = "OC";
/** Factor for fractional positions, since the library returns integers. */
const FINE = 1000;
/** Distance of two probe points, large enough for an exact scale in integers. */
const UNIT = 1000;

/** Maps coordinates of a form to those of its page, as a PDF matrix: a, b, c, d, e, f. */
type Matrix = [number, number, number, number, number, number];
const SAME: Matrix = [1, 0, 0, 1, 0, 0];

interface Size {
  width: number;
  height: number;
}

export function pageParts(page: Page, size: Size): PagePart[] {
  const calls: TextCalls = Reflect.get(page, "module");
  const index: number = Reflect.get(page, "pageIdx");
  const memory = calls.wasmExports.malloc(64);
  const open: OpenPage = { calls, memory, device: deviceMatrix({ calls, index, memory }, size) };
  const parts: PagePart[] = [];

  function collect(object: number, matrix: Matrix, depth: number): void {
    if (object === 0 || parts.length >= MOST_PARTS) return;
    if (calls._FPDFPageObj_GetType(object) !== FORM || depth >= MOST_DEPTH) {
      const part = partOf(open, object, matrix);
      if (part) parts.push(part);
      return;
    }
    const inner = combined(matrix, matrixOf(open, object));
    const count = calls._FPDFFormObj_CountObjects(object);
    for (let i = 0; i < count; i++) collect(calls._FPDFFormObj_GetObject(object, i), inner, depth + 1);
  }

  try {
    const count = calls._FPDFPage_CountObjects(index);
    for (let i = 0; i < count; i++) collect(calls._FPDFPage_GetObject(index, i), SAME, 0);
  } finally {
    calls.wasmExports.free(memory);
  }
  return parts;
}

/** An open page and a buffer in the library's memory for results. */
interface OpenPage {
  calls: TextCalls;
  memory: number;
  /** Maps page coordinates to pixels. */
  device: Matrix;
}

function view({ calls, memory }: OpenPage): DataView {
  return new DataView(calls.HEAPU8.buffer, memory, 64);
}

function numbers(open: OpenPage, count: number): number[] {
  const read = view(open);
  return Array.from({ length: count }, (_, i) => read.getFloat32(i * 4, true));
}

/** The part for an object; undefined for a path without fill. */
function partOf(open: OpenPage, object: number, matrix: Matrix): PagePart | undefined {
  const { calls } = open;
  const type = calls._FPDFPageObj_GetType(object);
  const common = { object, box: boxOf(open, object, matrix), isOptional: isOptional(open, object) };
  if (type === TEXT) return { kind: "text", ...common, clip: clipOf(open, object, matrix) };
  if (type !== PATH) return { kind: "picture", ...common };
  const gray = fillOf(open, object);
  return gray === undefined ? undefined : { kind: "fill", gray, ...common };
}

function boxOf(open: OpenPage, object: number, matrix: Matrix): Box {
  const { calls, memory } = open;
  calls._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers(open, 4);
  return around(open, [[left, bottom], [right, bottom], [left, top], [right, top]], matrix);
}

/** The bounding box of points, in pixels. */
function around({ device }: OpenPage, points: [number, number][], matrix: Matrix): Box {
  const pixelOf = points.map(([x, y]) => moved(device, ...moved(matrix, x, y)));
  const [xs, ys] = [pixelOf.map(([x]) => x), pixelOf.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The matrix from page coordinates to pixels, computed once: a library call per point would dominate the cost. */
function deviceMatrix(
  { calls, index, memory }: Pick<OpenPage, "calls" | "memory"> & { index: number },
  size: Size,
): Matrix {
  const toPixels = (x: number, y: number) => {
    const scale = [size.width * FINE, size.height * FINE] as const;
    calls._FPDF_PageToDevice(index, 0, 0, ...scale, 0, x, y, memory + 48, memory + 52);
    const answer = new DataView(calls.HEAPU8.buffer, memory, 64);
    return [answer.getInt32(48, true) / FINE, answer.getInt32(52, true) / FINE] as const;
  };
  const [e, f] = toPixels(0, 0);
  const [right, up] = [toPixels(UNIT, 0), toPixels(0, UNIT)];
  return [(right[0] - e) / UNIT, (right[1] - f) / UNIT, (up[0] - e) / UNIT, (up[1] - f) / UNIT, e, f];
}

/** The bounding box of a text's clip path; undefined without one. */
function clipOf(open: OpenPage, object: number, matrix: Matrix): Box | undefined {
  const { calls, memory } = open;
  const clip = calls._FPDFPageObj_GetClipPath(object);
  if (clip === 0) return undefined;
  const boxes: Box[] = [];
  for (let path = 0; path < Math.min(MOST_CLIPS, calls._FPDFClipPath_CountPaths(clip)); path++) {
    const count = Math.min(MOST_SEGMENTS, calls._FPDFClipPath_CountPathSegments(clip, path));
    const points = Array.from({ length: Math.max(0, count) }, (_, i): [number, number] => {
      const segment = calls._FPDFClipPath_GetPathSegment(clip, path, i);
      calls._FPDFPathSegment_GetPoint(segment, memory, memory + 4);
      const [x = 0, y = 0] = numbers(open, 2);
      return [x, y];
    });
    if (points.length > 0) boxes.push(around(open, points, matrix));
  }
  return boxes.length === 0 ? undefined : boxes.reduce((a, b) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  }));
}

/** Gray level of a path's fill; undefined without fill. */
function fillOf(open: OpenPage, object: number): number | undefined {
  const { calls, memory } = open;
  calls._FPDFPath_GetDrawMode(object, memory, memory + 4);
  if (view(open).getInt32(0, true) === 0) return undefined;
  if (!calls._FPDFPageObj_GetFillColor(object, memory, memory + 4, memory + 8, memory + 12)) return UNKNOWN;
  const [red = 0, green = 0, blue = 0] = [0, 4, 8].map((offset) => view(open).getUint32(offset, true));
  return grayOf(red, green, blue);
}

function matrixOf(open: OpenPage, object: number): Matrix {
  if (!open.calls._FPDFPageObj_GetMatrix(object, open.memory)) return SAME;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(open, 6);
  return [a, b, c, d, e, f];
}

/**
 * Removes texts from an open page, by index. Copies at the same place are removed too: the library reports the letters
 * of a text and its shadow only once.
 */
export function removeTexts(page: Page, texts: Set<number>, size: Size): void {
  const calls: TextCalls = Reflect.get(page, "module");
  const text = calls._FPDFText_LoadPage(Reflect.get(page, "pageIdx"));
  try {
    const all = pageParts(page, size).filter(({ kind }) => kind === "text");
    const removed = all.filter((_, i) => texts.has(i));
    const empty = all.filter(({ object }) => calls._FPDFTextObj_GetText(object, text, 0, 0) <= 2);
    const twins = empty.filter((copy) => removed.some((one) => isNear(one.box, copy.box)));
    for (const { object } of [...removed, ...twins]) calls._FPDFPageObj_SetIsActive(object, 0);
  } finally {
    if (text) calls._FPDFText_ClosePage(text);
  }
}

function isNear(a: Box, b: Box): boolean {
  const near = (a.bottom - a.top) * TWIN;
  return Math.abs(a.left - b.left) <= near && Math.abs(a.top - b.top) <= near &&
    Math.abs(a.right - b.right) <= near;
}

export function grayOf(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

function isOptional(open: OpenPage, object: number): boolean {
  const { calls, memory } = open;
  const count = calls._FPDFPageObj_CountMarks(object);
  for (let i = 0; i < count; i++) {
    calls._FPDFPageObjMark_GetName(calls._FPDFPageObj_GetMark(object, i), memory, 32, memory + 48);
    const name = view(open);
    // Compared as UTF-16 code units, since decoding the name of each mark would dominate the cost.
    const isNamed = [...OPTIONAL].every((sign, at) => name.getUint16(at * 2, true) === sign.charCodeAt(0));
    if (isNamed && name.getUint32(48, true) === (OPTIONAL.length + 1) * 2) return true;
  }
  return false;
}

function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Matrix product: applies `inner`, then `outer`. */
function combined(outer: Matrix, [a, b, c, d, e, f]: Matrix): Matrix {
  const [A, B, C, D] = outer;
  return [
    A * a + C * b,
    B * a + D * b,
    A * c + C * d,
    B * c + D * d,
    ...moved(outer, e, f),
  ];
}
