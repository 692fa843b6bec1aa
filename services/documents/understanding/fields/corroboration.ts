/** Corroboration of values. A confidence of 0.9 or more requires two independent pieces of evidence. */
import type { LineItem } from "../results/extraction.ts";
import type { FoundField } from "../results/field.ts";
import { isEmiratesId, isIban } from "../values/identifiers.ts";
import type { Candidate } from "./label_values.ts";
import { isOrganisation } from "./name_shape.ts";
import { TOTALS } from "./tax_confirmation.ts";

/** Maximum confidence of a value with a single piece of evidence. */
const ONE_WITNESS = 0.89;
const ROUNDING = 0.011;
/** Minimum share of its label's certainty for a value that fills the text beside the label. */
const WHOLE = 0.95;

interface Found {
  field: FoundField;
  candidate: Candidate;
}

/** Marks the best value as corroborated if it is repeated elsewhere, or has an exact label and format in a text layer. */
export function markCorroborated(best: FoundField, found: Found[]): FoundField {
  const others = found.filter(({ field }) => field !== best);
  if (others.some(({ field }) => field.value !== best.value)) return best;
  const own = found.find(({ field }) => field === best)?.candidate;
  const isAgain = others.some(({ candidate: { cell } }) => cell !== own?.cell);
  const isShaped = best.field_type === "text" || best.field_type === "address"
    ? isOrganisation(best.value)
    : own !== undefined && best.confidence >= own.certainty * WHOLE;
  const isExact = own !== undefined && own.isExact === true && own.cell.confidence === 1 && isShaped;
  return isAgain || isExact ? { ...best, isCorroborated: true } : best;
}

/** Limits the confidence of uncorroborated fields. */
export function capUncorroborated(fields: FoundField[], items: LineItem[]): FoundField[] {
  const agreed = agreeing(fields, items);
  return fields.map((field) =>
    field.confidence <= ONE_WITNESS || field.isCorroborated || agreed.has(field.key) || hasCheckDigits(field)
      ? field
      : { ...field, confidence: ONE_WITNESS }
  );
}

function hasCheckDigits({ key, value }: FoundField): boolean {
  return key === "iban" ? isIban(value) : isEmiratesId(value);
}

/** Keys of sums that agree with other sums or with the line items. */
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
