/** Totals in words, beside which figures can be checked, and which remain where a scan lost the figures. */
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { findMoney, type NumberWay } from "../values/money.ts";
import { spelledAmount } from "../values/spelled_amount.ts";
import { fieldAt } from "./field_at.ts";
import { TOTALS } from "./tax_confirmation.ts";

const SURE = { printed: 0.95, words: 0.8 };
const CONTRADICTED = 0.75;
const REASON = {
  words: "It is read from the amount in words",
  contradicted: "The amount in words is another",
};

/** The total as its words spell it: confirmed by them, corrected, or found by them alone. */
export function spelledTotal(
  fields: Map<string, FoundField>,
  { rows, rules, way }: { rows: FieldRow[]; rules: FieldRule[]; way: NumberWay },
): FoundField | undefined {
  const key = TOTALS.find((one) => rules.some((rule) => rule.key === one));
  const spelled = key === undefined ? undefined : onlySpelled(rows);
  if (key === undefined || !spelled) return undefined;
  const { amount, cell } = spelled;
  const known = fields.get(key);
  if (known && Math.abs(Number(known.value) - amount) < 0.005) {
    return { ...known, confidence: Math.max(known.confidence, SURE.printed), isCorroborated: true };
  }
  if (known?.isCorroborated) {
    return { ...known, confidence: CONTRADICTED, reason: known.reason ?? REASON.contradicted };
  }
  const printed = cells(rows).find((one) => one !== cell && hasAmount(one, amount, way));
  const places = Number.isInteger(amount * 100) ? 2 : 3;
  const field = fieldAt(key, amount.toFixed(places), printed ?? cell, {
    sure: printed ? SURE.printed : SURE.words,
    type: "money",
  });
  return printed ? { ...field, isCorroborated: true } : { ...field, reason: REASON.words };
}

function cells(rows: FieldRow[]): TextLine[] {
  return rows.flatMap((row) => row.cells);
}

function hasAmount({ text }: TextLine, amount: number, way: NumberWay): boolean {
  return findMoney(text, way).some((money) => Math.abs(money.amount - amount) < 0.005);
}

/** The one amount in words of a paper. */
function onlySpelled(rows: FieldRow[]): { amount: number; cell: TextLine } | undefined {
  const found = cells(rows).flatMap((cell) => {
    const amount = spelledAmount(cell.text);
    return amount !== undefined && amount > 0 ? [{ amount, cell }] : [];
  });
  const [first] = found;
  return first && found.every(({ amount }) => amount === first.amount) ? first : undefined;
}
