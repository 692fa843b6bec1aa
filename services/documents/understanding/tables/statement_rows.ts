/** Reads the entries of a bank statement from its tables. */
import { fold } from "lib/fold.ts";
import type { ExtractedTable } from "../results/extraction.ts";
import { foldedLabel, isOpening } from "../../reading/layout/table_words.ts";
import { findMoney, type NumberWay, parseAmount, USUAL } from "../values/money.ts";

export interface Entry {
  debit?: number;
  credit?: number;
  balance?: number;
  /** A balance or a total, which moves no money. */
  isSum?: true;
  /** Whether its balance was not read. */
  isLost?: true;
}

type Column = "debit" | "credit" | "balance";

const COLUMNS: [Column, RegExp][] = [
  [
    "debit",
    /debit|withdraw|charges?$|payments?$|(?:^|[\s-])out(?:flows?|goings?)?$|^(?:dr\.?|منه|عليه|صادر)$|مدين|سحب|سحوبات|مدفوعات/,
  ],
  [
    "credit",
    /credit|deposit|lodge?ments?|receipts?$|(?:^|[\s-])in(?:flows?|comings?)?$|^(?:cr\.?|له|وارد)$|دائن|ايداع|مقبوضات/,
  ],
  ["balance", /balance|^bal\.?$|رصيد/],
];

