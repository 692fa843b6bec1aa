import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

const order = (number: string, delivery = "موعد التسليم: 25/4/2026 في موقع العمل") =>
  placedFields("purchase_order", [
    ["شركة سد العظيم للمقاولات الإنشائية", 600, 0],
    [number, 100, 0],
    ["التاريخ: 7/4/2026", 100, 30],
    ["إلى / معمل كاشي الدجيل الحديث المحترم", 600, 70],
    ["م / طلب شراء", 500, 110],
    [delivery, 600, 450],
  ], true);

Deno.test("the count at the head of an Iraqi paper is its number", () => {
  for (
    const [text, number] of [
      ["العدد: م/312", "م/312"],
      ["العدد / 312 / ش", "312/ش"],
      ["العدد: ٣١٢/٢٠٢٦", "312/2026"],
    ] as const
  ) {
    assert.equal(order(text).order_id, number, text);
  }
});

Deno.test("a day of delivery stands before its place, in several wordings", () => {
  for (
    const text of [
      "موعد التسليم: 25/4/2026 في موقع العمل",
      "آخر موعد للتجهيز 25/4/2026",
      "تاريخ التجهيز: 25/4/2026",
      "موعد الاستلام: 25/4/2026",
      "تسلم المواد في موعد أقصاه 25/4/2026",
    ]
  ) {
    assert.equal(order("العدد: م/312", text).delivery_date, "2026-04-25", text);
  }
});
