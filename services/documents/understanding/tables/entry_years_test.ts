import assert from "node:assert/strict";
import { DAY_FIRST } from "../values/dates.ts";
import { withYears } from "./entry_years.ts";

const period = (from: string, to: string, confidence = 0.9) =>
  [["period_start", from], ["period_end", to]].map(([key = "", value = ""]) => ({ key, value, confidence }));

const ENGLISH = ["Date", "Details", "Value", "Debit", "Credit"];
const ARABIC = ["التاريخ", "البيان", "تاريخ الحق", "مدين", "دائن"];

function daysOf(header: string[], days: [string, string][], fields: ReturnType<typeof period>) {
  const rows = days.map(([day, value]) => [day, "Rent of 01/09", value, "5.10", ""]);
  const [table] = withYears([{ page: 1, header, rows }], fields, DAY_FIRST);
  return table?.rows.map(([day, , value]) => [day, value]);
}

Deno.test("days without a year have that of the period of their statement", () => {
  const fields = period("2026-09-01", "2026-09-30");
  assert.deepEqual(daysOf(ENGLISH, [["01/09", "31/08"], ["30/09", "02/10"]], fields), [
    ["01/09/2026", "31/08/2026"],
    ["30/09/2026", "02/10/2026"],
  ]);
  assert.deepEqual(daysOf(ARABIC, [["٠١/٠٩", "٠١-٠٩"]], fields), [["٠١/٠٩/٢٠٢٦", "٠١-٠٩-٢٠٢٦"]]);
  assert.deepEqual(daysOf(ENGLISH, [["1.9.", "01 Sep"], ["Sep 02", "02-SEP"]], fields), [
    ["1.9.2026", "01 Sep 2026"],
    ["Sep 02 2026", "02-SEP-2026"],
  ]);
});

Deno.test("a period over the turn of a year gives each day its own; a longer or doubtful one gives none", () => {
  const days: [string, string][] = [["28/12", "28/12"], ["04/01", "04/01"]];
  assert.deepEqual(daysOf(ENGLISH, days, period("2026-12-15", "2027-01-14")), [
    ["28/12/2026", "28/12/2026"],
    ["04/01/2027", "04/01/2027"],
  ]);
  assert.deepEqual(daysOf(ENGLISH, days, period("2026-01-01", "2027-12-31")), days);
  assert.deepEqual(daysOf(ENGLISH, days, period("2026-12-15", "2027-01-14", 0.6)), days);
  assert.deepEqual(daysOf(ENGLISH, [["17/06", "17/06"]], period("2026-12-15", "2027-01-14")), [[
    "17/06",
    "17/06",
  ]]);
});

Deno.test("amounts in a column of values are no days", () => {
  const rows = ["5.09", "120.00", "33.75"].map((value) => ["01/09/2026", "Rent", value, "", "9.00"]);
  const table = { page: 1, header: ["Date", "Details", "Value", "Debit", "Credit"], rows };
  assert.deepEqual(withYears([table], period("2026-09-01", "2026-09-30"), DAY_FIRST), [table]);
});
