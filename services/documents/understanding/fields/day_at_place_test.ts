import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the day behind the place where a certificate was written is its day of issue", () => {
  const fields = placedFields("tax_certificate", [
    ["الجمهورية التونسية", 700, 0],
    ["بنزرت في: 07/07/2026", 100, 40],
    ["صالحة إلى غاية 31/12/2026", 700, 400],
  ], true);
  assert.equal(fields.issue_date, "2026-07-07");
  const english = placedFields("tax_certificate", [["Leeds, 7 July 2026", 100, 0], ["Certificate", 100, 40]]);
  assert.equal(english.issue_date, "2026-07-07");
});

Deno.test("a day behind a label of another day is no day of issue", () => {
  const fields = placedFields(
    "tax_certificate",
    [["صالحة لغاية في: 07/07/2026", 700, 0], ["شهادة", 700, 40]],
    true,
  );
  assert.equal(fields.issue_date, undefined);
});
