import assert from "node:assert/strict";
import type { Field } from "../results/field.ts";
import { sumIssues } from "./sum_checks.ts";

const money = (key: string, value: string): Field => ({ key, value, confidence: 0.9, field_type: "money" });
const header = ["Item", "Quantity", "Unit price", "Amount"];
const issuesOf = (rows: string[][], total: string) =>
  sumIssues({
    type: "receipt",
    fields: [money("subtotal", "100.00"), money("total_tax", "15.00"), money("total", total)],
    tables: [{ page: 1, header, rows }],
  }).map(({ field }) => field);

Deno.test("prices with tax add up to the total instead of the sum before tax", () => {
  const lock = ["Lock", "2", "46.00", "92.00"];
  assert.deepEqual(issuesOf([lock, ["Key", "1", "23.00", "23.00"]], "115.00"), []);
  assert.deepEqual(issuesOf([lock], "115.00"), ["line_items"]);
  assert.deepEqual(issuesOf([lock, ["Key", "1", "28.00", "28.00"]], "120.00"), ["total", "line_items"]);
});
