import assert from "node:assert/strict";
import type { FoundField } from "../results/field.ts";
import { readingOf } from "../values/document_reading.ts";
import { summedTax, summedTotal, withPrintedNet, withPrintedTax } from "./tax_sum.ts";

const field = (key: string, value: string, top = 0): FoundField => ({
  key,
  value,
  confidence: 0.95,
  field_type: "money",
  page: 1,
  box: { left: 0, top, right: 10, bottom: top + 10 },
});

Deno.test("taxes of several rates are added up if they explain the total", () => {
  const sums = { subtotal: field("subtotal", "927020.00"), total: field("invoice_total", "1093883.60") };
  const taxes = [field("total_tax", "83431.80", 0), field("total_tax", "83431.80", 20)];
  assert.equal(summedTax(taxes, sums)?.value, "166863.60");
  assert.equal(summedTax([...taxes, field("total_tax", "10.00", 40)], sums), undefined);
  assert.equal(summedTax(taxes.slice(1), sums), undefined);
});

Deno.test("a rate of zero adds nothing", () => {
  const sums = { subtotal: field("subtotal", "624.80"), total: field("invoice_total", "676.16") };
  const taxes = [field("total_tax", "0.00", 0), field("total_tax", "51.36", 20)];
  assert.equal(summedTax(taxes, sums)?.value, "51.36");
});

Deno.test("a total that differs from subtotal plus tax is replaced by a printed amount that fits", () => {
  const of = (top: number, ...texts: string[]) => ({
    cells: texts.map((text, i) => ({
      text,
      confidence: 1,
      page: 1,
      box: { left: i * 300, right: i * 300 + 200, top, bottom: top + 20 },
    })),
    page: 1,
    box: { left: 0, right: 500, top, bottom: top + 20 },
    placed: true,
    rightToLeft: false,
    inTable: false,
  });
  const rows = [
    of(0, "Net after discount", "146,585.00"),
    of(30, "VAT 14%", "20,521.90"),
    of(60, "Final value", "167,106.90"),
  ];
  const sums = { subtotal: field("subtotal", "146585.00"), tax: field("total_tax", "20521.90") };
  const { way } = readingOf("EGP 146,585.00");
  const total = field("quotation_total", "146585.00");
  assert.equal(summedTotal({ ...sums, total }, { rows, way })?.value, "167106.90");
  assert.equal(summedTotal({ ...sums, total }, { rows: rows.slice(0, 2), way }), undefined);
  assert.equal(
    summedTotal({ ...sums, total: field("quotation_total", "167106.90") }, { rows, way }),
    undefined,
  );
});

Deno.test("a tax that the sums do not confirm is replaced by an amount in a row of tax that they do", () => {
  const cell = (text: string, top: number) => ({
    text,
    confidence: 1,
    page: 1,
    box: { left: 0, right: 200, top, bottom: top + 20 },
  });
  const rows = [["Before tax", "831.00"], ["ضريبة القيمة المضافة (V009)", "41.55"], ["Total", "872.55"]].map(
    (texts, at) => ({
      cells: texts.map((text) => cell(text, at * 40)),
      page: 1,
      box: cell("", at * 40).box,
      placed: true,
      rightToLeft: false,
      inTable: false,
    }),
  );
  const { way } = readingOf("AED 831.00");
  const keys = ["subtotal", "total_tax", "invoice_total"];
  const taxOf = (fields: FoundField[], rate?: number) =>
    withPrintedTax(fields, { rows, way, keys, rate }).find(({ key }) => key === "total_tax")?.value;
  const [net, tax] = [field("subtotal", "831.00"), field("total_tax", "2.00")];
  assert.equal(taxOf([net, tax, field("invoice_total", "872.55")]), "41.55");
  assert.equal(taxOf([net, tax, field("invoice_total", "900.00")]), "2.00");
  assert.equal(taxOf([net, tax, field("invoice_total", "900.00")], 5), "41.55");
});

Deno.test("a subtotal before a discount gives way to the printed amount that the tax is a rate of", () => {
  const rows = [["المجموع", "3,500.00"], ["الصافي بعد الخصم", "3,325.00"], ["الضريبة", "498.75"]].map((
    texts,
    i,
  ) => {
    const box = { left: 0, right: 600, top: i * 30, bottom: i * 30 + 20 };
    const cells = texts.map((text) => ({ text, confidence: 1, page: 1, box }));
    return { cells, page: 1, box, placed: true, rightToLeft: true, inTable: false };
  });
  const { way } = readingOf("1.00 2.50");
  const keys = ["subtotal", "total_tax", "invoice_total"];
  const netOf = (net: string, tax: string, total: string) =>
    withPrintedNet(
      [field("subtotal", net), field("total_tax", tax), field("invoice_total", total)],
      { rows, way, keys },
    ).find(({ key }) => key === "subtotal")?.value;
  assert.equal(netOf("3500.00", "498.75", "3823.75"), "3325.00");
  assert.equal(netOf("3500.00", "525.00", "4025.00"), "3500.00", "sums that add up are kept");
  assert.equal(netOf("3500.00", "498.00", "3823.00"), "3500.00", "no rate makes this tax");
});
