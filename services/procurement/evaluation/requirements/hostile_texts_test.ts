import assert from "node:assert/strict";
import { requirementReader } from "./requirement_reader.ts";

/** Patterns that made readers slow, or might; each fills a whole proposal. */
const UNITS = [
  ...["a. ", "no. ", "no. 1", "1.", "ا ", "((", "not ", "no ", "to 1 ", "ا", "لل", "have been for ", "from "],
  ...[
    "1",
    "١",
    "1٬000",
    "1a",
    "1,",
    "1-",
    '3" ',
    "1 of 2 ",
    "from 8 to ",
    "since 2004 began ",
    "of our own ",
  ],
  ...[
    "we do not offer ",
    "، ولا ",
    "until 2027 ",
    "aing",
    "ضمان ابتدائي ",
    "senior drivers ",
    "truck ",
    "حفارات ",
  ],
];
const ASKS = [
  "Warranty of 3 years on pumps, valves and pipes",
  "خبرة لا تقل عن 10 سنوات في صيانة المصاعد",
  "No subcontracting of the guarding services",
];
/** A quadratic reader takes about two hundred times as long as on an ordinary text. */
const MOST = 15;
/** Shorter durations are noise on a busy machine. */
const LEAST_MS = 20;

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function took(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** Finds the patterns that take much longer than ordinary words; each is retried to exclude noise. */
function slowOnes(work: (unit: string) => void): string[] {
  const ordinary = () => took(() => work("Each pump has valves. "));
  ordinary();
  const usual = Math.max(ordinary(), ordinary(), LEAST_MS);
  const isSlow = (unit: string) => took(() => work(unit)) > MOST * usual;
  return UNITS.filter((unit) => isSlow(unit) && isSlow(unit) && isSlow(unit));
}

Deno.test("no text of 50,000 characters takes a multiple of an ordinary text's time", () => {
  const read = requirementReader(ASKS, { asOf: "2026-11-30" });
  assert.deepEqual(slowOnes((unit) => read({ proposal: filled(unit, 50_000), listed: [] })), []);
});

Deno.test("filler text meets no requirement", () => {
  const read = requirementReader(ASKS, { asOf: "2026-11-30" });
  for (const unit of UNITS) {
    assert.ok(
      read({ proposal: filled(unit, 2_000), listed: [] }).every(({ status }) => status !== "met"),
      unit,
    );
  }
});
