import assert from "node:assert/strict";
import { readingOf } from "../values/document_reading.ts";
import { lawIn } from "./contract_patterns.ts";
import { contractFields } from "./contract_sentences.ts";
import { partyName } from "./party_name.ts";
import { tenderFields } from "./tender_sentences.ts";
import { tradeFields } from "./trade_sentences.ts";

const cellsOf = (lines: string[]) =>
  lines.map((text, i) => ({
    text,
    confidence: 1,
    page: 1,
    box: { left: 0, right: 900, top: i * 40, bottom: i * 40 + 30 },
  }));
const { way } = readingOf("12 February 2026 AED 1,234.50");
const values = (fields: { key: string; value: string }[]) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

Deno.test("parties, dates, value and law of contracts are found in sentences", () => {
  const found = values(contractFields(
    cellsOf([
      "This agreement is made on 13 April 2026 and takes effect on 1 May 2026.",
      "PARTIES (1) Thornbury Heritage Trust, of The Old Brewhouse, Ludlow (the “Client”); and",
      "(2) Marlow & Finch LLP, of 9 Canal Row (the “Consultant”).",
      "The total price for the term is GBP 62,400.00, invoiced monthly.",
      "This agreement ends on 30 April 2027. Notice of at least 30 days is needed.",
      "The laws of Victoria apply to this agreement.",
    ]),
    way,
  ));
  assert.deepEqual(found, {
    first_party: "Thornbury Heritage Trust",
    second_party: "Marlow & Finch LLP",
    governing_law: "Victoria",
    notice_period: "30 days",
    effective_date: "2026-05-01",
    end_date: "2027-04-30",
    contract_value: "62400.00",
  });
});

Deno.test("an Arabic contract with numbered parties is read, with separate start and end dates", () => {
  const found = values(contractFields(
    cellsOf([
      "إنه في يوم الأحد الموافق 15/03/2026 تحرر هذا العقد بين كل من:",
      "1- شركة وادي النخيل، ومقرها مدينة السادات. 2- مؤسسة الفيوم للأعلاف، ومقرها الفيوم.",
      "القيمة الإجمالية للعقد 1,350,000.00 جنيه مصري.",
      "يسري هذا العقد من تاريخ تحريره وينتهي في 14/03/2027.",
    ]),
    way,
  ));
  assert.equal(found.first_party, "شركة وادي النخيل");
  assert.equal(found.second_party, "مؤسسة الفيوم للأعلاف");
  assert.equal(found.contract_value, "1350000.00");
  assert.equal(found.effective_date, "2026-03-15");
  assert.equal(found.end_date, "2027-03-14");
});

Deno.test("issuer, subject and deadline of tenders are found in sentences", () => {
  const english = tenderFields(
    cellsOf([
      "1. The Rift Springs Water Agency invites sealed tenders for the drilling of six boreholes.",
      "3. Tenders must be submitted on or before 12 March 2026 at 11.00 a.m.",
    ]),
    way,
  );
  assert.deepEqual(values(english), {
    issuer: "Rift Springs Water Agency",
    submission_deadline: "2026-03-12",
    title: "drilling of six boreholes",
  });
  const arabic = tenderFields(
    cellsOf([
      "تعلن أمانة منطقة القصيم عن طرح المنافسة الآتية",
      "تودع العروض في صندوق العطاءات قبل 24 آذار 2026",
    ]),
    way,
  );
  assert.equal(values(arabic).issuer, "أمانة منطقة القصيم");
  assert.equal(values(arabic).submission_deadline, "2026-03-24");
});

Deno.test("due, validity and delivery dates of trade documents are found in sentences", () => {
  const one = (type: string, line: string) => values(tradeFields(type, cellsOf([line]), way));
  assert.deepEqual(one("invoice", "Please pay within 14 days, by 18 March 2026."), {
    due_date: "2026-03-18",
  });
  assert.deepEqual(one("invoice", "يرجى السداد في موعد أقصاه 18 مارس 2026"), { due_date: "2026-03-18" });
  assert.deepEqual(one("quotation", "This offer remains open until 3 April 2026."), {
    valid_until: "2026-04-03",
  });
  assert.deepEqual(one("purchase_order", "يتم التوريد قبل 12 مارس 2026"), { delivery_date: "2026-03-12" });
  assert.deepEqual(one("invoice", "Work was done on 18 March 2026."), {});
});

Deno.test("dates of services are not the contract's, a name ends before its address, and a clause without a law has none", () => {
  const found = values(contractFields(
    cellsOf([
      "THIS AGREEMENT is dated 2 April 2026.",
      '(1) Harrowmere Trust, a charity (the "Client")',
      '(2) Thistlewood Advisers LLP of 4 Corn Exchange, Dunsford (the "Consultant")',
      "2. Term",
      "2.1 The Services begin on 13 April 2026 and end when the report has been accepted.",
      "7.1 This agreement is governed by the laws of England and Wales, whose courts alone decide.",
    ]),
    way,
  ));
  assert.equal(found.effective_date, "2026-04-02");
  assert.equal(partyName("Thistlewood Advisers LLP of 4 Corn Exchange")?.value, "Thistlewood Advisers LLP");
  assert.equal(partyName("University of Leeds")?.value, "University of Leeds");
  assert.equal(found.governing_law, "England and Wales");
  assert.equal(lawIn("7.1 This agreement is governed by the laws of Kenya, whose courts decide."), "Kenya");
  assert.equal(lawIn("7.1 Neither party shall assign this agreement."), undefined);
  assert.equal(lawIn("Laws of the DIFC"), "Laws of the DIFC");
});

Deno.test("employer, employee and start date of an employment contract are found", () => {
  const found = values(contractFields(
    cellsOf([
      "This contract is concluded on 16 March 2026 between: Gulf Lantern LLC, a company licensed in Sharjah",
      '(hereinafter the "Employer"), and Mr. Jerome Dizon, holder of passport P88 (the "Employee").',
      "1. The Employee is engaged from 1 April 2026 for two years.",
    ]),
    way,
  ));
  assert.deepEqual([found.first_party, found.second_party], ["Gulf Lantern LLC", "Jerome Dizon"]);
  assert.equal(found.effective_date, "2026-04-01");
});

Deno.test("of two dates without distinguishing words the first is used and flagged", () => {
  const [date] = contractFields(
    cellsOf(["Works begin on 3 May 2026 at the north gate of the yard. Deliveries start on 9 June 2026."]),
    way,
  ).filter(({ key }) => key === "effective_date");
  assert.ok(date && date.confidence < 0.8 && date.reason);
});

Deno.test("the law beside its label ends before the courts, and a notice period may stand within a line", () => {
  assert.equal(lawIn("قانون دولة الكويت، وتختص محاكم الكويت بالفصل في أي نزاع."), "دولة الكويت");
  assert.equal(lawIn("القانون المدني المصري"), "القانون المدني المصري");
  assert.equal(lawIn("Laws of Oman, and the courts of Muscat have jurisdiction"), "Oman");
});
