import assert from "node:assert/strict";
import { misreadRows, type Row, verdictOn } from "./sentence_finding_fixture.ts";
import { spanIn } from "./spans.ts";

function reads(rows: Row[]): void {
  assert.deepEqual(misreadRows(rows), []);
}

Deno.test("a harvest of another year than the required one leaves the requirement unclear", () => {
  reads([
    ["unclear", "Supply of dates of the crop of 2026", "We supply dates. All are of the 2025 crop."],
    ["unclear", "توريد تمور من محصول عام 2026", "تمورنا كلها من محصول 2026. صنف خلاص، محصول ٢٠٢٥."],
  ]);
});

Deno.test("a storage range must lie within the required range, and an operating range must include it", () => {
  assert.deepEqual(spanIn("from 8 am to 6 pm"), { of: "hours", low: 8, high: 18 });
  assert.deepEqual(spanIn("minus 5 to 40 degrees"), { of: "degrees", low: -5, high: 40 });
  assert.equal(spanIn("from 10 pm to 6 am"), undefined);
  reads([
    [
      "met",
      "Fish kept at 0 to 4 °C during transport",
      "The fish is kept between 1 °C and 3 °C in our trucks.",
    ],
    [
      "not_met",
      "Fish kept at 0 to 4 °C during transport",
      "The fish is kept between 3 °C and 7 °C in our trucks.",
    ],
    [
      "unclear",
      "Fish kept at 0 to 4 °C during transport",
      "Our meeting rooms are kept between 1 °C and 3 °C.",
    ],
    [
      "met",
      "Cameras with an operating temperature from 0 to 45 °C",
      "The cameras have an operating temperature from minus 10 to 60 °C.",
    ],
    [
      "not_met",
      "دوام مكتب التذاكر من 8 صباحاً إلى 6 مساءً",
      "يعمل مكتب التذاكر من التاسعة صباحاً حتى الرابعة عصراً.",
    ],
  ]);
});

Deno.test("a duty left to the buyer is refused, but goods at a charge are not", () => {
  reads([
    ["not_met", "Bidder to bear the port fees", "The port fees are for the client's account."],
    ["not_met", "تحمل المورد رسوم الفحص", "رسوم الفحص يتحملها المشتري."],
    ["not_met", "Scaffolding included", "Scaffolding is to be provided by the client."],
    ["unclear", "A storekeeper on site", "A storekeeper is added at the client's expense."],
    ["unclear", "Bidder to bear the port fees", "Crane hire is for the client's account."],
  ]);
});

Deno.test("monthly and yearly sums are compared with the required total, but unit prices are not", () => {
  reads([
    ["not_met", "Annual cost of at most QAR 60,000", "The monthly fee is QAR 5,400."],
    ["met", "Annual cost of at most QAR 60,000", "The monthly fee is QAR 4,100."],
    ["not_met", "Budget: at most OMR 90,000", "Our total price is OMR 97,300."],
    ["not_met", "الحد الأقصى للميزانية 400 ألف درهم", "قيمة عرضنا الإجمالية 455,000 درهم."],
    ["unclear", "Total price of at most OMR 90,000", "The price per metre is OMR 40."],
    ["unclear", "ألا يتجاوز السعر 50 ألف دينار", "سعر الوحدة 120 ديناراً."],
  ]);
});

Deno.test("a stated completion date is compared with the required one", () => {
  reads([
    ["met", "Delivery of the beds by 10 May 2027", "All beds will be delivered on 22 April 2027."],
    ["not_met", "Delivery of the beds by 10 May 2027", "All beds will be delivered on 2 June 2027."],
    ["met", "تسليم الأسرّة قبل 10 مايو 2027", "نسلم الأسرّة كلها في الثالث من مايو 2027."],
    ["unclear", "Delivery of the beds by 10 May 2027", "The first beds will be delivered on 22 April 2027."],
    ["unclear", "Delivery of the beds by 10 May 2027", "We begin delivery of the beds on 22 April 2027."],
    ["unclear", "Delivery of the beds by 10 May 2027", "The guard is at the gate from 22 April 2027."],
  ]);
});

