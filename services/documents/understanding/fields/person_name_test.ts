import assert from "node:assert/strict";
import type { FieldRow } from "../tables/field_row.ts";
import { nameOfPerson } from "./person_name.ts";
import { placedFields } from "./placed_fields_fixture.ts";

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

Deno.test("neither a letterspaced heading nor initials are the name of a CV", () => {
  const cells = (placed: [string, number, number, number][]) =>
    placed.map(([text, left, top, height]) => ({
      cells: [{
        text,
        confidence: 1,
        page: 1,
        box: { left, top, right: left + text.length * height * 0.5, bottom: top + height },
      }],
      page: 1,
      box: { left, top, right: left + text.length * height * 0.5, bottom: top + height },
      placed: true,
      rightToLeft: false,
      inTable: false,
    }));
  const [name] = nameOfPerson(cells([
    ["SB", 217, 180, 83],
    ["CONTA C T", 64, 397, 25],
    ["+971 50 417 7203", 65, 440, 25],
    ["LANGUAGES", 65, 480, 25],
    ["SALMA BERRECHID", 617, 120, 66],
    ["Clinical pharmacist", 615, 196, 30],
    ["Experience", 615, 300, 25],
    ["Hospital of the Bridge, ward 4", 615, 330, 25],
  ]));
  assert.equal(name?.value, "SALMA BERRECHID");
});

Deno.test("a label and its value in a tall box are not a CV's name, nor is the name of the father", () => {
  const [name] = nameOfPerson(rows(
    ["NADEEM AKHTAR", 60, 100, 24],
    ["Worked in mills since 2006", 60, 150],
    ["Languages", 60, 300, 36],
    [": Urdu", 300, 300, 36],
    ["PERSONAL PARTICULARS", 60, 250, 36],
  ));
  assert.equal(name?.value, "NADEEM AKHTAR");
  const fields = placedFields("cv", [
    ["NADEEM AKHTAR", 60, 0],
    ["Father's name :", 60, 100],
    ["Muhammad Akhtar", 300, 100],
    ["Nationality", 60, 140],
    [":", 220, 140],
    ["Pakistani", 300, 140],
    ["Marital status", 60, 180],
    [": Married", 220, 180],
  ]);
  assert.deepEqual([fields.full_name, fields.nationality], ["NADEEM AKHTAR", "Pakistani"]);
});
