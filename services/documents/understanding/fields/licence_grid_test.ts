import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("activities are the names of a table, not its codes", () => {
  const fields = placedFields("trade_licence", [
    ["Licence No.", 100, 0],
    ["905163", 400, 0],
    ["Licence Activities", 100, 60],
    ["Code الرمز", 100, 100],
    ["Activity النشاط", 500, 100],
    ["9602-12", 100, 130],
    ["Ladies hairdressing", 500, 130],
    ["9602-15", 100, 160],
    ["Henna drawing", 500, 160],
    ["Fees", 100, 260],
  ]);
  assert.equal(fields.activities, "Ladies hairdressing, Henna drawing");
});

Deno.test("a number is no activity", () => {
  const fields = placedFields("trade_licence", [["Activity", 100, 0], ["905163", 400, 0]]);
  assert.equal(fields.activities, undefined);
});

Deno.test("labels in two columns above their values are labels, known or not", () => {
  const fields = placedFields("trade_licence", [
    ["Registration number", 100, 0],
    ["Legal form", 600, 0],
    ["2051887302", 100, 24],
    ["Limited liability company", 600, 24],
    ["Owner name", 100, 90],
    ["Paid-up capital", 600, 90],
    ["Faisal Al Khalidi", 100, 114],
    ["SAR 500,000", 600, 114],
    ["Issue date", 100, 180],
    ["Expiry date", 600, 180],
    ["16/08/2026", 100, 204],
    ["15/08/2031", 600, 204],
    ["Printed on: 04/10/2026", 100, 400],
  ]);
  assert.equal(fields.owner_name, "Faisal Al Khalidi");
  assert.equal(fields.issue_date, "2026-08-16");
});
