import assert from "node:assert/strict";
import { requirementReader } from "./requirement_reader.ts";

const statusOf = (asked: string, said: string) =>
  requirementReader([asked], { asOf: "2026-11-30" })({ proposal: said, listed: [] })[0]?.status;

const ANSWERS: [asked: string, said: string, status: string][] = [
  ["Daily cleaning of all offices", "We clean all offices regularly.", "unclear"],
  ["Daily cleaning of all offices", "We provide daily cleaning of all offices.", "met"],
  ["Monthly fire drills", "We hold fire drills in all buildings.", "unclear"],
  ["تنظيف يومي لجميع المكاتب", "ننظف جميع المكاتب بانتظام.", "unclear"],
  ["صيانة شهرية للمصاعد", "نجري صيانة منتظمة للمصاعد.", "unclear"],
  [
    "The project manager must be an Emirati national",
    "Our project manager is a British national.",
    "unclear",
  ],
  ["أن يكون مدير الموقع قطري الجنسية", "مدير الموقع مصري الجنسية ومقيم في الدوحة.", "unclear"],
  ["Cold store kept at -18 °C or colder", "The cold store is kept at minus 22 °C.", "met"],
  ["Cold store kept at -18 °C or colder", "The cold store is kept at -12 °C.", "not_met"],
  ["Survey accuracy of 3 cm or better", "Survey accuracy of 15 mm.", "met"],
  ["دقة المسح 3 سم أو أفضل", "دقة المسح 8 سم.", "not_met"],
  ["At least 20 insulated vans", "We own 35 vans, most of them insulated.", "unclear"],
];
for (const [asked, said, status] of ANSWERS) {
  Deno.test(`“${asked}” and “${said}”: ${status}`, () => {
    assert.equal(statusOf(asked, said), status);
  });
}
