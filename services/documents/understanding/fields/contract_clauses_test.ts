import assert from "node:assert/strict";
import { lawIn, lawNamedIn, noticeIn } from "./contract_patterns.ts";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a governing law ends with its sentence or before the courts", () => {
  for (
    const [text, law] of [
      ["State of Qatar. The parties first try to settle a dispute amicably", "State of Qatar"],
      ["England and Wales. Disputes are settled by one", "England and Wales"],
      ["أنظمة المملكة العربية السعودية, وتختص محاكم نجران بالنظر", "أنظمة المملكة العربية السعودية"],
      ["Republic of Cyprus; and the courts of Limassol decide", "Republic of Cyprus"],
      ["Sultanate of Oman", "Sultanate of Oman"],
    ] as const
  ) assert.equal(lawIn(text), law);
});

Deno.test("a name that contains the word of laws is no governing law", () => {
  assert.equal(lawIn("الطرف الأول: شركة مارش لأنظمة المياه المحدودة، المسجلة في لندن. العقد نافذ"), undefined);
});

Deno.test("a notice period ends after its unit, with any digits", () => {
  for (
    const [text, span] of [
      ["60 days, in writing. Fees for work done until then remain payable.", "60 days"],
      ["90 days. A breach not cured within 14 days ends it at once.", "90 days"],
      ["60 days, in writing", "60 days, in writing"],
      ["30 (thirty) days before the end of the term", "30 (thirty) days"],
      ["لكل طرف إنهاء العقد بخطاب مكتوب, ومدة الإشعار ٩٠ يوما.", "٩٠ يوما"],
      ["شهران", "شهران"],
      [
        "Either party may end this contract at any time by giving one month's written notice to the other",
        "one month",
      ],
      ["Either party may end this contract at any time, and the other party is then free", undefined],
    ] as const
  ) assert.equal(noticeIn(text), span);
});

Deno.test("the value of a label that ends a line begins the next line of its column, not the other language's", () => {
  const fields = placedFields("contract", [
    ["Service agreement", 100, 0],
    ["Either party may end this agreement. Notice period:", 100, 100],
    ["لأي طرف إنهاء الاتفاقية كتابة. مدة الإشعار: 45 يوما. وتنتهي فورا", 700, 100],
    ["45 days. A breach ends it at once.", 100, 124],
    ["عند الإخلال بها", 1190, 124],
  ]);
  assert.equal(fields.notice_period, "45 days");
});

Deno.test("a closed company keeps the sign of its legal form", () => {
  const fields = placedFields("contract", [
    ["Maintenance contract", 100, 0],
    ["First Party (Client)", 100, 100],
    ["Budaiya Date Farms B.S.C. (c)", 500, 100],
    ["Second Party (Contractor)", 100, 150],
    ["Tubli Pumps W.L.L. (the Contractor)", 500, 150],
  ]);
  assert.equal(fields.first_party, "Budaiya Date Farms B.S.C. (c)");
  assert.equal(fields.second_party, "Tubli Pumps W.L.L.");
});

Deno.test("a company beside its label is the party, and not the person who signs for it", () => {
  const fields = placedFields("contract", [
    ["عقد توريد", 500, 0],
    ["الطرف الثاني: مصنع حصن الجنوب للبلاستيك. سجل تجاري رقم 4030221", 200, 100],
    ["الطرف الثاني", 300, 800],
    ["عايض محمد القحطاني", 300, 830],
  ], true);
  assert.equal(fields.second_party, "مصنع حصن الجنوب للبلاستيك");
});

Deno.test("the law of a country is named by an adjective too", () => {
  for (
    const [text, law] of [
      ["يخضع هذا العقد لأحكام القانون القطري وتختص محاكم الدوحة", "القانون القطري"],
      ["تخضع الاتفاقية للقانون المدني المصري.", "القانون المدني المصري"],
      ["يخضع العقد للنظام السعودي، وتختص المحاكم", "النظام السعودي"],
    ] as const
  ) assert.equal(lawIn(text), law);
});

Deno.test("parties that are named by hereinafter are found", () => {
  const fields = placedFields("contract", [
    ["TENANCY AGREEMENT", 100, 0],
    [
      "This agreement is made on 3 August 2026 between Falaj Properties LLC, hereinafter the Landlord, and",
      100,
      60,
    ],
    ["Mr. Saif Nasser Al Rawahi, hereinafter the Tenant.", 100, 84],
  ]);
  assert.deepEqual([fields.first_party, fields.second_party], [
    "Falaj Properties LLC",
    "Saif Nasser Al Rawahi",
  ]);
});

Deno.test("a law of its own keeps its noun, a country does not, and a term from one day to another begins on the first", () => {
  assert.equal(
    lawIn("يطبق على هذا العقد قانون المالكين والمستأجرين الأردني."),
    "قانون المالكين والمستأجرين الأردني",
  );
  assert.equal(lawIn("تخضع هذه الاتفاقية لقوانين المملكة الأردنية الهاشمية."), "المملكة الأردنية الهاشمية");
  const fields = placedFields("contract", [
    ["عقد إيجار سكني", 500, 0],
    ["مدة الإيجار من 1/8/2026 إلى 31/7/2027", 300, 60],
  ], true);
  assert.deepEqual([fields.effective_date, fields.end_date], ["2026-08-01", "2027-07-31"]);
});

