import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the address of a CV stands among its contacts, on one line or two", () => {
  const fields = placedFields("cv", [
    ["Raya Said Al Farsi", 300, 0],
    ["+968 9206 3815", 20, 100],
    ["r.alfarsi@sohar.example", 20, 140],
    ["Way 3608, House 71, Al Hail", 20, 180],
    ["North, Muscat", 20, 206],
    ["Languages", 20, 300],
  ]);
  assert.equal(fields.address, "Way 3608, House 71, Al Hail North, Muscat");
});

Deno.test("a place in the line of contacts is the address, and a line of skills is none", () => {
  assert.equal(
    placedFields("cv", [
      ["سالم الهنائي", 300, 0],
      ["مسقط، عمان | +968 9206 3815 | salem@nakhal.example", 100, 40],
    ], true).address,
    "مسقط، عمان",
  );
  assert.equal(
    placedFields("cv", [
      ["Raya Said Al Farsi", 300, 0],
      ["+968 9206 3815", 20, 100],
      ["Payroll, bookkeeping, audits", 20, 140],
    ]).address,
    undefined,
  );
});

Deno.test("the second line of an address may be a post code or a place with one", () => {
  for (const second of ["4001", "Durban 4001", "LD4 2TB", "Adliya, Manama"]) {
    const fields = placedFields("cv", [
      ["Lindiwe Precious Hadebe", 300, 0],
      ["18 Milkwood Road, Umbilo,", 20, 100],
      [second, 20, 130],
      ["+27 71 605 9382", 20, 190],
      ["l.hadebe@lessons.example", 20, 230],
      ["Employment", 20, 300],
    ]);
    assert.equal(fields.address, `18 Milkwood Road, Umbilo, ${second}`);
  }
});
