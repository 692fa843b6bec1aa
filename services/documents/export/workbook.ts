/** A document as a workbook (ECMA-376): one sheet for fields and one per table. */
import writeXlsxFile, { type Cell, type Sheet } from "write-excel-file/universal";
import type { Document } from "../storage/document.ts";
import type { JoinedTable } from "../understanding/tables/document_tables.ts";
import { numberWayOf } from "../understanding/values/money.ts";
import { directionOfText } from "./page_blocks.ts";
import { numberOf, type NumberWay } from "./cell_number.ts";

/** Excel's limits: characters of a cell and rows of a sheet. */
const LONGEST = 32_767;
const MOST_ROWS = 1_048_576;

const FIELD_HEADS = ["Field", "Value", "Confidence", "Page"];

export async function workbookOf(
  document: Document,
  tables: JoinedTable[],
): Promise<Uint8Array<ArrayBuffer>> {
  const way = numberWayOf(document.ocr_text ?? "");
  const sheets = [fieldSheet(document), ...tables.map((table, i) => tableSheet(table, i, way))];
  const blob = await writeXlsxFile(sheets).toBlob();
  return new Uint8Array(await blob.arrayBuffer());
}

function fieldSheet({ extraction, language }: Document): Sheet<Blob> {
  const rows = (extraction?.fields ?? []).map(({ key, value, confidence, field_type, page }): Cell[] => [
    text(key),
    field_type === "money" || field_type === "number"
      ? numeric(value, /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : undefined)
      : text(value),
    confidence,
    page ?? null,
  ]);
  return {
    sheet: "Fields",
    rightToLeft: language === "ar",
    columns: [{ width: 24 }, { width: 40 }, { width: 12 }, { width: 8 }],
    data: [FIELD_HEADS.map(head), ...rows],
  };
}

function tableSheet({ header, rows }: JoinedTable, at: number, way: NumberWay): Sheet<Blob> {
  const words = [header, ...rows].flatMap(({ texts }) => texts).join(" ");
  const written = rows.slice(0, MOST_ROWS - 1);
  return {
    sheet: `Table ${at + 1}`,
    rightToLeft: directionOfText(words, "ltr") === "rtl",
    columns: header.texts.map((_, column) => ({ width: widthOf([header, ...written], column) })),
    data: [
      header.texts.map(head),
      ...written.map(({ texts }) => texts.map((cell) => numeric(cell, numberOf(cell, way)))),
    ],
  };
}

function widthOf(rows: { texts: string[] }[], column: number): number {
  const longest = rows.slice(0, 200).reduce(
    (most, { texts }) => Math.max(most, texts[column]?.length ?? 0),
    0,
  );
  return Math.min(60, Math.max(8, longest + 2));
}

function head(value: string): Cell {
  return value === "" ? null : { value: value.slice(0, LONGEST), type: String, fontWeight: "bold" };
}

function numeric(value: string, number: number | undefined): Cell {
  return number === undefined ? text(value) : { value: number, type: Number };
}

/** A text cell, in which a formula is never evaluated. */
function text(value: string): Cell {
  return value === "" ? null : { value: value.slice(0, LONGEST), type: String };
}
