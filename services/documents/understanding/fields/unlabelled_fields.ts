import { countryOf } from "../values/countries.ts";
import { asciiDigits } from "../values/digits.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FieldRule, FieldType, FoundField, TextLine } from "../results/field.ts";
import { ibanIn, isEmiratesId } from "../values/identifiers.ts";
import { labelsOfCell } from "./label_cells.ts";
import type { FieldRow } from "../tables/page_rows.ts";
import { sentenceFields } from "./sentences.ts";
import { zoneFields } from "./zone_fields.ts";
import { TERMS } from "../classification/type_terms.ts";
import { fold } from "lib/fold.ts";

const COMPANY =
  /(?<!\p{L})(l\.?l\.?c|llp|fz-?llc|fze|fzco|w\.?l\.?l|ltd|limited|plc|inc|corp|gmbh|ag|s\.?a\.?e|s\.?a\.?o\.?[cg]|b\.?s\.?c|co\.?|company|trading|est\.?|establishment|group|market|stores?|restaurant|pharmacy|bank|شركة|مؤسسة|مجموعة|مكتب|مكتبة|متجر|بنك|مصرف|مخابز|مطعم|صيدلية|مصنع|ذ\.?م\.?م)(?!\p{L})/iu;

const NAMED_BY_HEAD: Partial<Record<string, string>> = {
  invoice: "vendor_name",
  quotation: "vendor_name",
  receipt: "merchant_name",
  bank_statement: "bank_name",
  bid: "bidder_name",
  purchase_order: "buyer_name",
};

const HAS_CURRENCY: string[] = [
  "invoice",
  "receipt",
  "purchase_order",
  "quotation",
  "bid",
  "contract",
  "tender",
];
/** Cells at the top of a document, where names and titles stand. */
const HEAD = 12;

export interface Context {
  known: Map<string, FoundField>;
  reading: Reading;
  text: string;
  rules: FieldRule[];
}

/** Finds fields that need no label: names near the top, identifiers with check digits, currencies. */
export function unlabelledFields(
  type: string,
  rows: FieldRow[],
  { known, reading, text, rules }: Context,
): FoundField[] {
  const cells = rows.flatMap((row) => row.inTable ? [] : row.cells);
  const head = cells.slice(0, HEAD);
  return [
    ...headNames(type, head, rules),
    ...(type === "invoice" && !known.has("vendor_address") ? addressUnder(head, rules) : []),
    ...titleAndName(type, head, rules),
    ...(type === "contract" ? sentenceFields(cells, reading.way.dates) : []),
    ...looseIdentifiers(type, cells),
    ...(type === "passport" ? zoneFields(cells) : []),
    ...(HAS_CURRENCY.includes(type) ? currencyField(reading, text) : []),
  ];
}

function field(
  key: string,
  value: string,
  cell: TextLine,
  sure: number,
  type: FieldType = "text",
): FoundField {
  return {
    key,
    value,
    confidence: Math.round(cell.confidence * sure * 100) / 100,
    field_type: type,
    page: cell.page,
    box: cell.box,
  };
}

/** The issuer's name is at the top of the document, without a label. */
function headNames(type: string, head: TextLine[], rules: FieldRule[]): FoundField[] {
  const key = NAMED_BY_HEAD[type];
  if (!key) return [];
  const names = head.slice(0, 8).filter((cell) =>
    isName(cell.text) && labelsOfCell(cell, rules).length === 0
  );
  const company = names.find((cell) => COMPANY.test(cell.text));
  if (company) return [field(key, company.text, company, 0.93)];
  const first = names[0];
  return first && head.indexOf(first) < 3 ? [field(key, first.text, first, 0.7)] : [];
}

function isName(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/[:：،,؛;]|\d{3}|@/.test(text) && text.length < 80 && !isTitle(text);
}

const TITLES = new Set(Object.values(TERMS).flatMap(({ title }) => title.map((one) => fold(one))));

function isTitle(text: string): boolean {
  return TITLES.has(fold(text).trim()) || /^(?:original|copy|page|صفحة|أصل|نسخة)(?!\p{L})/iu.test(text);
}

function addressUnder(head: TextLine[], rules: FieldRule[]): FoundField[] {
  const company = head.findIndex((cell) => COMPANY.test(cell.text) && labelsOfCell(cell, rules).length === 0);
  const next = company < 0
    ? undefined
    : head.slice(company + 1, company + 4).find((cell) =>
      /[,،]|street|road|office|p\.?o\.? ?box|شارع|ص\.? ?ب/iu.test(cell.text)
    );
  if (!next || /[:：]/.test(next.text) || labelsOfCell(next, rules).length > 0) return [];
  return [field("vendor_address", next.text, next, 0.88, "address")];
}

function titleAndName(type: string, head: TextLine[], rules: FieldRule[]): FoundField[] {
  if (type === "report" || type === "tender") {
    const title = head.find((cell) =>
      cell.text.length > 8 && labelsOfCell(cell, rules).length === 0 && !/[:：]/.test(cell.text)
    );
    return title ? [field("title", title.text, title, 0.6)] : [];
  }
  if (type !== "cv") return [];
  const name = head.find(({ text }) =>
    /^[\p{L}\s.'-]{4,50}$/u.test(text) && !/curriculum|resume|السيرة|cv/iu.test(text)
  );
  return name ? [field("full_name", name.text, name, 0.92)] : [];
}

function looseIdentifiers(type: string, cells: TextLine[]): FoundField[] {
  return cells.flatMap((cell) => {
    const plain = asciiDigits(cell.text);
    const iban = ibanIn(plain);
    const emirates = plain.match(/784-?\d{4}-?\d{7}-?\d/)?.[0];
    const email = plain.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/)?.[0];
    return [
      ...(iban ? [field("iban", iban.value, cell, 0.98, "id")] : []),
      ...(emirates && isEmiratesId(emirates)
        ? [field(type === "id_card" ? "id_number" : "emirates_id", emirates, cell, 0.98, "id")]
        : []),
      ...(email && type !== "receipt" ? [field("email", email, cell, 0.96, "email")] : []),
    ];
  });
}

/** The currency of the document, or of its country. */
export function currencyField({ currency, home }: Reading, text: string): FoundField[] {
  if (text === "") return [];
  const ofHome = countryOf(home)?.currency;
  if (!currency && !ofHome) return [];
  const reason = !currency
    ? "The document names no currency; this is the one of its country"
    : "The currency's name is that of several countries, and nothing else says which is meant";
  return [{
    key: "currency",
    value: currency?.code ?? ofHome ?? "",
    confidence: currency?.certain ? 0.95 : currency ? 0.45 : 0.6,
    field_type: "text",
    ...(currency?.certain ? {} : { reason }),
  }];
}
