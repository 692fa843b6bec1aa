import assert from "node:assert/strict";
import { statementIssues } from "../validation/statement_checks.ts";
import type { JoinedTable } from "./document_tables.ts";
import { withEntries } from "./entry_rows.ts";

function table(header: string[], ...rows: string[][]): JoinedTable {
  const placed = (texts: string[]) => ({ texts, places: texts.map(() => null) });
  return {
    page: 1,
    header: placed(header),
    rows: rows.map((texts) => ({ page: 1, ...placed(texts) })),
    parts: [],
  };
}

const ENGLISH = ["Date", "Details", "Paid out", "Paid in", "Balance"];
const ARABIC = ["التاريخ", "البيان", "مدين", "دائن", "الرصيد"];

Deno.test("a day printed at the first of its entries is the day of all of them", () => {
  for (const header of [ENGLISH, ARABIC]) {
    const { rows } = withEntries(
      table(
        header,
        ["", "Balance brought forward", "", "", "90.00"],
        ["01 Oct 2026", "Rent", "40.00", "", ""],
        ["", "Sale", "", "50.00", "100.00"],
        ["02/10/2026", "Fee", "1.00", "", "99.00"],
        ["", "New balance", "", "99.00", ""],
      ),
      false,
    );
    assert.deepEqual(rows.map(({ texts }) => texts[0]), ["", "01 Oct 2026", "01 Oct 2026", "02/10/2026", ""]);
  }
});

Deno.test("a scan that lost the day of a few entries gets none filled in", () => {
  const entries = ["01/10/2026", "02/10/2026", "", "04/10/2026"].map((
    day,
  ) => [day, "Fee", "1.00", "", "9.00"]);
  const { rows } = withEntries(table(ENGLISH, ...entries), true);
  assert.equal(rows[2]?.texts[0], "");
});

Deno.test("a balance carried forward beside the sums of both columns is no entry", () => {
  for (const label of ["Balance carried forward", "Totals", "الرصيد المرحل"]) {
    const { rows } = withEntries(
      table(ENGLISH, ["01/10/2026", "Fee", "1.00", "", "9.00"], [
        "31/10/2026",
        label,
        "1.00",
        "0.00",
        "9.00",
      ]),
      false,
    );
    assert.equal(rows.length, 1, label);
  }
});

Deno.test("a balance printed once a day is held against all entries of the day", () => {
  const issues = (sale: string, scanned: boolean) =>
    statementIssues({
      fields: [["opening_balance", "90.00"], ["closing_balance", "100.00"]].map(([key = "", value = ""]) => ({
        key,
        value,
        confidence: 1,
        field_type: "money" as const,
      })),
      tables: [{
        page: 1,
        header: ["Date", "Details", "Payments - out", "Payments - in", "Balance"],
        rows: [["1 Oct 2026", "Rent", "40.00", "", ""], ["1 Oct 2026", "Sale", "", sale, "100.00"]],
        ...scanned ? { scanned: true as const } : {},
      }],
    }).map(({ issue }) => issue);
  assert.deepEqual(issues("50.00", true), []);
  assert.match(issues("55.00", false)[0] ?? "", /in row 1, 2 of 2/);
});

Deno.test("a scanned entry without a balance before another day is named", () => {
  const [issue] = statementIssues({
    fields: [],
    tables: [{
      page: 1,
      header: ENGLISH,
      rows: [["1/10/26", "Rent", "40.00", "", ""], ["2/10/26", "Sale", "", "50.00", "100.00"]],
      scanned: true,
    }],
  });
  assert.match(issue?.issue ?? "", /in row 1 of 2/);
});
