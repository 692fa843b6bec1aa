import assert from "node:assert/strict";
import { requirementFeatures } from "./requirement_features.ts";
import { measureOf } from "./measure.ts";
import { readStatement } from "./statement.ts";
import { parseRequirement } from "./parsed_requirement.ts";

const measure = (required: string, stated: string) =>
  measureOf(
    requirementFeatures(parseRequirement(required, 2026)),
    readStatement({ text: stated, question: false }, { listed: false, year: 2026 }),
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
  ["Spare parts available for ten years", "We supply spare parts until the end of 2029", "fails"],
  ["Spare parts available for two years", "We supply spare parts until the end of 2031", "holds"],
  ["Four depots in the last five years", "We built five depots, in 2023, 2024 and 2025", "holds"],
  ["Four depots in the last five years", "We built five depots in 2012", "unknown"],
  ["Generator of at least 500 kVA", "The set gives 0.65 MVA", "holds"],
  ["Cable of at least 95 mm²", "The cable has 120 mm²", "holds"],
  ["At least 300 seats", "We run six coaches of 49 seats and two of 22 seats", "unknown"],
  ["Coverage of all seven emirates", "Our vans cover four of the seven emirates", "unknown"],
  ["Scanning of 60 pages per minute", "It scans 2 pages per second", "unknown"],
  ["Audited accounts for three years", "Audited accounts of 2023, 2024 and 2025 are attached", "holds"],
  ["12 tonnes of fertiliser", "We send 250 bags, each of 50 kg", "unknown"],
  [
    "Average turnover of at least EUR 8 million",
    "Turnover was EUR 7.6 million in 2023, EUR 9.1 million in 2024 and EUR 10.3 million in 2025",
    "holds",
  ],
  [
    "متوسط إيرادات سنوية لا يقل عن 30 مليون ريال",
    "بلغت إيراداتنا 18 مليون ريال في 2024 و25 مليون ريال في 2025",
    "fails",
  ],
  ["Training of at least 50 hours", "The course takes twelve days, five hours a day", "holds"],
  ["ألا تقل ساعات التدريب عن 70 ساعة", "البرنامج اثنا عشر يوماً، في كل يوم منها خمس ساعات", "fails"],
  ["Chairs that bear a weight of 120 kg", "Each chair bears 150 kg", "holds"],
  ["أن يتحمل الرف وزن 120 كجم", "يتحمل الرف 150 كيلوغراماً", "holds"],
  ["Three road contracts", "Roads in Sur, Nizwa and Ibri; letters from all three are enclosed", "may hold"],
  ["Twenty thousand copies", "Twenty thousand copies are delivered", "holds"],
  ["ISO 9001 certificate", "We hold an ISO 9001 certificate", "none"],
  ["Pump flow of at least 36 m³/h", "The pump moves 620 litres every minute", "holds"],
  ["Pump flow of at least 36 m³/h", "The pump moves 540 litres a minute", "fails"],
  ["Pump flow of at least 36 m³/h", "The tank holds 40 m³", "unknown"],
  ["Launch speed of at least 30 knots", "The launch cruises at 50 km/h", "fails"],
  ["Banner fabric of at least 400 g/m²", "The fabric is 15 oz per square yard", "holds"],
  ["Platform load of 5 kN/m²", "The platform carries 6 kPa", "holds"],
  ["Lead in water max. 0.01 mg/l", "We measure 12 micrograms of lead per litre", "fails"],
  ["Warehouse of at least 900 sq m", "The warehouse has 9,000 square feet", "fails"],
  ["Response time max. 40 min", "He needs three quarters of an hour", "fails"],
  ["Turnaround of samples: 10 days", "Results are in your inbox after eight days at the latest", "holds"],
  ["Bid bond of 5 % of a price of AED 2 million", "Our bid bond is AED 80,000", "fails"],
  ["Bid bond of 5 % of a price of AED 2 million", "Our bid bond is AED 100,000", "holds"],
  ["18 tonnes of cement", "We deliver 400 bags with 50 kg of cement in them", "unknown"],
  ["Course of 5 days with 4 m of rope", "The rope is 3 m long", "may fail"],
  ["A break of 3 hours", "The break is 2 hours", "unknown"],
  ["Training of 3 days", "The training takes 2 days", "fails"],
  ["كثافة لا تقل عن 30 كجم/م³", "كثافتها ٢٤ كيلوجراماً للمتر المكعب", "fails"],
  ["سرعة لا تقل عن 2 م/ث", "سرعته ١٥٠ متراً في الدقيقة", "holds"],
  ["ضغط لا يقل عن 8 بار", "تعطي المضخة ضغط ١ ميجاباسكال", "holds"],
  ["زيارة كل 20 يوماً على الأكثر", "نزوركم مرة كل أسبوعين", "holds"],
  ["ارتفاع لا يتعدى 3.5 م", "ارتفاعها ٣٨٠ سنتيمتراً", "fails"],
];

for (const [required, stated, expected] of CASES) {
  Deno.test(`${stated} of ${required}: ${expected}`, () => assert.equal(measure(required, stated), expected));
}
