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
