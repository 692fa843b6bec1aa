import assert from "node:assert/strict";
import { rowsOfLines } from "../tables/page_rows.ts";
import { withWitnesses } from "./witnesses.ts";

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** The keys of `values` that the lines of a paper contradict. */
function doubted(text: string, values: Record<string, string>, home?: string): string[] {
  const rows = rowsOfLines(
    text.split("\n").map((line) => ({ text: line, confidence: 1, page: 1, box: NOWHERE })),
  );
  const fields = Object.entries(values).map(([key, value]) => ({
    key,
    value,
    confidence: 0.89,
    field_type: "text" as const,
  }));
  return withWitnesses(fields, { rows, text, home }).filter(({ confidence }) => confidence < 0.8)
    .map(({ key }) => key);
}

Deno.test("a currency of a country that nothing else on the paper is from is in doubt", () => {
  assert.deepEqual(doubted("Nakuru, Kenya\nTotal Fr 1,200.00", { currency: "CHF" }, "KE"), ["currency"]);
  assert.deepEqual(doubted("القاهرة\nالإجمالي 1,200.00", { currency: "KWD" }, "EG"), ["currency"]);
  assert.deepEqual(
    doubted("Nakuru, Kenya\nBank in Zurich\nTotal Fr 1,200.00", { currency: "CHF" }, "KE"),
    [],
  );
  assert.deepEqual(doubted("Nakuru, Kenya\nTotal $ 1,200.00", { currency: "USD" }, "KE"), []);
  assert.deepEqual(doubted("Nakuru, Kenya\nCurrency: CHF\nTotal 1,200.00", { currency: "CHF" }, "KE"), []);
});

Deno.test("a contract is not worth a few coins beside amounts in thousands", () => {
  assert.deepEqual(doubted("Term 24 months\nFee 96,000.00", { contract_value: "24.00" }), ["contract_value"]);
  assert.deepEqual(doubted("مدة العقد ٢٤ شهرا\nالقيمة ٩٦,٠٠٠", { contract_value: "24.00" }), [
    "contract_value",
  ]);
  assert.deepEqual(doubted("Fee 80.00 a visit", { contract_value: "80.00" }), []);
  assert.deepEqual(doubted("المبلغ ١ ريال\nالقسط ٩٥٬٠٠٠", { total: "1.00" }), ["total"]);
  assert.deepEqual(doubted("Goods 9,150.00\nSubtotal 0.00", { subtotal: "0.00" }), ["subtotal"]);
  assert.deepEqual(doubted("Paid 9,150.00\nTo pay 0.00", { amount_due: "0.00" }), []);
  assert.deepEqual(doubted("Odometer 41,200\nTotal 118.40", { total: "118.40" }), []);
});

Deno.test("a name that stands whole elsewhere on the paper is cut", () => {
  assert.deepEqual(doubted("Heron Paint & Coatings Ltd\nInvoice", { vendor_name: "Coatings Ltd" }), [
    "vendor_name",
  ]);
  assert.deepEqual(doubted("هيئة شواطئ الرمال للتنمية\nكتاب", { sender: "هيئة شواطئ" }), ["sender"]);
  assert.deepEqual(doubted("Heron Paint Ltd, 4 Mill Lane", { vendor_name: "Heron Paint Ltd" }), []);
  assert.deepEqual(doubted("Gulf Reef Bank B.S.C., licensed bank", { bank_name: "Gulf Reef Bank" }), []);
});

Deno.test("a department, or a person who sells, is in doubt beside a firm", () => {
  const text = "Marlow Bay Hospital\nPurchase order";
  assert.deepEqual(doubted(text, { buyer_name: "Kitchen and Linen Department" }), ["buyer_name"]);
  assert.deepEqual(doubted("شركة رمال الفجر\nفاتورة", { vendor_name: "سامر الحلبي" }), ["vendor_name"]);
  assert.deepEqual(doubted("شركة رمال الفجر\nفاتورة", { vendor_name: "ينابيع السهل للزراعة" }), []);
  assert.deepEqual(doubted("Invoice\nTotal 40.00", { vendor_name: "Samer Halabi" }), []);
  assert.deepEqual(doubted(text, { buyer_name: "Marlow Bay Hospital", vendor_name: "Heron Paint Ltd" }), []);
  assert.deepEqual(doubted("Heron Paint Ltd\nInvoice", { customer_name: "Samer Halabi" }), []);
});

Deno.test("a person who acts for a party is in doubt as the party", () => {
  const english = "Lowmoor Farm, represented by its manager Mr. John Pike, and Ann Lee";
  assert.deepEqual(doubted(english, { first_party: "John Pike", second_party: "Ann Lee" }), ["first_party"]);
  const arabic = "مزرعة الوادي ويمثلها مديرها السيد سامر الحلبي، والسيدة منى قاسم";
  assert.deepEqual(doubted(arabic, { first_party: "سامر الحلبي", second_party: "منى قاسم" }), [
    "first_party",
  ]);
});
