import assert from "node:assert/strict";
import { lawNamedIn } from "./contract_patterns.ts";
import { valueOf } from "./field_values.ts";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the last digits of a card are no amount, and its name is how was paid", () => {
  const fields = placedFields("receipt", [
    ["GULF PEARL CAR CARE", 100, 0],
    ["Total QAR", 100, 80],
    ["85.00", 500, 80],
    ["Paid", 100, 120],
    ["VISA ****4411", 500, 120],
  ]);
  assert.equal(fields.total, "85.00");
  assert.equal(fields.payment_method, "VISA");
});

Deno.test("a day without its year in the label of a balance is not its amount", () => {
  const fields = placedFields("bank_statement", [
    ["First Harbour Bank PLC", 100, 0],
    ["Balance brought forward 01 Jun", 100, 80],
    ["300,000.00", 600, 80],
    ["Closing balance 30/06", 100, 120],
    ["410,000.00", 600, 120],
  ]);
  assert.equal(fields.opening_balance, "300000.00");
  assert.equal(fields.closing_balance, "410000.00");
});

Deno.test("terms before a date with a month first are not its day", () => {
  assert.equal(valueOf("date", "Net 15, July 21, 2026")?.value, "2026-07-21");
});

Deno.test("a number beside its label is not the date below it", () => {
  const fields = placedFields("receipt", [
    ["سند قبض", 900, 0],
    ["رقم", 700, 0],
    ["7719", 440, 0],
    ["التاريخ", 910, 40],
    ["12/07/2026", 630, 40],
  ], true);
  assert.equal(fields.receipt_id, "7719");
});

Deno.test("a person to whom a bill goes stands for the firm in the next line", () => {
  const fields = placedFields("quotation", [
    ["Orchid Event Rentals Pte Ltd", 100, 0],
    ["To: Ms Tan Wei Ling", 100, 80],
    ["Straits Marina Club", 100, 105],
  ]);
  assert.equal(fields.customer_name, "Straits Marina Club");
});

Deno.test("an organisation's name ends before its department, in either language", () => {
  const named = (text: string) =>
    placedFields("quotation", [["Safe Systems Ltd", 100, 0], [text, 100, 80]]).customer_name;
  assert.equal(named("مقدم إلى: هيئة المنافذ البرية - إدارة الخدمات"), "هيئة المنافذ البرية");
  assert.equal(named("Prepared for: Fernlea Council, Parks Department"), "Fernlea Council");
});

Deno.test("a city whose department asks for proposals is their issuer, the title is not", () => {
  const fields = placedFields("tender", [
    ["REQUEST FOR PROPOSALS", 100, 0],
    ["RFP 2026-0417", 100, 40],
    ["City of Maple Falls, Parks Department", 100, 80],
    ["Project: Resurfacing of tennis courts", 100, 120],
  ]);
  assert.equal(fields.issuer, "City of Maple Falls");
});

Deno.test("a ticked method of another kind is none of those before it", () => {
  const fields = placedFields("receipt", [
    ["Official Receipt", 100, 0],
    ["Cash [ ] Cheque [ ] Mobile money [x]", 100, 80],
  ]);
  assert.equal(fields.payment_method, "Mobile money");
});

Deno.test("a term is what begins and ends in one sentence, not the day of signing", () => {
  const fields = placedFields("contract", [
    ["This Agreement is made on 1 July 2026 between two parties.", 100, 0],
    ["The services begin on 15 July 2026 and continue until 14 July 2027.", 100, 40],
  ]);
  assert.equal(fields.effective_date, "2026-07-15");
  assert.equal(fields.end_date, "2027-07-14");
});

Deno.test("the law of a country is named by an English adjective, too", () => {
  assert.equal(lawNamedIn("This Agreement is subject to English law."), "English law");
});

Deno.test("the heading of a section continues no value above it", () => {
  const fields = placedFields("cv", [
    ["HASSAN AL MULLA", 50, 0],
    ["Nationality: Bahraini", 50, 60],
    ["Date of birth: 4 May 1990", 350, 60],
    ["Experience", 50, 94],
  ]);
  assert.equal(fields.nationality, "Bahraini");
});

Deno.test("a term in a sentence outranks the day of signing beside its label", () => {
  const fields = placedFields("contract", [
    ["Dated 3 July 2026", 100, 0],
    ["1. The appointment starts on 1 August 2026 and ends on 31 January 2027.", 100, 80],
  ]);
  assert.equal(fields.effective_date, "2026-08-01");
});

Deno.test("a receipt names who paid as patient or student, and how with a method alone", () => {
  const fields = placedFields("receipt", [
    ["Kampala Lakeside Clinic", 100, 0],
    ["Patient: Sarah Nakato", 100, 80],
    ["Method: MTN Mobile Money", 100, 120],
  ]);
  assert.equal(fields.received_from, "Sarah Nakato");
  assert.equal(fields.payment_method, "MTN Mobile Money");
});

Deno.test("the number of a buyer is his by its label, whatever the tax authority calls it", () => {
  const fields = placedFields("invoice", [
    ["Topaz Print (Pvt) Ltd", 100, 0],
    ["Buyer's NTN", 100, 80],
    ["2208871-4", 500, 80],
  ]);
  assert.equal(fields.customer_tax_id, "2208871-4");
});

Deno.test("an offer to a person who is only addressed is that person's", () => {
  const fields = placedFields("quotation", [
    ["ورشة الإتقان للألمنيوم", 700, 0],
    ["عرض سعر رقم 77", 700, 40],
    ["حضرة السيد نبيل عودة المحترم", 700, 80],
  ], true);
  assert.equal(fields.customer_name, "نبيل عودة");
});

Deno.test("a number below the sums is the seller's, also near the customer, and a row with an amount continues no name", () => {
  const invoice = placedFields("invoice", [
    ["Okafor & Bright LLP", 100, 0],
    ["To: Merrion Transport Ltd", 100, 60],
    ["Total due", 100, 100],
    ["£1,800.00", 600, 100],
    ["VAT registration number 319 4471 50", 100, 140],
  ]);
  assert.equal(invoice.vendor_tax_id, "319 4471 50");
  const receipt = placedFields("receipt", [
    ["Kampala Lakeside Clinic", 100, 0],
    ["Patient: Sarah Nakato", 50, 80],
    ["Date: 08/07/2026", 350, 80],
    ["Consultation", 50, 112],
    ["40,000", 350, 112],
  ]);
  assert.equal(receipt.received_from, "Sarah Nakato");
});
