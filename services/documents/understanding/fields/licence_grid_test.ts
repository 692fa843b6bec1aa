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

Deno.test("the points of a list below their heading are all activities", () => {
  const fields = placedFields("trade_licence", [
    ["Licensed Activities", 100, 0],
    ["1. Typing and photocopying", 120, 30],
    ["2. Government transactions follow-up", 120, 60],
    ["Address", 100, 120],
    ["Shop 3, Al Rams Road", 400, 120],
  ]);
  assert.equal(fields.activities, "Typing and photocopying, Government transactions follow-up");
});

Deno.test("the type of a licence is not its holder's legal form", () => {
  const fields = placedFields("trade_licence", [
    ["Licence Type", 100, 0],
    ["Professional", 400, 0],
    ["Legal Form", 100, 40],
    ["Sole Establishment", 400, 40],
  ]);
  assert.equal(fields.legal_form, "Sole Establishment");
});

Deno.test("pairs above a share of something are no grid of labels", () => {
  const fields = placedFields("tender", [
    ["اسم المنافسة", 900, 0],
    ["توريد أسرة كهربائية", 500, 0],
    ["قيمة وثائق المنافسة", 900, 40],
    ["1,000 ريال", 500, 40],
    ["الضمان الابتدائي", 900, 80],
    ["1% من قيمة العرض", 500, 80],
  ], true);
  assert.equal(fields.title, "توريد أسرة كهربائية");
});

Deno.test("the activities beside codes below a heading are those in the language next to the code", () => {
  const fields = placedFields("trade_licence", [
    ["Licensed activities", 100, 0],
    ["الأنشطة المرخصة", 900, 0],
    ["4652.11", 100, 40],
    ["Trading in electronic components", 250, 40],
    ["تجارة المكونات", 700, 40],
    ["4741.04", 100, 80],
    ["Computers retail", 250, 80],
    ["بيع الحواسيب", 700, 80],
  ]);
  assert.equal(fields.activities, "Trading in electronic components, Computers retail");
});

Deno.test("points whose numbers stand apart below a heading in both languages are all activities", () => {
  const fields = placedFields("trade_licence", [
    ["Licensed activities الأنشطة المرخصة", 100, 0],
    ["1.", 100, 40],
    ["Packing of dates", 140, 40],
    ["2.", 100, 70],
    ["Cold storage of foodstuffs", 140, 70],
  ]);
  assert.equal(fields.activities, "Packing of dates, Cold storage of foodstuffs");
});

Deno.test("a speck that a scan reads between the heading and the rows ends no table of activities", () => {
  const fields = placedFields(
    "trade_licence",
    [
      ["Licence No.", 100, 0],
      ["905163", 400, 0],
      ["Code الرمز", 100, 100],
      ["Activities الأنشطة", 400, 100],
      ["بالعربية", 900, 100],
      ["النشاط", 1000, 100],
      ["أ", 300, 120],
      ["5229901", 100, 140],
      ["Customs clearance", 400, 140],
      ["تخليص جمركي", 900, 140],
      ["5210004", 100, 180],
      ["Goods warehousing", 400, 180],
      ["تخزين البضائع", 900, 180],
    ],
    false,
    false,
    0.93,
  );
  assert.equal(fields.activities, "Customs clearance, Goods warehousing");
});

Deno.test("lines beside a label that leave room for the next one's word are an activity each", () => {
  const list = placedFields("trade_licence", [
    ["Licence No.", 100, 0],
    ["905163", 400, 0],
    ["Activities", 100, 100],
    ["Tutoring in school subjects", 400, 100],
    ["الأنشطة", 1300, 100],
    ["Language courses", 400, 130],
    ["Preparation for university tests", 400, 160],
    ["Issue Date", 100, 240],
    ["20/09/2026", 400, 240],
  ]);
  assert.equal(
    list.activities,
    "Tutoring in school subjects, Language courses, Preparation for university tests",
  );
  const wrapped = placedFields("trade_licence", [
    ["Licence No.", 100, 0],
    ["905163", 400, 0],
    ["Activities", 100, 100],
    ["Sale of household goods and", 400, 100],
    ["kitchenware in retail", 400, 124],
    ["Issue Date", 100, 240],
    ["20/09/2026", 400, 240],
  ]);
  assert.ok(!wrapped.activities?.includes(","), wrapped.activities);
});
