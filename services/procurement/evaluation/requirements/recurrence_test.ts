import assert from "node:assert/strict";
import { misreadRows, type Row } from "./sentence_finding_fixture.ts";

const ANSWERS: Row[] = [
  ["unclear", "Daily cleaning of all offices", "We clean all offices regularly."],
  ["met", "Daily cleaning of all offices", "We provide daily cleaning of all offices."],
  ["unclear", "Monthly fire drills", "We hold fire drills in all buildings."],
  ["unclear", "تنظيف يومي لجميع المكاتب", "ننظف جميع المكاتب بانتظام."],
  ["unclear", "صيانة شهرية للمصاعد", "نجري صيانة منتظمة للمصاعد."],
  [
    "unclear",
    "The project manager must be an Emirati national",
    "Our project manager is a British national.",
  ],
  ["unclear", "أن يكون مدير الموقع قطري الجنسية", "مدير الموقع مصري الجنسية ومقيم في الدوحة."],
  ["met", "Cold store kept at -18 °C or colder", "The cold store is kept at minus 22 °C."],
  ["not_met", "Cold store kept at -18 °C or colder", "The cold store is kept at -12 °C."],
  ["met", "Survey accuracy of 3 cm or better", "Survey accuracy of 15 mm."],
  ["not_met", "دقة المسح 3 سم أو أفضل", "دقة المسح 8 سم."],
  ["unclear", "At least 20 insulated vans", "We own 35 vans, most of them insulated."],
];
Deno.test("frequencies, nationalities and quantities with a maximum are compared", () => {
  assert.deepEqual(misreadRows(ANSWERS), []);
});
