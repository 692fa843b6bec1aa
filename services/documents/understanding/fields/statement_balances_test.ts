import assert from "node:assert/strict";
import { statementTable } from "../tables/statement_rows.ts";
import { USUAL } from "../values/money.ts";
import { placedFields } from "./placed_fields_fixture.ts";
import { withBalances } from "./statement_balances.ts";

const row = (texts: string[]) => ({ page: 1, texts, places: texts.map(() => null) });
const table = {
  page: 1,
  header: { texts: ["Date", "Details", "Debit", "Credit", "Balance"], places: [] },
  rows: [
    row(["01/02/2026", "Balance brought forward", "", "", "4,120.50"]),
    row(["03/02/2026", "Cheque 221", "850.00", "", "3,270.50"]),
    row(["28/02/2026", "رصيد آخر المدة", "", "", "3,270.50"]),
  ],
  parts: [],
};

Deno.test("balances in rows of a statement become its fields", () => {
  const found = withBalances([], [table], { way: USUAL, scanned: false });
  assert.deepEqual(found.map(({ key, value }) => [key, value]), [
    ["opening_balance", "4120.50"],
    ["closing_balance", "3270.50"],
  ]);
});

Deno.test("balances with their day in the label and a sign behind become fields", () => {
  const signed = {
    page: 1,
    header: { texts: ["Booked", "Details", "Amount EUR"], places: [] },
    rows: [
      row(["", "Previous balance of 30.09.2026", "23.418,06 +"]),
      row(["01.10.2026", "Standing order", "2.150,00 -"]),
      row(["", "New balance of 01.10.2026", "21.268,06 +"]),
    ],
    parts: [],
  };
  const way = { decimal: "comma" as const, certain: true };
  const found = withBalances([], [signed], { way, scanned: false });
  assert.deepEqual(found.map(({ value }) => value), ["23418.06", "21268.06"]);
});

Deno.test("a balance with a label outside the table is kept", () => {
  const known = { key: "opening_balance", value: "1.00", confidence: 0.97, field_type: "money" as const };
  const found = withBalances([known], [table], { way: USUAL, scanned: false });
  assert.equal(found.find(({ key }) => key === "opening_balance")?.value, "1.00");
});

Deno.test("a count of entries in brackets behind a label is no amount", () => {
  const inTwo = [
    ["Opening balance", "Money in (5)", "Closing balance"],
    ["الرصيد الافتتاحي", "مجموع الإيداعات (٥)", "الرصيد الختامي"],
  ];
  for (const labels of inTwo) {
    const fields = placedFields("bank_statement", [
      ...labels.map((label, i): [string, number, number] => [label, i * 300, 100]),
      ...["48,216.375", "29,490.580", "52,082.380"].map((sum, i): [string, number, number] => [
        sum,
        i * 300,
        130,
      ]),
    ]);
    assert.equal(fields.opening_balance, "48216.375", labels.join());
    assert.equal(fields.closing_balance, "52082.380", labels.join());
  }
});

Deno.test("balances below their headings in a table of one row become fields, and its sums are no entries", () => {
  const summary = {
    page: 1,
    header: { texts: ["Opening balance", "Money out", "Money in", "Closing balance"], places: [] },
    rows: [row(["€18,204.67", "€20,654.56", "€23,450.70", "€21,000.81"])],
    parts: [],
  };
  const found = withBalances([], [summary, table], { way: USUAL, scanned: false });
  assert.deepEqual(found.map(({ value }) => value), ["18204.67", "21000.81"]);
  const extracted = [summary, table].map(({ header, rows }) => ({
    page: 1,
    header: header.texts,
    rows: rows.map(({ texts }) => texts),
  }));
  assert.equal(statementTable(extracted)?.rows.length, 3);
});

Deno.test("a period ends with the second day of its row, though the word between them was misread", () => {
  const fields = placedFields("bank_statement", [
    ["الفترة من", 600, 100],
    ["01/10/2026", 450, 100],
    ["ال", 300, 100],
    ["31/10/2026", 100, 100],
  ], true);
  assert.equal(fields.period_end, "2026-10-31");
});

Deno.test("a balance carried forward at the foot of a page is not the one at the end of the table", () => {
  const known = { key: "closing_balance", value: "4,000.00", confidence: 0.97, field_type: "money" as const };
  const later = { ...table, rows: table.rows.map((one, i) => ({ ...one, page: i < 2 ? 1 : 2 })) };
  const closing = (page: number) =>
    withBalances([{ ...known, page }], [later], { way: USUAL, scanned: false })
      .find(({ key }) => key === "closing_balance")?.value;
  assert.equal(closing(1), "3270.50");
  assert.equal(closing(2), "4,000.00");
});

Deno.test("a balance that names the month from which it comes opens the statement", () => {
  const carried = {
    ...table,
    rows: [row(["", "رصيد مرحل من شهر مايو", "", "", "4,218,300.00"]), ...table.rows.slice(1)],
  };
  const [opening] = withBalances([], [carried], { way: USUAL, scanned: false });
  assert.equal(opening?.value, "4218300.00");
});
