import assert from "node:assert/strict";
import { askingOf } from "./asking.ts";
import { measureOf } from "./measure.ts";
import { readStatement } from "./statement.ts";
import { readWanted } from "./wanted.ts";

const measure = (asked: string, said: string) =>
  measureOf(
    askingOf(readWanted(asked, 2026)),
    readStatement({ text: said, question: false }, { listed: false, year: 2026 }),
    2026,
  );

const CASES: [asked: string, said: string, measure: string][] = [
  ["Paid-up capital of at least QAR 5 million", "Paid-up capital: six million Qatari riyals", "holds"],
  ["Paid-up capital of at least QAR 5 million", "Paid-up capital: six million Omani riyals", "unknown"],
  ["Vehicles no older than three years", "Each van is a 2025 model", "holds"],
  ["Vehicles no older than three years", "Each van was built in 2021", "fails"],
  ["At least 10 years in dredging", "The company was founded in 2021", "fails"],
  ["At least 10 years in dredging", "The company was founded in 1990", "unknown"],
  ["Local staff of at least 30%", "Of our 200 workers 41 are nationals", "fails"],
  ["نسبة السعودة لا تقل عن 25%", "من بين ٨٠ موظفاً لدينا ٣٦ سعودياً", "holds"],
  ["Efficacy of 140 lm/W or more", "Luminous flux of 12,500 lm", "unknown"],
  ["At least 300 seats", "We run six coaches of 49 seats and two of 22 seats", "unknown"],
  ["Coverage of all seven emirates", "Our vans cover four of the seven emirates", "unknown"],
  ["Scanning of 60 pages per minute", "It scans 2 pages per second", "unknown"],
  ["Audited accounts for three years", "Audited accounts of 2023, 2024 and 2025 are attached", "holds"],
  ["12 tonnes of fertiliser", "We send 250 bags, each of 50 kg", "unknown"],
  ["ISO 9001 certificate", "We hold an ISO 9001 certificate", "none"],
];

for (const [asked, said, expected] of CASES) {
  Deno.test(`${said} of ${asked}: ${expected}`, () => assert.equal(measure(asked, said), expected));
}
