/** Tells two fields apart that are never the same on one paper, such as its two parties. */
import { isDeepStrictEqual } from "node:util";
import { fold } from "lib/fold.ts";
import type { FoundField } from "../results/field.ts";

/** Pairs of fields; of two equal values usually the second is another's. */
const UNLIKE: [string, string][] = [
  ["vendor_name", "customer_name"],
  ["buyer_name", "vendor_name"],
  ["merchant_name", "received_from"],
  ["bank_name", "account_holder"],
  ["recipient", "sender"],
  ["first_party", "second_party"],
  ["issuer", "title"],
  ["legal_name", "address"],
  ["trade_name", "address"],
  ["full_name", "address"],
  ["trade_name", "owner_name"],
  ["customer_name", "vendor_address"],
  ["customer_tax_id", "vendor_tax_id"],
];

/** Shorter beginnings of a value may be another's, too. */
const LEAST_LETTERS = 6;

/** Replaces a value that was read for another field by the best of `candidates` that is not, or removes it. */
export function setUnlike(fields: Map<string, FoundField>, candidates: FoundField[]): void {
  for (const [one, other] of UNLIKE) {
    const [first, second] = [fields.get(one), fields.get(other)];
    if (!first || !second || !isSame(first.value, second.value)) continue;
    const [kept, left] = isOwn(first, second, candidates) ? [first, second] : [second, first];
    const [best] = candidates.filter(({ key, value }) => key === left.key && !isSame(kept.value, value))
      .toSorted((a, b) => b.confidence - a.confidence);
    if (best) fields.set(best.key, best);
    else fields.delete(left.key);
  }
}

/** Whether the value is the first field's. Where both are one name on the paper, its label decides. */
function isOwn(first: FoundField, second: FoundField, labelled: FoundField[]): boolean {
  const isOnce = first.page === second.page && first.box && isDeepStrictEqual(first.box, second.box);
  const hasLabel = ({ key, value }: FoundField) =>
    labelled.some((one) => one.key === key && one.value === value);
  return !isOnce || hasLabel(first) || !hasLabel(second);
}

/** Whether one value is the other or its beginning: "Kameelrand Solar" and "Kameelrand Solar (Pty) Ltd". */
export function isSame(a: string, b: string): boolean {
  const [short = "", long = ""] = [a, b].map((name) => fold(name).replace(/[^\p{L}\p{N}]/gu, ""))
    .toSorted((one, other) => one.length - other.length);
  return short.length >= LEAST_LETTERS && long.startsWith(short);
}