Deno.test("a past issue, an ally's merit and a copied clause with its number prove nothing", () => {
  reads([
    [
      "unclear",
      "The laboratory shall hold a currently valid ISO 17025 accreditation",
      "Our laboratory was first accredited to ISO 17025 in 2015.",
    ],
    ["unclear", "شهادة أيزو 9001 سارية المفعول", "حصلت شركتنا على شهادة أيزو 9001 في عام 2014."],
    ["unclear", "Ten years of experience in tunnels", "Our ally has 14 years of experience in tunnels."],
    ["unclear", "خبرة خمس سنوات في الأنفاق", "لحليفنا خبرة تسع سنوات في الأنفاق."],
    [
      "unclear",
      "The contractor shall submit monthly reports in Arabic",
      "Clause 4.7: the contractor shall submit monthly reports in Arabic.",
    ],
    [
      "unclear",
      "Spare parts free of charge in the first year",
      "Spare parts are free of charge in the first year where the annual order value goes above 80,000 euros.",
    ],
  ]);
});

Deno.test("subcontracting violates its prohibition, and work by the bidder does not", () => {
  reads([
    ["not_met", "No subcontracting", "The plastering goes to subcontractors."],
    ["not_met", "عدم التعاقد من الباطن", "سنسند أعمال الطلاء إلى مقاول من الباطن."],
    ["unclear", "No subcontracting", "We have worked as a subcontractor of others."],
    [
      "unclear",
      "No subcontracting",
      "We do all work with our own staff. The plastering goes to subcontractors.",
    ],
  ]);
});

Deno.test("a commitment on another object, and consecutive periods, prove nothing", () => {
  reads([
    ["unclear", "Warranty of 2 years on compressors", "We give a warranty of 4 years on hoses."],
    ["met", "Warranty of 2 years on compressors", "We give a warranty of 4 years on compressors."],
    [
      "not_met",
      "Completion within 6 months",
      "Demolition takes 3 months, then the completion of the hall 5 months.",
    ],
    [
      "not_met",
      "Paid-up capital of at least AED 2 million",
      "Paid-up capital: 100,000 shares of AED 10 each.",
    ],
  ]);
});

Deno.test("another insurance, a deputy and a reference day are not the required item", () => {
  reads([
    [
      "unclear",
      "Professional indemnity insurance of at least QAR 2 million",
      "Our public liability insurance covers QAR 9 million.",
    ],
    ["unclear", "A named deputy storekeeper", "The named storekeeper is Salim Darwish."],
    ["unclear", "Delivery within 3 weeks", "We give a warranty of 30 months from the date of delivery."],
    ["not_met", "Delivery within 3 weeks of the order", "Making and shipping take 9 weeks from your order."],
  ]);
});

Deno.test("frequency, firm age, years of accounts and country are compared with their own kind", () => {
  reads([
    [
      "not_met",
      "Monthly inspection of the boilers",
      "We do the inspection of the boilers every four months.",
    ],
    ["met", "فحص الغلايات كل ستة أشهر", "نجري فحص الغلايات مرة كل ثلاثة أشهر."],
    ["met", "تنظيف النوافذ مرتين أسبوعياً", "ننظف النوافذ أربع مرات أسبوعياً."],
    ["unclear", "Monthly inspection of the boilers", "We do the inspection of the roof every four months."],
    ["met", "Company established at least 8 years ago", "Our company was founded in 2003."],
    ["not_met", "At least 6 years in business", "Our company was founded in 2023."],
    ["unclear", "At least 6 years in business", "Our parent company was founded in 1990."],
    [
      "unclear",
      "Audited accounts of the last four years",
      "We enclose our audited accounts of 2024 and 2025.",
    ],
    ["met", "Audited accounts of the last two years", "We enclose our audited accounts of 2024 and 2025."],
    ["not_met", "مخزن داخل الكويت", "مخزننا الوحيد في الدوحة."],
  ]);
});

Deno.test("a subset, another field, a holding company, two values and an unrelated frequency are unclear", () => {
  reads([
    [
      "unclear",
      "جميع الطهاة حاصلون على بطاقة صحية",
      "9 طهاة من أصل 14 يحملون بطاقة صحية، والباقون ينتظرونها.",
    ],
    ["unclear", "All nurses are registered", "Twelve nurses are registered, and the rest are trainees."],
    [
      "unclear",
      "Surveyor with at least 8 years in the oil sector",
      "Our surveyor has taught geography for 9 years.",
    ],
    ["unclear", "مخزن لا تقل مساحته عن 500 متر مربع", "تبلغ مساحة مخزن الشركة القابضة 900 متر مربع."],
    [
      "unclear",
      "ضمان الخيام سنتان",
      "ضمان الخيام سنتان كما في الخطاب، وسنة واحدة كما في الجدول.",
    ],
    [
      "met",
      "No outstanding customs debts",
      "All our customs debts have been paid; a clearance letter is attached.",
    ],
    [
      "unclear",
      "Window cleaning twice a month",
      "Window cleaning is done on the first and third Monday of every month.",
    ],
    ["unclear", "A valid food licence", "We enclose a copy of our food licence."],
    ["unclear", "120 hours of support annually", "The support comprises 11 hours monthly."],
  ]);
});

