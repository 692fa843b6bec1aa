import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("Arabic labels behind their values on a page of both languages have them", () => {
  const fields = placedFields("tender", [
    ["توريد وتركيب أجهزة حاسب آلي", 300, 100],
    ["موضوع المناقصة", 900, 100],
    ["WAF/2026/19", 300, 140],
    ["رقم المناقصة", 900, 140],
    ["Supply and installation of computers", 400, 400],
    ["Subject", 100, 400],
  ]);
  assert.equal(fields.title, "توريد وتركيب أجهزة حاسب آلي");
  assert.equal(fields.tender_id, "WAF/2026/19");
});

Deno.test("Latin labels behind their values have them, too", () => {
  const fields = placedFields("quotation", [
    ["AN-26-0773", 300, 100],
    ["Quotation no.", 900, 100],
    ["03.03.2026", 300, 140],
    ["Date of quotation", 900, 140],
    ["DAP Fulda", 300, 180],
    ["Delivery terms", 900, 180],
  ]);
  assert.equal(fields.quotation_id, "AN-26-0773");
  assert.equal(fields.delivery_terms, "DAP Fulda");
});
