/** Contract fields in running text: parties, dates, value, governing law. */
import { asciiDigits } from "../values/digits.ts";
import type { Way } from "../values/document_reading.ts";
import { calledParties } from "./called_parties.ts";
import { valueOf } from "./field_values.ts";
import {
  ENDS,
  firstSum,
  lawNamedIn,
  NOTICES,
  OF_CONTRACT,
  OF_WHOLE_TERM,
  PARTIES,
  PREAMBLE,
  REFERRED,
  STARTS,
  VALUES,
} from "./contract_patterns.ts";
import { partyName, withoutHonours } from "./party_name.ts";
import type { FoundField, TextLine } from "../results/field.ts";

/** Words before another date, where the search must end. */
const NEXT = /\s(?:و?[يت]نتهي|وحتى|حتى|until|and (?:ends|expires|shall|will|terminates))(?!\p{L})/u;
const UNSURE = 0.78;
/** The first day of a term, or the sum of all of it, in a file, outranks the day of signing beside a label. */
const TERM_SURE = 0.98;
const OTHERS = "The contract names several of them, and no wording says which is meant";
/** Maximum characters of the text that are searched. */
const SEARCHED = 30_000;

/** What is said of the first party, which is no second one: "وتسمى فيما بعد", "ومقرها". */
const SAID_OF_PARTY = /^\s*(?:[تي](?:سمى|شار|مثل|دعى|عرف)|مقر|عنوان)/u;

/** Cells at the start in which a contract names its parties. */
const PREAMBLE_CELLS = 40;

/** The contract's own number in the sentence that begins it: "registered under contract no. M/417/2026". */
const NUMBER =
  /(?:رقم العقد|عقد رقم|contract (?:no\.?|number))\s?[:：]?\s?((?:\p{L}{1,4}[/-]){0,3}[\d٠-٩][\d٠-٩/-]{1,20})(?![\p{L}\d٠-٩])/iu;
/** Characters at the start of a contract in which its own number stands. */
const HEAD = 500;

export function contractFields(cells: TextLine[], way: Way): FoundField[] {
  const text = byTongue(cells.slice(0, 200)).map((cell) => cell.text).join(" ").replace(/\s+/g, " ")
    .slice(0, SEARCHED);
  const fields: FoundField[] = [];
  const add = (
    key: string,
    value: string | undefined,
    type: "text" | "date" | "money" | "id" = "text",
    more: Partial<FoundField> = {},
  ) => {
    const clean = value?.replace(/^[\s"“«:(,،]+|[\s"”»(,،]+$/gu, "");
    if (!clean) return;
    const cell = cellWith(cells, more.raw ?? clean);
    fields.push({
      key,
      value: clean,
      confidence: Math.round((cell?.confidence ?? 0.8) * 0.95 * 100) / 100,
      field_type: type,
      ...(cell ? { page: cell.page, box: cell.box } : {}),
      ...more,
    });
  };
  const number = numberIn(text);
  add("contract_id", number && asciiDigits(number), "id", number === undefined ? {} : { raw: number });
  const parties = partiesIn(text, cells);
  add("first_party", partyIn(parties?.[0]));
  add("second_party", partyIn(parties?.[1]));
  add("governing_law", lawNamedIn(text));
  const notice = firstOf(NOTICES, text);
  add("notice_period", notice === undefined ? undefined : asciiDigits(notice), "text", { raw: notice });
  const typed = (key: string, type: "date" | "money", patterns: RegExp[]) => {
    const found = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match) => {
        const part = type === "date" ? match[1]?.split(NEXT)[0] ?? "" : firstSum(match[1] ?? "");
        const value = type === "date" || /[\d٠-٩]{3}/.test(part) ? valueOf(type, part, way) : undefined;
        const isTerm = type === "date" ? isOfTerm(text, match) : OF_WHOLE_TERM.includes(pattern);
        return value ? [{ value, isTerm, ofContract: isTerm || isOfContract(text, match) }] : [];
      })
    );
    const best = found.find(({ ofContract }) => ofContract) ?? found[0];
    if (!best) return;
    const { value, share: _share, doubt, ...more } = best.value;
    const isLost = type === "money" && isArabicScan(cells, more.raw ?? value);
    const others = found.filter((one) => one.value.value !== value);
    const reason = doubt ?? (best.ofContract || others.length === 0 ? undefined : OTHERS);
    add(key, value, type, {
      ...more,
      ...(best.isTerm && cellWith(cells, more.raw ?? value)?.confidence === 1
        ? { confidence: TERM_SURE }
        : {}),
      ...(doubt ? { confidence: 0.45 } : isLost || reason ? { confidence: UNSURE } : {}),
      ...(reason ? { reason } : {}),
    });
  };
  typed("effective_date", "date", STARTS);
  typed("end_date", "date", ENDS);
  typed("contract_value", "money", VALUES);
  return fields;
}

