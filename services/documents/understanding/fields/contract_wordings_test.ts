/** Laws named by their adjective and periods of notice in sentences. */
import assert from "node:assert/strict";
import { lawNamedIn, noticeIn } from "./contract_patterns.ts";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a law is named by its adjective or by its place", () => {
  for (
    const [text, law] of [
      ["This Agreement is governed by English law.", "English law"],
      ["The contract is subject to Egyptian law and the courts of Cairo.", "Egyptian law"],
      ["It shall be construed in accordance with Ghanaian law.", "Ghanaian law"],
      ["The law of this contract is Spanish law.", "Spanish law"],
      ["The applicable law is that of the State of Qatar.", "State of Qatar"],
      ["The parties submit to the law of England and Wales.", "England and Wales"],
      ["القانون الواجب التطبيق على هذا العقد هو القانون المصري، وتختص محاكم الإسكندرية.", "القانون المصري"],
      ["القانون الحاكم لهذا العقد هو القانون السوداني.", "القانون السوداني"],
      ["يسري على هذا العقد القانون الأردني.", "القانون الأردني"],
      ["تطبق أحكام القانون العراقي على هذا العقد.", "القانون العراقي"],
      ["يحكم هذا العقد النظام السعودي.", "النظام السعودي"],
    ]
  ) assert.equal(lawNamedIn(text ?? ""), law, text);
});

Deno.test("a period of notice is found in the wordings of Arabic contracts", () => {
  for (
    const [text, span] of [
      ["إنهاء العقد بشرط إخطار الطرف الآخر كتابة قبلها بمدة إشعار قدرها 45 يوما.", "45 يوما"],
      ["لأي طرف الإنهاء بإشعار مسبق لا يقل عن 90 يوما من الطرف الآخر.", "90 يوما"],
      ["على أن يخطر الطرف الآخر قبل ثلاثين يوما من الإنهاء.", "ثلاثين يوما"],
      ["ينهى العقد بعد إنذار مسبق مدته شهر واحد من أحد الطرفين.", "شهر واحد"],
      ["لا ينهى هذا العقد إلا بمهلة إخطار مدتها 20 يوما من أحد الطرفين.", "20 يوما"],
    ]
  ) assert.equal(noticeIn(text ?? ""), span, text);
});

Deno.test("a contract's value is the sum of the whole term, not that of a month or a year", () => {
  for (
    const [part, whole] of [
      [
        "The rent is EUR 81,000.00 a year, payable in advance.",
        "Rent for the whole term EUR 405,000.00, without VAT",
      ],
      [
        "حددت السومة الكرائية الشهرية في مبلغ 3,850.00 درهم.",
        "القيمة الإجمالية للعقد عن المدة كلها: 405,000.00 درهم.",
      ],
    ] as const
  ) {
    for (const lines of [[part, whole], [whole, part]]) {
      const fields = placedFields("contract", lines.map((text, i) => [text, 100, i * 60]));
      assert.equal(fields.contract_value, "405000.00", lines.join(" "));
    }
  }
});

Deno.test("the day on which a contract begins is named in the middle of a sentence", () => {
  const fields = placedFields("contract", [
    ["مدة الكراء ثلاث سنوات، تاريخ بداية العقد 01/12/2026 وتاريخ نهاية العقد 30/11/2029", 100, 0],
    ["حرر بمكناس في نظيرين بتاريخ 18/11/2026", 100, 60],
  ]);
  assert.equal(fields.effective_date, "2026-12-01");
  assert.equal(fields.end_date, "2029-11-30");
});

Deno.test("a party's particulars behind a comma are no part of its name", () => {
  const fields = placedFields("contract", [
    ["الطرف الأول (المكري): شركة رياض الزيتون العقارية ش.م.م, السجل التجاري 3312", 100, 0],
    ["الطرف الثاني (المكتري): السيد أنوار بنشقرون, بطاقة التعريف الوطنية رقم 583196", 100, 60],
  ]);
  assert.equal(fields.second_party, "أنوار بنشقرون");
});

Deno.test("the period in which an end is announced is the notice period, by any of its Arabic names", () => {
  for (const label of ["أجل الإعلام", "مدة الإبلاغ", "أجل الإشعار"]) {
    const fields = placedFields("contract", [
      ["عقد كراء", 400, 0],
      [`لكل طرف إنهاء العقد برسالة مضمونة الوصول. ${label}: 60 يوما.`, 100, 100],
    ], true);
    assert.equal(fields.notice_period, "60 يوما", label);
  }
});
