import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the customer's order is found in the sentence that cites it", () => {
  for (
    const [text, number] of [
      ["Repairs to the north aisle, your order PCC/FAB/09", "PCC/FAB/09"],
      ["As per your purchase order no. 4471 dated 2 March 2026", "4471"],
      ["Against your LPO 55120 dated 1/2/2026", "55120"],
      ["Ref: your order number A-77", "A-77"],
      ["Ordered under PO 450012", "450012"],
      ["Your ref. PO-118", "PO-118"],
      ["Work done under your order of 22/04/2026", undefined],
    ] as const
  ) {
    const fields = placedFields("invoice", [["Adwene Cloth Ltd", 100, 0], ["Invoice", 400, 60], [
      text,
      100,
      100,
    ]]);
    assert.equal(fields.purchase_order, number, text);
  }
  for (
    const [text, number] of [
      ["طلبكم رقم 417/ط", "417/ط"],
      ["بناء على طلبكم رقم 4471 بتاريخ 2/3/2026", "4471"],
      ["أمر شرائكم رقم 55120", "55120"],
      ["حسب طلبكم المرقم 3312", "3312"],
      ["استنادا إلى أمر الشراء رقم 88-210", "88-210"],
      ["مرجعكم: PO-118", "PO-118"],
    ] as const
  ) {
    const fields = placedFields(
      "invoice",
      [["شركة الصفا للتجارة", 700, 0], ["فاتورة", 500, 40], [text, 300, 100]],
      true,
    );
    assert.equal(fields.purchase_order, number, text);
  }
});

Deno.test("a Tunisian order to supply is the customer's order", () => {
  const fields = placedFields("invoice", [
    ["شركة رسوم قمودة للطباعة", 600, 100],
    ["فاتورة عدد 2026/0583", 600, 200],
    ["إذن التزود عدد: BC-2026-117", 600, 300],
  ], true);
  assert.equal(fields.purchase_order, "BC-2026-117");
});
