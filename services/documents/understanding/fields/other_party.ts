/** Tells a paper's two parties apart where a label in its bank details or at its foot repeats the vendor's name. */
import { isDeepStrictEqual } from "node:util";
import { fold } from "lib/fold.ts";
import type { FoundField } from "../results/field.ts";

/** Shorter beginnings of a name may be another's, too. */
const LEAST_LETTERS = 6;

/** Replaces a customer that is the vendor by the best of `customers` that is not, or removes it. */
export function setOtherParty(fields: Map<string, FoundField>, customers: FoundField[]): void {
  const [vendor, customer] = [fields.get("vendor_name"), fields.get("customer_name")];
  if (!vendor || !customer || !isSameParty(vendor.value, customer.value)) return;
  // Where both are one name on the paper, its label decides.
  if (vendor.page === customer.page && vendor.box && isDeepStrictEqual(vendor.box, customer.box)) return;
  const [best] = customers.filter(({ value }) => !isSameParty(vendor.value, value))
    .toSorted((a, b) => b.confidence - a.confidence);
  if (best) fields.set(best.key, best);
  else fields.delete(customer.key);
}

/** Whether one name is the other or its beginning: "Kameelrand Solar" and "Kameelrand Solar (Pty) Ltd". */
function isSameParty(a: string, b: string): boolean {
  const [short = "", long = ""] = [a, b].map((name) => fold(name).replace(/[^\p{L}\p{N}]/gu, ""))
    .toSorted((one, other) => one.length - other.length);
  return short.length >= LEAST_LETTERS && long.startsWith(short);
}
