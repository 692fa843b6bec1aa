import assert from "node:assert/strict";
import { rowIssues } from "./row_checks.ts";

const header = ["Item", "Qty", "Price", "Amount"];
const rows = [["Sand", "2", "3.00", "6.00"], ["", "4", "1.00", "4.00"], ["Lime", "1", "5.00", "5.00"]];

Deno.test("line items with uncertain or missing words are reported, others are not", () => {
  const goods = [...rows, ["Clay", "2", "2.00", "4.00"]];
  const issues = rowIssues([{ page: 1, header, rows: goods, doubtful: [2] }]);
  assert.deepEqual(issues.map(({ field }) => field), ["line_items[1]", "line_items[2]"]);
});

Deno.test("entries of statements without a description are reported", () => {
  const entries = [["1 May", "Rent", "5.00", "", "95.00"], ["2 May", "", "5.00", "", "90.00"], [
    "3 May",
    "Salary",
    "",
    "9.00",
    "99.00",
  ]];
  const table = { page: 1, header: ["Date", "Details", "Debit", "Credit", "Balance"], rows: entries };
  assert.deepEqual(rowIssues([table]).map(({ field }) => field), ["rows[1]"]);
});

Deno.test("rows of other tables are not reported", () => {
  assert.deepEqual(rowIssues([{ page: 1, header: ["a", "b"], rows: [["x", ""]], doubtful: [0] }]), []);
});

Deno.test("entries of a scan without a date are reported; a digital file may print a date once for several", () => {
  const entries = ["01/02/2026", "", "03/02/2026"].map((day) => [day, "Rent", "5.00", "", "95.00"]);
  const table = { page: 1, header: ["Date", "Details", "Debit", "Credit", "Balance"], rows: entries };
  assert.deepEqual(rowIssues([{ ...table, scanned: true }]).map(({ field }) => field), ["rows[1]"]);
  assert.deepEqual(rowIssues([table]), []);
});

Deno.test("goods of a scan whose names were not read are reported; a digital file may list figures only", () => {
  const figures = [["8", "640.000", "5,120.000"], ["15", "48.500", "727.500"]];
  for (const header of [["Qty", "Unit price", "Amount"], ["الكمية", "سعر الوحدة", "القيمة"]]) {
    const table = { page: 1, header, rows: figures };
    const issues = rowIssues([{ ...table, scanned: true }]);
    assert.deepEqual(issues.map(({ field }) => field), ["line_items[0]", "line_items[1]"]);
    assert.deepEqual(rowIssues([table]), []);
  }
});
