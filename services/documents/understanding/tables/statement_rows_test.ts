import assert from "node:assert/strict";
import { statementIssues } from "../validation/statement_checks.ts";
import type { Field } from "../results/field.ts";
import { statementEntries } from "./statement_rows.ts";

const table = (header: string[], ...rows: string[][]) => [{ page: 1, header, rows }];

Deno.test("one column of amounts tells debits from credits by their signs", () => {
  const entries = statementEntries(table(
    ["ENTRY DATE", "DESCRIPTION", "TRANSACTION AMOUNT", "BALANCE"],
    ["", "BEGINNING BALANCE", "", "27,418.62"],
    ["01/10/26", "TRANSFER IN", "4,850.00+", "32,268.62"],
    ["02/10/26", "CHEQUE", "1,920.40-", "30,348.22"],
  ));
  assert.deepEqual(entries, [
    { balance: 27418.62, isSum: true },
    { credit: 4850, balance: 32268.62 },
    { debit: 1920.4, balance: 30348.22 },
  ]);
});

Deno.test("a column beside the amounts may tell debits from credits", () => {
  for (const [out, into, heading] of [["DR", "CR", "DR/CR"], ["مدين", "دائن", "نوع الحركة"]]) {
    const entries = statementEntries(table(
      ["التاريخ", "البيان", "المبلغ", heading ?? "", "الرصيد"],
      ["01/10/26", "راتب", "900.00", into ?? "", "1,900.00"],
      ["02/10/26", "سحب نقدي", "400.00", out ?? "", "1,500.00"],
    ));
    assert.deepEqual(entries?.map(({ debit, credit }) => [debit, credit]), [[undefined, 900], [
      400,
      undefined,
    ]]);
  }
});

Deno.test("amounts without a sign are credits only where all signs are of debits", () => {
  const header = ["Date", "Text", "Amount", "Balance"];
  const plain = statementEntries(
    table(header, ["1 May", "Sales", "50.00", "150.00"], ["2 May", "Fee", "-5.00", "145.00"]),
  );
  assert.deepEqual(plain?.map(({ debit, credit }) => [debit, credit]), [[undefined, 50], [5, undefined]]);
  const none = statementEntries(
    table(header, ["1 May", "Sales", "50.00", "150.00"], ["2 May", "Fee", "5.00", "145.00"]),
  );
  assert.equal(none, undefined);
});

const field = (key: string, value: string): Field => ({ key, value, confidence: 0.9, field_type: "money" });
const BALANCES = [field("opening_balance", "84217.35"), field("closing_balance", "85217.35")];
const HEADER = ["تاريخ العملية", "تاريخ القيمة", "بيان العملية", "مدين", "دائن"];

Deno.test("a statement without balances in its rows is held against its closing balance", () => {
  const rows = [
    ["الرصيد السابق في", "30/09/2026", "", "", "84 217,35"],
    ["02/10/2026", "02/10/2026", "تحويل وارد", "", "36 500,00"],
    ["05/10/2026", "06/10/2026", "أداء شيك", "35 500,00", ""],
    ["المجموع", "", "", "35 500,00", "36 500,00"],
  ];
  assert.deepEqual(statementIssues({ fields: BALANCES, tables: table(HEADER, ...rows) }), []);
  const [issue] = statementIssues({ fields: BALANCES, tables: table(HEADER, ...rows.slice(0, 2)) });
  assert.equal(issue?.field, "closing_balance");
});

Deno.test("short and Arabic headings of both sides of an account are known", () => {
  const sides = [["DR", "CR", "Bal."], ["Out", "In", "Balance"], ["منه", "له", "الرصيد"], [
    "صادر",
    "وارد",
    "رصيد",
  ]];
  for (const headings of sides) {
    const entries = statementEntries([{
      page: 1,
      header: ["Date", "Details", ...headings],
      rows: [["1/6", "Rent", "5.00", "", "10.00"], ["2/6", "Sale", "", "6.00", "16.00"]],
    }]);
    assert.deepEqual(entries?.map(({ debit, credit, balance }) => [debit, credit, balance]), [
      [5, undefined, 10],
      [undefined, 6, 16],
    ], headings.join());
  }
});

Deno.test("a balance with the sign of a debit is owed", () => {
  const tables = table(
    ["Date", "Details", "Debit", "Credit", "Balance"],
    ["5/10/26", "Sale", "", "750.00", "10,750.00 Cr"],
    ["6/10/26", "Rent", "12,000.00", "", "1,250.00 Dr"],
  );
  assert.deepEqual(statementEntries(tables)?.map(({ balance }) => balance), [10750, -1250]);
  const fields: Field[] = [["opening_balance", "10000.00"], ["closing_balance", "1250.00"]].map((
    [key = "", value = ""],
  ) => ({ key, value, confidence: 1, field_type: "money" }));
  assert.deepEqual(statementIssues({ fields, tables }), []);
});

Deno.test("a heading that a scan parts, and marks before the label of a sum, change nothing", () => {
  const entries = statementEntries(table(
    ["DATE", "PARTICULARS", "WITHDRA WAL", "DEPOSIT", "BALANCE"],
    ["", '"OPENING BALANCE B/F', "", "", "100.00"],
    ["03-AUG-26", "CHQ", "40.00", "", "60.00"],
  ));
  assert.deepEqual(entries, [{ balance: 100, isSum: true }, { debit: 40, balance: 60 }]);
});