/** Headings of a column whose amounts have signs, or a column beside it that tells debits from credits. */
const AMOUNT = /amount|(?:ال)?مبلغ|قيمه (?:ال)?(?:عمليه|حركه)/;
const DIRECTION = /^(?:dr ?\/ ?cr|d ?\/ ?c|cr ?\/ ?dr|type|sign|نوع(?: (?:ال)?(?:عمليه|حركه))?|(?:ال)?نوع)$/;
/** Headings of the day of an entry. */
const DAY = /date|^(?:booked|posted|value|day)$|تاريخ|^(?:ال)?يوم$/;
/** Signs of an amount that leaves or enters the account. */
const OUT = /^\s*[-−–(]|[-−–]\s*$|(?<![a-z])dr?\.?\s*$|مدين|سحب/i;
const IN = /^\s*\+|\+\s*$|(?<![a-z])cr?\.?\s*$|دائن|إيداع|ايداع/i;

/** A balance that the account owes: "1,250.00 Dr". */
const OVERDRAWN = /\d\s?d[rb]?\.?\s*$|مدين/i;

interface Columns {
  table: ExtractedTable;
  columns: { name: Column; at: number }[];
  /** The column of amounts with signs, and the one that tells debits from credits, often the same. */
  signed?: { amount: number; direction: number };
}

/** The first table with a balance column and a debit or credit column, or with amounts that have signs. */
export function statementTable(tables: ExtractedTable[]): ExtractedTable | undefined {
  return columnsIn(tables)?.table;
}

function columnsIn(tables: ExtractedTable[]): Columns | undefined {
  for (const table of tables) {
    // Above the entries the balances and the sums may stand as a table of their own.
    if (table.header.some(isOpening)) continue;
    const columns = COLUMNS.map(([name, pattern]) => ({
      name,
      at: table.header.findIndex((cell) =>
        // A scan may part a word: "WITHDRA WAL".
        [fold(cell), fold(cell).replaceAll(" ", "")].some((heading) => pattern.test(heading))
      ),
    })).filter(({ at }) => at >= 0);
    if (columns.length >= 2) return { table, columns: withLost(columns, table) };
    const signed = signedIn(table);
    if (signed && columns.every(({ name }) => name === "balance")) return { table, columns, signed };
  }
  return undefined;
}

/** The columns of the amounts of a statement. */
export interface EntryColumns {
  /** Those of amounts that enter or leave the account. */
  moved: number[];
  balance: number | undefined;
}

/** The columns of a table of entries; undefined if it is none. */
export function entryColumns(table: ExtractedTable): EntryColumns | undefined {
  const found = columnsIn([table]);
  if (!found) return undefined;
  const at = (name: Column) => found.columns.find((column) => column.name === name)?.at;
  const moved = [at("debit"), at("credit"), found.signed?.amount].filter((one) => one !== undefined);
  return { moved, balance: at("balance") };
}

/** Whether a row has the sums of the debits and of the credits, perhaps beside a balance. */
export function isSumOfEntries(row: string[], { moved }: EntryColumns): boolean {
  return moved.length > 1 && moved.every((at) => /\d/.test(fold(row[at] ?? ""))) && row.some(isSumLabel);
}

/** The least share of amounts with signs; some statements leave credits without. */
const SIGNED = 0.3;

/** Whether a heading is that of the days of entries. */
export function isDayHeading(heading: string): boolean {
  return DAY.test(fold(heading).trim());
}

function signedIn({ header, rows }: ExtractedTable): Columns["signed"] {
  const folded = header.map((cell) => fold(cell).trim());
  const amount = folded.findIndex((cell) => AMOUNT.test(cell));
  if (amount < 0 || !header.some(isDayHeading)) return undefined;
  const beside = folded.findIndex((cell) => DIRECTION.test(cell));
  const direction = beside < 0 ? amount : beside;
  const filled = rows.filter((row) => row[amount]);
  const signs = filled.filter((row) => OUT.test(row[direction] ?? "") || IN.test(row[direction] ?? ""));
  return signs.length >= Math.max(1, filled.length * SIGNED) ? { amount, direction } : undefined;
}

/** An entry of an amount with its sign. One without is a credit only where debits have theirs and credits none. */
function signedEntry(
  row: string[],
  { amount, direction }: NonNullable<Columns["signed"]>,
  { areCreditsPlain, way }: { areCreditsPlain: boolean; way: NumberWay },
): Entry {
  const [cell, sign] = [row[amount] ?? "", row[direction] ?? ""];
  const value = amountIn(cell.replace(/[-−–+()]|(?<=\d)\s*[cd]r?\.?\s*$/gi, " ").trim(), way);
  if (value === undefined) return {};
  if (OUT.test(sign)) return { debit: value };
  return IN.test(sign) || areCreditsPlain ? { credit: value } : {};
}

/** Assigns the debit or credit column whose heading was not read. */
function withLost(columns: Columns["columns"], { header }: ExtractedTable): Columns["columns"] {
  const at = header.indexOf("");
  const [lost, ...others] = (["debit", "credit"] as const).filter((name) =>
    !columns.some((column) => column.name === name)
  );
  return at < 0 || lost === undefined || others.length > 0 ? columns : [...columns, { name: lost, at }];
}

/** The entries of a statement; undefined if no table has them. */
export function statementEntries(tables: ExtractedTable[], way: NumberWay = USUAL): Entry[] | undefined {
  const found = columnsIn(tables);
  if (!found) return undefined;
  const { table, columns, signed } = found;
  const { rows } = table;
  const areCreditsPlain = signed !== undefined && !rows.some((row) => IN.test(row[signed.direction] ?? ""));
  const balance = columns.find(({ name }) => name === "balance")?.at;
  return rows.map((row, i) => {
    // A balance or a sum may stand among the debits or credits.
    const isSum = row.some(isSumLabel);
    const isLost = balance !== undefined && !isSum && isBalanceLost(table, i, balance);
    return {
      ...Object.fromEntries(columns.flatMap(({ name, at }) => {
        const cell = row[at] ?? "";
        const read = isSum && name !== "balance" ? undefined : amountIn(cell, way);
        const amount = name === "balance" && read !== undefined && OVERDRAWN.test(cell)
          ? -Math.abs(read)
          : read;
        return amount === undefined ? [] : [[name, amount]];
      })),
      ...isSum ? { isSum } : {},
      ...isLost ? { isLost } : {},
      ...signed && !isSum ? signedEntry(row, signed, { areCreditsPlain, way }) : {},
    };
  });
}

/** Whether a balance has no figure, or is missing where a scan has it: below the last entry of each day. */
function isBalanceLost({ rows, scanned }: ExtractedTable, i: number, at: number): boolean {
  const [row, next] = [rows[i], rows[i + 1]];
  if (row?.[at]) return !/\d/.test(fold(row[at]));
  return scanned === true && (row?.[0] === "" || row?.[0] !== next?.[0]);
}

/** Labels of rows that are no entries. */
const SUM =
  /^(?:(?:opening|beginning|starting|previous|closing|ending|final|new) balance|balance (?:brought|carried|b\/f|c\/f|forward)|(?:sub|grand )?totals?|(?:ال)?رصيد(?: (?:ال)?(?:سابق|افتتاحي|ختامي|نهايي|مرحل|مدور|جديد|حالي))(?!\p{L})|(?:ال)?(?:مجموع|اجمالي)(?!\p{L}))/u;

/** Whether a cell is the label of a balance or a sum among the entries. */
export function isSumLabel(cell: string): boolean {
  return SUM.test(foldedLabel(cell));
}

function amountIn(cell: string, way: NumberWay): number | undefined {
  return findMoney(cell, way).at(-1)?.amount ?? parseAmount(cell, way.decimal);
}
