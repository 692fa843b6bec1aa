/** Recognises sums by arithmetic where labels are unknown: two amounts that add up to the next are subtotal and tax. */
import { fold } from "lib/fold.ts";
import type { FieldRule, FoundField } from "../results/field.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";
import { TAX_WORD } from "./tax_sum.ts";
import { TOTALS } from "./tax_confirmation.ts";
import { findMoney } from "../values/money.ts";
import { valueOf } from "./field_values.ts";

const SURE = 0.93;

/** Sums of types whose documents may contain a single amount. */
const SOLE = [...TOTALS, "contract_value"];
const SOLE_SURE = 0.7;

/** The only amount with a currency in a document is its total. */
export function soleAmount(
  rows: FieldRow[],
  { reading, rules, known }: { reading: Reading; rules: FieldRule[]; known: Map<string, FoundField> },
): FoundField[] {
  const key = SOLE.find((one) => rules.some((rule) => rule.key === one));
  if (!key || known.has(key)) return [];
  const found = rows.flatMap((row) =>
    row.inTable
      ? []
      : row.cells.flatMap((cell) =>
        findMoney(cell.text, reading.way).filter(({ currency }) => currency !== undefined)
          .map((money) => ({ cell, money }))
      )
  );
  const [first] = found;
  if (!first || found.some(({ money }) => money.amount !== first.money.amount) || first.money.doubtful) {
    return [];
  }
  const value = valueOf("money", first.money.raw, reading.way)?.value;
  return value
    ? [{ ...fieldAt(key, value, first.cell, { sure: SOLE_SURE, type: "money" }), raw: first.money.raw }]
    : [];
}

/** Whether a label names a sum and no tax: the sum of a section beside that of another. */
function isSumOfGoods(label: string): boolean {
  const folded = fold(label).trim();
  return /^(?:sub[ -]?)?(?:total|sum|amount)|^(?:ال)?(?:مجموع|اجمالي|مبلغ|قيمه)/u.test(folded) &&
    !TAX_WORD.test(folded);
}

/** Subtotal, tax and total from three successive rows of a label and an amount, if the first two add up to the third. */
export function sumFields(
  rows: FieldRow[],
  { reading, rules, known }: { reading: Reading; rules: FieldRule[]; known: Map<string, FoundField> },
): FoundField[] {
  const total = TOTALS.find((key) => rules.some((rule) => rule.key === key));
  if (!total) return [];
  const amounts = rows.flatMap((row) => {
    const [label, cell] = row.cells;
    if (row.inTable || !label || !cell || row.cells.length !== 2 || !/\p{L}{2}/u.test(label.text)) return [];
    const value = /[\d٠-٩]/.test(label.text.replace(/[\d٠-٩.,]+\s*[%٪]|[%٪]\s*[\d٠-٩.,]+/g, ""))
      ? undefined
      : valueOf("money", cell.text, reading.way);
    return value && !value.doubt ? [{ label: label.text, cell, value, amount: Number(value.value) }] : [];
  });
  for (const [i, sum] of amounts.entries()) {
    const [net, tax] = [amounts[i - 2], amounts[i - 1]];
    if (!net || !tax || isSumOfGoods(tax.label) || tax.amount <= 0 || tax.amount >= net.amount * 0.35) {
      continue;
    }
    if (Math.abs(net.amount + tax.amount - sum.amount) > 0.011) continue;
    const all = [["subtotal", net], ["total_tax", tax], [total, sum]] as const;
    // Labels that contradict mean other amounts, such as carriage and its surcharge.
    if (all.some(([key, { amount }]) => known.has(key) && Number(known.get(key)?.value) !== amount)) continue;
    return all.filter(([key]) => !known.has(key)).map(([key, { cell, value }]) => ({
      ...fieldAt(key, value.value, cell, { sure: SURE, type: "money" }),
      isCorroborated: true,
      ...(value.raw === undefined ? {} : { raw: value.raw }),
    }));
  }
  return [];
}
