import type { ExtractedTable } from "../results/extraction.ts";
import type { Field } from "../results/field.ts";
import { type Entry, statementEntries } from "../tables/statement_rows.ts";
import { amountOf, isNearlyEqual } from "./sum_checks.ts";
import type { Issue } from "../results/validation.ts";

const MOST_NAMED = 5;

/** Checks that opening balance plus credits minus debits equals the closing balance, also row by row. */
export function statementIssues({ fields, tables }: { fields: Field[]; tables: ExtractedTable[] }): Issue[] {
  const entries = statementEntries(tables);
  const opening = amountOf(fields, "opening_balance");
  const closing = amountOf(fields, "closing_balance");
  if (!entries || entries.length === 0) return [];
  if (opening === undefined || closing === undefined) {
    const issue =
      "The entries cannot be held against an opening and a closing balance, since one of them was not read";
    return [...balanceIssues(entries, opening), {
      field: "tables",
      fields: ["tables", "rows"],
      issue,
      severity: "warning",
    }];
  }
  return [...balanceIssues(entries, opening), ...closingIssues(entries, opening, closing)];
}

/** Rows whose balance does not follow from the previous row: a row is missing or a figure misread. */
function balanceIssues(entries: Entry[], opening: number | undefined): Issue[] {
  // A statement without a column of balances is held against its closing balance alone.
  if (entries.every(({ balance }) => balance === undefined)) return [];
  const wrong: number[] = [];
  let before = opening;
  // Rows since the last balance, which some statements print once for the entries of a day.
  let since: number[] = [];
  for (const [i, { debit = 0, credit = 0, balance, isSum, isLost }] of entries.entries()) {
    if (balance === undefined && isSum) continue;
    const after = before === undefined ? undefined : before + Math.abs(credit) - Math.abs(debit);
    since.push(i + 1);
    if (isLost) {
      wrong.push(...since);
      since = [];
      before = undefined;
      continue;
    }
    if (balance === undefined) {
      before = after;
      continue;
    }
    if (after === undefined ? since.length > 1 : !isNearlyEqual(after, balance)) wrong.push(...since);
    since = [];
    before = balance;
  }
  // Entries listed from newest to oldest are checked in reverse.
  if (wrong.length > entries.length / 2 && isTurned(entries)) return [];
  if (wrong.length === 0) return [];
  const rows = wrong.slice(0, MOST_NAMED).join(", ") + (wrong.length > MOST_NAMED ? " and others" : "");
  return [{
    field: "tables",
    fields: ["tables", "rows", ...(wrong.includes(1) ? ["opening_balance"] : [])],
    issue: `The balance does not follow from the row before in row ${rows} of ${entries.length}`,
    severity: "warning",
  }];
}

function isTurned(entries: Entry[]): boolean {
  const rows = entries.toReversed();
  const follow = rows.slice(1).flatMap(({ debit = 0, credit = 0, balance }, i) => {
    const before = rows[i]?.balance;
    return before === undefined || balance === undefined
      ? []
      : [isNearlyEqual(before + Math.abs(credit) - Math.abs(debit), balance)];
  });
  return follow.length > 0 && follow.every((one) => one);
}

function closingIssues(entries: Entry[], opening: number | undefined, closing: number | undefined): Issue[] {
  if (closing === undefined) return [];
  const sum = (of: (entry: Entry) => number | undefined) =>
    entries.reduce((all, entry) => all + Math.abs(of(entry) ?? 0), 0);
  const [credits, debits] = [sum((entry) => entry.credit), sum((entry) => entry.debit)];
  const last = (isTurned(entries) ? entries[0] : entries.at(-1))?.balance;
  const expected = opening === undefined ? last : opening + credits - debits;
  if (expected === undefined || isNearlyEqual(expected, closing)) return [];
  // "1,250.00 Dr" is the amount that the account owes.
  if (last !== undefined && last < 0 && isNearlyEqual(expected, last) && isNearlyEqual(-last, closing)) {
    return [];
  }
  const how = opening === undefined
    ? `The last balance is ${expected.toFixed(2)}`
    : `Opening ${opening.toFixed(2)} + credits ${credits.toFixed(2)} − debits ${debits.toFixed(2)} is ${
      expected.toFixed(2)
    }`;
  return [{
    field: "closing_balance",
    fields: ["closing_balance", "opening_balance", "tables", "rows"],
    issue: `${how}, not ${closing.toFixed(2)}`,
    severity: "error",
  }];
}
