import assert from "node:assert/strict";
import { findDates } from "../values/dates.ts";
import { mendedCell } from "./scanned_cells.ts";

Deno.test("a zero in the name of a month is the letter O", () => {
  assert.equal(mendedCell("02-0CT-2026"), "02-OCT-2026");
  assert.equal(mendedCell("5 n0v 26"), "5 nov 26");
  assert.equal(mendedCell("Order 02-0CT-2026"), "Order 02-0CT-2026");
  assert.deepEqual(findDates("PERIOD : 01-0CT-2026 TO 30-N0V-2026").map(({ value }) => value), [
    "2026-10-01",
    "2026-11-30",
  ]);
});

Deno.test("an amount has no space beside its signs, and two numbers are no amount", () => {
  assert.equal(mendedCell("318, 400.00"), "318,400.00");
  assert.equal(mendedCell("2,541,647 .74CR"), "2,541,647.74CR");
  assert.equal(mendedCell("٣١٨٬ ٤٠٠٫٠٠"), "٣١٨٬٤٠٠٫٠٠");
  assert.equal(mendedCell("1. 250,00"), "1.250,00");
  for (const cell of ["12, 400", "6 210.00", "Bolt 12, 400.00 m", "1, 2, 3"]) {
    assert.equal(mendedCell(cell), cell);
  }
});
