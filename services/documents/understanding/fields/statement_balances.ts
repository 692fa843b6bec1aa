/** Balances within a statement's table: "01/02 Balance brought forward 4,120.50". */
import { builtInRules } from "./field_rules.ts";
import { isPureLabel, labelsOfCell } from "./label_cells.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import { isFigure } from "../../reading/layout/table_words.ts";
import type { NumberWay } from "../values/money.ts";
import { valueOf } from "./field_values.ts";
import type { JoinedTable } from "../tables/document_tables.ts";
import type { JoinedRow } from "../tables/joined_row.ts";
import { statementTable } from "../tables/statement_rows.ts";

const TYPE = "bank_statement";
const KEYS = ["opening_balance", "closing_balance"];
const SURE = { file: 0.93, scan: 0.85 };

/** Adds balances from the table's rows if no label outside the table gives them. */
export function withBalances(
  fields: FoundField[],
  tables: JoinedTable[],
  { way, scanned }: { way: NumberWay; scanned: boolean },
): FoundField[] {
  const missing = KEYS.filter((key) => !fields.some((field) => field.key === key));
  const headed = missing.flatMap((key) => balanceBelow(key, tables, { way, scanned }));
  const table = tables.find(({ header, rows }) =>
    statementTable([{ page: 1, header: header.texts, rows: rows.map(({ texts }) => texts) }])
  );
  if (!table) return [...fields, ...headed];
  const known = [...fields, ...headed];
  const found = KEYS.flatMap((key) => {
    const rows = key === "closing_balance" ? table.rows.toReversed() : table.rows;
    for (const { page, texts, places } of rows) {
      if (!texts.some((text) => names(text, key))) continue;
      const at = texts.findLastIndex((text) => isFigure(text));
      const field = balanceIn({ page, texts, places }, at, { key, way, scanned });
      if (field) return isBefore(known.find((one) => one.key === key), field) ? [] : [field];
    }
    return [];
  });
  return [...known.filter(({ key }) => !found.some((field) => field.key === key)), ...found];
}

/** Whether a balance is known on the page of that in the table, or better: an earlier page opens, a later one closes. */
function isBefore(known: FoundField | undefined, { key, page = 1 }: FoundField): boolean {
  if (!known) return false;
  return key === "closing_balance" ? (known.page ?? 1) >= page : (known.page ?? 1) <= page;
}

interface Way {
  way: NumberWay;
  scanned: boolean;
}

/** The balance below its heading in a table of one row: "Opening balance", "Money in", "Closing balance". */
function balanceBelow(key: string, tables: JoinedTable[], way: Way): FoundField[] {
  for (const { header, rows: [row, ...others] } of tables) {
    const at = header.texts.findIndex((text) => names(text, key));
    const field = at < 0 || !row || others.length > 0 ? undefined : balanceIn(row, at, { key, ...way });
    if (field) return [field];
  }
  return [];
}

function balanceIn(
  { page, texts, places }: JoinedRow,
  at: number,
  { key, way, scanned }: Way & { key: string },
): FoundField | undefined {
  const value = valueOf("money", texts[at] ?? "", way);
  const box = places[at];
  if (!value || value.doubt) return undefined;
  return {
    key,
    value: value.value,
    confidence: scanned ? SURE.scan : SURE.file,
    field_type: "money",
    isCorroborated: !scanned,
    page,
    ...(value.raw === undefined ? {} : { raw: value.raw }),
    ...(box ? { box } : {}),
  };
}

/** The day of a balance: "New balance of 31.10.2026", "الرصيد في 31/10/2026". */
const OF_DAY = /\s(?:of|on|as of|as at|at|per|في|بتاريخ|كما في)\s+[\d٠-٩].*$/iu;
/** The time or the page from which a balance comes: "رصيد مرحل من شهر مايو", "Balance brought forward from May". */
const FROM = /\s(?:from|من)\s+\p{L}[\p{L}\d٠-٩ ]{1,30}$/iu;

function names(text: string, key: string): boolean {
  const cell: TextLine = {
    text: text.replace(OF_DAY, "").replace(FROM, ""),
    confidence: 1,
    page: 1,
    box: { left: 0, top: 0, right: 0, bottom: 0 },
  };
  const rules = builtInRules(TYPE);
  return isPureLabel(cell, rules) && labelsOfCell(cell, rules).some(({ rule }) => rule.key === key);
}