Deno.test("a notice period without its unit is none", () => {
  assert.equal(noticeIn("60"), undefined);
  assert.equal(noticeIn("٩٠"), undefined);
});

Deno.test("parties and days of a contract in two languages side by side are read from its sentences", () => {
  const fields = placedFields("contract", [
    ["CATERING SERVICES AGREEMENT", 0, 0],
    ["عقد خدمات إعاشة", 900, 0],
    ["This Agreement was signed on Monday, 5 October 2026, corresponding", 0, 60],
    ["to 24/04/1448 H between:", 0, 90],
    ["First Party: Nafud Clinics Company, CR 3350418842,", 0, 130],
    ["الطرف الأول: شركة عيادات", 900, 130],
    ["Second Party: Aja Kitchens Establishment, CR 3350207714", 0, 170],
    ["الطرف الثاني: مؤسسة مطابخ", 900, 170],
    ["Start date: 1 November 2026. End date: 31 October 2028. It may", 0, 250],
    ["First Party", 0, 600],
    ["Name and signature:", 0, 630],
  ]);
  assert.equal(fields.first_party, "Nafud Clinics Company");
  assert.equal(fields.second_party, "Aja Kitchens Establishment");
  assert.equal(fields.end_date, "2028-10-31");
});

Deno.test("a party ends before its nationality, and a witness or a role in brackets is none", () => {
  const english = placedFields("contract", [
    ["Employment contract", 100, 0],
    ["First Party (Employer): Zekreet Clinic W.L.L., C.R. 117720", 100, 100],
    ["Second Party (Employee): Marites Ocampo, Philippine", 100, 160],
    ["national, passport P7720418B.", 100, 190],
  ]);
  assert.equal(english.second_party, "Marites Ocampo");
  const arabic = placedFields("contract", [
    ["عقد إيجار", 600, 0],
    ["حرر هذا العقد بين كل من:", 500, 60],
    ["-1 السيد / سامح عبد الودود الشرنوبي مصري الجنسية، بطاقة رقم 271", 300, 120],
    ["(طرف أول - مؤجر)", 1000, 150],
    ["-2 السيدة / نهلة فاروق البطراوي مصرية الجنسية، بطاقة رقم 290", 300, 200],
    ["(طرف ثان مستأجر)", 1000, 230],
    ["الطرف الأول (المؤجر)", 1200, 600],
    ["شاهد أول", 900, 600],
    ["شاهد ثان", 700, 600],
    ["الطرف الثاني (المستأجر)", 300, 600],
  ], true);
  assert.equal(arabic.first_party, "سامح عبد الودود الشرنوبي");
  assert.equal(arabic.second_party, "نهلة فاروق البطراوي");
});

Deno.test("a label does not go over the end of a sentence, and a span in words is one", () => {
  const values = placedFields("contract", [
    ["Employment contract", 100, 0],
    ["5. Termination. Notice period: two months, in writing, from either", 100, 100],
    ["party. A gratuity is paid.", 100, 124],
  ]);
  assert.equal(values.notice_period, "two months");
  assert.equal(
    noticeIn("فعليه إخطار الآخر بخطاب مسجل، ومدة الإخطار ثلاثة أشهر وإذا تأخر عن السداد فسخ العقد"),
    "ثلاثة أشهر",
  );
});

Deno.test("a contract takes effect on its start, not on its signature", () => {
  const values = placedFields("contract", [
    ["Rental contract", 100, 0],
    ["Date of signature", 100, 100],
    ["12/11/2026", 400, 100],
    ["تاريخ التوقيع", 900, 100],
    ["Start date", 100, 140],
    ["01/12/2026", 400, 140],
    ["تاريخ البدء", 900, 140],
  ]);
  assert.equal(values.effective_date, "2026-12-01");
});

Deno.test("parties that a preamble calls the first and the second afterwards are its companies, not who acts for them", () => {
  const values = placedFields("contract", [
    ["عقد تكوين", 600, 0],
    ["بين الموقعين أسفله:", 1200, 60],
    [
      "شركة نسيج الوادي، شركة ذات مسؤولية محدودة، الكائن مقرها بالمنطقة الصناعية، ويمثلها مسيرها السيد",
      200,
      120,
    ],
    ["يونس بنعجيبة، المشار إليها بعده بـ«الطرف الأول».", 900, 150],
    ["من جهة،", 800, 190],
    ["ومعهد ضفاف النهر للتكوين، الكائن مقره بشارع ميرامار، وتمثله", 200, 240],
    ["مديرته السيدة سناء أخريف، المشار إليه بعده بـ«الطرف الثاني».", 800, 270],
  ], true);
  assert.equal(values.first_party, "شركة نسيج الوادي");
  assert.equal(values.second_party, "معهد ضفاف النهر للتكوين");
});

