/** Holds the total against the amount written out in words, a second witness on most invoices and vouchers. */
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { decimalsOf, findMoney, type NumberWay } from "../values/money.ts";
import { amountInWords } from "../values/number_words.ts";
import { fieldAt } from "./field_at.ts";
import { TOTALS } from "./tax_confirmation.ts";

const AGREED = 0.93;
const WORDS_ALONE = 0.88;
const CONTRADICTED = 0.7;
const ROUNDING = 0.006;

/**
 * The total that the words name: it is confirmed where both agree, read from the words where it is missing or another
 * printed amount agrees with them, and doubted otherwise.
 */
export function withAmountInWords(
  fields: FoundField[],
  { rows, way, keys }: { rows: FieldRow[]; way: NumberWay; keys: string[] },
): FoundField[] {
  const key = TOTALS.find((one) => keys.includes(one));
  const written = key ? amountsIn(rows, way) : [];
  const [words, ...others] = written;
  // Of several amounts in words none is surely the total.
  if (!key || !words || others.some(({ amount }) => amount !== words.amount)) return fields;
  const known = fields.find((field) => field.key === key);
  const isSame = (amount: number) => Math.abs(amount - words.amount) < ROUNDING;
  if (known && isSame(Number(known.value))) {
    const { reason: _reason, ...sure } = known;
    return replaced(fields, {
      ...(known.confidence < AGREED ? { ...sure, confidence: AGREED } : known),
      isCorroborated: true,
    });
  }
  const printed = printedAt(rows, way, isSame);
  // A total that is the subtotal again is what the paper has before a discount or a tax.
  const isSubtotal = fields.some((field) => field.key === "subtotal" && field.value === known?.value);
  if (!known || printed || isSubtotal) {
    const at = printed ?? words.cell;
    const field = fieldAt(key, words.amount.toFixed(decimalsOf(way.currency)), at, {
      sure: printed ? AGREED : WORDS_ALONE,
      type: "money",
    });
    return replaced(fields, printed ? { ...field, isCorroborated: true } : field);
  }
  return replaced(fields, {
    ...known,
    confidence: Math.min(known.confidence, CONTRADICTED),
    reason: known.reason ?? "The amount in words is another",
  });
}

function replaced(fields: FoundField[], field: FoundField): FoundField[] {
  const at = fields.findIndex(({ key }) => key === field.key);
  return at < 0 ? [...fields, field] : fields.with(at, field);
}

function amountsIn(rows: FieldRow[], way: NumberWay): { amount: number; cell: TextLine }[] {
  // The dinar of Iraq has a thousand fils, too, though nobody uses them.
  const fils = way.currency !== undefined && decimalsOf(way.currency) === 2 ? 100 : 1000;
  return rows.flatMap(({ cells, inTable }) =>
    (inTable ? [] : cells).flatMap((cell) => {
      const amount = amountInWords(cell.text, fils);
      return amount === undefined ? [] : [{ amount, cell }];
    })
  );
}

/** The cell outside the goods that has an amount in figures. */
function printedAt(rows: FieldRow[], way: NumberWay, is: (amount: number) => boolean): TextLine | undefined {
  for (const { cells, inTable } of rows) {
    const found = (inTable ? [] : cells).find(({ text }) =>
      text.length <= 60 && findMoney(text, way).some(({ amount, doubtful }) => !doubtful && is(amount))
    );
    if (found) return found;
  }
  return undefined;
}
