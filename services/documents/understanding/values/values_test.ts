import assert from "node:assert/strict";
import fc from "fast-check";
import { dateOrderOf, findDates } from "./dates.ts";
import {
  hasLuhnDigit,
  ibanIn,
  isEmiratesId,
  isIban,
  isSaudiId,
  mrzDigit,
  passportZone,
} from "./identifiers.ts";
import { homeOf } from "./home_country.ts";
import { taxNumberOf } from "./tax_numbers.ts";
import { mainCurrency } from "./currencies.ts";
import { extractFields } from "../fields/extract_fields.ts";
import { findMoney, parseAmount, usesPoint } from "./money.ts";
import { valueOf } from "../fields/field_values.ts";
import { rowsOfLines } from "../tables/page_rows.ts";

Deno.test("findDates() parses day-first dates, month names in both languages and ISO dates", () => {
  const cases: [string, string | undefined][] = [
    ["Date: 05/03/2026", "2026-03-05"],
    ["03/25/2026", "2026-03-25"],
    ["2026-01-31", "2026-01-31"],
    ["12 January 2026", "2026-01-12"],
    ["March 3rd, 2026", "2026-03-03"],
    ["1st of May 2026", "2026-05-01"],
    ["٥/٣/٢٠٢٦", "2026-03-05"],
    ["١٥ مارس ٢٠٢٦", "2026-03-15"],
    ["15 كانون الثاني 2026", "2026-01-15"],
    ["5-Mar-2026", "2026-03-05"],
    ["05.03.26", "2026-03-05"],
    ["31/02/2026", undefined],
    ["1.2.3", undefined],
    ["page 12/40 of 9", undefined],
  ];
  for (const [text, value] of cases) assert.equal(findDates(text)[0]?.value, value, text);
});

Deno.test("findDates() parses a year first with a month or a day of one digit", () => {
  const values = (text: string) => findDates(text).map(({ value }) => value);
  assert.deepEqual(values("التاريخ: ٢٠٢٦/١١/٩ م"), ["2026-11-09"]);
  assert.deepEqual(values("2026/3/1"), ["2026-03-01"]);
  assert.deepEqual([...values("11/12/9"), ...values("1/2/204")], []);
});

Deno.test("dateOrderOf() detects the order by other dates or the country, and is uncertain otherwise", () => {
  const first = (text: string, home?: string) => findDates(text, dateOrderOf(text, home))[0];
  const cases: [string, string | undefined, string, boolean][] = [
    ["due 03/05/2026", undefined, "2026-05-03", false],
    ["due 03/05/2026, made 04/28/2026, paid 12/31/2026", undefined, "2026-03-05", false],
    // A single date may be misread.
    ["due 03/05/2026, made 04/28/2026", undefined, "2026-03-05", true],
    ["due 03/05/2026, made 04/28/2026", "US", "2026-03-05", false],
    ["due 03/05/2026", "US", "2026-03-05", true],
    ["due 03/05/2026, made 28/04/2026", "US", "2026-05-03", false],
    ["due 03/05/2026, made 28/04/2026, paid 04/28/2026", undefined, "2026-05-03", true],
    ["due ٠٣/٠٥/٢٠٢٦, ref 04-28-20, box 04/28/3344", undefined, "2026-05-03", false],
    ["due 05/05/2026", "US", "2026-05-05", false],
    ["due 09/03/1447", "US", "1447-03-09 AH", false],
    ["due 2026-03-05", "US", "2026-03-05", false],
  ];
  for (const [text, home, value, doubtful] of cases) {
    const date = first(text, home);
    assert.deepEqual([date?.value, date?.doubtful ?? false], [value, doubtful], `${text} ${home}`);
  }
});

