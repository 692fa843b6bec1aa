/** The payment method of a voucher that lists several beside boxes: the ticked one. */
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";

type Kind = "cash" | "cheque" | "transfer" | "card" | "mobile";

/** Methods as vouchers print them. */
const METHODS: [Kind, RegExp][] = [
  ["cash", /(?<!\p{L})(?:cash|نقدا|نقدي|كاش)(?!\p{L})/iu],
  ["cheque", /(?<!\p{L})(?:cheque|check|شيك|صك)(?!\p{L})/iu],
  ["transfer", /(?<!\p{L})(?:(?:bank |wire )?transfer|تحويل(?: بنكي)?|حوالة)(?!\p{L})/iu],
  ["card", /(?<!\p{L})(?:(?:credit |debit )?card|بطاقة|شبكة|مدى)(?!\p{L})/iu],
  [
    "mobile",
    /(?<!\p{L})(?:mobile (?:money|payment|wallet)|m-?pesa|e-?wallet|wallet|online|benefit ?pay|محفظة(?: إلكترونية)?|دفع إلكتروني)(?!\p{L})/iu,
  ],
];
const BOX = /[☐☑☒□■▢▣✓✔✗✘×]|\[\s?[xX✓✔]?\s?\]|(?<![\p{L}\d])[xX](?![\p{L}\d])/gu;
const TICKED = /[☑☒■▣✓✔✗✘×xX]/u;
/** What a voucher fills in for one of its methods: "Cheque no. 000562". */
const FILLED: [Kind, RegExp][] = [
  ["cheque", /(?:(?:cheque|check) (?:no|number)|رقم (?:ال)?(?:شيك|صك)|(?:ال)?(?:شيك|صك) رقم)\.?/iu],
  ["transfer", /(?:transfer (?:no|ref|number)|رقم (?:ال)?(?:حوالة|تحويل)|(?:ال)?(?:حوالة|تحويل) رقم)\.?/iu],
];
const SURE = { ticked: 0.92, filled: 0.87, both: 0.95, contradicted: 0.6 };

interface Option {
  kind: Kind;
  text: string;
  cell: TextLine;
  /** Its place in the row. */
  at: number;
}

/** The ticked method; "unknown" if several are listed and none can be told, undefined if there is no such list. */
export function tickedMethod(rows: FieldRow[]): FoundField | "unknown" | undefined {
  const row = rows.find((one) => !one.inTable && optionsOf(one).length > 1);
  if (!row) return statedMethod(rows);
  const own = tickedCell(row);
  if (own) return fieldAt("payment_method", own.text, own.cell, { sure: SURE.ticked });
  const options = optionsOf(row);
  const [ticked, filled] = [tickedOf(row, options), filledIn(rows, row)];
  const kind = ticked ?? filled;
  const option = options.find((one) => one.kind === kind);
  if (!kind || !option) return "unknown";
  const sure = ticked && filled
    ? ticked === filled ? SURE.both : SURE.contradicted
    : ticked
    ? SURE.ticked
    : SURE.filled;
  return {
    ...fieldAt("payment_method", option.text, option.cell, { sure }),
    isCorroborated: sure === SURE.both,
  };
}

/** "By: Cheque no. 100231 of Creek Bank", "بموجب شيك رقم 217": the method in a row of its own. */
const BY = /^(?:(?:paid |payment )?by|through|بموجب|بواسطة|عن طريق)\s*[:：]?\s+(?=\p{L})/iu;

function statedMethod(rows: FieldRow[]): FoundField | undefined {
  for (const { cells, inTable } of rows) {
    const text = inTable ? "" : cells.map((cell) => cell.text).join(" ");
    const [by = ""] = BY.exec(text) ?? [];
    const rest = text.slice(by.length);
    const found = by === "" ? [] : METHODS.flatMap(([, method]) => method.exec(rest) ?? []);
    const method = found.find((one) => rest.startsWith(one));
    const cell = cells.find((one) => method !== undefined && one.text.includes(method));
    if (cell && method) return fieldAt("payment_method", method, cell, { sure: SURE.filled });
  }
  return undefined;
}

/** The methods in a row: short texts, so that a sentence about payment is none. */
function optionsOf({ cells }: FieldRow): Option[] {
  let start = 0;
  return cells.flatMap((cell) => {
    const from = start;
    start += cell.text.length + 1;
    if (cell.text.split(/\s+/).length > MOST_WORDS) return [];
    return METHODS.flatMap(([kind, pattern]) => {
      const found = pattern.exec(cell.text);
      return found ? [{ kind, text: found[0], cell, at: from + found.index }] : [];
    });
  }).filter(({ kind }, at, all) => all.findIndex((one) => one.kind === kind) === at)
    .toSorted((a, b) => a.at - b.at);
}
const MOST_WORDS = 14;

/** The words of the one cell whose only box is ticked, whatever method they name. */
function tickedCell({ cells }: FieldRow): { text: string; cell: TextLine } | undefined {
  const ticked = cells.filter(({ text }) => {
    const boxes = text.match(BOX) ?? [];
    return boxes.length === 1 && TICKED.test(boxes[0] ?? "");
  });
  const [cell] = ticked;
  const text = cell?.text.replace(BOX, " ").trim() ?? "";
  return cell && ticked.length === 1 && /^\p{L}[\p{L} -]{1,24}$/u.test(text) ? { text, cell } : undefined;
}

/** The option of the one ticked box, which stands before its option or behind it. */
function tickedOf({ cells }: FieldRow, options: Option[]): Kind | undefined {
  const text = cells.map((cell) => cell.text).join(" ");
  const boxes = [...text.matchAll(BOX)].map(({ 0: box, index }) => ({
    at: index,
    isTicked: TICKED.test(box),
  }));
  const ticks = boxes.filter(({ isTicked }) => isTicked);
  const [tick] = ticks;
  if (!tick || ticks.length > 1) return undefined;
  const isBehind = (boxes[0]?.at ?? 0) > (options[0]?.at ?? 0);
  const own = isBehind ? options.findLast(({ at }) => at < tick.at) : options.find(({ at }) => at > tick.at);
  return own?.kind;
}

/** The one method whose number is filled in below the list. */
function filledIn(rows: FieldRow[], list: FieldRow): Kind | undefined {
  const below = rows.filter((row) => row !== list && !row.inTable && row.page === list.page);
  const kinds = FILLED.filter(([, label]) =>
    below.some(({ cells }) =>
      cells.some((cell, at) => {
        const found = label.exec(cell.text);
        const rest = found ? cell.text.slice(found.index + found[0].length) : "";
        return found !== null && found.index < 3 &&
          /^[\s:.]*[\d٠-٩]{3}/.test(`${rest} ${cells[at + 1]?.text ?? ""}`);
      })
    )
  );
  return kinds.length === 1 ? kinds[0]?.[0] : undefined;
}
