import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the holder of the vendor's bank account is not the customer", () => {
  const values = placedFields("invoice", [
    ["Tax invoice", 600, 0],
    ["From", 100, 100],
    ["T O", 800, 100],
    ["Kameelrand Solar (Pty) Ltd", 100, 140],
    ["Groenvlei Wine Cellars Ltd", 800, 140],
    ["Account name: Kameelrand Solar", 100, 900],
  ]);
  assert.equal(values.vendor_name, "Kameelrand Solar (Pty) Ltd");
  assert.equal(values.customer_name, "Groenvlei Wine Cellars Ltd");
});

Deno.test("a customer that is only named by the vendor's account is withheld", () => {
  const values = placedFields("invoice", [
    ["Kameelrand Solar (Pty) Ltd", 100, 0],
    ["Tax invoice", 100, 60],
    ["Account name: Kameelrand Solar (Pty) Ltd", 100, 900],
  ]);
  assert.equal(values.customer_name, undefined);
});