Deno.test("dates of an American invoice are month-first, and flagged without evidence", () => {
  const box = { left: 0, top: 0, right: 0, bottom: 0 };
  const invoice = (more: string) => {
    const text = [
      "Acme Inc, New York, USA",
      "INVOICE",
      "Invoice date: 03/05/2026",
      "Total: USD 100.00",
      more,
    ];
    const rows = rowsOfLines(text.map((line) => ({ text: line, confidence: 1, page: 1, box })));
    return extractFields("invoice", rows).find(({ key }) => key === "invoice_date");
  };
  const open = invoice("");
  assert.deepEqual([open?.value, open?.confidence], ["2026-03-05", 0.45]);
  assert.match(open?.reason ?? "", /either order/);
  const shown = invoice("Due date: 03/29/2026");
  assert.deepEqual([shown?.value, (shown?.confidence ?? 0) > 0.9], ["2026-03-05", true]);
});

Deno.test("findDates() marks Hijri dates and converts them to Gregorian days", () => {
  const [named] = findDates("الموافق ١ رمضان ١٤٤٥ هـ");
  assert.deepEqual([named?.value, named?.calendar, named?.day], ["1445-09-01 AH", "hijri", "2024-03-11"]);
  const [numeric] = findDates("01/01/1446 هـ");
  assert.deepEqual([numeric?.value, numeric?.day], ["1446-01-01 AH", "2024-07-07"]);
  assert.equal(findDates("1446/01/01")[0]?.calendar, "hijri");
});

Deno.test("findMoney() finds amounts with their currency and ignores percentages and dates", () => {
  assert.deepEqual(findMoney("VAT 5%: AED 210.80").map(({ amount, currency }) => [amount, currency]), [[
    210.8,
    "AED",
  ]]);
  assert.deepEqual(findMoney("الإجمالي: ٢٬٣٠٠٫٠٠ ريال").map(({ amount, currency }) => [amount, currency]), [[
    2300,
    "SAR",
  ]]);
  assert.deepEqual(findMoney("on 05/03/2026").map(({ amount }) => amount), []);
  assert.deepEqual(findMoney("US$ 1 250 000.00")[0]?.amount, 1250000);
  assert.equal(parseAmount("(12.50)"), -12.5);
  assert.equal(parseAmount("12,5"), 12.5);
  assert.equal(mainCurrency("AED 5 and AED 6, then $ 7")?.code, "AED");
});

Deno.test("check digits distinguish valid from invalid identifiers", () => {
  assert.ok(isIban("AE07 0331 2345 6789 0123 456"));
  assert.ok(isIban("SA03 8000 0000 6080 1016 7519"));
  assert.ok(!isIban("AE08 0331 2345 6789 0123 456"));
  assert.ok(!isIban("AE07 0331 2345 6789 0123 45"));
  assert.ok(hasLuhnDigit("4111 1111 1111 1111"));
  assert.ok(isEmiratesId("784-1990-1234567-6") !== isEmiratesId("784-1990-1234567-7"));
  assert.ok(isSaudiId("1000000008"));
  assert.equal(taxNumberOf("310122393500003")?.country, "SA");
  assert.equal(taxNumberOf("100234567890003")?.country, "AE");
  assert.equal(mrzDigit("L898902C3"), 6);
});

Deno.test("passportZone() parses the example of the standard", () => {
  const zone = passportZone(
    "PASSPORT\nP<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
  );
  assert.deepEqual(zone, {
    number: "L898902C3",
    surname: "ERIKSSON",
    given_names: "ANNA MARIA",
    issuing_country: "UTO",
    nationality: "UTO",
    birth_date: "1974-08-12",
    sex: "F",
    expiry_date: "2012-04-15",
    valid: true,
  });
});

Deno.test("parsers of dates, money and identifiers never throw for any text", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9٠-٩/., -]{0,40}$/));
  fc.assert(fc.property(text, (any) => {
    for (const { value, day } of findDates(any)) {
      assert.ok(/^\d{4}-\d\d-\d\d( AH)?$/.test(value) && day.length === 10);
    }
    for (const { amount } of findMoney(any)) assert.ok(Number.isFinite(amount));
    isIban(any);
    passportZone(any);
  }));
});

