import { fold } from "lib/fold.ts";
import type { ExtractedTable, LineItem } from "../results/extraction.ts";
import { isFigure, isSum } from "../../reading/layout/table_words.ts";
import { type NumberWay, USUAL } from "../values/money.ts";
import { withMinorUnits } from "./minor_units.ts";
import { mendedItem } from "./mended_items.ts";
import { asciiDigits } from "../values/digits.ts";
import { withUnits } from "./misread_words.ts";
import { itemNames } from "./item_names.ts";
import { isSecondHeading } from "./second_heading.ts";
import { withoutSections } from "./goods_sections.ts";
import { amountIn, DISCOUNT, type Role, type Roles, rolesOf } from "./goods_columns.ts";

/** Types whose tables hold no goods: entries of an account, instalments and fees of a contract, marks, activities. */
const WITHOUT_GOODS = new Set([
  "bank_statement",
  "contract",
  "letter",
  "cv",
  "id_card",
  "passport",
  "tax_certificate",
  "trade_licence",
]);

/**
 * The tables of a document of a type that may hold line items. A call for tenders names what is wanted; only a column of
 * unit prices tells that a table of it has goods, since amounts are estimates of its lots, guarantees or fees.
 */
export function tablesOfGoods(
  type: string,
  tables: ExtractedTable[],
  way: NumberWay = USUAL,
): ExtractedTable[] {
  if (WITHOUT_GOODS.has(type)) return [];
  return type === "tender" ? tables.filter((table) => rolesOf(table, way)?.includes("unit_price")) : tables;
}

/** The line items of the tables of goods. */
export function lineItems(tables: ExtractedTable[], way: NumberWay = USUAL): LineItem[] {
  return goodsTables(tables, way).flatMap((goods) => itemsOf(goods, way));
}

function itemsOf(goods: Goods, way: NumberWay): LineItem[] {
  const { table, roles } = goods;
  const isMended = table.scanned && roles.includes("quantity") && roles.includes("unit_price");
  const rows = goodsRows(goods, way);
  const column = roles.lastIndexOf("description");
  const names = itemNames(rows.map(({ row }) => row[column] ?? ""), table.header[column] ?? "");
  return rows.map(({ row, at }, i) => {
    const description = names[i] ?? "";
    const item = {
      ...itemOf(row, roles, { way, table }),
      description: table.scanned ? withUnits(withoutSpeck(description)) : description,
    };
    // A corrected row is not repaired.
    const isCorrected = table.corrected?.some((cell) => cell.row === at + 1);
    return isMended && !isCorrected ? mendedItem(item, garbledFigures(row, roles)) : item;
  });
}

/**
 * Removes from a scanned name a quotation mark that opens it and is never closed, which is a speck or the border of the
 * table, and a lone Arabic letter behind Latin words, which ends the name in the next column.
 */
