/** What speaks for a value: 0.9 and more says that two things do that do not depend on each other. */
import type { LineItem } from "../results/extraction.ts";
import type { FoundField } from "../results/field.ts";
import { isEmiratesId, isIban } from "../values/identifiers.ts";
import type { Candidate } from "./label_values.ts";
import { isOrganisation } from "./name_shape.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** The most that one witness says. */
const ONE_WITNESS = 0.89;
const ROUNDING = 0.011;
/** Of the confidence that a value has when it takes up all of the text beside its label. */
const WHOLE = 0.95;

interface Found {
  field: FoundField;
  candidate: Candidate;
}

/** The best value of a rule, borne out where its label and its shape are exact in a file, or another place names it, too. */
export function borneOut(best: FoundField, found: Found[]): FoundField {
  const others = found.filter(({ field }) => field !== best);
  if (others.some(({ field }) => field.value !== best.value)) return best;
  const own = found.find(({ field }) => field === best)?.candidate;
  const isAgain = others.some(({ candidate: { cell } }) => cell !== own?.cell);
  const isShaped = best.field_type === "text" || best.field_type === "address"
    ? isOrganisation(best.value)
    : own !== undefined && best.confidence >= own.certainty * WHOLE;
  const isExact = own !== undefined && own.isExact === true && own.cell.confidence === 1 && isShaped;
  return isAgain || isExact ? { ...best, isBorneOut: true } : best;
}

/** The fields, of which those with one witness alone are not sure. */
export function witnessed(fields: FoundField[], items: LineItem[]): FoundField[] {
  const agreed = agreeing(fields, items);
  return fields.map((field) =>
    field.confidence <= ONE_WITNESS || field.isBorneOut || agreed.has(field.key) || hasCheckDigits(field)
      ? field
      : { ...field, confidence: ONE_WITNESS }
  );
}

function hasCheckDigits({ key, value }: FoundField): boolean {
  return key === "iban" ? isIban(value) : isEmiratesId(value);
}

/** Sums that add up with others, or with the goods. */
function agreeing(fields: FoundField[], items: LineItem[]): Set<string> {
  const amount = (key: string) => Number(fields.find((field) => field.key === key)?.value ?? NaN);
  const total = TOTALS.find((key) => fields.some((field) => field.key === key)) ?? "";
  const [net, tax, whole] = [amount("subtotal"), amount("total_tax"), amount(total)];
  const goods = items.length === 0 ? NaN : items.reduce((sum, item) => sum + (item.amount ?? NaN), 0);
  const isSame = (one: number, other: number) => Math.abs(one - other) <= ROUNDING;
  return new Set([
    ...(tax > 0 && isSame(net + tax, whole) ? ["subtotal", "total_tax", total] : []),
    ...(isSame(goods, net) ? ["subtotal"] : []),
    ...(isSame(goods, whole) ? [total] : []),
    ...(tax > 0 && isSame(goods + tax, whole) ? ["total_tax", total] : []),
  ]);
}
