import assert from "node:assert/strict";
import { homeOf } from "./values/home_country.ts";
import { taxNumberOf } from "./values/tax_numbers.ts";
import { mainCurrency } from "./values/currencies.ts";
import { findDates } from "./values/dates.ts";
import { ibanIn } from "./values/identifiers.ts";
import { findMoney, numberWayOf, parseAmount } from "./values/money.ts";
import { statementIssues } from "./validation/statement_checks.ts";
import { validateFields } from "./validation/validate_fields.ts";
import { valueOf } from "./fields/field_values.ts";

Deno.test("amounts are parsed in their country's format", () => {
  const cases: [string, number | undefined][] = [
    ["1.234,56", 1234.56],
    ["12.345.678,90", 12345678.9],
    ["2,23,503.80", 223503.8],
    ["1 234,50", 1234.5],
    ["81. 95", 81.95],
    ["450.00", 450],
    ["1'250.00", 1250],
    ["٢٬٣٠٠٫٥٠", 2300.5],
    ["12.345.67", undefined],
    ["1,2,3", undefined],
  ];
  for (const [text, amount] of cases) assert.equal(parseAmount(text), amount, text);
  assert.equal(findMoney("Summe 1.234,56 €")[0]?.amount, 1234.56);
  assert.equal(findMoney("Total £81. 95")[0]?.amount, 81.95);
});

Deno.test("a number with an ambiguous separator is uncertain unless other numbers decide", () => {
  assert.equal(numberWayOf("1.234,56 and 9,99").decimal, "comma");
  assert.equal(findMoney("1.234", numberWayOf("1.234"))[0]?.doubtful, true);
  assert.equal(findMoney("1.234", numberWayOf("1.234 of 2.500,10"))[0]?.amount, 1234);
  assert.equal(findMoney("1,234", numberWayOf("1,234 of 2,500.10"))[0]?.doubtful, undefined);
});

Deno.test("world currencies are recognised, and a shared name means that of the document's country", () => {
  for (
    const [text, code] of [
      ["₹ 2,000", "INR"],
      ["12 ج.م", "EGP"],
      ["LE 40", "EGP"],
      ["1,00 €", "EUR"],
      ["5 ر.ع.", "OMR"],
      ["5 ريال قطري", "QAR"],
    ]
  ) assert.equal(mainCurrency(text ?? "")?.code, code, text);
  assert.deepEqual(mainCurrency("50 ريال", "QA"), { code: "QAR", certain: true });
  assert.deepEqual(mainCurrency("50 ريال"), {
    code: "SAR",
    certain: false,
    among: ["SAR", "QAR", "OMR", "YER"],
  });
});

Deno.test("tax numbers are recognised by country and check digit", () => {
  assert.deepEqual(taxNumberOf("DE136695976"), { country: "DE", valid: true });
  assert.deepEqual(taxNumberOf("DE136695977"), { country: "DE", valid: false });
  assert.deepEqual(taxNumberOf("27AAPFU0939F1ZV"), { country: "IN", valid: true });
  assert.deepEqual(taxNumberOf("27AAPFU0939F1ZW"), { country: "IN", valid: false });
  assert.deepEqual(taxNumberOf("GB 980 7806 84"), { country: "GB", valid: true });
  assert.deepEqual(taxNumberOf("683-948-792", "EG"), { country: "EG", valid: true });
  assert.equal(homeOf("Cairo, Egypt Tel +20 2 2736 5540"), "EG");
  assert.equal(homeOf("no country at all"), undefined);
});

Deno.test("an Egyptian tax number is not checked by other countries' rules; a Qatari invoice needs none", () => {
  const field = (key: string, value: string, type: "text" | "id" = "text") =>
    ({ key, value, confidence: 1, field_type: type }) as const;
  const of = (home: string, number?: string) =>
    validateFields({
      type: "invoice",
      home,
      tables: [],
      today: "2026-04-01",
      fields: number ? [field("vendor_tax_id", number, "id")] : [],
    }).issues.filter((issue) => issue.field === "vendor_tax_id");
  assert.deepEqual(of("EG", "683-948-792"), []);
  assert.deepEqual(of("QA"), []);
  assert.equal(of("SA")[0]?.severity, "error");
  assert.match(of("AE", "12345")[0]?.issue ?? "", /AE/);
});

Deno.test("dates in legal wording and in the Hijri calendar are parsed", () => {
  assert.equal(findDates("the 1st day of July 2026")[0]?.value, "2026-07-01");
  assert.equal(findDates("بتاريخ ١٥/٠٩/١٤٤٧")[0]?.value, "1447-09-15 AH");
});

Deno.test("an IBAN has the length of its country, and a phone number starts with its country code", () => {
  assert.equal(
    ibanIn("IBAN QA58DOHB00001234567890ABCDEFG SWIFT DOHB")?.value,
    "QA58DOHB00001234567890ABCDEFG",
  );
  assert.equal(valueOf("phone", "2519 4408 974+")?.value, "+974 4408 2519");
});

Deno.test("a statement with a wrong amount or a missing row is an issue that names the row", () => {
  const field = (key: string, value: string) => ({ key, value, confidence: 1, field_type: "money" }) as const;
  const header = ["Date", "Details", "Debit", "Credit", "Balance"];
  const rows = [
    ["01/01/2026", "Deposit", "", "500.00", "1,500.00"],
    ["02/01/2026", "Card", "200.00", "", "1,300.00"],
    ["03/01/2026", "Card", "100.00", "", "1,200.00"],
  ];
  const issues = (closing: string, kept = rows) =>
    statementIssues({
      fields: [field("opening_balance", "1000.00"), field("closing_balance", closing)],
      tables: [{ page: 1, header, rows: kept }],
    });
  assert.deepEqual(issues("1200.00"), []);
  assert.deepEqual(issues("2200.00").map((issue) => issue.field), ["closing_balance"]);
  assert.match(issues("1200.00", rows.filter((_, i) => i !== 1))[0]?.issue ?? "", /row 2 of 2/);
});

Deno.test("a document without text is never valid", () => {
  const { is_valid, issues } = validateFields({
    type: "other",
    fields: [],
    tables: [],
    today: "2026-04-01",
    letters: 0,
  });
  assert.deepEqual([is_valid, issues[0]?.field], [false, "text"]);
});

Deno.test("dirhams and dinars are uncertain without a country, else that country's currency", () => {
  assert.deepEqual(mainCurrency("12 درهم"), { code: "AED", certain: false, among: ["AED", "MAD"] });
  assert.deepEqual(mainCurrency("12 درهم", "MA"), { code: "MAD", certain: true });
  assert.deepEqual(mainCurrency("12 دينار", "TN"), { code: "TND", certain: true });
  assert.equal(homeOf("Casablanca +212 522 33 44 55"), "MA");
});

Deno.test("two-digit years are in the nearest century", () => {
  assert.equal(findDates("05 OCT 32")[0]?.value, "2032-10-05");
  assert.equal(findDates("19 JUL 84")[0]?.value, "1984-07-19");
  assert.equal(findDates("14 Feb 13:42").length, 0);
});
