/** The name that a certificate states in a sentence: "This is to certify that … is registered". */
import type { FoundField, TextLine } from "../results/field.ts";
import { asciiDigits } from "../values/digits.ts";
import { fieldAt } from "./field_at.ts";
import { isName } from "./name_line.ts";
import { isOrganisation } from "./name_shape.ts";
import { withoutHonours } from "./party_name.ts";

const NAMED: Partial<Record<string, string>> = { tax_certificate: "legal_name", trade_licence: "trade_name" };
const SENTENCES = [
  /certif(?:y|ies) that(?: the)?(?: (?:taxable person|person|company|entity|business)(?: named)?)?\s*:?\s+(\P{Ll}[^;:]{2,90}?),?\s+(?:is|has been|holding|holds|with|bearing|having|whose|located|situated)\s/u,
  /(?:تشهد|نشهد|يشهد)[^.]{0,60}?(?:بأن|أن|ان)\s+(?:(?:المنشأة|المكلف|الممول|الخاضع)\s*[/:]?\s*)?((?:[^.،:]|(?<=\p{L})\.(?=\p{L})){3,90}?)\s*،?\s+(?:مسجل|مقيد|قد |حاصل|والكائن|وعنوان|وهي |وهو )/u,
];
const SURE = 0.88;
/** The cells that are searched, and the letters of a sentence. */
const SEARCHED = { cells: 60, letters: 4000 };

/** A registration number in a sentence: "is registered for VAT under number 100123456700003", "مسجل تحت رقم 300…". */
const NUMBERED =
  /(?:registered|registration|مسجل|مسجلة|التسجيل)[^.:]{0,60}?(?:under (?:the )?(?:number|no\.?|trn)|with (?:the )?(?:number|trn)|تحت رقم|برقم|بالرقم)\s*[:：]?\s*([A-Z]{0,3}[\d٠-٩]{8,16})(?![\d٠-٩])/iu;

/** The tax number that a certificate of registration states in a sentence. */
export function certifiedNumber(type: string, cells: TextLine[]): FoundField[] {
  if (type !== "tax_certificate") return [];
  for (const cell of cells.slice(0, SEARCHED.cells)) {
    const number = NUMBERED.exec(cell.text.slice(0, SEARCHED.letters))?.[1];
    if (number) return [fieldAt("tax_id", asciiDigits(number), cell, { sure: SURE, type: "id" })];
  }
  return [];
}

export function certifiedName(type: string, cells: TextLine[]): FoundField[] {
  const key = NAMED[type];
  if (!key) return [];
  const searched = cells.slice(0, SEARCHED.cells);
  const text = searched.map((cell) => cell.text).join(" ").slice(0, SEARCHED.letters);
  for (const sentence of SENTENCES) {
    const name = withoutHonours(sentence.exec(text)?.[1] ?? "");
    const [first = "", second = ""] = name.split(/\s+/);
    const cell = searched.find((one) => one.text.includes(`${first} ${second}`.trim()));
    if (cell && isName(name) && isOrganisation(name)) return [fieldAt(key, name, cell, { sure: SURE })];
  }
  return [];
}
