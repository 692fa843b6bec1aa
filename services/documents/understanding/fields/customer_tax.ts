/** Tells the customer's tax number from the vendor's by the blocks in which both stand. */
import { type Box, heightOf } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField } from "../results/field.ts";

/** The most lines between the customer's name and the number, with an address in between. */
const LINES = 6;
/** Labels that name the vendor as the number's holder. */
export const VENDORS_LABEL = /(?<!\p{L})(?:our|seller|supplier|vendor|exporter|issuer)|مورد|بائع|مصدر/iu;

/** A number and its label. */
interface Labelled {
  field: FoundField;
  label?: string | undefined;
}

interface Numbers {
  vendor?: FoundField;
  customer?: FoundField;
}

/**
 * Which of the numbers `found` beside labels that name no party is whose: the customer's is on the line of the customer's
 * name or in the block below it. The vendor's is the known one, unless that is the customer's; then the best other.
 */
export function taxNumbers(
  labelled: Labelled[],
  { fields, rules }: { fields: Map<string, FoundField>; rules: FieldRule[] },
): Numbers {
  const found = labelled.map(({ field }) => field);
  const [customer, vendor] = [fields.get("customer_name"), fields.get("vendor_tax_id")];
  if (!vendor || !rules.some(({ key }) => key === "customer_tax_id")) return vendor ? { vendor } : {};
  const known = fields.get("customer_tax_id");
  if (known) return { vendor: known.value === vendor.value ? otherThan(known, found) : vendor };
  if (!customer) return { vendor };
  const isNamed = ({ value }: FoundField) =>
    labelled.some(({ field, label }) =>
      field.value === value && label !== undefined && VENDORS_LABEL.test(label)
    );
  const others = found.filter((one) => one.value !== vendor.value && !isNamed(one));
  const isBeside = isLevelOrBelow(vendor, customer) && others.some((one) => isAbove(one, customer));
  const isOwn = !isNamed(vendor) && !isBelowSums(vendor, fields) &&
    (isBeside || isInBlock(vendor, customer)) &&
    !isCloserTo(fields.get("vendor_name"), vendor, customer);
  const number = isOwn ? vendor : others.find((one) => isInBlock(one, customer)) ??
    others.find((one) => isLevelOrBelow(one, customer));
  if (!number) return { vendor };
  return {
    vendor: isOwn ? otherThan(vendor, found) : vendor,
    customer: { ...number, key: "customer_tax_id" },
  };
}

/** Whether a number stands below the sums, as the vendor's registrations at the foot do. */
function isBelowSums({ box, page }: FoundField, fields: Map<string, FoundField>): boolean {
  const sum = fields.get("invoice_total");
  return box !== undefined && sum?.box !== undefined && sum.page === page && box.top > sum.box.bottom;
}

function otherThan({ value }: FoundField, found: FoundField[]): FoundField | undefined {
  return found.find((one) => one.value !== value);
}

/** Whether a number stands in the column of a name, on its line or below it. */
function isInBlock(number: FoundField, name: FoundField): boolean {
  return isLevelOrBelow(number, name) && number.box !== undefined && name.box !== undefined &&
    isInColumn(number.box, name.box);
}

/** Whether a number stands above a name, as the vendor's does in the letterhead. */
function isAbove({ box, page }: FoundField, { box: name, page: on }: FoundField): boolean {
  return box !== undefined && name !== undefined && page === on && box.bottom <= name.top;
}

function isLevelOrBelow({ box, page }: FoundField, { box: name, page: on }: FoundField): boolean {
  if (!box || !name || page !== on) return false;
  return box.bottom > name.top && box.top - name.bottom < heightOf(name) * LINES * 1.5;
}

function isInColumn(a: Box, b: Box): boolean {
  const near = heightOf(b);
  return (a.left < b.right && a.right > b.left) || Math.abs(a.left - b.left) < near ||
    Math.abs(a.right - b.right) < near;
}

/** Whether a number is in the block of a name that is nearer above it than another's. */
function isCloserTo(name: FoundField | undefined, number: FoundField, other: FoundField): boolean {
  if (!name?.box || !other.box || !isInBlock(number, name)) return false;
  return name.box.top >= other.box.top;
}