Deno.test("a date in two calendars is one date, in any order", () => {
  for (const text of ["12/05/2025 الموافق 14/11/1446هـ", "14/11/1446هـ الموافق 12/05/2025"]) {
    const { value, share = 0 } = valueOf("date", text) ?? {};
    assert.equal(value, "2025-05-12");
    assert.ok(share > 0.6);
  }
});

Deno.test("Amman without diacritics is not recognised as Oman", () => {
  assert.equal(homeOf("عمان، جبل الحسين: قوانين المملكة الأردنية الهاشمية، ومحاكم عمان"), "JO");
  assert.equal(homeOf("مسقط، سلطنة عمان"), "OM");
});

Deno.test("a legal form such as S.r.l. is no currency", () => {
  assert.deepEqual(mainCurrency("Officine Brenta S.r.l.\nOrder total EUR 37.260,89"), {
    code: "EUR",
    certain: true,
  });
  assert.equal(mainCurrency("Total S.R. 120.00")?.code, "SAR");
});

Deno.test("streets and long numbers do not tell a document's country", () => {
  assert.equal(homeOf("مصحة الياسمين، حي الرياض، الرباط"), "MA");
  assert.equal(homeOf("Tel. 001842763000094"), undefined, "more digits than a phone number has");
  assert.equal(homeOf("Tel. 00212 537 712 490"), "MA");
});

Deno.test("currencies of the same name are told by the paper's country, or flagged", () => {
  assert.deepEqual(mainCurrency("Rate (Rs.) 20", "PK"), { code: "PKR", certain: true });
  assert.deepEqual(mainCurrency("Rate (Rs.) 20", "IN"), { code: "INR", certain: true });
  assert.equal(mainCurrency("Rate (Rs.) 20")?.certain, false);
  assert.deepEqual(mainCurrency("Rate (Rs.) Value (Rs.) Total PKR 20"), { code: "PKR", certain: true });
  assert.equal(mainCurrency("20 ليرة")?.certain, false);
});

Deno.test("Arabic names of currencies have articles, cases and numbers", () => {
  for (
    const [text, code] of [
      ["الدينار التونسي", "TND"],
      ["عشرون دينارا أردنيا", "JOD"],
      ["الدرهم الإماراتي", "AED"],
      ["ريالات سعودية", "SAR"],
      ["الليرة التركية", "TRY"],
      ["الجنيه المصري", "EGP"],
      ["دولار أمريكي", "USD"],
    ]
  ) assert.deepEqual(mainCurrency(text ?? ""), { code, certain: true }, text);
});

Deno.test("English names of currencies have the adjective of their country", () => {
  assert.equal(mainCurrency("Qatari Riyals Fifty Only")?.code, "QAR");
  assert.equal(mainCurrency("U.A.E. Dirhams six thousand")?.code, "AED");
  assert.equal(mainCurrency("Kuwaiti Dinars ten")?.certain, true);
});

Deno.test("two Arabic letters are a currency only beside amounts, and Moroccan months tell the country", () => {
  assert.equal(mainCurrency("شا رع ٣٨"), undefined);
  assert.equal(mainCurrency("المبلغ ر ع")?.code, "OMR");
  assert.equal(homeOf("أكادير، 8 يوليوز 2026"), "MA");
  // A garden is a riad; each country is named once.
  assert.equal(homeOf("مكناس، الرياض والصحن"), undefined);
  assert.equal(homeOf("مكناس، الرياض والصحن", ["AED", "MAD"]), "MA");
  assert.equal(mainCurrency("رام الله، عمارة الكروم\nالمبلغ: 5,400.00 شيكل")?.code, "ILS");
});

