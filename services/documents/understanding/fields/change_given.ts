/** Chooses among several totals by the change, the discount or what was paid before. */
import { asciiDigits } from "../values/digits.ts";
import { fold } from "lib/fold.ts";
import type { FieldRule, FoundField, TextLine, Value } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import type { NumberWay } from "../values/money.ts";
import { LESS } from "./discounted_sums.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { TOTALS } from "./tax_confirmation.ts";

const CHANGE = /(?<!\p{L})(?:change|(?:ال)?باقي|(?:ال)?متبقي|(?:ال)?مرجع)(?!\p{L})/u;
const ROUNDING = 0.011;
const SURE = 0.9;

interface Amount {
  text: string;
  value: number;
  parsed: Value;
  cell: TextLine;
}

/** The printed amount that equals the largest total minus the change or a discount. */
export function leftTotal(totals: FoundField[], rows: FieldRow[], way: NumberWay): FoundField | undefined {
  const [largest] = totals.toSorted((a, b) => Number(b.value) - Number(a.value));
  const amounts = rows.flatMap((row): Amount[] => {
    const cell = row.cells.at(-1);
    const value = row.inTable || !cell ? undefined : valueOf("money", asciiDigits(cell.text), way);
    return value && cell
      ? [{
        text: fold(row.cells.map(({ text }) => text).join(" ")),
        value: Number(value.value),
        parsed: value,
        cell,
      }]
      : [];
  });
  const deductions = amounts.filter(({ text, value }) =>
    (CHANGE.test(text) && value > 0) || (LESS.test(text) && value !== 0)
  );
  const left = largest &&
    amounts.find((one) =>
      deductions.some((less) =>
        one !== less && one.value >= Math.abs(less.value) &&
        Math.abs(Number(largest.value) - Math.abs(less.value) - one.value) < ROUNDING
      )
    );
  if (!left) return undefined;
  const { raw, value } = left.parsed;
  const known = totals.find((total) => total.value === value);
  return known ??
    { ...fieldAt(largest.key, value, left.cell, { sure: SURE, type: "money" }), ...(raw ? { raw } : {}) };
}

/** The text of an amount and its label. */
interface LabelledText {
  text: string;
  label?: string;
}

/** A label of what was paid before. */
const PAYMENT =
  /(?<!\p{L})(?:payments? (?:received|made)|(?:previous|last|less) payments?|less paid)(?!\p{L})|(?:دفعة|دفعات|مبالغ) سابقة/iu;

/** Whether a candidate was paid before or is taken off: "Payment received -$118.42". */
export function isPayment({ label, text }: LabelledText): boolean {
  return /^\s*[-−–]/.test(text) || (label !== undefined && PAYMENT.test(label));
}

/** Totals without payments, where another total is read. */
export function withoutPayments<T extends { candidate: LabelledText }>({ key }: FieldRule, found: T[]): T[] {
  if (!TOTALS.includes(key)) return found;
  const totals = found.filter(({ candidate }) => !isPayment(candidate));
  return totals.length > 0 ? totals : found;
}
