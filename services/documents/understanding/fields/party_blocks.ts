/** Blocks of the two parties side by side: "Seller" and "Buyer" above columns of "Name", "VAT No." and "City". */
import type { Box } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { isPureLabel, labelsOfCell } from "./label_cells.ts";

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

/** Names and tax numbers of parties whose headings stand beside each other, each above its own column. */
export function partyBlocks(rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  const at = rows.findIndex((row) => headingsOf(row, rules).length > 1);
  const heads = headingsOf(rows[at], rules);
  const [first, second] = heads;
  if (!first || !second || heads.length > 2) return [];
  const below = rows.slice(at + 1, at + 1 + MOST_ROWS).filter(({ page, inTable }) =>
    page === rows[at]?.page && !inTable
  );
  // A value may begin a little before its heading.
  const isOfSecond = first.box.left < second.box.left
    ? ({ box }: TextLine) => box.left >= second.box.left - EARLIER
    : ({ box }: TextLine) => box.right <= second.box.right + EARLIER;
  return heads.flatMap(({ party, box }) => {
    const isInside = (cell: TextLine) => isOfSecond(cell) === (box === second.box);
    const columns = below.map(({ cells }) => cells.filter(isInside));
    return fieldsOf(party, columns, rules);
  });
}

function headingsOf(row: FieldRow | undefined, rules: FieldRule[]): { party: Party; box: Box }[] {
  if (!row || row.inTable || row.cells.length !== 2) return [];
  return row.cells.flatMap((cell) => {
    const key = HEADINGS.find(([heading]) => heading.test(cell.text.trim()))?.[1];
    const labels = isPureLabel(cell, rules) ? labelsOfCell(cell, rules).map(({ rule }) => rule.key) : [];
    const party = [key ?? [], labels].flat().map((one) => PARTIES[one]).find((one) => one);
    return party ? [{ party, box: cell.box }] : [];
  });
}

function fieldsOf(party: Party, columns: TextLine[][], rules: FieldRule[]): FoundField[] {
  const has = (key: string) => rules.some((rule) => rule.key === key);
  const named = valueBeside(columns, NAME);
  const taxed = valueBeside(columns, TAX);
  const number = taxed && valueOf("id", taxed.text)?.value;
  return [
    ...named && has(party.name) ? [fieldAt(party.name, named.text, named, { sure: 0.93 })] : [],
    ...taxed && number && has(party.tax)
      ? [fieldAt(party.tax, number, taxed, { sure: 0.93, type: "id" })]
      : [],
  ];
}

/** The cell beside a label: neither the label nor its translation on the other side. */
function valueBeside(columns: TextLine[][], label: RegExp): TextLine | undefined {
  const cells = columns.find((row) => row.length > 1 && row.some(({ text }) => label.test(text.trim())));
  const values = cells?.filter(({ text }) => !label.test(text.trim())) ?? [];
  return values.length === 1 && !(LABEL_ONLY.test(values[0]?.text ?? "") && values[0]?.text.endsWith(":"))
    ? values[0]
    : undefined;
}
