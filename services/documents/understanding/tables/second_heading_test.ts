import assert from "node:assert/strict";
import { isSecondHeading } from "./second_heading.ts";

const ROLES = ["quantity", "description", "quantity", undefined, "unit_price", "amount"] as const;

Deno.test("isSecondHeading() tells the heading in a second language from goods", () => {
  for (
    const row of [
      ["م", "البند", "الكمية", "الوحدة", "السعر", "المبلغ ر.ع"],
      ["No.", "Description", "Qty", "Unit", "Unit price", "Amount"],
    ]
  ) assert.ok(isSecondHeading(row, [...ROLES]), row.join(" "));
  for (
    const row of [
      ["1", "Base rent", "84.5", "m2", "28.500", "2,408.250"],
      ["2", "Total care package", "", "", "", "free"],
      ["3", "Price list", "", "", "", ""],
    ]
  ) assert.ok(!isSecondHeading(row, [...ROLES]), row.join(" "));
});
