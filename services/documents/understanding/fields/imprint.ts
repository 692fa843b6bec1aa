/** The issuer in the imprint at the foot of a paper, where its full name stands with its registrations, bank and tax number. */
import { asciiDigits } from "../values/digits.ts";
import type { FieldRule, FoundField } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fold } from "lib/fold.ts";
import { addressedTo } from "./addressee.ts";
import { fieldAt } from "./field_at.ts";
import { isName } from "./name_line.ts";
import { isCompany } from "./name_shape.ts";
import { FORM } from "./party_name.ts";

/** The last rows of a page, in which an imprint stands, and the first ones, in which it does not. */
const FOOT_ROWS = 6;
/** Rows around a name that may hold its registrations. */
const AROUND = 2;

/** The number of a register, a tax number or an account, which only the issuer prints of itself. */
const REGISTERED =
  /(?<!\p{L})(?:registered|reg(?:istration)?\.?(?: no| number)?|company (?:no|number|reg\p{L}*)|chamber of commerce|trade register|kvk|hrb|siret|siren|rcs|ice|cin|abn|c\.?r\.?|crn|rc|vat|tva|btw|mwst|ust|trn|tin|gstin|vatin|iban|(?:ال)?سجل (?:ال)?تجاري|س\.?\s?ت|(?:ال)?رقم (?:ال)?(?:ضريبي|موحد)|بطاقة ضريبية|(?:ال)?آيبان|(?:ال)?ايبان|المعرف (?:ال)?(?:جبائي|موحد))(?!\p{L})[^\d]{0,24}[A-Z]{0,4}\d{2}/iu;
/** The first word of what follows the name on its line. */
const FOLLOWS =
  /[\s,،:·•|–-]{1,6}(?:registered|reg\.|company (?:no|number|reg)|chamber of commerce|trade register|kvk|hrb|vat|tva|trn|tin|gstin|iban|c\.?r\.?|rc|p\.?o\.? ?box|tel|phone|(?:ال)?سجل|س\.?\s?ت|(?:ال)?رقم|ص\.?\s?ب|هاتف)(?!\p{L}).*$|\s{1,4}[·•|–]\s.*$|[,،]\s.*$/iu;
/** A bank holds the account, and a printer or a programmer made the form. */
const OF_OTHERS =
  /(?<!\p{L})(?:bank|banque|insurance|powered|printed|software|system)(?!\p{L})|بنك|مصرف|طباعة|مطبعة|تأمين/iu;
/** How sure a name in the imprint is: alone, or where the logo at the head is its beginning. */
const SURE = { alone: 0.75, logo: 0.9 };

interface Imprint {
  field: FoundField;
  /** Whether the first words of the paper, as in a logo, begin the name. */
  isLogo: boolean;
}

/** Types whose issuer may stand in full only in the imprint at the foot. */
const HAVE_IMPRINT = new Set(["invoice", "quotation", "receipt", "purchase_order"]);

/**
 * The issuer, who may be named at the foot only: where the name at the head is a word of a logo, or that of the
 * addressee in the window of an envelope.
 */
export function withImprint(
  type: string,
  atHead: FoundField | undefined,
  { key, rows, rules }: { key: string | undefined; rows: FieldRow[]; rules: FieldRule[] },
): FoundField | undefined {
  const imprint = key && HAVE_IMPRINT.has(type) ? imprintOf(key, rows) : undefined;
  if (!imprint || !atHead) return imprint?.field ?? atHead;
  if (isSameFirm(atHead, imprint)) {
    return imprint.isLogo && !atHead.value.includes(" ") ? imprint.field : atHead;
  }
  const [addressee] = imprint.isLogo ? [] : addressedTo(type, rows, { rules, issuer: imprint.field.value });
  return imprint.isLogo || addressee?.value === atHead.value ? imprint.field : atHead;
}

/** The company that the foot of the first page names with its registrations. */
function imprintOf(key: string, rows: FieldRow[]): Imprint | undefined {
  const [first] = rows;
  const page = rows.filter((row) => row.page === first?.page && row.placed);
  const foot = page.slice(FOOT_ROWS).slice(-FOOT_ROWS);
  const top = foot[0]?.box.top ?? 0;
  const bottom = foot.at(-1)?.box.bottom ?? 0;
  if (top < bottom / 3) return undefined;
  for (const [at, row] of foot.entries()) {
    const near = foot.slice(Math.max(0, at - AROUND), at + AROUND + 1).filter((other) =>
      isOfBlock(other, row)
    );
    const isRegistered = near.some(({ cells }) =>
      cells.some(({ text }) => REGISTERED.test(asciiDigits(text)))
    );
    const cell = row.inTable || !isRegistered ? undefined : row.cells.find(({ text }) => nameIn(text));
    const name = cell && nameIn(cell.text);
    if (!cell || !name) continue;
    const isLogo = page.slice(0, 3).some(({ cells }) => cells.some((one) => begins(name, one.text)));
    return { field: fieldAt(key, name, cell, { sure: isLogo ? SURE.logo : SURE.alone }), isLogo };
  }
  return undefined;
}

/** The company's name with which a line begins. */
function nameIn(text: string): string | undefined {
  // The full stop of a sentence, not of "B.V.".
  const name = text.replace(FOLLOWS, "").trim().replace(/(?<!\.\p{L})\.$/u, "");
  const isWhole = name.split(/\s+/).length > 1 && (FORM.test(name) || isArabicCompany(name));
  return isWhole && isName(name) && !OF_OTHERS.test(name) ? name : undefined;
}

function isArabicCompany(name: string): boolean {
  return /^(?:شركة|مؤسسة|مصنع|مجموعة)\s/u.test(name) && isCompany(name) && name.split(/\s+/).length < 9;
}

/** Whether two rows are lines of one block. */
function isOfBlock({ box }: FieldRow, { box: own }: FieldRow): boolean {
  const gap = Math.max(box.top - own.bottom, own.top - box.bottom);
  return gap < (own.bottom - own.top) * 2.5;
}

/** Whether a name begins with the words of a logo: "waalpallet" of "Waalpallet Vervoer B.V.". */
function begins(name: string, logo: string): boolean {
  const [whole, word] = [fold(name), fold(logo).trim()];
  return word.length > 3 && (whole === word || whole.startsWith(`${word} `));
}

/** Whether a name at the head is the company's of the imprint, or its trade name. */
function isSameFirm({ value }: FoundField, { field }: Imprint): boolean {
  const text = fold(value);
  const [word = ""] = fold(field.value).replace(/^(?:شركه|موسسه|the)\s/u, "").split(" ");
  return word.length > 2 && text.includes(word);
}
