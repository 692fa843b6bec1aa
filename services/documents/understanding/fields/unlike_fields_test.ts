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

Deno.test("a name with the label of the customer is not the vendor's, too", () => {
  const values = placedFields("quotation", [
    ["Quotation for", 100, 0],
    ["Society of Reed Weavers", 100, 40],
    ["Customer: Society of Reed Weavers", 100, 120],
  ]);
  assert.equal(values.customer_name, "Society of Reed Weavers");
  assert.notEqual(values.vendor_name, "Society of Reed Weavers");
});

Deno.test("an address is not the name of its firm, where another stands beside a label", () => {
  const values = placedFields("tax_certificate", [
    ["Certificate of registration", 100, 0],
    ["Taxpayer name", 100, 60],
    ["Heron Paint Ltd", 400, 60],
    ["Address", 100, 100],
    ["Heron Paint Ltd", 400, 100],
    ["Business address", 100, 140],
    ["14 Mill Lane, Leeds", 400, 140],
  ]);
  assert.equal(values.legal_name, "Heron Paint Ltd");
  assert.notEqual(values.address, "Heron Paint Ltd");
});
