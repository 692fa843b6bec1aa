import assert from "node:assert/strict";
import { withSideApart } from "./beside_side_column.ts";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const MAIN = 500;
const main = (texts: string[]): Placed[] => texts.map((text, i) => [text, MAIN, 200 + i * 30]);

Deno.test("labels in the side column of a CV have their values below, not in the other column", () => {
  const fields = placedFields("cv", [
    ["Rima Georges Daoud", MAIN, 100],
    ["E-mail", 50, 200],
    ["rima@cedarpost.example", 50, 230],
    ["Address", 50, 290],
    ["Rue Sassine 22, Achrafieh, Beirut", 50, 320],
    ["LANGUAGES", 50, 410],
    ["Arabic, French and English", 50, 440],
    ...main([
      "Senior Accountant",
      "Nahr Ibrahim Trading SAL, Beirut",
      "Closes the books of three companies",
      "Grants Accountant",
      "Beit el Warak Foundation, Zahle",
      "Junior Auditor",
      "Education",
      "Mount Lebanon Business School",
      "Master in Accounting",
      "Interests",
      "Mountain walking, choir",
      "Referee",
    ]),
  ]);
  assert.equal(fields.address, "Rue Sassine 22, Achrafieh, Beirut");
  assert.equal(fields.languages, "Arabic, French and English");
});

Deno.test("a side column behind the running text has its labels' values below, too", () => {
  const SIDE = 1100;
  const fields = placedFields("cv", [
    ["Nadia Wanjiru Kamau", 50, 100],
    ["Phone", SIDE, 130],
    ["Post: Depot clerk", 50, 160],
    ["+254 733 118 902", SIDE, 160],
    ["Six years of deliveries, four of them as the lead of a shift", 50, 210],
    ["Address", SIDE, 210],
    ["and of the books of the depot", 50, 240],
    ["Plot 9, Mbagathi Way, Nairobi", SIDE, 240],
    ["Depot clerk, Athi Haulage, since 2021", 50, 300],
    ["Date of birth", SIDE, 300],
    ["Keeps the stock lists of two stores", 50, 330],
    ["4 March 1994", SIDE, 330],
    ["Plans the routes of nine vans", 50, 380],
    ["Nationality", SIDE, 380],
    ["Kenyan", SIDE, 410],
    ["Languages", SIDE, 460],
    ["English, Kiswahili", SIDE, 490],
    ["Driver, Juja Parcels, 2018 to 2021", 50, 520],
    ["Skills", SIDE, 550],
    ["Stock control", SIDE, 580],
  ]);
  assert.equal(fields.address, "Plot 9, Mbagathi Way, Nairobi");
  assert.equal(fields.nationality, "Kenyan");
  assert.equal(fields.birth_date, "1994-03-04");
});

Deno.test("a CV whose labels have values beside them stays a form", () => {
  const fields = placedFields("cv", [
    ["Efua Adjei", MAIN, 100],
    ["Nationality", 350, 200],
    ["Ghanaian", MAIN, 200],
    ["Languages", 350, 230],
    ["English, Twi, Ewe", MAIN, 230],
    ...["a", "b", "c", "d"].map((text, i): Placed => [`Ward ${text}`, MAIN, 300 + i * 60]),
    ...["a", "b"].map((text, i): Placed => [`Skill ${text}`, 350, 330 + i * 60]),
    ...["a", "b"].map((text, i): Placed => [`Level ${text}`, MAIN, 330 + i * 60]),
  ]);
  assert.equal(fields.nationality, "Ghanaian");
  assert.equal(fields.languages, "English, Twi, Ewe");
});

Deno.test("the edge of a column is one, though the lines of a scan differ in height", () => {
  const side = ["Phone", "+973 3618 5204", "Address", "Flat 31, Road 3833,", "Adliya, Manama", "Notice"];
  const rows = [
    ...side.map((text, i) => ({ text, left: 50, top: 200 + i * 60, height: 16 + i * 4 })),
    ...Array.from({ length: 12 }, (_, i) => ({
      text: `Line ${i} of the experience, Reef Hotel`,
      left: MAIN + i % 3,
      top: 200 + i * 30,
      height: 16 + i % 4 * 6,
    })),
  ];
  const placed = [...Map.groupBy(rows, ({ top }) => top)].toSorted(([a], [b]) => a - b).map((
    [top, cells],
  ) => ({
    cells: cells.map(({ text, left, height }) => ({
      text,
      confidence: 0.93,
      page: 1,
      box: { left, top, right: left + text.length * 8, bottom: top + height },
    })),
    page: 1,
    box: { left: 0, top, right: 1000, bottom: top + 20 },
    placed: true,
    rightToLeft: false,
    inTable: false,
  }));
  const texts = withSideApart(placed, []).map(({ cells }) => cells.map(({ text }) => text).join(" "));
  assert.deepEqual(texts.slice(0, side.length), side);
});
