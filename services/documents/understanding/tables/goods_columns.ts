/** Assigns roles to the columns of line item tables, by headings, else by arithmetic. */
import { fold } from "lib/fold.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import type { ExtractedTable, LineItem } from "../results/extraction.ts";
import { progressColumn } from "./progress_columns.ts";
import { namesInBoth } from "./two_names.ts";
import { findMoney, type NumberWay, parseAmount } from "../values/money.ts";

export type Role = Exclude<keyof LineItem, "computed" | "discount">;
export type Roles = (Role | undefined)[];

export const HEADINGS: [Role, RegExp][] = [
  ["amount", /total price|price total|amount|together$|(?:سعر|ثمن|قيمه) (?:ال)?(?:اجمالي|كلي)/],
  [
    "unit_price",
    /unit price|unit cost|price|rate|cost|tariff|^each|(?:^|\s)each$|apiece|^per(?!\p{L})|^unit [a-z]{3}$|سعر|ثمن|فئه|افرادي|وحدوي/u,
  ],
  [
    "quantity",
    /qty|quantity|quant\.|pieces|pcs|hours|days$|units$|^nos?\.?$|^ordered$|^order qty|how many|^count$|^number$|كميه|عدد|^ك$/,
  ],
  [
    "amount",
    /total|net|value|sum$|extended|extension|^ext\.?|^line(?: [a-z]{3})?$|مبلغ|اجمالي|مجموع|قيمه|جمله|جملي|صافي/,
  ],
  [
    "description",
    /description|item|product|service|particulars|details|designation|article|goods|work|material|^what$|scope|supplies|equipment|name$|specification|details|task|activity|charge description|what we|مواصفات|توصيف|تفاصيل|مواد|ماده|اعمال|وصف|بيان|صنف|بند|خدمه|تسميه|تعيين|منتج|سلعه/,
  ],
];
/** Headings of columns that have a role where no other column has it: "Weight" is a measure beside "Qty". */
const LESSER: [Role, RegExp][] = [
  [
    "unit_price",
    /^(?:unit|mrp|fee|charge)(?: ?\/.*| per .*)?$|@|(?<!\p{L})(?:ال)?(?:تعرفه|اجره)(?!\p{L})/u,
  ],
  [
    "quantity",
    /(?<!\p{L})(?:hrs?|nights?|persons?|pax|area|length|weight|volume|kgs?|tonnes?|tons?|m[23²³]|sets?|rolls?|box(?:es)?|ctns?|cartons?|times|sessions?|trips?|shifts?|months?|copies|lt?rs?|lit(?:er|re)s?|(?:ال)?(?:وزن|طول|مساحه|حجم|ايام|ساعات|ليالي|اشهر|قطع))(?!\p{L})/u,
  ],
  ["amount", /^(?:amt|charges?|fees?|gross|payable|due|cost)(?!\p{L})/u],
  [
    "description",
    /(?<!\p{L})(?:commodity|title|course|room|parts?|spares?|model|job|charge|fee|narration|brand|medicine|dish|(?:ال)?(?:قطعه|اصناف|عمل|دواء|نوع|طبق|دوره|موضوع))(?!\p{L}| (?:no|number|code|#))/u,
  ],
];
/** Minimum share and number of rows in which quantity times price equals the amount. */
const MULTIPLY = { share: 0.6, rows: 2 };
/** Minimum share of figures in a column of figures. */
const FIGURES = 0.6;

export function amountIn(cell: string, way: NumberWay): number | undefined {
  return cell === "" ? undefined : findMoney(cell, way).at(-1)?.amount ?? parseAmount(cell, way.decimal);
}

/** The role of each column; undefined if the table has no line items. */
export function rolesOf(table: ExtractedTable, way: NumberWay): Roles | undefined {
  const headings = table.header.map((header) =>
    HEADINGS.find(([, pattern]) => pattern.test(fold(header)))?.[0]
  );
  const named = withLesser(table, withOneName(table, withFigures(table, headings)));
  const product = productOf(table, named, way);
  const roles = product
    ? withProduct(named, { ...product, amount: afterDiscount(table, product.amount, way) })
    : withProgress(table, named, way) ?? withOneAmount(table, named, way);
  if (!roles.includes("description") && product) {
    const words = wordColumn(table, roles);
    if (words >= 0) roles[words] = "description";
  }
  if (!roles.includes("description")) {
    const codes = codeColumn(table, roles);
    if (codes >= 0) roles[codes] = "description";
  }
  const names = roles.lastIndexOf("description");
  // A column "item" may contain item numbers, with the names in another column.
  if (names >= 0 && (isColumnOfFigures(table, names) || isEmptyColumn(table, names))) {
    const words = wordColumn(table, roles);
    if (words >= 0) [roles[names], roles[words]] = [undefined, "description"];
  }
  // Of names in two languages the first of the paper counts.
  const [first] = namesInBoth(table, headings.flatMap((role, at) => role === "description" ? [at] : []));
  if (first !== undefined) {
    for (const [at, role] of roles.entries()) if (role === "description") roles[at] = undefined;
    roles[first] = "description";
  }
  const isGoods = roles.includes("amount") && (roles.includes("description") || roles.includes("quantity"));
  return isGoods ? roles : undefined;
}

/** Headings of a column with the discount as an amount, in folded text. */
export const DISCOUNT = /disc|rebate|خصم|حسم|تخفيض/u;

/** The column of the amounts after a discount, where that is what the column of `gross` amounts less the discount gives. */
function afterDiscount({ header, rows }: ExtractedTable, gross: number, way: NumberWay): number {
  const off = header.findIndex((heading) => DISCOUNT.test(fold(heading)) && !/[%٪]/.test(heading));
  if (off < 0) return gross;
  const figures = rows.map((row) => row.map((cell) => amountIn(cell, way)));
  const net = header.findIndex((_, at) =>
    at !== gross && at !== off &&
    figures.every(({ [gross]: whole, [off]: less = 0, [at]: rest }) =>
      whole === undefined || (rest !== undefined && Math.abs(whole - Math.abs(less) - rest) < 0.011)
    )
  );
  return net < 0 ? gross : net;
}

/** The roles of a progress bill, whose amount is what is billed now; undefined for other tables. */
function withProgress(table: ExtractedTable, named: Roles, way: NumberWay): Roles | undefined {
  const now = progressColumn(table, (cell) => amountIn(cell, way));
  return now === undefined
    ? undefined
    : named.map((role, at) => at === now ? "amount" : role === "description" ? role : undefined);
}

/** With the roles that no column has, by headings that seldom mean them. */
function withLesser(table: ExtractedTable, named: Roles): Roles {
  const roles = [...named];
  for (const [role, pattern] of LESSER) {
    if (roles.includes(role)) continue;
    const at = table.header.findIndex((heading, column) =>
      roles[column] === undefined && pattern.test(fold(heading).trim()) &&
      (role === "description") !== isColumnOfFigures(table, column)
    );
    if (at >= 0) roles[at] = role;
  }
  // A fee or charge without a quantity is the amount.
  const isAmount = !roles.includes("amount") && !roles.includes("quantity");
  return isAmount
    ? roles.map((role, at) =>
      role === "unit_price" && /fee|charge|اجره|رسم|رسوم/u.test(fold(table.header[at] ?? ""))
        ? "amount"
        : role
    )
    : roles;
}

/** Of several columns of amounts, as before and after tax, the one that quantity times price gives in some row. */
function withOneAmount({ rows }: ExtractedTable, roles: Roles, way: NumberWay): Roles {
  const amounts = roles.flatMap((role, at) => role === "amount" ? [at] : []);
  if (amounts.length < 2) return roles;
  const figure = (row: string[], at: number) => amountIn(row[at] ?? "", way) ?? NaN;
  const [quantity, price] = [roles.lastIndexOf("quantity"), roles.lastIndexOf("unit_price")];
  const own = amounts.find((at) =>
    rows.some((row) => Math.abs(figure(row, quantity) * figure(row, price) - figure(row, at)) < 0.011)
  );
  return own === undefined
    ? roles
    : roles.map((role, at) => role === "amount" && at !== own ? undefined : role);
}

/** Of several columns with one role of figures those that hold figures: "Rate" beside "per", which names the unit. */
function withFigures(table: ExtractedTable, roles: Roles): Roles {
  const isFilled = (role: Role) => roles.some((one, at) => one === role && isColumnOfFigures(table, at));
  return roles.map((role, at) =>
    role === undefined || role === "description" || isColumnOfFigures(table, at) || !isFilled(role)
      ? role
      : undefined
  );
}

/** Columns that say more about the goods beside the column of their names. */
const MORE = /specification|details|remarks|notes|مواصفات|تفاصيل|ملاحظات|توصيف/;

/** Without the columns that say more, where another has the names. */
function withOneName({ header }: ExtractedTable, roles: Roles): Roles {
  const isName = (role: Role | undefined, at: number) =>
    role === "description" && !MORE.test(fold(header[at] ?? ""));
  return roles.some(isName)
    ? roles.map((role, at) => role === "description" && !isName(role, at) ? undefined : role)
    : roles;
}

interface Product {
  quantity: number;
  price: number;
  amount: number;
}

/** Tables of goods have fewer columns of figures. */
const MOST_COLUMNS = 40;

/** Three columns where the product of two is the third in nearly all rows. */
function productOf(table: ExtractedTable, named: Roles, way: NumberWay): Product | undefined {
  const figures = table.rows.map((row) =>
    row.map((cell) => isFigure(cell) || isCount(cell) ? amountIn(cell, way) : undefined)
  );
  const columns = table.header.flatMap((_, at) =>
    isColumnOfFigures(table, at) || isColumnOfCounts(table, at) ? [at] : []
  );
  // Each three columns are tried.
  if (columns.length > MOST_COLUMNS) return undefined;
  let best: (Product & { rows: number }) | undefined;
  for (const amount of columns) {
    for (const [i, one] of columns.entries()) {
      for (const other of columns.slice(i + 1)) {
        if (one === amount || other === amount) continue;
        const rows = rowsThatMultiply(figures, [one, other, amount]);
        if (rows <= (best?.rows ?? 0)) continue;
        const [quantity, price] = inOrder([one, other], { named, figures });
        best = { quantity, price, amount, rows };
      }
    }
  }
  return best;
}

function rowsThatMultiply(
  figures: (number | undefined)[][],
  [one, other, amount]: [number, number, number],
): number {
  const full = figures.filter((row) =>
    row[one] !== undefined && row[other] !== undefined && row[amount] !== undefined
  );
  const right = full.filter((row) =>
    Math.abs((row[one] ?? 0) * (row[other] ?? 0) - (row[amount] ?? 0)) < 0.011 && row[amount] !== 0
  );
  // Factors of one match any columns, so at least one row must have two other factors.
  const tells = right.some((row) => row[one] !== 1 && row[other] !== 1);
  return tells && right.length >= MULTIPLY.rows && right.length >= full.length * MULTIPLY.share
    ? right.length
    : 0;
}

/** Orders the factors: the quantity by its heading, else the column of whole numbers, else the first. */
function inOrder(
  [one, other]: [number, number],
  { named, figures }: { named: Roles; figures: (number | undefined)[][] },
): [number, number] {
  if (named[other] === "quantity" || named[one] === "unit_price") return [other, one];
  if (named[one] === "quantity" || named[other] === "unit_price") return [one, other];
  const whole = (at: number) => figures.every((row) => Number.isInteger(row[at] ?? 0));
  return whole(other) && !whole(one) ? [other, one] : [one, other];
}

function withProduct(named: Roles, { quantity, price, amount }: Product): Roles {
  return named.map((role, at) => {
    if (at === quantity) return "quantity";
    if (at === price) return "unit_price";
    if (at === amount) return "amount";
    return role === "description" ? role : undefined;
  });
}

/** The column without a role that has the most letters. */
function wordColumn({ header, rows }: ExtractedTable, roles: Roles): number {
  const letters = header.map((_, at) =>
    roles[at] ? 0 : rows.reduce((sum, row) => sum + (row[at]?.match(/\p{L}/gu)?.length ?? 0), 0)
  );
  const most = Math.max(0, ...letters);
  return most < rows.length * 2 ? -1 : letters.indexOf(most);
}

/** A code with letters and digits: "E-7714". */
const CODE = /^(?=.{0,40}\d)(?=.{0,40}\p{L})[\p{L}\d]{1,8}(?:[-/.][\p{L}\d]{1,8}){0,4}$/u;

/** The first column of different codes, which stand for names where no column has any. */
function codeColumn({ header, rows }: ExtractedTable, roles: Roles): number {
  return header.findIndex((_, at) => {
    const codes = rows.map((row) => row[at] ?? "").filter((cell) => CODE.test(cell));
    return roles[at] === undefined && codes.length >= Math.max(2, rows.length * FIGURES) &&
      new Set(codes).size === codes.length;
  });
}

function isColumnOfFigures({ rows }: ExtractedTable, at: number): boolean {
  return rows.filter((row) => isFigure(row[at] ?? "")).length >= Math.max(1, rows.length * FIGURES);
}

/** A number with its unit: "36.5 sqm", "14 bags", "٣ أيام". */
function isCount(cell: string): boolean {
  return /^[\d٠-٩]{1,6}(?:[.,٫][\d٠-٩]{1,3})? ?\p{L}[\p{L}.²³]{0,9}(?: m)?$/u.test(cell);
}

function isColumnOfCounts({ rows }: ExtractedTable, at: number): boolean {
  return rows.filter((row) => isCount(row[at] ?? "")).length >= Math.max(2, rows.length * FIGURES);
}

function isEmptyColumn({ rows }: ExtractedTable, at: number): boolean {
  return rows.length > 1 && rows.every((row) => (row[at] ?? "") === "");
}

/** Headings of columns of figures without a role, which may be missing quantities or prices. */
export function unexplainedColumns(table: ExtractedTable, way: NumberWay): string[] {
  const roles = rolesOf(table, way);
  if (!roles || (roles.includes("quantity") && roles.includes("unit_price"))) return [];
  return table.header.filter((_, at) =>
    roles[at] === undefined && isColumnOfFigures(table, at) && !isCounter(table, at, way)
  );
}

/** Whether a column counts the rows: 1, 2, 3 … */
function isCounter({ rows }: ExtractedTable, at: number, way: NumberWay): boolean {
  const counted = rows.filter((row, i) => amountIn(row[at] ?? "", way) === i + 1).length;
  return counted >= rows.length * FIGURES;
}
