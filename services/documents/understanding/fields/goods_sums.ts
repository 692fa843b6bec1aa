/** Checks sums against the line items: a printed amount equal to their sum outranks the value beside a label. */
import type { LineItem } from "../results/extraction.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { asciiDigits } from "../values/digits.ts";
import { findMoney, type Money, type NumberWay } from "../values/money.ts";
import { fieldAt } from "./field_at.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** Minimum rows: with fewer, a sum may equal a printed amount by coincidence. */
const LEAST_ROWS = 2;
const ROUNDING = 0.05;
/** The highest plausible tax rate. */
const MOST_TAX = 0.35;
const CORROBORATED = 0.88;
const MISREAD = 0.7;
/** Below it a label was hardly known. */
const DOUBTFUL = 0.5;
/** The confidence of line items, tax and total that all agree. */
const AGREED = 0.93;

interface Printed {
  amount: number;
  cell: TextLine;
  raw: string;
  /** Whether its row has words. */
  labelled: boolean;
}

interface Paper {
  items: LineItem[];
  rows: FieldRow[];
  way: NumberWay;
  /** Field keys of the type. */
  keys: string[];
}

/** Replaces sums by printed amounts that the line items confirm. */
export function withGoodsSums(fields: FoundField[], { items, rows, way, keys }: Paper): FoundField[] {
  const total = TOTALS.find((key) => keys.includes(key));
  const goods = sumOf(items);
  if (!total || goods === undefined || items.length < LEAST_ROWS) return fields;
  const known = new Map(fields.map((field) => [field.key, field]));
  const valueOf = (key: string) => Number(known.get(key)?.value ?? NaN);
  const printed = amountsOf(rows, way);
  const net = at(printed, goods);
  const whole = valueOf(total);
  const put = (key: string, { amount, cell, raw }: Printed) => {
    const decimals = Math.max(2, raw.match(/[.,٫](\d{3})\D*$/)?.[1]?.length ?? 0, decimalsOf(fields));
    known.set(key, {
      ...fieldAt(key, amount.toFixed(decimals), cell, { sure: 1, type: "money" }),
      confidence: CORROBORATED,
      raw,
    });
  };
  if (addUp({ net: valueOf("subtotal"), tax: valueOf("total_tax"), whole }, goods, printed)) {
    agree(known, { goods, total });
    return [...known.values()];
  }
  const gross = grossOf(printed, goods);
  const isImpossible = Number.isNaN(whole) || whole < goods - ROUNDING;
  const left = [whole, valueOf("subtotal")];
  // Where goods and tax are the total, an amount that would explain a lower subtotal belongs to something else, such as
  // the goods of one tax rate.
  const isWhole = net !== undefined && isNear(goods + valueOf("total_tax"), whole);
  const hasDiscount = !isWhole &&
    printed.some(({ amount }) => left.some((one) => isNear(goods - Math.abs(amount), one) && amount !== 0));
  const own = known.get(total);
  if (own && isBesideSubtotal(known, { own, net, goods })) {
    known.set(total, {
      ...own,
      confidence: Math.min(own.confidence, MISREAD),
      reason: own.reason ?? TOO_LOW,
    });
  } else if (isImpossible && !hasDiscount) {
    if (gross) put(total, gross.total);
    else if (net && !(valueOf("total_tax") > 0 && valueOf("total_tax") < goods * MOST_TAX)) put(total, net);
  }
  const mended = withLostPoint(known.get(total), goods, decimalsOf(fields));
  if (mended) known.set(total, mended);
  const isTaxed = gross !== undefined || valueOf(total) > goods + ROUNDING;
  // Without a tax, the sum before a discount that leaves the total.
  const isGuessed = (known.get("subtotal")?.confidence ?? 0) < DOUBTFUL;
  const isDiscounted = hasDiscount && isGuessed && !known.has("total_tax") &&
    printed.some(({ amount }) => left.some((one) => isNear(goods - Math.abs(amount), one)));
  if (net?.labelled && isDiscounted && keys.includes("subtotal")) put("subtotal", net);
  if (net && isTaxed && keys.includes("subtotal") && !isNear(valueOf("subtotal"), goods) && !hasDiscount) {
    put("subtotal", net);
  }
  if (gross && keys.includes("total_tax") && !known.has("total_tax")) put("total_tax", gross.tax);
  agree(known, { goods, total });
  return [...known.values()];
}

