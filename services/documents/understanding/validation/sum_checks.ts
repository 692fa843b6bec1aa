import { countryOf } from "../values/countries.ts";
import type { ExtractedTable, LineItem } from "../results/extraction.ts";
import type { Field } from "../results/field.ts";
import { goodsTables, lineItems, tablesOfGoods } from "../tables/line_items.ts";
import { unexplainedColumns } from "../tables/goods_columns.ts";
import { type NumberWay, USUAL } from "../values/money.ts";
import type { Issue } from "../results/validation.ts";

interface ToSum {
  type?: string;
  fields: Field[];
  tables: ExtractedTable[];
  home?: string;
  way?: NumberWay;
}

/** Checks that line items, subtotal, tax and total add up; an issue names every value involved. */
export function sumIssues(input: ToSum): Issue[] {
  const { fields, way = USUAL } = input;
  const tables = input.type === undefined ? input.tables : tablesOfGoods(input.type, input.tables, way);
  const subtotal = amountOf(fields, "subtotal");
  const tax = amountOf(fields, "total_tax");
  const [totalKey, total] = totalOf(fields);
  const issues: Issue[] = [];
  if (
    subtotal !== undefined && tax !== undefined && total !== undefined &&
    !isNearlyEqual(subtotal + tax, total)
  ) {
    issues.push({
      field: totalKey,
      fields: [totalKey, "subtotal", "total_tax"],
      issue: `Subtotal ${subtotal.toFixed(2)} and tax ${tax.toFixed(2)} do not add up to ${total.toFixed(2)}`,
      severity: "error",
    });
  }
  if (subtotal !== undefined && tax === undefined && total !== undefined && !isNearlyEqual(subtotal, total)) {
    issues.push({
      field: totalKey,
      fields: [totalKey, "subtotal"],
      issue: `No tax or charge was read that makes ${total.toFixed(2)} of the subtotal ${
        subtotal.toFixed(2)
      }`,
      severity: "warning",
    });
  }
  const items = lineItems(tables, way);
  return [
    ...issues,
    ...unexplained(tables, way),
    ...rowIssues(items, tables.some(({ scanned }) => scanned)),
    ...itemSum(items, { subtotal, tax, total, totalKey }),
    ...vatRate(input, subtotal, tax),
  ];
}

/** Reports columns of figures with unknown headings, which may be missing quantities or prices. */
function unexplained(tables: ExtractedTable[], way: NumberWay): Issue[] {
  const table = goodsTables(tables, way)[0]?.table;
  const headings = table ? unexplainedColumns(table, way) : [];
  if (headings.length === 0) return [];
  const issue = `Columns of the goods that could not be told: ${
    headings.map((one) => one || "(none)").join(", ")
  }`;
  return [{ field: "line_items", issue, severity: "warning" }];
}

function rowIssues(items: LineItem[], scanned: boolean): Issue[] {
  const named = items.some(({ description }) => description !== "");
  const whole = items.filter(({ quantity, unit_price }) =>
    quantity !== undefined && unit_price !== undefined
  );
  const areWhole = scanned ? whole.length > 0 : whole.length > items.length / 2;
  return items.flatMap(
    ({ description, quantity, unit_price, amount, computed, discount = 0 }, i): Issue[] => {
      const field = `line_items[${i}].amount`;
      if (computed) {
        const issue = `Row ${i + 1}: ${
          computed.join(", ")
        } was not read right and follows from the other figures`;
        return [{ field: `line_items[${i}].${computed[0]}`, issue, severity: "warning" }];
      }
      if (named && description === "") {
        const issue = `Row ${i + 1} of the goods has no name that can be read`;
        return [{ field: `line_items[${i}].description`, issue, severity: "warning" }];
      }
      if (amount === undefined) {
        return [{
          field,
          issue: `Row ${i + 1} of the goods has no amount that can be read`,
          severity: "warning",
        }];
      }
      if (areWhole && (quantity === undefined || unit_price === undefined)) {
        return [{
          field,
          issue: `Row ${i + 1} of the goods lacks its quantity or price`,
          severity: "warning",
        }];
      }
      if (
        quantity === undefined || unit_price === undefined ||
        isNearlyEqual(quantity * unit_price * (1 - discount / 100), amount)
      ) return [];
      return [{
        field,
        issue: `Row ${i + 1}: ${quantity} x ${unit_price} is not ${amount}`,
        severity: "warning",
      }];
    },
  );
}

interface Sums {
  subtotal: number | undefined;
  tax: number | undefined;
  total: number | undefined;
  totalKey: string;
}

function itemSum(items: LineItem[], { subtotal, tax, total, totalKey }: Sums): Issue[] {
  const expected = subtotal ?? total;
  const amounts = items.map((item) => item.amount).filter((amount) => amount !== undefined);
  if (amounts.length === 0) return [];
  if (expected === undefined) {
    const issue = "The line items cannot be held against a total, since none was read";
    return [{ field: "line_items", fields: ["line_items", totalKey], issue, severity: "warning" }];
  }
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  // Without a subtotal, the total may include the tax.
  const without = subtotal === undefined && tax !== undefined && total !== undefined ? total - tax : expected;
  if (isNearlyEqual(sum, expected) || isNearlyEqual(sum, without)) return [];
  // Prices with tax, as on receipts, add up to the total.
  const gross = (subtotal ?? NaN) + (tax ?? NaN);
  if (total !== undefined && isNearlyEqual(gross, total) && isNearlyEqual(sum, total)) return [];
  return [{
    field: "line_items",
    fields: ["line_items", subtotal === undefined ? totalKey : "subtotal"],
    issue: `The ${items.length} line items add up to ${sum.toFixed(2)}, not ${expected.toFixed(2)}`,
    severity: "warning",
  }];
}

function vatRate({ home }: ToSum, subtotal: number | undefined, tax: number | undefined): Issue[] {
  const country = countryOf(home);
  if (country?.vat === undefined || !subtotal || tax === undefined || tax === 0) return [];
  if (isNearlyEqual(subtotal * country.vat / 100, tax)) return [];
  return [{
    field: "total_tax",
    issue: `VAT is ${
      (tax / subtotal * 100).toFixed(2)
    } % of the subtotal; the standard rate of ${country.code} is ${country.vat} %`,
    severity: "warning",
  }];
}

export function isNearlyEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(0.05, Math.abs(b) * 0.0005);
}

export function amountOf(fields: Field[], key: string): number | undefined {
  const field = fields.find((one) => one.key === key);
  const amount = Number(field?.value);
  return field && Number.isFinite(amount) ? amount : undefined;
}

export function totalOf(fields: Field[]): [string, number | undefined] {
  const key = ["invoice_total", "order_total", "quotation_total", "bid_total", "total"]
    .find((one) => amountOf(fields, one) !== undefined) ?? "total";
  return [key, amountOf(fields, key)];
}
