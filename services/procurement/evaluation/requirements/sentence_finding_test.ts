import assert from "node:assert/strict";
import { misreadRows, type Row } from "./sentence_finding_fixture.ts";

function reads(rows: Row[]): void {
  assert.deepEqual(misreadRows(rows), []);
}

Deno.test("announcing a forbidden action, or a part of it, violates the requirement", () => {
  reads([
    ["not_met", "No work on Sundays", "Our painters will work on Sundays from eight to noon."],
    ["not_met", "يمنع التدخين في المخزن", "سنسمح لعمالنا بالتدخين في المخزن."],
    ["not_met", "Subcontracting is not allowed", "We will give half of the digging to a subcontractor."],
    ["unclear", "No work on Sundays", "Our painters will work on Sundays if the client asks for it."],
    ["unclear", "No work on Sundays", "Our painters may have to work on Sundays."],
  ]);
});

Deno.test("a stated date is compared with the deadline", () => {
  reads([
    [
      "not_met",
      "Roof works to be finished by 30 June 2027",
      "We will have finished the roof works on 15 September 2027.",
    ],
    ["not_met", "إنجاز أعمال السقف قبل 30 يونيو 2027", "ننجز أعمال السقف في 15 سبتمبر 2027."],
  ]);
});

Deno.test("an apology is a refusal, with or without a negation", () => {
  reads([
    ["not_met", "تقديم كفالة حسن تنفيذ", "نعتذر عن عدم تقديم كفالة حسن تنفيذ."],
    ["not_met", "تقديم كفالة حسن تنفيذ", "نعتذر عن تقديم كفالة حسن تنفيذ، فالبنك لا يصدرها للأجانب."],
    ["not_met", "Payment bond of 10 % of the price", "We regret that we cannot furnish a payment bond."],
  ]);
});

Deno.test("a limited consent and a supplier's merits do not meet a requirement", () => {
  reads([
    ["unclear", "Acceptance of the penalty clause", "We accept the penalty clause up to 3 % of the price."],
    ["unclear", "قبول بند الغرامات", "نقبل بند الغرامات بما لا يتجاوز ٣٪ من قيمة العقد."],
    ["unclear", "أن يحمل المتعهد شهادة حلال", "مورد الدجاج لدينا يحمل شهادة حلال."],
  ]);
});

Deno.test("storage in other countries contradicts a required country", () => {
  reads([
    ["not_met", "Records stored only within Bahrain", "Our records are stored in Dublin and Frankfurt."],
    [
      "not_met",
      "أن تكون الخيام من إنتاج دول مجلس التعاون حصراً",
      "الخيام التي نعرضها من إنتاج مصنع في كراتشي.",
    ],
    ["unclear", "Records stored only within Bahrain", "Our head office is in Dublin."],
    ["unclear", "Office in Manama", "We have an office in Dublin."],
  ]);
});

Deno.test("a late founding year rules out the required years of experience", () => {
  reads([
    [
      "not_met",
      "At least nine years of experience in tiling",
      "Founded in 2020, our company has laid tiles ever since.",
    ],
    ["not_met", "خبرة 9 سنوات على الأقل في البلاط", "تأسست شركتنا عام 2021 وما زلنا نعمل في البلاط."],
    ["unclear", "At least nine years of experience in tiling", "Our branch in Sur opened in 2020."],
  ]);
});

Deno.test("a sum of groups, a deputy, another trade's class and later events are unclear", () => {
  reads([
    ["unclear", "Minimum of 14 divers", "We have nine divers in Sur and eight in Sohar."],
    [
      "unclear",
      "Site engineer with a master's degree",
      "The deputy site engineer holds a bachelor's degree.",
    ],
    ["unclear", "Contractor of Class 2 for dams", "For buildings we are in Class 4."],
    ["unclear", "Local share of 25 %", "The local share will rise to 40 % after we open the second line."],
    ["not_met", "أن تكون الستائر غير قابلة للاشتعال", "نورد ستائر قابلة للاشتعال."],
  ]);
});

Deno.test("a sentence that retracts the previous one makes it unclear", () => {
  reads([
    [
      "unclear",
      "Warranty of 4 years on boats",
      "Our boats carry a warranty of 4 years. It does not apply in salt water.",
    ],
    [
      "unclear",
      "Acceptance of all payment terms",
      "We accept all payment terms. Our comments on them are in annex 3.",
    ],
    ["unclear", "قبول جميع شروط الدفع", "نقبل جميع شروط الدفع. وملاحظاتنا عليها في الملحق الثالث."],
  ]);
});

Deno.test("another language alone contradicts the required one", () => {
  reads([
    ["not_met", "Service manuals in Arabic", "The service manuals are available in English only."],
    ["not_met", "تقديم أدلة الصيانة بالعربية", "أدلة الصيانة بالإنجليزية فقط."],
    ["unclear", "Service manuals in Arabic", "The invoices are in English only."],
    ["unclear", "Service manuals in Arabic", "The service manuals are available in English."],
  ]);
});

Deno.test('"around" before a place is no estimate, tender documents are no demand, and سياجاً مؤقتاً is one fence', () => {
  reads([
    ["met", "Temporary fencing", "Temporary fencing around the whole site is included in our price."],
    ["met", "توفير سياج مؤقت", "نوفر سياجاً مؤقتاً حول الموقع كله."],
    ["unclear", "Temporary fencing of 300 m", "Temporary fencing of around 300 m is included in our price."],
  ]);
});
