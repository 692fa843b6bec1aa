import assert from "node:assert/strict";
import { misreadRows, type Row } from "./sentence_finding_fixture.ts";
import { requirementReader } from "./requirement_reader.ts";

function reads(rows: Row[]): void {
  assert.deepEqual(misreadRows(rows), []);
}

Deno.test("a sentence that continues the previous one is joined with it, and may contradict it", () => {
  reads([
    [
      "met",
      "Plant insurance of at least QAR 2 million per event",
      "We hold plant insurance with Doha Re. The limit is QAR 3 million for each event and it is in force.",
    ],
    [
      "met",
      "تأمين ضد الحريق على المعدات بقيمة لا تقل عن مليون ريال",
      "لدينا تأمين ضد الحريق على المعدات من شركة الخليج. وقيمته ثلاثة ملايين ريال.",
    ],
    [
      "unclear",
      "Plant insurance of at least QAR 2 million per event",
      "We hold plant insurance with Doha Re. The hall was built for QAR 3 million.",
    ],
    [
      "unclear",
      "Own fleet of lorries",
      "We own our fleet of lorries. All lorries are on hire from a leasing house.",
    ],
  ]);
});

Deno.test("a refusal is read in its own clause, without the reasons after it", () => {
  reads([
    [
      "not_met",
      "Retention bond of 5% of the contract value",
      "We do not provide a retention bond, since our bank will not issue one for foreign buyers.",
    ],
    ["not_met", "تقديم عينة من السجاد", "لم نرفق عينة من السجاد لارتفاع كلفة شحنها، ونكتفي بالصور."],
    ["not_met", "قبول السداد خلال 90 يوماً", "لا يمكننا قبول أجل تسعين يوماً، ونشترط السداد خلال أسبوع."],
    [
      "not_met",
      "Each tent with bed, lamp, heater and stove",
      "Each tent has a bed, a lamp and a heater. Stoves are not part of our range and have not been priced.",
    ],
    // Pictures from the cameras are not the cameras, and a limit on another number refuses nothing.
    ["unclear", "Cameras in all car parks", "We do not submit pictures from the cameras in car parks."],
    ["unclear", "Warranty of 2 years", "We do not give a warranty of 12 years."],
    ["unclear", "Halal meals", "We do not provide only halal meals."],
  ]);
});

Deno.test("a lower class or degree, fewer hours and another currency contradict the requirement", () => {
  reads([
    ["not_met", "Contractor's licence of Class A", "Our contractor's licence is of Class C at present."],
    ["unclear", "Contractor's licence of Class B", "Our contractor's licence is of Class A at present."],
    [
      "not_met",
      "Auditor with a master's degree",
      "The auditor we propose holds a bachelor's degree in finance.",
    ],
    ["not_met", "أن يحمل المدقق درجة الماجستير", "المدقق المقترح يحمل درجة البكالوريوس في المحاسبة."],
    ["not_met", "A full-time storekeeper", "The storekeeper is at the store on three days a week."],
    ["not_met", "صيدلي على مدار الساعة", "يداوم الصيدلي من الثامنة صباحاً إلى الخامسة مساءً."],
    ["not_met", "Prices in Omani rials", "All our prices are in US dollars."],
    ["not_met", "تقديم الأسعار بالدرهم", "أسعارنا كلها بالدولار."],
  ]);
});

Deno.test("a recent period asks for its years and is no duration", () => {
  reads([
    [
      "met",
      "Three school kitchens in the last five years",
      "We have fitted out four school kitchens since 2023.",
    ],
    ["met", "تنفيذ ثلاثة مطابخ خلال آخر خمس سنوات", "نفذنا أربعة مطابخ، سلمنا أولها عام 2023 وآخرها عام 2025."],
    [
      "unclear",
      "Three school kitchens in the last five years",
      "We fitted out four school kitchens in 2012.",
    ],
    [
      "met",
      "Turnover of at least OMR 2 million in each of the last three audited years",
      "Audited turnover was OMR 2.4 million in 2023, OMR 2.8 million in 2024 and OMR 3 million in 2025.",
    ],
  ]);
});

Deno.test("an activity that began in a year and continues has lasted since then", () => {
  reads([
    [
      "met",
      "خبرة لا تقل عن 12 سنة في صيانة القوارب",
      "بدأت شركتنا صيانة القوارب عام 2005 ولم تنقطع عنها إلى اليوم.",
    ],
    [
      "not_met",
      "At least ten years of experience in boat repair",
      "Boat repair began here in 2021, and we have done boat repair without interruption.",
    ],
  ]);
});

Deno.test("a subset is not all, and the bidder's own use is not for the buyer", () => {
  reads([
    [
      "unclear",
      "Guards must hold a first aid certificate",
      "Three of our guards hold a first aid certificate.",
    ],
    ["unclear", "أن يحمل الحراس شهادة إسعاف", "ثلاثة من حراسنا يحملون شهادة إسعاف سارية."],
    [
      "unclear",
      "Fuel tank of 4,000 litres",
      "Our yard has a fuel tank of 9,000 litres for our own vehicles.",
    ],
  ]);
});

Deno.test("free, uninterrupted and unconditional offers are neither denied nor conditional", () => {
  reads([
    [
      "met",
      "نقل ملكية التصاميم إلى البلدية عند التسليم",
      "تنتقل ملكية جميع التصاميم إلى البلدية فور التسليم دون أي مقابل إضافي.",
    ],
    ["met", "صيانة الرافعات", "نصون الرافعات بأنفسنا ولم ننقطع عن ذلك."],
    [
      "met",
      "Delivery to the Duqm depot within 6 weeks",
      "We deliver to your Duqm depot 30 days after receiving the order.",
    ],
  ]);
});

Deno.test("joined sentences are quoted verbatim from the bid", () => {
  const proposal =
    "Prices are net.\nWe hold plant insurance with Doha Re. The limit is QAR 3 million for each event.";
  const [found] = requirementReader(["Plant insurance of at least QAR 2 million per event"], {
    asOf: "2026-11-30",
  })({ proposal, listed: [] });
  assert.deepEqual([found?.status, found?.evidence], [
    "met",
    "We hold plant insurance with Doha Re. The limit is QAR 3 million for each event",
  ]);
});