Deno.test("a number with thousands separators counts, and a grade or standard is no quantity", () => {
  reads([
    ["met", "Printing of 5,000 leaflets", "We print 6,500 leaflets."],
    ["not_met", "Printing of 5,000 leaflets", "We print 3,500 leaflets."],
    ["not_met", "Buses of Euro 6", "Our buses are of Euro 4."],
    [
      "not_met",
      "A head cook with at least 12 years of experience",
      "Our head cook began his career in 2020.",
    ],
    ["met", "Pump with a flow of ≥ 90 m³/h", "The flow of the pump is 120 m³/h."],
    ["met", "Payment within 30 days of the invoice", "We accept payment within 45 days of the invoice."],
  ]);
});

Deno.test("model years are compared, used items are not new, and a negated language is not offered", () => {
  reads([
    ["met", "Tankers of model 2021 or later", "The tankers we assign are of model 2023."],
    ["not_met", "Tankers of model 2021 or later", "The tankers we assign are of model 2018."],
    ["unclear", "Tankers of model 2021 or later", "Our tankers are of models 2018 and 2023."],
    ["not_met", "صهاريج لا يقل موديلها عن 2022", "الصهاريج المخصصة من موديل 2019."],
    ["met", "صهاريج لا يقل موديلها عن 2022", "الصهاريج المخصصة من موديل 2024."],
    ["not_met", "Scanners shall be new", "The scanners we offer are factory-refurbished units."],
    ["not_met", "توريد مضخات جديدة", "المضخات المعروضة مستعملة ومجددة في مصنعنا."],
    ["unclear", "مضخات جديدة فقط", "يرفض مخزننا المضخات المستعملة."],
    ["unclear", "Scanners shall be new", "No scanner that we offer is refurbished."],
    ["not_met", "كتيبات باللغة العربية", "الكتيبات متوفرة بالإنجليزية فقط ولن تُترجم إلى العربية."],
    ["not_met", "شهادة الأيزو 14001", "لا تملك شركتنا شهادة الأيزو 14001."],
  ]);
});

Deno.test("a share within a time, a remaining time, a final total and a waiver are no shortfall", () => {
  reads([
    ["met", "90 % of tickets closed within 4 hours", "Our desk closes 95 % of tickets within 4 hours."],
    ["not_met", "90 % of tickets closed within 4 hours", "Our desk closes 70 % of tickets within 4 hours."],
    [
      "not_met",
      "أجبان بصلاحية متبقية 8 أشهر عند التوريد",
      "الصلاحية المتبقية للأجبان عند التوريد شهران.",
    ],
    ["unclear", "Clerk with ACCA and ten years' experience", "The clerk has been ACCA-certified since 2021."],
    [
      "unclear",
      "Not less than 90 stewards in total",
      "We send 50 stewards in the morning and another 45 in the evening, 95 in all.",
    ],
    ["unclear", "No storage fee to be charged on goods", "We waive any storage fee on goods."],
  ]);
});

Deno.test("a closing day is no opening, an open choice decides nothing, and nobody below a bound denies nothing", () => {
  reads([
    [
      "unclear",
      "أن تكون المقاعد من الخشب الطبيعي",
      "لم نقرر بعد أنصنع المقاعد من الخشب الطبيعي أم من الخشب المضغوط.",
    ],
    [
      "unclear",
      "Seats of natural wood",
      "We have not yet decided whether the seats will be of natural wood.",
    ],
    [
      "unclear",
      "ألا تقل مساحة المخزن عن 500 متر مربع",
      "لدينا مخزنان مساحة الأول 550 متراً مربعاً والثاني 400، ونختار المناسب منهما لاحقاً.",
    ],
  ]);
  for (
    const [asks, says, never] of [
      [
        "فتح المكتبة يوم الجمعة",
        "مكتبتنا تستقبل القراء من السبت إلى الخميس وتغلق أبوابها يوم الجمعة.",
        "met",
      ],
      ["Library open on Fridays", "Our library serves readers all week and closes on Fridays.", "met"],
      [
        "Guards with at least five years of experience",
        "Nobody on the list of guards has fewer than nine years of experience.",
        "not_met",
      ],
    ] as const
  ) assert.notEqual(verdictOn(asks, says), never, says);
});
