/** The value of a contract and its days in sentences that name others, too. */
import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("the value of a contract is the sum of its clause, not of a later one", () => {
  for (
    const [line, value] of [
      [
        "The total contract price is USD 120,000.00, payable in four instalments of USD 30,000.00.",
        "120000.00",
      ],
      ["The Client pays a lump sum of USD 120,000.00.", "120000.00"],
      ["The annual rent is USD 40,000.00, USD 120,000.00 for the three years.", "120000.00"],
      ["The salary is USD 2,500.00 a month.", "2500.00"],
    ] as const
  ) {
    const fields = placedFields("contract", [
      ["SERVICE AGREEMENT", 400, 0],
      ["2. Price", 100, 100],
      [line, 100, 130],
      ["A penalty of USD 500.00 is due for each day.", 100, 190],
    ]);
    assert.equal(fields.contract_value, value, line);
  }
  for (
    const [line, value] of [
      ["قيمة العقد الإجمالية 120,000.00 ريال، تدفع على أربع دفعات كل منها 30,000.00 ريال.", "120000.00"],
      ["حددت الأجرة الشهرية بمبلغ 10,000.00 ريال، ومجموعها عن مدة العقد 120,000.00 ريال.", "120000.00"],
      ["يدفع الطرف الأول مبلغا مقطوعا قدره 120,000.00 ريال.", "120000.00"],
    ] as const
  ) {
    const fields = placedFields("contract", [
      ["عقد خدمات", 400, 0],
      ["2. القيمة", 1200, 100],
      [line, 400, 130],
      ["غرامة التأخير 500.00 ريال عن كل يوم.", 700, 190],
    ], true);
    assert.equal(fields.contract_value, value, line);
  }
});

Deno.test("a term with its days is not the day of signing", () => {
  for (
    const line of [
      "Term: 1 January 2027 – 31 December 2027",
      "Duration: one year, 1 January 2027 to 31 December 2027",
    ]
  ) {
    const fields = placedFields("contract", [
      ["SERVICE AGREEMENT", 400, 0],
      [line, 100, 130],
      ["Signed at Haarlem on 12 November 2026", 100, 190],
    ]);
    assert.deepEqual([fields.effective_date, fields.end_date], ["2027-01-01", "2027-12-31"], line);
  }
  for (
    const line of [
      "مدة العقد: 01/01/2027 - 31/12/2027",
      "يدخل العقد حيز التنفيذ في 01/01/2027 وينقضي في 31/12/2027.",
      "مدة الكراء سنة تبتدئ من 01/01/2027 وتنتهي في 31/12/2027.",
    ]
  ) {
    const fields = placedFields("contract", [
      ["عقد خدمات", 400, 0],
      [line, 700, 130],
      ["حرر في الرياض بتاريخ 12/11/2026", 900, 190],
    ], true);
    assert.deepEqual([fields.effective_date, fields.end_date], ["2027-01-01", "2027-12-31"], line);
  }
});
