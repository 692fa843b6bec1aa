import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";
import { plausible } from "./plausible_field.ts";

Deno.test("a value without the shape of its field is in doubt and says why", () => {
  const field = { key: "address", value: "Sales Manager", confidence: 0.97, field_type: "address" as const };
  const { confidence, reason } = plausible(field);
  assert.ok(confidence < 0.8);
  assert.equal(reason, "It has not the shape of the field address");
  const whole = { ...field, value: "4 Mill Lane, Leeds" };
  assert.deepEqual(plausible(whole), whole);
});

Deno.test("a plausible value elsewhere is preferred to an implausible one beside the label", () => {
  const values = placedFields("cv", [
    ["Nadia Rahman", 100, 0],
    ["Languages", 100, 200],
    ["Cedar Hill College", 500, 200],
    ["Arabic, German and English", 100, 240],
  ]);
  assert.equal(values.languages, "Arabic, German and English");
});

Deno.test("the label of another field beside a label is not its value, which stands below", () => {
  const values = placedFields("trade_licence", [
    ["Legal form", 100, 100],
    ["Capital", 500, 100],
    ["Limited Liability Company", 100, 130],
    ["50,000", 500, 130],
  ]);
  assert.equal(values.legal_form, "Limited Liability Company");
});

Deno.test("the name of a father or a referee is not that of a CV's person", () => {
  const values = placedFields("cv", [
    ["NADIA RAHMAN", 100, 0],
    ["Father's name: Karim Rahman", 100, 300],
  ]);
  assert.equal(values.full_name, "NADIA RAHMAN");
});

Deno.test("the account to pay to is no part of the terms of payment", () => {
  const english = placedFields("invoice", [[
    "Payment terms: 30 days, by bank transfer to our account",
    100,
    100,
  ]]);
  assert.equal(english.payment_terms, "30 days");
  const arabic = placedFields(
    "invoice",
    [["شروط الدفع: خلال 20 يوما، تحويلا إلى حساب المؤسسة", 100, 100]],
    true,
  );
  assert.equal(arabic.payment_terms, "خلال 20 يوما");
});
