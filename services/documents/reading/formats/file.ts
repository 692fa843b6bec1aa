import { Unreadable } from "../files/bounds.ts";
import { readDocx } from "./docx.ts";
import type { Engine } from "../ocr/engine.ts";
import { openImage } from "../images/images.ts";
import { linesOfWords } from "../layout/layout.ts";
import { recognise, type Recognised, scaledBox } from "../ocr/ocr.ts";
import { wordsInEmptyCells } from "../ocr/empty_cells.ts";
import { lineOf } from "../layout/word_order.ts";
import { type Line, overlap, type Page, type Table } from "../layout/page.ts";
import type { OpenFile, ReadPicture, Recognisers } from "./open_file.ts";
import { openPdf } from "./pdf_file.ts";
import type { Kind } from "../files/sniff.ts";
import { tablesOf } from "../layout/tables.ts";
import { resolutionOf, unreadAreas } from "../images/unread_areas.ts";

export function openFile(kind: Kind, bytes: Uint8Array, recognisers: Recognisers): Promise<OpenFile> {
  if (kind === "pdf") return openPdf(bytes, recognisers, reader(recognisers));
  return Promise.resolve(kind === "docx" ? openDocx(bytes) : openPicture(kind, bytes, recognisers));
}

function openDocx(bytes: Uint8Array): OpenFile {
  const pages = readDocx(bytes);
  return {
    pages: pages.length,
    page: (index) => {
      const page = pages[index];
      return page ? Promise.resolve(page) : Promise.reject(new Unreadable("The document has no such page"));
    },
    text: (index) => Promise.resolve(pages[index]),
    picture: () => Promise.reject(new Unreadable("A Word document has no page pictures")),
    close: () => Promise.resolve(),
  };
}

function openPicture(kind: Kind, bytes: Uint8Array, recognisers: Recognisers): OpenFile {
  const pictures = openImage(kind, bytes, async (file) => (await recognisers.engines())[0]?.decode(file));
  const read = reader(recognisers);
  return {
    pages: pictures.pages,
    page: async (index) => await read(await pictures.page(index)),
    text: () => Promise.resolve(undefined),
    picture: (index) => pictures.page(index),
    close: () => Promise.resolve(),
  };
}

/** Remembers the engine that read the last page, to try it first on the next. */
function reader(recognisers: Recognisers): ReadPicture {
  let last: Engine | undefined;
  return async (raster, { isUpright } = {}) => {
    const engines = await recognisers.engines();
    const recognised = recognise(raster, engines, { hint: last, isUpright });
    last = recognised.primary;
    return withUnread(withTables(recognised, engines), recognised);
  };
}

/** Adds areas of ink without recognised text. */
function withUnread(page: Page, { raster, scale }: Recognised): Page {
  const words = page.lines.flatMap((line) => line.words.map(({ box }) => scaledBox(box, scale)));
  const areas = unreadAreas(raster, words, resolutionOf(raster));
  return areas.length === 0 ? page : { ...page, unread: areas.map((box) => scaledBox(box, 1 / scale)) };
}

/** Adds tables, and reads their empty cells again. */
function withTables({ page, raster, scale }: Recognised, engines: Engine[]): Page {
  const words = page.lines.flatMap((line) => line.words);
  const tables = tablesOf(words);
  const more = tables.flatMap((table) => wordsInEmptyCells(words, table, { raster, scale, engines }));
  if (more.length === 0) return { ...page, tables, lines: withTableRows(page.lines, tables) };
  const lines = [...page.lines, ...more.map((word) => lineOf([word], false))];
  const again = tablesOf([...words, ...more]);
  return { ...page, tables: again, lines: withTableRows(lines, again) };
}

/** Replaces lines inside a table by its rows, since OCR reads tables column by column. */
function withTableRows(lines: Line[], tables: Table[]): Line[] {
  return tables.reduce((left, { box }) => {
    const inside = (line: Line) => overlap(line.box, box) > 0.6 && line.box.top >= box.top - 4;
    const first = left.findIndex(inside);
    const rows = linesOfWords(left.filter(inside).flatMap((line) => line.words));
    const outside = (line: Line) => !inside(line);
    return first < 0
      ? left
      : [...left.slice(0, first).filter(outside), ...rows, ...left.slice(first).filter(outside)];
  }, lines);
}