/** A total with the digits of the goods and its point misread as a comma: "1,565,375" for 1,565.375. */
function withLostPoint(
  total: FoundField | undefined,
  goods: number,
  decimals: number,
): FoundField | undefined {
  const value = goods.toFixed(decimals);
  if (!total || Number(total.value) <= goods * 9 || digitsOf(total.raw ?? "") !== digitsOf(value)) {
    return undefined;
  }
  return {
    ...total,
    value,
    confidence: MISREAD,
    reason: "A sign of it was misread; the goods add up to this",
  };
}

const TOO_LOW = "The goods add up to more";

/** Whether the subtotal has the sum of the goods, and the total is lower and stands elsewhere: a discount or a misprint. */
function isBesideSubtotal(
  known: Map<string, FoundField>,
  { own, net, goods }: { own: FoundField; net: Printed | undefined; goods: number },
): boolean {
  const subtotal = known.get("subtotal");
  const isLower = Number(own.value) > 0 && Number(own.value) < goods - ROUNDING;
  return isLower && net !== undefined && subtotal !== undefined && isNear(Number(subtotal.value), goods) &&
    own.box !== subtotal.box && Math.min(own.confidence, subtotal.confidence) > MISREAD;
}

/** Whether subtotal and tax add up to the total or to a printed amount; a difference to the line items is then a charge. */
function addUp(
  { net, tax, whole }: Record<"net" | "tax" | "whole", number>,
  goods: number,
  printed: Printed[],
): boolean {
  if (!(net > goods + ROUNDING && tax > 0)) return false;
  return Number.isNaN(whole) ? at(printed, net + tax) !== undefined : isNear(net + tax, whole);
}

/** Raises the confidence of subtotal, tax and total that agree with the line items. */
function agree(known: Map<string, FoundField>, { goods, total }: { goods: number; total: string }): void {
  const [net, tax, whole] = ["subtotal", "total_tax", total].map((key) => known.get(key));
  if (!net || !tax || !whole || !isNear(Number(net.value), goods)) return;
  if (!isNear(Number(net.value) + Number(tax.value), Number(whole.value))) return;
  for (const field of [net, tax, whole]) {
    const { reason: _reason, ...sure } = field;
    if (field.confidence < AGREED) known.set(field.key, { ...sure, confidence: AGREED });
  }
}

/** A printed total that equals the line items plus a printed tax. */
function grossOf(printed: Printed[], goods: number): { total: Printed; tax: Printed } | undefined {
  for (const total of printed) {
    const rest = total.amount - goods;
    if (rest <= ROUNDING || rest > goods * MOST_TAX) continue;
    // An amount without a label may belong to a row that was not read.
    const tax = printed.find((one) => one.labelled && isNear(one.amount, rest));
    if (tax) return { total, tax };
  }
  return undefined;
}

function at(printed: Printed[], amount: number): Printed | undefined {
  return printed.find((one) => isNear(one.amount, amount));
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING / 5;
}

/** Printed amounts outside the table, whatever their labels. */
function amountsOf(rows: FieldRow[], way: NumberWay): Printed[] {
  return rows.flatMap(({ cells, inTable }) => {
    const labelled = cells.some(({ text }) => /\p{L}{3}/u.test(text));
    return (inTable ? [] : cells).filter(({ text }) => text.length <= 60).flatMap((cell) =>
      findMoney(cell.text, way).filter(isAmount).map(({ amount, raw }) => ({ amount, raw, cell, labelled }))
    );
  });
}

/** Whether a number is an amount: it has a currency or decimals. */
function isAmount({ raw, currency }: Money): boolean {
  return currency !== undefined || /[\d٠-٩][.,٫][\d٠-٩]/.test(raw);
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}

function sumOf(items: LineItem[]): number | undefined {
  const amounts = items.flatMap(({ amount }) => amount ?? []);
  return amounts.length < items.length ? undefined : amounts.reduce((sum, amount) => sum + amount, 0);
}

function decimalsOf(fields: FoundField[]): number {
  return Math.max(
    2,
    ...fields.filter(({ field_type }) => field_type === "money").map(({ value }) =>
      value.split(".")[1]?.length ?? 0
    ),
  );
}
