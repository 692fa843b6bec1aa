import { asciiDigits } from "./digits.ts";
import type { DocumentType } from "./document_types.ts";
import type { FieldType, FoundField, TextLine } from "./field.ts";
import { ibanIn, isEmiratesId, passportZone } from "./identifiers.ts";
import { mainCurrency } from "./money.ts";

const COMPANY =
  /(?<!\p{L})(l\.?l\.?c|fz-?llc|fze|fzco|w\.l\.l|wll|ltd|limited|inc|corp|gmbh|co\.|company|trading|est\.|establishment|group|market|store|stores|restaurant|pharmacy|bank|شركة|مؤسسة|مجموعة|مكتب|متجر|بنك|مصرف)(?!\p{L})/iu;

const NAMED_BY_HEAD: Partial<Record<DocumentType, string>> = {
  invoice: "vendor_name",
  quotation: "vendor_name",
  receipt: "merchant_name",
  bank_statement: "bank_name",
  bid: "bidder_name",
  purchase_order: "buyer_name",
};

/** Finds fields that need no label: names near the top, identifiers with check digits, currencies. */
export function unlabelledFields(
  type: DocumentType,
  lines: TextLine[],
  known: Map<string, FoundField>,
): FoundField[] {
  const fields: FoundField[] = [];
  const head = lines.slice(0, 12);
  const add = (key: string, value: string, line: TextLine | undefined, more: Partial<FoundField> = {}) => {
    fields.push({
      key,
      value,
      confidence: Math.round((line?.confidence ?? 0.9) * 80) / 100,
      field_type: "text",
      ...(line ? { page: line.page, box: line.box } : {}),
      ...more,
    });
  };
  const nameKey = NAMED_BY_HEAD[type];
  const companies = head.filter((line) =>
    COMPANY.test(line.text) && !/[:：]/.test(line.text) && line.text.length < 90
  );
  if (nameKey && companies[0]) add(nameKey, companies[0].text, companies[0]);
  if (type === "invoice" && companies[0] && !known.has("vendor_address")) addAddress(head, companies[0], add);
  if (type === "report" || type === "tender") {
    const title = head.find((line) => line.text.length > 8 && !/[:：]/.test(line.text));
    if (title) add("title", title.text, title);
  }
  if (type === "cv") {
    const name = head.find((line) =>
      /^[\p{L}\s.'-]{4,50}$/u.test(line.text) && !/curriculum|resume|السيرة/iu.test(line.text)
    );
    if (name) add("full_name", name.text, name);
  }
  if (type === "contract") { for (const field of parties(lines)) add(field.key, field.value, field.line); }
  fields.push(...looseIdentifiers(type, lines));
  const currency = mainCurrency(lines.map((line) => line.text).join("\n"));
  if (
    currency &&
    ["invoice", "receipt", "purchase_order", "quotation", "bid", "contract", "tender"].includes(type)
  ) {
    add("currency", currency, undefined);
  }
  return fields;
}

type Add = (key: string, value: string, line: TextLine | undefined, more?: Partial<FoundField>) => void;

function addAddress(head: TextLine[], company: TextLine, add: Add): void {
  const next = head[head.indexOf(company) + 1];
  if (
    next && !/[:：]/.test(next.text) && /[,،]|street|road|office|p\.?o\.? ?box|شارع|ص\.? ?ب/iu.test(next.text)
  ) {
    add("vendor_address", next.text, next, { field_type: "address" });
  }
}

/** "… between A (the "First Party") and B (the "Second Party")", whatever lines it runs over. */
function parties(lines: TextLine[]): { key: string; value: string; line: TextLine | undefined }[] {
  const text = lines.slice(0, 40).map((line) => line.text).join(" ");
  const names = text.match(
    /between\s+(.{3,120}?)\s*\((?:the\s+)?["“']?first party["”']?\)\s*,?\s*and\s+(.{3,120}?)\s*\((?:the\s+)?["“']?second party/iu,
  );
  if (!names) return [];
  const lineWith = (name: string) =>
    lines.find((line) => line.text.includes(name.split(" ").slice(0, 2).join(" ")));
  return [["first_party", names[1] ?? ""], ["second_party", names[2] ?? ""]].map((
    [key = "", value = ""],
  ) => ({
    key,
    value,
    line: lineWith(value),
  }));
}

function looseIdentifiers(type: DocumentType, lines: TextLine[]): FoundField[] {
  const fields: FoundField[] = [];
  const add = (key: string, value: string, line: TextLine, field_type: FieldType) =>
    fields.push({
      key,
      value,
      confidence: Math.round(line.confidence * 85) / 100,
      field_type,
      page: line.page,
      box: line.box,
    });
  for (const line of lines) {
    const plain = asciiDigits(line.text);
    const iban = ibanIn(plain);
    if (iban) add("iban", iban.value, line, "id");
    const emirates = plain.match(/784-?\d{4}-?\d{7}-?\d/)?.[0];
    if (emirates && isEmiratesId(emirates)) {
      add(type === "id_card" ? "id_number" : "emirates_id", emirates, line, "id");
    }
    const email = plain.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/)?.[0];
    if (email && type !== "receipt") add("email", email, line, "email");
  }
  if (type === "passport") fields.push(...zoneFields(lines));
  return fields;
}

/** Fields of the machine-readable zone: nearly certain when its check digits are right. */
function zoneFields(lines: TextLine[]): FoundField[] {
  const zone = passportZone(lines.map((line) => line.text).join("\n"));
  if (!zone) return [];
  const confidence = zone.valid ? 0.98 : 0.6;
  const text = (key: string, value: string): FoundField => ({ key, value, confidence, field_type: "text" });
  const date = (key: string, value: string): FoundField => ({ key, value, confidence, field_type: "date" });
  return [
    { key: "passport_number", value: zone.number, confidence, field_type: "id" },
    text("surname", zone.surname),
    text("given_names", zone.given_names),
    text("nationality", zone.nationality),
    date("birth_date", zone.birth_date),
    text("sex", zone.sex),
    date("expiry_date", zone.expiry_date),
  ];
}
