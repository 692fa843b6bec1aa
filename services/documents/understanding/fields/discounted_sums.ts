/** The sums of a paper without tax whose goods have a discount: the subtotal is before it, the total after it. */
import { fold } from "lib/fold.ts";
import type { LineItem } from "../results/extraction.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { type NumberWay } from "../values/money.ts";
import { fieldAt } from "./field_at.ts";
import { valueOf } from "./field_values.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** Words of a discount, in folded text. */
export const LESS =
  /(?<!\p{L})(?:less|discount|concession|rebate|reduction|(?:ال)?خصم|(?:ال)?حسم|تخفيض)(?!\p{L})/u;
const ROUNDING = 0.011;
const SURE = { exact: 0.88, unread: 0.7 };
/** The fewest goods whose sum is no coincidence. */
const LEAST_ROWS = 2;

interface Sum {
  amount: number;
  raw: string | undefined;
  cell: TextLine;
  text: string;
}

/**
 * Sets the printed sum of the goods as subtotal and the amount behind the discount as total. The discount's own amount
 * confirms them; where it was not read, both are unsure.
 */
export function withDiscountedSums(
  fields: FoundField[],
  { items, rows, way, keys }: { items: LineItem[]; rows: FieldRow[]; way: NumberWay; keys: string[] },
): FoundField[] {
  const total = TOTALS.find((key) => keys.includes(key));
  const amounts = items.flatMap(({ amount }) => amount ?? []);
  const isTaxed = fields.some(({ key, value }) => key === "total_tax" && Number(value) > 0);
  if (!total || !keys.includes("subtotal") || isTaxed || amounts.length < LEAST_ROWS) return fields;
  if (amounts.length < items.length) return fields;
  const goods = amounts.reduce((sum, amount) => sum + amount, 0);
  const sums = sumsOf(rows, way);
  const gross = sums.findIndex(({ amount, text }) =>
    Math.abs(amount - goods) <= ROUNDING && !LESS.test(text)
  );
  const less = sums.findIndex(({ text }, at) => at > gross && LESS.test(text));
  const [before, discount, after] = [sums[gross], sums[less], sums[less + 1]];
  if (gross < 0 || less !== gross + 1 || !before || !discount || !after) return fields;
  const isExact = Math.abs(goods - Math.abs(discount.amount) - after.amount) <= ROUNDING;
  const isUnread = Number.isNaN(discount.amount) &&
    fields.some(({ key, value }) => (key === total || key === "subtotal") && Number(value) === after.amount);
  if (!(after.amount > 0 && after.amount < goods) || !(isExact || isUnread)) return fields;
  const put = (key: string, { amount, cell, raw }: Sum): FoundField => ({
    ...fieldAt(key, amount.toFixed(decimalsOf(raw)), cell, { sure: 1, type: "money" }),
    confidence: isExact ? SURE.exact : SURE.unread,
    ...(raw ? { raw } : {}),
    ...(isExact ? {} : { reason: "The discount between them was not read" }),
  });
  const found = [put("subtotal", before), put(total, after)].filter(({ key, value }) =>
    !fields.some((one) => one.key === key && Number(one.value) === Number(value) && isExact)
  );
  return [...fields.filter(({ key }) => !found.some((one) => one.key === key)), ...found];
}

/** Rows of sums in their order: words with an amount; of a discount, also without one. */
function sumsOf(rows: FieldRow[], way: NumberWay): Sum[] {
  return rows.flatMap(({ cells, inTable }): Sum[] => {
    const text = fold(cells.map((cell) => cell.text).join(" "));
    const cell = inTable || text.length > 120
      ? undefined
      : cells.findLast((one) => /[\d٠-٩]/.test(one.text)) ?? cells.at(-1);
    if (!cell || !/\p{L}{3}/u.test(text)) return [];
    const value = /[\d٠-٩]/.test(cell.text) ? valueOf("money", cell.text, way) : undefined;
    const isAmount = value && !value.doubt && !/[%٪]/.test(value.raw ?? "") &&
      /[.,٫]/.test(value.raw ?? cell.text);
    if (isAmount) return [{ amount: Number(value.value), raw: value.raw, cell, text }];
    return LESS.test(text) ? [{ amount: NaN, raw: undefined, cell, text }] : [];
  });
}

function decimalsOf(raw = ""): number {
  return Math.max(2, raw.match(/[.,٫](\d{3}|[٠-٩]{3})\D*$/)?.[1]?.length ?? 0);
}
