/** Reads numbers again that layout analysis parts, as in the columns of typewritten papers, whose signs are far apart. */
import { type Box, heightOf, union, verticalOverlap } from "../layout/page.ts";
import type { Raster } from "../images/raster.ts";
import type { Engine, ReadLine } from "./engine.ts";
import { padBox, readCrop } from "./crop.ts";

/** A part of a number. */
const PART = /^[\d.,]{1,15}$/;
/** A number with signs between its groups; without any, pounds and pence in columns of their own would be one number. */
const WHOLE = /^\d{1,3}(?:,\d{2,3})+(?:\.\d{1,3})?$|^\d{1,3}(?:\.\d{3})*,\d{1,3}$|^\d+\.\d{1,3}$/;
/** The most gap between parts of a number, in line heights, and how far one may reach into the next. */
const NEAR = 0.6;
/** The least share of its height at which a part is level with another. */
const LEVEL = 0.6;
/** The most lines of a page that are joined. */
const MOST_LINES = 400;

/** The lines of a page with one line for each number that stands on several, read again as a whole. */
export function withWholeFigures(
  raster: Raster,
  lines: ReadLine[],
  engine: Pick<Engine, "readLine">,
): ReadLine[] {
  const parts = lines.filter(isOfParts).slice(0, MOST_LINES).toSorted((a, b) => a.box.left - b.box.left);
  const numbers: ReadLine[][] = [];
  for (const part of parts) {
    const own = numbers.find((number) => goesOn(number.at(-1), part));
    if (own) own.push(part);
    else numbers.push([part]);
  }
  const replaced = new Map<ReadLine, ReadLine | undefined>();
  for (const number of numbers) {
    const [first, ...others] = number;
    const whole = first && others.length > 0 ? readWhole(raster, number, { lines, engine }) : undefined;
    if (!first || !whole) continue;
    replaced.set(first, whole);
    for (const other of others) replaced.set(other, undefined);
  }
  return lines.flatMap((line) => replaced.has(line) ? replaced.get(line) ?? [] : line);
}

function isOfParts({ words }: ReadLine): boolean {
  return words.length > 0 && words.every(({ text }) => PART.test(text)) &&
    words.some(({ text }) => /\d/.test(text));
}

function goesOn(before: ReadLine | undefined, { box }: ReadLine): boolean {
  if (!before) return false;
  const gap = box.left - before.box.right;
  const most = NEAR * Math.min(heightOf(before.box), heightOf(box));
  return gap > -most && gap < most && verticalOverlap(before.box, box) > LEVEL;
}

/** How far a last part that layout analysis omitted may reach, in line heights. */
const OMITTED = 2.5;

/** The number as one word; undefined if it is not read as one. */
function readWhole(
  raster: Raster,
  parts: ReadLine[],
  { lines, engine }: { lines: ReadLine[]; engine: Pick<Engine, "readLine"> },
): ReadLine | undefined {
  const box = union(parts.map((part) => part.box));
  const next = lines.filter((line) => line.box.left > box.right && verticalOverlap(line.box, box) > 0)
    .map((line) => line.box.left - 2);
  const right = Math.min(raster.width, box.right + OMITTED * heightOf(box), ...next);
  return wholeIn(raster, box, engine) ?? wholeIn(raster, { ...box, right }, engine);
}

function wholeIn(raster: Raster, box: Box, engine: Pick<Engine, "readLine">): ReadLine | undefined {
  const words = readCrop(raster, padBox(box), engine).filter(({ text }) => PART.test(text));
  const text = words.map((word) => word.text).join("");
  if (!WHOLE.test(text)) return undefined;
  const word = {
    text,
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    box: union(words.map((one) => one.box)),
  };
  return { box: word.box, words: [word] };
}
