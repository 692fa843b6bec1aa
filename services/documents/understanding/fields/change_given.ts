/** Chooses among several totals by the change or the discount. */
import { asciiDigits } from "../values/digits.ts";
import { fold } from "lib/fold.ts";
import type { FoundField, TextLine, Value } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import type { NumberWay } from "../values/money.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";

const LESS = /(?<!\p{L})(?:less|discount|concession|rebate|reduction|(?:ال)?خصم|(?:ال)?حسم|تخفيض)(?!\p{L})/u;
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