/** What stands where the two parties are named. */
function partiesIn(text: string, cells: TextLine[]): string[] | undefined {
  const named = REFERRED.exec(text.slice(0, PREAMBLE)) ??
    PARTIES.map((pattern) => pattern.exec(text)).find((match) =>
      match !== null && !SAID_OF_PARTY.test(match[2] ?? "")
    );
  return named?.slice(1) ?? calledParties(cells.slice(0, PREAMBLE_CELLS).map((cell) => cell.text));
}

/** The least share of cells in each language of a contract in two languages. */
const BOTH = 0.3;

/** The cells of a contract in two languages side by side, one language after the other, so that its sentences stay whole. */
function byTongue(cells: TextLine[]): TextLine[] {
  const { latin = [], arabic = [] } = Object.groupBy(
    cells,
    ({ text }) => /\p{Script=Arabic}/u.test(text) ? "arabic" : "latin",
  );
  const isBoth = Math.min(latin.length, arabic.length) >= cells.length * BOTH;
  return isBoth ? [...latin, ...arabic] : cells;
}

/** Whether an amount is from an Arabic scan, whose OCR may lose first digits without a sum to reveal it. */
function isArabicScan(cells: TextLine[], raw: string): boolean {
  const cell = cellWith(cells, raw);
  return cell !== undefined && cell.confidence < 1 && /\p{Script=Arabic}/u.test(cell.text);
}

/** A beginning and its end in one sentence: "The services begin on 15 July and continue until 14 July". */
const TERM =
  /^(?:begin|start|commenc|يبدأ|تبدأ|ابتداء|اعتبارا)[^.;؛]{8,60}?\s(?:until|to|and (?:continue|run|end|expire)s?(?: until| to| on)?|وتستمر|ويستمر|و?(?:تنتهي|ينتهي)|و?حتى|و?لغاية)\s(?:\p{L}{1,10}\s){0,2}?[\d٠-٩]/iu;

/** Whether the sentence around a match is about the contract itself, not about services, rent or a report. */
function isOfContract(text: string, match: RegExpMatchArray): boolean {
  const before = text.slice(Math.max(0, (match.index ?? 0) - 80), match.index);
  const sentence = before.split(/[.;؛]\s|\s\d{1,2}\.\d{1,2}\s/u).at(-1) ?? "";
  return OF_CONTRACT.test(`${sentence} ${match[0]}`);
}

function isOfTerm(text: string, { index = 0, 0: found }: RegExpMatchArray): boolean {
  return TERM.test(text.slice(index, index + found.length + 80));
}

/** The contract's number of two digits or more, as it is written. */
function numberIn(text: string): string | undefined {
  const number = NUMBER.exec(text.slice(0, HEAD))?.[1];
  return number !== undefined && /[\d٠-٩]{2}/.test(number) ? number : undefined;
}

function partyIn(text: string | undefined): string | undefined {
  const name = partyName(text ?? "")?.value;
  return name === undefined ? undefined : withoutHonours(name);
}

function firstOf(patterns: RegExp[], text: string): string | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
}

function cellWith(cells: TextLine[], text: string): TextLine | undefined {
  const start = text.split(" ").slice(0, 2).join(" ");
  // "يخضع للقانون المصري" has the article in its preposition.
  const bare = start.replace(/^ال/u, "");
  return cells.find((cell) => cell.text.includes(start)) ?? cells.find((cell) => cell.text.includes(bare));
}
