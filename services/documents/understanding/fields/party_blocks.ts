/** Blocks of the two parties, beside or above each other: "Seller" and "Buyer" over rows of "Name", "VAT No." and "City". */
import { type Box, union } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isAnyLabel } from "./any_label.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { isPureLabel, labelsOfCell } from "./label_cells.ts";
import { isBareLabel, isNameLike } from "./name_shape.ts";
import { goneOn } from "./value_lines.ts";

/** Headings that elsewhere mean a person: who issued or received something. */
const HEADINGS: [RegExp, string][] = [
  [/^(?:issuer|from|(?:ال)?مصدر|المصدرة)\s*[:：]?$/iu, "vendor_name"],
  [/^(?:receiver|recipient|to|(?:ال)?مستلم)\s*[:：]?$/iu, "customer_name"],
];
const EARLIER = 20;
/** Rows of a block below its heading. */
const MOST_ROWS = 7;
const NAME = /^(?:(?:company |full |legal |trade )?name|(?:ال)?اسم|اسم (?:الشركة|المنشأة))\s*[:：]?$/iu;
const TAX =
  /^(?:(?:vat|tax|gst)(?: registration)?(?: no\.?| number| id| reg\.? no\.?)?|trn|vatin|gstin|(?:ال)?رقم (?:ال)?ضريبي|رقم التسجيل الضريبي)\s*[:：]?$/iu;
/** A word of either language, which is no name. */
const LABEL_ONLY = /^[\p{L} .:/]{1,24}$/u;

interface Party {
  name: string;
  tax: string;
}

const PARTIES: Partial<Record<string, Party>> = {
  vendor_name: { name: "vendor_name", tax: "vendor_tax_id" },
  customer_name: { name: "customer_name", tax: "customer_tax_id" },
  buyer_name: { name: "buyer_name", tax: "buyer_tax_id" },
};

interface Heading {
  party: Party;
  box: Box;
  /** How many cells it has: one for each language. */
  cells: number;
}

/** Names and tax numbers of parties whose headings stand beside or above each other, each over its own rows of labels. */
export function partyBlocks(rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  const heads = rows.map((row) => headingsOf(row, rules));
  const beside = heads.findIndex((row) => row.length === 2);
  if (beside >= 0) return besideEachOther(rows, { at: beside, heads: heads[beside] ?? [], rules });
  return heads.flatMap(([head], at) => {
    if (!head) return [];
    const next = heads.slice(at + 1, at + 1 + MOST_ROWS).findIndex((row) => row.length > 0);
    const below = rows.slice(at + 1, at + 1 + (next < 0 ? MOST_ROWS : next))
      .filter((row) => isOfBlock(row, rows[at]));
    return fieldsOf(head.party, below, { rows, rules });
  }).filter((field, i, all) => all.findIndex(({ key }) => key === field.key) === i);
}

function isOfBlock({ page, inTable }: FieldRow, head: FieldRow | undefined): boolean {
  return page === head?.page && !inTable;
}

function besideEachOther(
  rows: FieldRow[],
  { at, heads: [first, second], rules }: { at: number; heads: Heading[]; rules: FieldRule[] },
): FoundField[] {
  if (!first || !second) return [];
  const below = rows.slice(at + 1, at + 1 + MOST_ROWS).filter((row) => isOfBlock(row, rows[at]));
  const [left, right] = first.box.left < second.box.left ? [first, second] : [second, first];
  // A heading in both languages is as wide as its block; a value may begin a little before one over its start.
  const isWide = left.cells > 1 && right.cells > 1;
  const isRight = isWide
    ? ({ box }: TextLine) => (box.left + box.right) > left.box.right + right.box.left
    : left === first
    ? ({ box }: TextLine) => box.left >= right.box.left - EARLIER
    : ({ box }: TextLine) => box.right > left.box.right + EARLIER;
  return [first, second].flatMap((head) => {
    const columns = below.map((row) => ({
      ...row,
      cells: row.cells.filter((cell) => isRight(cell) === (head === right)),
    }));
    return fieldsOf(head.party, columns, { rows: columns, rules });
  });
}

/** The headings of a row that has nothing else; those of one party in two languages are one. */
function headingsOf(row: FieldRow | undefined, rules: FieldRule[]): Heading[] {
  if (!row || row.inTable || row.cells.length > 4) return [];
  const parties = row.cells.map((cell) => ({ party: partyOf(cell, rules), box: cell.box }));
  const heads: Heading[] = [];
  for (const { party, box } of parties) {
    if (!party) return [];
    const last = heads.at(-1);
    if (last?.party !== party) heads.push({ party, box, cells: 1 });
    else heads[heads.length - 1] = { party, box: union([last.box, box]), cells: last.cells + 1 };
  }
  return heads.length > 2 ? [] : heads;
}

function partyOf(cell: TextLine, rules: FieldRule[]): Party | undefined {
  const key = HEADINGS.find(([heading]) => heading.test(cell.text.trim()))?.[1];
  const labels = isPureLabel(cell, rules) ? labelsOfCell(cell, rules).map(({ rule }) => rule.key) : [];
  return [key ?? [], labels].flat().map((one) => PARTIES[one]).find((one) => one);
}

interface Context {
  rows: FieldRow[];
  rules: FieldRule[];
}

function fieldsOf(party: Party, block: FieldRow[], { rows, rules }: Context): FoundField[] {
  const has = (key: string) => rules.some((rule) => rule.key === key);
  const named = valueBeside(block, NAME, rules);
  const taxed = valueBeside(block, TAX, rules);
  const number = taxed && valueOf("id", taxed.cell.text)?.value;
  const name = named &&
    goneOn({ rows, rules }, { at: rows.indexOf(named.row), cell: named.cell, isName: true });
  return [
    ...named && name && isNameLike(name) && has(party.name)
      ? [fieldAt(party.name, name, named.cell, { sure: 0.93 })]
      : [],
    ...taxed && number && has(party.tax)
      ? [fieldAt(party.tax, number, taxed.cell, { sure: 0.93, type: "id" })]
      : [],
  ];
}

/** The cell beside a label: neither a label nor its translation on the other side. */
function valueBeside(
  block: FieldRow[],
  label: RegExp,
  rules: FieldRule[],
): { row: FieldRow; cell: TextLine } | undefined {
  const isLabel = ({ text }: TextLine) => label.test(text.trim());
  const row = block.find(({ cells }) => cells.length > 1 && cells.some(isLabel));
  const at = row?.cells.findIndex(isLabel) ?? -1;
  const cell = [row?.cells[at + 1], row?.cells[at - 1]].find((one) =>
    one && !isLabel(one) && !isPureLabel(one, rules) && !isAnyLabel(one.text) && !isBareLabel(one.text) &&
    !(LABEL_ONLY.test(one.text) && one.text.endsWith(":"))
  );
  return row && cell && { row, cell };
}
