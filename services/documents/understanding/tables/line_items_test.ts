import assert from "node:assert/strict";
import { lineItems, tablesOfGoods } from "./line_items.ts";

Deno.test("the lots and estimates of a call for tenders are no goods; rows with unit prices are", () => {
  for (
    const header of [["Lot", "Description", "Qty", "Estimated value"], [
      "المجموعة",
      "البيان",
      "العدد",
      "القيمة التقديرية",
    ]]
  ) {
    const lots = {
      page: 1,
      header,
      rows: [["1", "Analysers", "6", "1860.00"], ["2", "Counters", "8", "1144.00"]],
    };
    assert.deepEqual(lineItems(tablesOfGoods("tender", [lots])), []);
    assert.equal(lineItems(tablesOfGoods("quotation", [lots])).length, 2);
  }
  const priced = {
    page: 1,
    header: ["Description", "Qty", "Rate", "Amount"],
    rows: [["Digging", "6", "10.00", "60.00"], ["Filling", "8", "20.00", "160.00"]],
  };
  assert.equal(lineItems(tablesOfGoods("tender", [priced])).length, 2);
});

Deno.test("a scanned price with a letter or stroke among its digits follows from quantity and amount", () => {
  const table = {
    page: 1,
    header: ["Description", "Qty", "Unit price", "Amount"],
    rows: [["Bearing", "24", "3.850", "92.400"], ["Valve", "6", "£1,\\V0", "247.650"]],
    scanned: true as const,
  };
  assert.deepEqual(lineItems([table])[1], {
    description: "Valve",
    quantity: 6,
    unit_price: 41.275,
    amount: 247.65,
    computed: ["unit_price"],
  });
});

Deno.test("hours of work below spare parts are goods too; a copy of the rows and a table of rates are none", () => {
  const parts = {
    page: 1,
    header: ["Part", "Description", "Qty", "Unit price", "Amount"],
    rows: [["P-1", "Brake pads", "1", "220.00", "220.00"], ["P-2", "Brake disc", "2", "180.00", "360.00"]],
  };
  const work = {
    page: 1,
    header: ["Code", "Operation", "Hours", "Rate", "Amount"],
    rows: [["L-1", "Replace brakes", "2", "150.00", "300.00"], [
      "L-2",
      "Bleed system",
      "1",
      "150.00",
      "150.00",
    ]],
  };
  const rates = {
    page: 1,
    header: ["Tax", "Base", "Rate", "Amount"],
    rows: [["VAT", "1030.00", "5", "51.50"]],
  };
  const names = lineItems([parts, work, parts, rates]).map(({ description }) => description);
  assert.deepEqual(names, ["Brake pads", "Brake disc", "Replace brakes", "Bleed system"]);
});

Deno.test("a column of fees without quantities has the amounts", () => {
  const rows = [["Visa", "350.00"], ["Typing", "50.00"]];
  const amounts = lineItems([{ page: 1, header: ["Particulars", "Fee"], rows }]).map(({ amount }) => amount);
  assert.deepEqual(amounts, [350, 50]);
});

Deno.test("the numbers of the columns below their headings are no goods, even where a scan lost brackets", () => {
  const header = ["No.", "Description", "Qty", "Unit price", "Amount"];
  const goods = [["1", "Paper", "2", "3.00", "6.00"], ["2", "Pens", "4", "1.00", "4.00"]];
  for (
    const numbers of [["(1)", "(2)", "(3)", "(4)", "(5)"], ["(VN", "2)", "HN (3)", "(4) 1", "1 5)"], [
      "(١)",
      "(٢)",
      "(٣)",
      "(٤)",
      "(٥)",
    ]]
  ) {
    const items = lineItems([{ page: 1, header, rows: [numbers, ...goods] }]);
    assert.deepEqual(items.map(({ description }) => description), ["Paper", "Pens"]);
  }
});
