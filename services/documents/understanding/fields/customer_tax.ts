/** Tells the customer's tax number from the vendor's: it stands in the customer's block. */
import { heightOf } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField } from "../results/field.ts";

/** The most lines between the customer's name and the number, with an address in between. */
const LINES = 6;

/**
 * The customer's tax number among `found`, those beside labels of tax numbers: below the customer's name, or on its line,
 * and not the vendor's.
 */
export function customerTax(
  found: FoundField[],
  { fields, rules }: { fields: Map<string, FoundField>; rules: FieldRule[] },
): FoundField | undefined {
  const rule = rules.find(({ key }) => key === "customer_tax_id");
  const [customer, vendor] = [fields.get("customer_name"), fields.get("vendor_tax_id")];
  if (!rule || fields.has(rule.key) || !customer?.box || !vendor) return undefined;
  const { box: name, page } = customer;
  const number = found.find(({ value, box, page: on }) => {
    if (!box || on !== page || value === vendor.value) return false;
    const gap = box.top - name.bottom;
    return box.bottom > name.top && gap < heightOf(name) * LINES * 1.5;
  });
  return number && { ...number, key: rule.key };
}
