/** Suggests parties that neither a label nor a position identifies: organisations in the order in which they appear. */
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fold } from "lib/fold.ts";
import { OFFICE } from "./issuing_body.ts";
import { labelsOfCell } from "./label_cells.ts";
import { isName } from "./name_line.ts";
import { isOrganisation } from "./name_shape.ts";
import { withoutHonours } from "./party_name.ts";
import { hasShape } from "./value_shapes.ts";

/** Party fields of each type in their usual order. */
const PARTIES: Partial<Record<string, string[]>> = {
  invoice: ["vendor_name", "customer_name"],
  quotation: ["vendor_name", "customer_name"],
  purchase_order: ["buyer_name", "vendor_name"],
  receipt: ["merchant_name"],
  contract: ["first_party", "second_party"],
  tender: ["issuer"],
  bid: ["bidder_name"],
  bank_statement: ["bank_name", "account_holder"],
  letter: ["sender", "recipient"],
  tax_certificate: ["legal_name"],
};
/** The number of rows that are searched for parties. */
const SEARCHED = 24;
/** Words that may precede a name on its line. */
const BEFORE =
  /^(?:(?:prepared |issued |submitted )?(?:for|to|by)\s+(?=\p{Lu})|(?:m\/s|messrs)\.?\s*[:.]?\s+|(?:ال)?(?:سادة|سيد|سيدة)\s*\/?\s+|(?:أولا|ثانيا|إلى|من|بين)\s*[-:/]?\s+)/iu;

interface Named {
  name: string;
  cell: TextLine;
}

/** Assigns each missing party the next organisation that no other field uses. */
export function unnamedParties(
  type: string,
  rows: FieldRow[],
  { known, rules }: { known: Map<string, FoundField>; rules: FieldRule[] },
): (Named & { key: string })[] {
  const keys = (PARTIES[type] ?? []).filter((key) => rules.some((rule) => rule.key === key));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return [];
  const usedNames = new Set([...known.values()].map(({ value }) => fold(value)));
  const names = organisations(rows, rules).filter(({ name }) => !usedNames.has(fold(name)));
  return missing.flatMap((key) => {
    const at = names.findIndex(({ name }) => hasShape(key, name));
    const [next] = at < 0 ? [] : names.splice(0, at + 1).slice(-1);
    return next ? [{ key, ...next }] : [];
  });
}

function organisations(rows: FieldRow[], rules: FieldRule[]): Named[] {
  const seen = new Set<string>();
  return rows.slice(0, SEARCHED).flatMap((row) => row.inTable ? [] : row.cells).flatMap((cell) => {
    const name = withoutHonours(cell.text.replace(BEFORE, ""));
    const isParty = isName(name) && isOrganisation(name) && !OFFICE.test(name) &&
      name.split(/\s+/).length < 9 &&
      labelsOfCell(cell, rules).every(({ marked, rest }) => !marked && rest !== "");
    if (!isParty || seen.has(fold(name))) return [];
    seen.add(fold(name));
    return [{ name, cell }];
  });
}
