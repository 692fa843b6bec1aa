/** Derives missing or truncated sums from the other sums; derived values are always flagged. */
import type { LineItem } from "../results/extraction.ts";
import type { FoundField } from "../results/field.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** Below the flagging threshold, so that each becomes an issue. */
const DERIVED = 0.6;
const ROUNDING = 0.05;
/** The highest plausible tax rate. */
const MOST_TAX = 0.35;

interface Amounts {
  net: number | undefined;
  tax: number | undefined;
  total: number | undefined;
  due: number | undefined;
  /** The sum of the line items; undefined unless all amounts were read. */
  goods: number | undefined;
}

interface Derived {
  of: "net" | "tax" | "total";
  value: number;
  reason: string;
}

/** Adds the total, subtotal or tax that follows from the others; `keys` are the keys of the type. */
export function completedSums(fields: FoundField[], items: LineItem[], keys: string[]): FoundField[] {
  const total = TOTALS.find((one) => keys.includes(one));
  if (!total || !keys.includes("subtotal")) return fields;
  const names = { net: "subtotal", tax: "total_tax", total };
  const amount = (key: string) => {
    const value = Number.parseFloat(fields.find((field) => field.key === key)?.value ?? "");
    return Number.isNaN(value) ? undefined : value;
  };
  const derived = derivedFrom({
    net: amount(names.net),
    tax: amount(names.tax),
    total: amount(names.total),
    due: amount("amount_due"),
    goods: sumOf(items),
  });
  if (!derived || derived.value <= 0) return fields;
  const key = names[derived.of];
  const { page, box } = fields.find((field) => field.key === key) ?? {};
  const added: FoundField = {
    key,
    value: derived.value.toFixed(decimalsOf(fields)),
    confidence: DERIVED,
    field_type: "money",
    ...(page === undefined ? {} : { page }),
    ...(box ? { box } : {}),
    reason: derived.reason,
  };
  const place = (one: FoundField) => keys.includes(one.key) ? keys.indexOf(one.key) : keys.length;
  return [...fields.filter((field) => field.key !== key), added].toSorted((a, b) => place(a) - place(b));
}

function derivedFrom(amounts: Amounts): Derived | undefined {
  const { net, tax, total, due, goods } = amounts;
  if (total === undefined) return missingTotal(amounts);
  if (net === undefined) {
    const isCorroborated = tax !== undefined && goods !== undefined && isNear(goods, total - tax);
    return isCorroborated
      ? { of: "net", value: total - tax, reason: "What lies between tax and total" }
      : undefined;
  }
  if (tax === undefined) {
    const rest = total - net;
    return rest < net * MOST_TAX && due !== rest && isTaxOf(rest, net)
      ? { of: "tax", value: rest, reason: "What lies between subtotal and total" }
      : undefined;
  }
  const reason = "Its first digits were not read; the other sums say this";
  if (isCut(total, net + tax)) return { of: "total", value: net + tax, reason };
  if (isCut(net, total - tax)) return { of: "net", value: total - tax, reason };
  return isCut(tax, total - net) ? { of: "tax", value: total - net, reason } : undefined;
}

/** Whether a difference is a tax by its rate, and no freight or discount: rates are whole or half percents, or 8.1 %. */
function isTaxOf(rest: number, net: number): boolean {
  const rate = 100 * rest / net;
  const nearest = Math.abs(rate - 8.1) < 0.05 ? 8.1 : Math.round(rate * 2) / 2;
  return nearest > 0 && Math.abs(net * nearest / 100 - rest) <= ROUNDING;
}

function missingTotal({ net, tax, due, goods }: Amounts): Derived | undefined {
  const sum = net !== undefined && tax !== undefined ? net + tax : undefined;
  if (due !== undefined && (sum === undefined || isNear(sum, due))) {
    return { of: "total", value: due, reason: "The paper names no total but this amount due" };
  }
  if (sum !== undefined) return { of: "total", value: sum, reason: "The sum of subtotal and tax" };
  return goods !== undefined && net === undefined && tax === undefined
    ? { of: "total", value: goods, reason: "The sum of the goods: the paper names no total that was read" }
    : undefined;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING;
}

/** Whether `read` is `whole` without its first digits, which OCR sometimes loses. */
function isCut(read: number, whole: number): boolean {
  return whole - read > ROUNDING && whole.toFixed(3).endsWith(read.toFixed(3));
}

function sumOf(items: LineItem[]): number | undefined {
  const amounts = items.flatMap(({ amount }) => amount ?? []);
  return amounts.length === 0 || amounts.length < items.length
    ? undefined
    : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** The number of decimals of the other amounts. */
function decimalsOf(fields: FoundField[]): number {
  const money = fields.filter(({ field_type }) => field_type === "money");
  return Math.max(2, ...money.map(({ value }) => value.split(".")[1]?.length ?? 0));
}
