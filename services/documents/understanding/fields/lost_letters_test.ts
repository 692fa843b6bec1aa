import assert from "node:assert/strict";
import { builtInRules } from "./field_rules.ts";
import { valueOf } from "./field_values.ts";
import { scanDoubt } from "./scan_doubts.ts";

const box = { left: 0, right: 300, top: 0, bottom: 20 };

function doubtOf(value: string, confidence: number): string | undefined {
  const rule = builtInRules("invoice").find(({ key }) => key === "vendor_name");
  assert.ok(rule);
  return scanDoubt(rule, { value }, { cell: { text: value, confidence, box, page: 1 } })?.reason;
}

Deno.test("a name of a scan in which a letter stands alone may lack one", () => {
  for (const name of ["Tamar B idge Traders", "Ke stone Fabrics r Works", "Old Qua t Stores"]) {
    assert.equal(doubtOf(name, 0.93), "A letter of it may be lost", name);
    assert.equal(doubtOf(name, 1), undefined, name);
  }
  for (const name of ["J. R. Ashdown & Co", "Ramos y Vega", "Class A Motors", "Bank of a Thousand Hills"]) {
    assert.equal(doubtOf(name, 0.93), undefined, name);
  }
});

Deno.test("the line under a value of a form is no part of it", () => {
  for (const text of ["_Layla Haddad", "Layla Haddad__", "| Layla Haddad _"]) {
    assert.equal(valueOf("text", text)?.value, "Layla Haddad");
  }
});