function withoutSpeck(name: string): string {
  const words = /\p{Script=Latin}{3}/u.test(name) ? name.replace(/ \p{Script=Arabic}$/u, "") : name;
  return words.replace(/^[‘’'"“”`´|]\s?(?=[^‘’'"“”`´|]*$)/u, "");
}

/** Tolerance in currency units. */
const ROUNDING = 0.011;

interface Goods {
  table: ExtractedTable;
  roles: Roles;
}

/** The rows of a table that are line items, with their indices. */
export function goodsRows(
  { table, roles }: Goods,
  way: NumberWay = USUAL,
): { row: string[]; at: number }[] {
  const names = roles.lastIndexOf("description");
  const rows = table.rows.map((row, at) => ({ row, at })).filter(({ row }) =>
    !isSumRow(row) && !isNameless(row, names) && !numbersColumns(row) && !isSecondHeading(row, roles)
  );
  return withoutSections(rows, { roles, way, scanned: table.scanned ?? false });
}

/**
 * The first table with line items whose names and amounts stand in the same rows, else the first with line items; and the
 * tables below it with other goods, as hours of work below spare parts.
 */
export function goodsTables(tables: ExtractedTable[], way: NumberWay = USUAL): Goods[] {
  const all = tables.flatMap((given): Goods[] => {
    const table = withMinorUnits(given);
    const roles = rolesOf(table, way);
    return roles ? [{ table, roles }] : [];
  });
  const main = all.find((goods) => isWhole(goods, way)) ?? all[0];
  if (!main) return [];
  if (!isPriced(main, way)) return [main];
  const seen = new Set(namesIn(main, way));
  const others = all.slice(all.indexOf(main) + 1).filter((goods) =>
    isPriced(goods, way) && namesIn(goods, way).every((name) => !seen.has(name))
  );
  return [main, ...others];
}

function namesIn(goods: Goods, way: NumberWay): string[] {
  const column = goods.roles.lastIndexOf("description");
  return goodsRows(goods, way).map(({ row }) => fold(row[column] ?? ""));
}

/** Whether quantity times price is the amount in each row, which tables of sums and of tax rates do not have. */
function isPriced({ table, roles }: Goods, way: NumberWay): boolean {
  const rows = goodsRows({ table, roles }, way).map(({ row }) => itemOf(row, roles, { way, table }));
  return rows.length > 0 &&
    rows.every(({ description, quantity = NaN, unit_price = NaN, amount = NaN }) =>
      /\p{L}{2}/u.test(description) && Math.abs(quantity * unit_price - amount) <= ROUNDING
    );
}

/** Whether at least half of the rows have both a name and an amount. */
function isWhole(goods: Goods, way: NumberWay): boolean {
  const [name, amount] = [goods.roles.lastIndexOf("description"), goods.roles.lastIndexOf("amount")];
  const rows = goodsRows(goods, way);
  return rows.filter(({ row }) => row[name] !== "" && row[amount] !== "").length * 2 >= rows.length;
}

/** Whether a row is a sum, not a line item. */
export function isSumRow(row: string[]): boolean {
  const filled = row.filter((cell) => cell !== "");
  return isSum(filled[0] ?? "") && filled.length <= 2;
}

/** The number of a column in brackets, one of which a scan may lose: "(4)", "2)", "1 (6)". */
const COLUMN_NUMBER = /^\S{0,3}\s?\(?(\d{1,2})\)(?:\s?\S{1,2})?$|^\((\d{1,2})\)?$/;

/** Whether a row below the heading numbers the columns, from either side: "(1)", "(2)", "(3)". */
function numbersColumns(row: string[]): boolean {
  const filled = row.filter((cell) => cell !== "");
  if (filled.length < 3 || filled.some((cell) => cell.length > 8)) return false;
  const numbers = row.map((cell) => {
    const [, closed, open] = COLUMN_NUMBER.exec(asciiDigits(cell)) ?? [];
    return Number(closed ?? open);
  });
  const [from, back] = [
    numbers.filter((number, at) => number === at + 1).length,
    numbers.filter((number, at) => number === row.length - at).length,
  ];
  return Math.max(from, back) * 2 >= row.length;
}

/** Whether a row has no name but words in columns of figures: a sum with an unknown label. */
function isNameless(row: string[], names: number): boolean {
  if (names < 0 || row[names] !== "") return false;
  const filled = row.filter((cell) => cell !== "");
  return filled.length <= 2 && filled.some((cell) => /\p{L}{3}/u.test(cell) && !isFigure(cell));
}

/** A sum in which a scan has misread a digit as a letter or a stroke: "£1,\\V0". */
const GARBLED = /\d[.,٫]?[\p{L}\\|/]{1,2}\d/u;

/** Figures in cells that have other signs before or behind them: "مم رد در ٤١" for ٤١٠٠٠٠. */
function garbledFigures(row: string[], roles: Roles): Role[] {
  return (["quantity", "unit_price", "amount"] as const).filter((name) =>
    /\p{L}{2,}\s+\p{L}{2,}/u.test(row[roles.lastIndexOf(name)] ?? "")
  );
}

/** A number whose decimal point a scan read as another sign: "1:2". */
const LOST_POINT = /^([\d٠-٩]{1,4})[:;'’·]([\d٠-٩]{1,3})$/u;

function itemOf(
  row: string[],
  roles: Roles,
  { way, table }: { way: NumberWay; table: ExtractedTable },
): LineItem {
  const cell = (name: Role) => row[roles.lastIndexOf(name)] ?? "";
  // A count has no currency, whose decimals tell thousands: 5.250 tonnes.
  const number = (name: Role) => {
    if (table.scanned && name !== "quantity" && GARBLED.test(cell(name))) return {};
    const { currency: _, ...plain } = way;
    const text = table.scanned ? cell(name).replace(LOST_POINT, "$1.$2") : cell(name);
    const amount = amountIn(text, name === "quantity" ? plain : way);
    return amount === undefined ? {} : { [name]: amount };
  };
  const read = {
    description: cell("description"),
    ...number("quantity"),
    ...number("unit_price"),
    ...number("amount"),
  };
  const others = row.filter((cell, at) => roles[at] === undefined || /[%٪]/.test(cell));
  const off = table.header.findIndex((heading, at) =>
    roles[at] === undefined && DISCOUNT.test(fold(heading))
  );
  const discount = discountOf(others, read) ?? takenOff(amountIn(row[off] ?? "", way), read);
  return discount === undefined ? read : { ...read, discount };
}

/**
 * The discount in percent that explains the difference between quantity times price and the amount. `cells` have no
 * other role, or a percent sign.
 */
function discountOf(cells: string[], { quantity, unit_price, amount }: LineItem): number | undefined {
  if (!quantity || !unit_price || !amount) return undefined;
  const rates = cells.flatMap((cell) => [
    ...asciiDigits(cell).matchAll(/(\d{1,2}(?:[.,]\d{1,2})?)\s*[%٪]|^(\d{1,2}(?:[.,]\d{1,2})?)$/g),
  ]).map(([, marked, alone = ""]) => Number((marked ?? alone).replace(",", ".")));
  return rates.find((rate) =>
    rate > 0 && Math.abs(quantity * unit_price * (1 - rate / 100) - amount) <= ROUNDING
  );
}

/** The discount in percent, where the sum of the discount explains the amount. */
function takenOff(sum: number | undefined, { quantity, unit_price, amount }: LineItem): number | undefined {
  if (!sum || sum < 0 || !quantity || !unit_price || !amount) return undefined;
  const whole = quantity * unit_price;
  return Math.abs(whole - sum - amount) <= ROUNDING ? Number((100 * sum / whole).toFixed(4)) : undefined;
}
