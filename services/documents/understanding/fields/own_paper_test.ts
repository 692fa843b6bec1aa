import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the kind of an account is no holder, with or without another label of the holder", () => {
  const values = placedFields("bank_statement", [
    ["Arad Coast Bank B.S.C.", 100, 0],
    ["HIDD SHIP CHANDLERS W.L.L.", 100, 150],
    ["Account number", 800, 150],
    ["0041-728390-615", 1010, 150],
    ["Building 417, Road 1728", 100, 186],
    ["Account type", 800, 230],
    ["Business current", 1010, 230],
    ["Currency", 800, 270],
    ["Bahraini Dinar (BHD)", 1010, 270],
  ]);
  assert.equal(values.account_holder, "HIDD SHIP CHANDLERS W.L.L.");
});

Deno.test("a licence was issued on its own day, not on the first one", () => {
  const values = placedFields("trade_licence", [
    ["رخصة تجارية", 700, 0],
    ["Issue date", 860, 150],
    ["تاريخ الإصدار", 1330, 150],
    ["2026/06/07", 1360, 182],
    ["First issued", 180, 260],
    ["تاريخ أول إصدار", 640, 260],
    ["2021/06/07", 690, 292],
  ], true);
  assert.equal(values.issue_date, "2026-06-07");
});

Deno.test("terms of payment are those of their label, not the means", () => {
  const values = placedFields("invoice", [
    ["شركة سواقي الوادي ذ.م.م", 900, 0],
    ["طريقة الدفع: صك بنكي", 1300, 500],
    ["شروط الدفع: 30 يوما من تاريخ الفاتورة", 1100, 560],
  ], true);
  assert.equal(values.payment_terms, "30 يوما من تاريخ الفاتورة");
});