Deno.test("a contract's number may stand in the sentence that registers it", () => {
  const numberIn = (line: string, rightToLeft: boolean) =>
    placedFields("contract", [[line, 100, 60]], rightToLeft).contract_id;
  assert.equal(numberIn("وحدة إدارية - مسجل بدفتر العقارات تحت رقم العقد م/٤١٧/٢٠٢٦", true), "م/417/2026");
  assert.equal(
    numberIn("An office, registered in the book under contract no. M/417/2026", false),
    "M/417/2026",
  );
  assert.equal(numberIn("An office, registered in the book under contract number one", false), undefined);
});

Deno.test("a sentence that says which law governs the contract names it, unless it refers to a schedule", () => {
  assert.equal(
    lawIn("القانون الواجب التطبيق على هذا العقد هو قانون سلطنة عمان. وتختص المحكمة"),
    "سلطنة عمان",
  );
  assert.equal(lawIn("The governing law of this Agreement is the law of Bahrain; disputes"), "Bahrain");
  assert.equal(lawNamedIn("The governing law is that of Schedule A; disputes go to the courts"), undefined);
});

Deno.test("an Arabic clause says which law applies, and how long its notice is", () => {
  assert.equal(
    lawNamedIn("القانون الواجب التطبيق على هذا العقد هو القانون المصري، وتختص محاكم الإسكندرية بنظر أي نزاع."),
    "القانون المصري",
  );
  assert.equal(
    lawNamedIn("القانون الذي يحكم هذا الاتفاق هو قانون سلطنة عمان."),
    "سلطنة عمان",
  );
  assert.equal(
    noticeIn("يجوز لأي من الطرفين إنهاء العقد بشرط إخطار الطرف الآخر كتابة قبلها بمدة إشعار قدرها ٤٥ يوما."),
    "٤٥ يوما",
  );
});

Deno.test("parties that the undersigned are, with their roles behind them, are read", () => {
  const english = placedFields("contract", [
    ["LEASE AGREEMENT FOR OFFICE ACCOMMODATION", 100, 0],
    ["The undersigned:", 100, 60],
    ["1. Spaarnebrug Estates B.V., having its registered office in Haarlem, called the Lessor,", 100, 90],
    ["and", 100, 120],
    [
      "2. Kestrel & Vaart Attorneys N.V., having its registered office in Leiden, called the Lessee,",
      100,
      150,
    ],
    ["have agreed as follows:", 100, 180],
  ]);
  assert.deepEqual([english.first_party, english.second_party], [
    "Spaarnebrug Estates B.V.",
    "Kestrel & Vaart Attorneys N.V.",
  ]);
  const arabic = placedFields("contract", [
    ["عقد كراء", 700, 0],
    ["الموقعان أدناه:", 900, 60],
    ["1. شركة رياض الزيتون العقارية ش.م.م، مقرها في مكناس، وتسمى المكري،", 400, 90],
    ["2. السيد أنوار بنشقرون، الساكن في مكناس، ويسمى المكتري،", 400, 120],
    ["اتفقا على ما يلي:", 900, 150],
  ], true);
  assert.deepEqual([arabic.first_party, arabic.second_party], [
    "شركة رياض الزيتون العقارية ش.م.م",
    "أنوار بنشقرون",
  ]);
});

Deno.test("the sum of the whole term is the value, not that of a month or a year", () => {
  for (
    const [line, value] of [
      ["Rent for the whole term EUR 405,000.00, without VAT", "405000.00"],
      ["The total fee over the full term of this agreement is EUR 405,000.00.", "405000.00"],
      ["The sum for the entire lease amounts to EUR 405,000.00.", "405000.00"],
      ["القيمة الإجمالية للعقد عن المدة كلها: 405,000.00 درهم", "405000.00"],
      ["بدل الإيجار عن كامل مدة العقد 405,000.00 درهم", "405000.00"],
      ["قيمة العقد لكامل المدة 405,000.00 ريال", "405000.00"],
    ] as const
  ) {
    const isArabic = /[ء-ي]/u.test(line);
    const before = isArabic
      ? "حددت السومة الكرائية الشهرية في مبلغ 6,750.00 درهم"
      : "The rent is EUR 81,000.00 a year.";
    const placed: [string, number, number][] = [
      [isArabic ? "عقد إيجار" : "Lease agreement", 100, 0],
      [before, 100, 60],
      [line, 100, 200],
    ];
    assert.equal(placedFields("contract", placed, isArabic).contract_value, value, line);
  }
});

Deno.test("the first and the last day stand behind their labels in a line", () => {
  const arabic = placedFields("contract", [
    ["عقد كراء", 700, 0],
    ["مدة الكراء ثلاث سنوات، تاريخ بداية العقد 01/12/2026 وتاريخ نهاية العقد 30/11/2029", 100, 60],
    ["حرر بمكناس بتاريخ 18/11/2026", 100, 200],
  ], true);
  assert.deepEqual([arabic.effective_date, arabic.end_date], ["2026-12-01", "2029-11-30"]);
});
