import assert from "node:assert/strict";
import type { FieldRow } from "../tables/field_row.ts";
import { nameOfPerson } from "./person_name.ts";

type Placed = [text: string, left: number, top: number, height?: number];

/** Rows of placed cells; cells at the same height are a row. */
function rows(...placed: Placed[]): FieldRow[] {
  return [...Map.groupBy(placed, ([, , top]) => top)].map(([top, cells]) => ({
    cells: cells.map(([text, left, top, height = 20]) => ({
      text,
      confidence: 1,
      page: 1,
      box: { left, top, right: left + text.length * 10, bottom: top + height },
    })),
    page: 1,
    box: { left: 0, top, right: 1000, bottom: top + 20 },
    placed: true,
    rightToLeft: false,
    inTable: false,
  }));
}

Deno.test("a CV's name on two lines beside a column of text is one name", () => {
  const [name] = nameOfPerson(rows(
    ["Thandiwe", 60, 100, 34],
    ["Profile", 600, 100],
    ["Mokoena", 62, 150, 35],
    ["Engineer with sixteen years of practice", 600, 150],
    ["CONTACT", 60, 300],
    ["Bridges along the coast", 600, 340],
    ["Stellenbosch", 600, 380],
  ));
  assert.equal(name?.value, "Thandiwe Mokoena");
});

Deno.test("the heading of a section is no name, in either language", () => {
  for (const heading of ["CONTACT", "Personal details", "Work experience", "المهارات", "معلومات التواصل"]) {
    assert.deepEqual(nameOfPerson(rows([heading, 0, 0], ["+27 82 417 3390", 0, 40])), [], heading);
  }
});

Deno.test("a name alone at the head is found without larger letters", () => {
  assert.equal(nameOfPerson(rows(["Layla Haddad", 0, 0], ["Amman", 0, 30]))[0]?.value, "Layla Haddad");
});
