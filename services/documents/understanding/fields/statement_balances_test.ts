import assert from "node:assert/strict";
import { USUAL } from "../values/money.ts";
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

Deno.test("a balance with a label outside the table is kept", () => {
  const known = { key: "opening_balance", value: "1.00", confidence: 0.97, field_type: "money" as const };
  const found = withBalances([known], [table], { way: USUAL, scanned: false });
  assert.equal(found.find(({ key }) => key === "opening_balance")?.value, "1.00");
});
