/** Checks a tax amount against the other sums and against the rates in the document. */
import { asciiDigits } from "../values/digits.ts";
import type { FoundField } from "../results/field.ts";

/** Keys of the total, by type. */
export const TOTALS = ["invoice_total", "order_total", "quotation_total", "total"];
/** The confidence of an unconfirmed tax: documents with several rates list taxable bases beside taxes. */
const UNCONFIRMED = 0.7;
/** Tolerance in currency units, since taxes are rounded line by line. */
const ROUNDING = 0.05;

/** Lowers the confidence of a tax that neither sums nor a rate in `text` confirm. */
export function confirmTax(fields: Map<string, FoundField>, text: string): void {
  const tax = fields.get("total_tax");
  if (!tax || tax.confidence <= UNCONFIRMED) return;
  const amount = (key: string) => {
    const value = Number.parseFloat(fields.get(key)?.value ?? "");
    return Number.isNaN(value) ? undefined : value;
  };
  const [paid, net] = [amount("total_tax") ?? 0, amount("subtotal")];
  const total = TOTALS.map(amount).find((value) => value !== undefined);
  const isNear = (one: number) => Math.abs(one - paid) <= ROUNDING;
  if (paid === 0 || (net !== undefined && total !== undefined && isNear(total - net))) return;
  const confirms = (rate: number) =>
    (net !== undefined && isNear(net * rate)) ||
    (total !== undefined && isNear(total * rate / (1 + rate)));
  if (ratesIn(text).some(confirms)) return;
  Object.assign(tax, {
    confidence: UNCONFIRMED,
    reason: "Neither the other sums nor a named rate confirm this amount",
  });
}

/** Percentages in a text, as fractions. */
function ratesIn(text: string): number[] {
  return [...asciiDigits(text).matchAll(/(\d{1,2}(?:[.,]\d{1,2})?)\s*[%٪]|[%٪]\s*(\d{1,2}(?:[.,]\d{1,2})?)/g)]
    .map(([, before, after]) => Number((before ?? after ?? "").replace(",", ".")) / 100);
}
