/** The firm for which a paper is signed: "For and on behalf of Silenci Blau, S.L." */
import type { FoundField, TextLine } from "../results/field.ts";
import { fold } from "lib/fold.ts";
import { fieldAt } from "./field_at.ts";
import { isFirmAtHead, isName } from "./name_line.ts";
import { isOrganisation } from "./name_shape.ts";

const ISSUES: Partial<Record<string, string>> = {
  invoice: "vendor_name",
  quotation: "vendor_name",
  purchase_order: "buyer_name",
  receipt: "merchant_name",
};
export const SIGNED_FOR =
  /^(?:signed )?(?:for(?: (?:and|&) on behalf of)?|on behalf of|p\.?p\.?|(?:نيابة )?عن|وقع عن)\s*[:：/]?\s+(?=\p{L}{2})/iu;
const SURE = { alone: 0.82, again: 0.9 };
/** Cells at the top, where such words mean the customer: "Quotation for Lagos Harbour". */
const HEAD = 6;

/** The issuer of a paper by the only firm for which it is signed; surer if it stands at the head, too. */
export function signedFor(type: string, cells: TextLine[]): FoundField[] {
  const key = ISSUES[type];
  if (!key) return [];
  const found = cells.slice(HEAD).flatMap((cell) => {
    const name = cell.text.length < 90 && SIGNED_FOR.test(cell.text) ? cell.text.replace(SIGNED_FOR, "") : "";
    return name !== "" && isName(name) && (isOrganisation(name) || isFirmAtHead(name))
      ? [{ name, cell }]
      : [];
  });
  const [first] = found;
  if (!first || found.some(({ name }) => fold(name) !== fold(first.name))) return [];
  const atHead = cells.slice(0, HEAD).find(({ text }) => fold(text) === fold(first.name));
  return [fieldAt(key, first.name, atHead ?? first.cell, { sure: atHead ? SURE.again : SURE.alone })];
}