Deno.test("abbreviations of two letters are currencies only beside amounts: a serial number, a gram and a code are none", () => {
  for (const text of ["Sr. No. Item", "Scan the QR code", "RO plant", "أكياس 500 جم", "LE MARCHE", "Sr. 5"]) {
    assert.equal(mainCurrency(text), undefined, text);
  }
  for (
    const [text, code] of [["Amount (SR)", "SAR"], ["SR 20.00", "SAR"], ["20.00 QR", "QAR"], [
      "Price\nBD\n2",
      "BHD",
    ], [
      "20 ج.م",
      "EGP",
    ]]
  ) assert.equal(mainCurrency(text ?? "")?.code, code, text);
});

Deno.test("decimals of an amount do not begin a telephone number of another country", () => {
  assert.equal(homeOf("240 385.00 92,400.00\n180 212.50\nKarachi"), "PK");
});

Deno.test("three decimals behind a comma are kept, three digits of thousands are none", () => {
  const way = { decimal: "comma" as const, certain: true, currency: "TND" };
  assert.equal(valueOf("money", "18 442,615", way)?.value, "18442.615");
  assert.equal(valueOf("money", "18 442,000", way)?.value, "18442.000");
  assert.equal(valueOf("money", "AED 240,000")?.value, "240000.00");
  assert.equal(valueOf("money", "KWD 12.500")?.value, "12.500");
});

Deno.test("an identifier keeps an ampersand between its letters", () => {
  assert.equal(valueOf("id", "CCSM/S&S/1126")?.value, "CCSM/S&S/1126");
});

Deno.test("amounts of a currency without minor units have thousands after any separator", () => {
  const way = { decimal: "point", certain: true, currency: "IQD" } as const;
  for (const text of ["٧٬٣٨٤٫٢٥٠", "7,384,250", "7.384.250 د.ع"]) {
    assert.deepEqual(findMoney(text, way).map(({ amount }) => amount), [7_384_250]);
  }
});

Deno.test("a sign that OCR doubled at the start of an IBAN is left out if the check digits confirm it", () => {
  assert.equal(ibanIn("MAG64 4176 4021 1044 1703 8852 0151")?.value, "MA64417640211044170388520151");
  assert.equal(ibanIn("MAG65 4176 4021 1044 1703 8852 0151"), undefined);
});

Deno.test("a comma may stand between day and month", () => {
  assert.equal(findDates("سوسة في 22، أكتوبر 2026")[0]?.value, "2026-10-22");
});

Deno.test("an amount begins after a glued currency or sign, never within a number or a code", () => {
  const cases: [string, (string | number | undefined)[][]][] = [
    ["R2,185.00", [[2185, undefined]]],
    ["AED13,222.63", [[13222.63, "AED"]]],
    ["RM1,250.40", [[1250.4, "MYR"]]],
    ["INV0004821 R22.5", []],
  ];
  for (const [text, expected] of cases) {
    assert.deepEqual(findMoney(text).map(({ amount, currency }) => [amount, currency]), expected, text);
  }
});

Deno.test("two letters within a code are no currency", () => {
  assert.equal(mainCurrency("الرقم التعريفي 7KD3Q0XW9T\nإجمالي الفاتورة (جنيه مصري) 33,549.06")?.code, "EGP");
});

Deno.test("a comma decimal behind groups of which a scan lost the first space is read", () => {
  assert.equal(parseAmount("1385 370,00", "comma"), 1385370);
  assert.equal(parseAmount("1 385 370,00", "comma"), 1385370);
  assert.equal(parseAmount("13850 370,00", "comma"), undefined);
});

Deno.test("dinars with three decimals outweigh a number with a separator of thousands", () => {
  const rates = ["65.000", "2.500", "14.500", "9.540", "5.850", "6.500"].join("\n");
  assert.ok(usesPoint(`${rates}\n418 min of 1,500`, "OMR"));
  assert.ok(!usesPoint("65.000\n1,500", "OMR"));
  assert.ok(!usesPoint(`${rates}\n1,500`, "TND"));
});
