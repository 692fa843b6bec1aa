import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the ticked payment method is the value, the box before it or behind it", () => {
  for (
    const [line, method] of [
      ["☐ Cash  ☒ Cheque  ☐ Transfer", "Cheque"],
      ["Cash ☐ Cheque ☐ Bank transfer ☑", "Bank transfer"],
      ["[ ] Cash [x] Card [ ] Cheque", "Card"],
    ] as const
  ) {
    const fields = placedFields("receipt", [["Receipt voucher", 300, 0], ["Paid by:", 100, 100], [
      line,
      300,
      100,
    ]]);
    assert.equal(fields.payment_method, method);
  }
});

Deno.test("a filled cheque number tells the method where a scan lost the tick", () => {
  const fields = placedFields("receipt", [
    ["سند قبض", 500, 0],
    ["طريقة الدفع:", 900, 100],
    ["لا نقدا", 700, 100],
    ["شيك", 500, 100],
    ["لا تحويل", 300, 100],
    ["رقم الشيك:", 900, 140],
    ["٠٠٠٢١٧", 700, 140],
  ], true);
  assert.equal(fields.payment_method, "شيك");
});

Deno.test("a ticked method in a cell of its own is the value, known or not", () => {
  const fields = placedFields("receipt", [
    ["Official receipt", 300, 0],
    ["Form of payment:", 100, 80],
    ["Cash", 100, 120],
    ["Check", 250, 120],
    ["x GCash", 400, 120],
  ]);
  assert.equal(fields.payment_method, "GCash");
});

Deno.test("a list of methods without a tick gives none", () => {
  const fields = placedFields("receipt", [
    ["Receipt voucher", 300, 0],
    ["Paid by Cash / Cheque / Transfer", 100, 100],
  ]);
  assert.equal(fields.payment_method, undefined);
});

Deno.test("the payer stands beside forms of address, or below the label of a bill", () => {
  assert.equal(
    placedFields("receipt", [
      ["سند قبض", 500, 0],
      ["استلمنا من السيد / السادة:", 800, 100],
      ["مؤسسة الوكرة الحديثة للخياطة", 400, 100],
    ], true).received_from,
    "مؤسسة الوكرة الحديثة للخياطة",
  );
  assert.equal(
    placedFields("receipt", [
      ["Lulwa Thread House W.L.L.", 100, 0],
      ["Sales Receipt", 100, 50],
      ["BILL TO", 100, 100],
      ["Sitra Girls Sewing Centre", 100, 124],
      ["PMT METHOD", 600, 200],
      ["Debit Card", 800, 200],
    ]).received_from,
    "Sitra Girls Sewing Centre",
  );
});

Deno.test("a form's own forms of address are no part of the payer's name", () => {
  for (
    const [line, name] of [
      ["Received from Mr./Ms.: Hessa Mubarak Al Dosari", "Hessa Mubarak Al Dosari"],
      ["استلمنا من الفاضل/ة: خليفة أحمد البوعينين", "خليفة أحمد البوعينين"],
      ["Received from: M/s Sohar Paints LLC", "Sohar Paints LLC"],
    ] as const
  ) assert.equal(placedFields("receipt", [["Receipt", 300, 0], [line, 100, 100]]).received_from, name);
});

Deno.test("a method in a sentence of its own is the value, without its number and bank", () => {
  for (
    const [line, method] of [
      [["by", "Cheque no. 100231 of Creek Bank dated 20 July 2026"], "Cheque"],
      [["بموجب شيك رقم 217 على بنك الريان"], "شيك"],
    ] as const
  ) {
    const cells = line.map((text, at): [string, number, number] => [text, 100 + at * 300, 100]);
    assert.equal(placedFields("receipt", [["Receipt", 300, 0], ...cells]).payment_method, method);
  }
});

Deno.test("a method in two languages is one", () => {
  const fields = placedFields("receipt", [
    ["Receipt", 300, 0],
    ["Payment method", 100, 100],
    ["Bank transfer تحويل بنكي", 500, 100],
  ]);
  assert.equal(fields.payment_method, "Bank transfer");
});
