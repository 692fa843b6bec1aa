/** Reads table cells that OCR missed: mostly single digits and dashes, in Arabic tables also words. */
import { agreedReading, closeReadings } from "./closer_look.ts";
import { cellRows } from "../layout/cells.ts";
import { type Engine, isText } from "./engine.ts";
import { inkBox } from "../images/ink.ts";
import { type Box, heightOf, type Table, type Word } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import { padBox, readCrop } from "./crop.ts";
import { isFigure } from "../layout/table_words.ts";

const LEAST_SURE = 0.6;
const DOUBT = 0.4;
/** Confidence of such words, low enough to be flagged. */
const READ_LATE = 0.6;
const LEAST_WORD = 0.4;

/** Reads the empty cells of a table that contain ink; `scale` converts page to raster coordinates. */
export function wordsInEmptyCells(
  words: Word[],
  table: Table,
  { raster, scale, engines }: { raster: Raster; scale: number; engines: Engine[] },
): Word[] {
  const { columns, box } = table;
  const engine = engines.find(({ script }) => script === "eng");
  const arabic = engines.find(({ script }) => script === "ara");
  if (!columns || !engine) return [];
  const rows = cellRows(words.filter((word) => isWithin(word.box, box)));
  return rows.flatMap((row) => {
    if (row.cells.length < 2) return [];
    return columns.flatMap((column, at) => {
      const isOccupied = row.cells.some((cell) =>
        cell.words.some((word) => middle(word.box) >= column.left && middle(word.box) < column.right)
      );
      if (isOccupied) return [];
      const region = {
        left: Math.max(column.left, box.left - 4),
        right: Math.min(column.right, box.right + 4),
        top: row.box.top - 2,
        bottom: row.box.bottom + 2,
      };
      const ink = inkBox(raster, scaled(region, scale));
      if (!ink || heightOf(ink) < heightOf(row.box) * scale * 0.4) return [];
      const read = arabic && isOfArabicWords(table, at)
        ? wordsIn(raster, ink, arabic)
        : figuresIn(raster, ink, engine);
      return read.map((word) => ({ ...word, box: scaled(word.box, 1 / scale) }));
    });
  });
}

/** Whether most cells of a column, counted from the left, hold Arabic words. */
function isOfArabicWords({ header, rows, places, columns = [] }: Table, fromLeft: number): boolean {
  const isTurned = (places?.[0]?.[0]?.left ?? 0) > (places?.[0]?.at(-1)?.left ?? 0);
  const at = isTurned ? columns.length - 1 - fromLeft : fromLeft;
  const words = rows.filter((row) => /\p{Script=Arabic}{3}/u.test(row[at] ?? "")).length;
  return header.length === columns.length && words >= Math.max(1, (rows.length - 1) / 2);
}

/** Arabic words in an area of ink; empty if no word has three letters, since those are specks. */
function wordsIn(raster: Raster, ink: Box, engine: Engine): Word[] {
  const words = agreedReading([], closeReadings(raster, ink, engine));
  return words.some(({ text, confidence }) => confidence >= LEAST_WORD && /\p{Script=Arabic}{3}/u.test(text))
    ? words.map((word) => ({ ...word, confidence: Math.min(word.confidence, READ_LATE) }))
    : [];
}

/** The figure in an area of ink, read freely or as digits only; an uncertain one is kept and flagged. */
function figuresIn(raster: Raster, ink: Box, engine: Engine): Word[] {
  const free = readCrop(raster, padBox(ink), engine).filter(isText);
  const readings = [free];
  if (!isSure(free)) {
    readings.push(readCrop(raster, padBox(ink), { readLine: engine.readFigures }).filter(isText));
  }
  const sure = readings.find(isSure);
  if (sure) return sure;
  const figure = readings.toReversed().find((words) => words.length === 1 && isFigure(words[0]?.text ?? ""));
  return (figure ?? []).map((word) => ({ ...word, confidence: Math.min(word.confidence, DOUBT) }));
}

function isSure(words: Word[]): boolean {
  return words.length > 0 && words.every((word) => word.confidence >= LEAST_SURE && isFigure(word.text));
}

function middle({ left, right }: Box): number {
  return (left + right) / 2;
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner.top >= outer.top - 3 && inner.bottom <= outer.bottom + 3 && middle(inner) > outer.left &&
    middle(inner) < outer.right;
}

function scaled(box: Box, by: number): Box {
  return { left: box.left * by, top: box.top * by, right: box.right * by, bottom: box.bottom * by };
}
