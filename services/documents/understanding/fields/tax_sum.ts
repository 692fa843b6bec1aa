/** Documents with several tax rates list one tax for each; the tax of the document is their sum. */
import { fold } from "lib/fold.ts";
import type { FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import type { NumberWay } from "../values/money.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** Tolerance in currency units. */
const ROUNDING = 0.05;
const EXACT = 0.011;
const ADDED_UP = 0.9;

interface Sums {
  subtotal: FoundField | undefined;
  total: FoundField | undefined;
}

/** Of several tax candidates, the one that equals total minus subtotal. */
export function confirmedTax(taxes: FoundField[], { subtotal, total }: Sums): FoundField | undefined {
  const all = taxOfTaxes(taxes);
  if (all) return all;
  if (!subtotal || !total) return undefined;
  const between = Number(total.value) - Number(subtotal.value);
  return taxes.find(({ value }) => Math.abs(Number(value) - between) <= ROUNDING);
}

/** "CGST 6,526.80, SGST 6,526.80, total tax 13,053.60": the candidate that is the sum of the others. */
function taxOfTaxes(taxes: FoundField[]): FoundField | undefined {
  const lines = [...new Map(taxes.map((tax) => [placeOf(tax), tax])).values()].filter(({ value }) =>
    Number(value) > 0
  );
  if (lines.length < 3) return undefined;
  const sum = lines.reduce((all, { value }) => all + Number(value), 0);
  return lines.find(({ value }) => Math.abs(2 * Number(value) - sum) <= ROUNDING);
}

function placeOf({ page, box }: FoundField): string {
  return `${page} ${box?.top} ${box?.left}`;
}

/** Words that name a tax, in folded text. */
export const TAX_WORD = /(?<!\p{L})(?:vat|tax|gst|tva|hst|pst)(?!\p{L})|ضريب|ض\.? ?ق\.? ?م|مضافه|رسم|رسوم/u;

/**
 * With the printed amount, in a row that names the tax, that lies between subtotal and total or is the country's rate of
 * the subtotal, if the tax found is neither.
 */
export function withPrintedTax(
  fields: FoundField[],
  { rows, way, keys, rate = 0 }: {
    rows: FieldRow[];
    way: NumberWay;
    keys: string[];
    rate?: number | undefined;
  },
): FoundField[] {
  const amount = (isKey: (key: string) => boolean) =>
    Number(fields.find(({ key }) => isKey(key))?.value ?? NaN);
  const net = amount((key) => key === "subtotal");
  const wanted = [amount((key) => TOTALS.includes(key)) - net, net * rate / 100].filter((one) => one > 0);
  const isWanted = (one: number, most: number) => wanted.some((other) => Math.abs(one - other) <= most);
  if (!keys.includes("total_tax") || isWanted(amount((key) => key === "total_tax"), ROUNDING)) return fields;
  for (const { cells, inTable } of rows) {
    if (inTable || !cells.some(({ text }) => TAX_WORD.test(fold(text)))) continue;
    for (const cell of cells) {
      const value = valueOf("money", cell.text, way);
      if (!value || value.doubt || !isWanted(Number(value.value), EXACT)) continue;
      const tax = {
        ...fieldAt("total_tax", value.value, cell, { sure: ADDED_UP, type: "money" }),
        ...(value.raw ? { raw: value.raw } : {}),
      };
      return [...fields.filter(({ key }) => key !== tax.key), tax];
    }
  }
  return fields;
}

/** Whether a tax is a whole or half percent of a net amount. */
function hasRate(tax: number, net: number): boolean {
  const rate = Math.round(200 * tax / net) / 2;
  return rate > 0 && rate <= MOST_RATE && Math.abs(net * rate / 100 - tax) <= ROUNDING;
}

const MOST_RATE = 35;

/**
 * With the printed amount of which the tax is a whole or half percent and to which it adds up to the total, where the
 * subtotal found is the sum before a discount or a charge.
 */
export function withPrintedNet(
  fields: FoundField[],
  { rows, way, keys }: { rows: FieldRow[]; way: NumberWay; keys: string[] },
): FoundField[] {
  const amount = (isKey: (key: string) => boolean) =>
    Number(fields.find(({ key }) => isKey(key))?.value ?? NaN);
  const [net, tax] = [amount((key) => key === "subtotal"), amount((key) => key === "total_tax")];
  const wanted = amount((key) => TOTALS.includes(key)) - tax;
  const isOff = Math.abs(wanted - net) > ROUNDING && !hasRate(tax, net);
  if (!keys.includes("subtotal") || !isOff || !(wanted > 0) || !hasRate(tax, wanted)) return fields;
  for (const { cells, inTable } of rows) {
    if (inTable || !cells.some(({ text }) => /\p{L}{3}/u.test(text))) continue;
    for (const cell of cells) {
      const value = valueOf("money", cell.text, way);
      if (!value || value.doubt || Math.abs(Number(value.value) - wanted) > EXACT) continue;
      const subtotal = {
        ...fieldAt("subtotal", value.value, cell, { sure: ADDED_UP, type: "money" }),
        ...(value.raw ? { raw: value.raw } : {}),
      };
      return [...fields.filter(({ key }) => key !== subtotal.key), subtotal];
    }
  }
  return fields;
}

/** The printed amount that equals subtotal plus tax, if the total found does not. */
export function summedTotal(
  { subtotal, tax, total }: {
    subtotal: FoundField | undefined;
    tax: FoundField | undefined;
    total: FoundField | undefined;
  },
  { rows, way }: { rows: FieldRow[]; way: NumberWay },
): FoundField | undefined {
  const sum = Number(subtotal?.value) + Number(tax?.value);
  if (!total || !(Number(tax?.value) > 0) || !(sum > 0) || Math.abs(sum - Number(total.value)) <= ROUNDING) {
    return undefined;
  }
  for (const cell of rows.flatMap(({ cells, inTable }) => inTable ? [] : cells)) {
    const value = valueOf("money", cell.text, way);
    if (!value || value.doubt || Math.abs(Number(value.value) - sum) > EXACT) continue;
    return {
      ...fieldAt(total.key, value.value, cell, { sure: ADDED_UP, type: "money" }),
      ...(value.raw ? { raw: value.raw } : {}),
    };
  }
  return undefined;
}

/** The sum of all taxes, if it equals total minus subtotal. */
export function summedTax(
  taxes: FoundField[],
  { subtotal, total }: Sums,
): FoundField | undefined {
  const lines = new Map(taxes.map((tax) => [placeOf(tax), tax]));
  const [first, ...others] = [...lines.values()].filter(({ value }) => Number(value) > 0);
  if (!first || !subtotal || !total || lines.size < 2) return undefined;
  const sum = [first, ...others].reduce((all, { value }) => all + Number(value), 0);
  if (Math.abs(Number(subtotal.value) + sum - Number(total.value)) > ROUNDING) return undefined;
  const { raw: _raw, reason: _reason, ...rest } = first;
  const decimals = first.value.split(".")[1]?.length ?? 2;
  const confidence = Math.min(...[first, ...others, subtotal, total].map((field) => field.confidence));
  return { ...rest, value: sum.toFixed(decimals), confidence };
}
