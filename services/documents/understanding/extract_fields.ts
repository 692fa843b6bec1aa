import { asciiDigits } from "./digits.ts";
import { findDates } from "./dates.ts";
import type { DocumentType } from "./document_types.ts";
import type { FieldRule, FieldType, FoundField, TextLine } from "./field.ts";
import { FIELD_RULES } from "./field_rules.ts";
import { ibanIn } from "./identifiers.ts";
import { labelsIn } from "./labels.ts";
import { findMoney } from "./money.ts";
import { unlabelledFields } from "./unlabelled_fields.ts";

/** Finds the fields of a type by their labels, then what needs none: names of companies, identifiers, a machine-readable zone. */
export function extractFields(type: DocumentType, lines: TextLine[]): FoundField[] {
  const rules = FIELD_RULES[type];
  const fields = new Map<string, FoundField>();
  for (const [at, line] of lines.entries()) {
    const hits = labelsIn(line.text, rules);
    for (const [i, { rule, to }] of hits.entries()) {
      const same = line.text.slice(to, hits[i + 1]?.from).replace(/^[\s,،.:]+$/, "").trim();
      const field = fieldFrom(rule, same, line) ?? fieldBelow(rule, same, { lines, at, rules });
      const known = fields.get(rule.key);
      if (field && (!known || isBetter(field, known, rule))) fields.set(rule.key, field);
    }
  }
  for (const field of unlabelledFields(type, lines, fields)) {
    // A machine-readable zone with right check digits outranks what the labels gave.
    if (!fields.has(field.key) || field.confidence >= 0.98) fields.set(field.key, field);
  }
  const order = rules.map((rule) => rule.key);
  const place = (field: FoundField) => order.indexOf(field.key) < 0 ? order.length : order.indexOf(field.key);
  return [...fields.values()].toSorted((a, b) => place(a) - place(b));
}

/** The last total of a document is the total; of everything else the first is meant. */
function isBetter(field: FoundField, known: FoundField, rule: FieldRule): boolean {
  if (rule.type === "money" && /total$/.test(rule.key) && rule.key !== "subtotal") {
    return Number.parseFloat(field.value) >= Number.parseFloat(known.value);
  }
  return field.confidence > known.confidence + 0.1;
}

function fieldFrom(rule: FieldRule, text: string, line: TextLine, certainty = 0.95): FoundField | undefined {
  const value = valueOf(rule.type, text);
  if (!value) return undefined;
  return {
    key: rule.key,
    ...value,
    confidence: Math.round(line.confidence * certainty * 100) / 100,
    field_type: rule.type,
    page: line.page,
    box: line.box,
  };
}

interface Around {
  lines: TextLine[];
  at: number;
  rules: FieldRule[];
}

/** Forms put values below their labels: the next line, if it is no label itself and stands under this one. */
function fieldBelow(rule: FieldRule, same: string, { lines, at, rules }: Around): FoundField | undefined {
  const line = lines[at];
  const below = lines[at + 1];
  if (!line || !below || same !== "" || below.page !== line.page) return undefined;
  if (labelsIn(below.text, rules).some((hit) => hit.from === 0)) return undefined;
  const placed = line.box.right > 0 && below.box.right > 0;
  if (placed && (below.box.right < line.box.left || below.box.left > line.box.right)) return undefined;
  return fieldFrom(rule, below.text, below, 0.8);
}

type Value = Pick<FoundField, "value" | "raw" | "calendar">;

export function valueOf(type: FieldType, text: string): Value | undefined {
  const plain = asciiDigits(text);
  if (type === "date") {
    const [date] = findDates(text);
    if (!date) return undefined;
    return { value: date.value, raw: date.raw, ...(date.calendar === "hijri" ? { calendar: "hijri" } : {}) };
  }
  if (type === "money") return moneyValue(text);
  if (type === "number") {
    return plain.match(/\d+(?:\.\d+)?/)?.[0] ? { value: plain.match(/\d+(?:\.\d+)?/)?.[0] ?? "" } : undefined;
  }
  if (type === "email") return single(plain.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/)?.[0]);
  if (type === "phone") return single(plain.match(/\+?\d[\d\s()-]{5,18}\d/)?.[0]);
  if (type === "id") return idValue(text, plain);
  const value = text.replace(/^[\s:：.,"'“”()-]+|[\s:：,"'“”(-]+$/gu, "").slice(0, 200);
  return /[\p{L}\p{N}]{2}/u.test(value) ? { value } : undefined;
}

function single(value: string | undefined): Value | undefined {
  return value ? { value: value.trim() } : undefined;
}

function moneyValue(text: string): Value | undefined {
  const found = findMoney(
    text.replace(/\d+(?:[.,]\d+)?\s*[%٪]|[%٪]\s*\d+/g, (percent) => " ".repeat(percent.length)),
  );
  const money = found.findLast((one) => one.currency !== undefined) ?? found.at(-1);
  return money ? { value: money.amount.toFixed(decimals(money.raw)), raw: money.raw } : undefined;
}

function decimals(raw: string): number {
  return Math.max(2, asciiDigits(raw).match(/\.(\d{3})\D*$/)?.[1]?.length ?? 0);
}

/** An identifier has a digit in it and ends where another word begins; groups of digits stay together. */
function idValue(text: string, plain: string): Value | undefined {
  const iban = ibanIn(plain);
  if (iban) return iban;
  const match = plain.match(/[\p{L}\p{N}][\p{L}\p{N}/_.-]*(?: ?[/-] ?[\p{L}\p{N}]+)*(?: \d[\d-]*)*/u)?.[0]
    ?.replace(/[.\s-]+$/, "");
  if (!match || !/\d/.test(match) || match.length > 50) return undefined;
  const raw = text.slice(plain.indexOf(match), plain.indexOf(match) + match.length);
  const value = match.replace(/ ?([/-]) ?/g, "$1");
  return raw === value ? { value } : { value, raw };
}
