import assert from "node:assert/strict";
import fc from "fast-check";
import { findDates } from "./dates.ts";
import { hasLuhnDigit, isEmiratesId, isIban, isSaudiId, mrzDigit, passportZone } from "./identifiers.ts";
import { taxNumberOf } from "./countries.ts";
import { mainCurrency } from "./currencies.ts";
import { findMoney, parseAmount } from "./money.ts";

Deno.test("findDates() reads day first, names of months in both languages and ISO", () => {
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

Deno.test("findDates() marks Hijri dates and knows their Gregorian day", () => {
  const [named] = findDates("الموافق ١ رمضان ١٤٤٥ هـ");
  assert.deepEqual([named?.value, named?.calendar, named?.day], ["1445-09-01 AH", "hijri", "2024-03-11"]);
  const [numeric] = findDates("01/01/1446 هـ");
  assert.deepEqual([numeric?.value, numeric?.day], ["1446-01-01 AH", "2024-07-07"]);
  assert.equal(findDates("1446/01/01")[0]?.calendar, "hijri");
});

Deno.test("findMoney() finds amounts with their currency and leaves percentages and dates", () => {
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

Deno.test("check digits tell right identifiers from wrong ones", () => {
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

Deno.test("passportZone() reads the example of the standard", () => {
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

Deno.test("dates, money and identifiers are looked for in any text without a failure", () => {
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
