import assert from "node:assert/strict";
import { isNameLike } from "./name_shape.ts";
import { placedFields } from "./placed_fields_fixture.ts";
import { hasShape } from "./value_shapes.ts";

Deno.test("a numbered label, a department of two words and a sentence with an amount are no names", () => {
  for (
    const text of ["4. Supplier", "Stores and Procurement", "Cost of your account since 1 May 2026: 82.80"]
  ) {
    assert.equal(isNameLike(text), false, text);
  }
  assert.equal(isNameLike("Stores and Procurement Services LLC"), true);
  assert.equal(hasShape("address", "7. Budget head"), false);
});

Deno.test("forms of firms and merchants are legal forms and no activities", () => {
  for (const form of ["Partnership firm", "Individual Merchant", "تاجر فرد"]) {
    assert.equal(hasShape("legal_form", form), true, form);
    assert.equal(hasShape("activities", form), false, form);
  }
  const fields = placedFields("trade_licence", [
    ["Constitution of business", 100, 100],
    ["Partnership firm", 500, 100],
    ["Nature of trade", 100, 140],
    ["Repair of bicycles", 500, 140],
  ]);
  assert.equal(fields.legal_form, "Partnership firm");
  assert.equal(fields.activities, "Repair of bicycles");
});

Deno.test("who gets a copy of a letter is not its recipient", () => {
  for (const copy of ["نسخة تبلغ إلى: ديوان المحاسبة", "Copy for information to: Harbour Audit Office"]) {
    assert.equal(placedFields("letter", [[copy, 100, 900]]).recipient, undefined, copy);
  }
});

Deno.test("terms go on to the end of their sentence, though their last words are a label", () => {
  assert.equal(
    placedFields("invoice", [["Terms: 30 days from date of invoice. Due date: 30/11/2026", 100, 500]])
      .payment_terms,
    "30 days from date of invoice.",
  );
});

Deno.test("the name of a card says more than the word beside its last digits", () => {
  assert.equal(
    placedFields("receipt", [
      ["PAID BY VISA DEBIT", 100, 500],
      ["107.78", 700, 500],
      ["CARD", 100, 560],
      ["5518", 700, 560],
    ]).payment_method,
    "VISA DEBIT",
  );
});

Deno.test("a Dutch VAT number among the registrations at the foot, and a reference that ends in a year, are whole", () => {
  const fields = placedFields("invoice", [
    ["IBAN NL92 WADB 0417 7309 69 · KvK 30881746 · VAT NL861940271B01", 100, 900],
  ]);
  assert.equal(fields.vendor_tax_id?.replaceAll(" ", ""), "NL861940271B01");
  assert.equal(placedFields("letter", [["الرقم: 418/م ت/2026", 700, 100]], true).reference, "418/م ت/2026");
});
