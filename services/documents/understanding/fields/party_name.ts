/** Cleans the names of parties. */
import type { Value } from "../results/field.ts";
import { valueOf } from "./field_values.ts";
import { isOrganisation } from "./name_shape.ts";

const END =
  /\s+\p{Script=Arabic}{3,12}\s+الجنسية|,\s*(?:an? )?(?:\p{Lu}\p{L}+|\p{Lu}\p{L}+ \p{Lu}\p{L}+)\s+(?:national|citizen|passport)(?!\p{L})|,\s*(?:Emirati|Saudi|Kuwaiti|Qatari|Bahraini|Omani|Egyptian|Jordanian|Lebanese|Syrian|Iraqi|Palestinian|Yemeni|Sudanese|Tunisian|Algerian|Moroccan|Libyan|Indian|Pakistani|Bangladeshi|Sri Lankan|Nepali|Nepalese|Filipino|Filipina|Philippine|Indonesian|Kenyan|Ugandan|Ethiopian|Nigerian|Ghanaian|South African|Turkish|British|Irish|American|Canadian|Australian|French|German|Italian|Spanish|Portuguese|Dutch|Chinese)\s*$|[،؛;]|(?<=\p{Script=Arabic}),\s|\s*\((?!(?:c|m|closed|public|مقفلة|عامة)\)|[\p{L}. ]{1,24}\)\s(?:private |public )?(?:limited|ltd|llc|inc|plc|llp|company|corporation|berhad|bhd)(?!\p{L}))|[.,،]?\s(?=(?:ال)?سجل (?:ال)?تجاري|commercial reg|c\.?r\.?(?: no\.?)?\s?[:：]?\s?\d|c\.?r\.? no|س\.\s?ت\.?\s?[:：]?\s?[\d٠-٩])|\s+و\s?(?:ال)?طرف|\s+(?:ويشار|ويمثل|يمثلها|بصفته)|,\s*(?:and|an?|whose|with|having|represented|hereinafter|of|being)(?!\p{L})/iu;

/** Legal forms that end a name. */
export const FORM =
  /(?<!\p{L})(?:l\.?l\.?c|llp|a\.[sş]|p\.?j\.?s\.?c|q\.?(?:p\.?)?s\.?c|k\.?s\.?c|ltd\.? [sş]ti|s\.p\.c|sdn bhd|berhad|bhd|fz-?llc|fze|fzco|w\.?l\.?l|b\.?s\.?c|s\.?a\.?o\.?[cg]|s\.?a\.?e|ltd|limited|plc|inc|corp|gmbh|ag|s\.?a\.?|s\.?l\.?(?:u\.?)?|s\.?a\.?r\.?l|s\.?a\.?s|b\.?v|n\.?v|s\.?p\.?a|s\.?r\.?l|s\.?r\.?o|d\.?o\.?o|assoc|association|corporation|foundation|oy|ab|pty ltd|pvt\.? ltd|cc|co|company|ش\.?م\.?ل|ذ\.?م\.?م|ش\.?م\.?م)\.?$/iu;

/** Whether a text is only a legal form, so that it ends the name above it. */
export function isForm(text: string): boolean {
  return FORM.exec(text)?.index === 0;
}

/** A name in both scripts, one after the other: the first, each of two words or more. */
const BOTH_SCRIPTS =
  /^(?:([^\p{Script=Arabic}]*\p{Script=Latin}{2}[^\p{Script=Arabic}]*\s)\p{Script=Arabic}+\s[^\p{Script=Latin}]+|([^\p{Script=Latin}]*\p{Script=Arabic}{2}[^\p{Script=Latin}]*\s)\p{Script=Latin}+\s[^\p{Script=Arabic}]+)$/u;

/** A name as it stands in the language that comes first. */
export function inFirstScript(name: string): string {
  const [, latin, arabic] = BOTH_SCRIPTS.exec(name) ?? [];
  const first = (latin ?? arabic ?? name).replace(/[\s/|–-]+$/u, "");
  return first.split(/\s+/).length > 1 ? first : name;
}

/** A post box behind a name. */
const BOX = /\s*[,،]?\s+(?:[–-]\s)?(?=(?:p\.?\s?o\.?\s?box|ص\.?\s?ب\.?)[\s:：.]*[\d٠-٩])/iu;

/** The department behind an organisation's name: "هيئة المنافذ - إدارة الخدمات", "City Council, Parks Department". */
const DEPARTMENT =
  /^(.{6,70}?)\s*(?:\s[-–—]\s|[,،]\s)(?:(?:ال)?(?:إدارة|ادارة|قسم|دائرة|شعبة|وحدة)(?: \p{L}+){1,4}|(?:\p{L}+ |& ){1,4}(?:department|dept\.?|division|section|unit))$/iu;

/** An organisation without its department. */
export function withoutDepartment(name: string): string {
  const [, body = ""] = DEPARTMENT.exec(name) ?? [];
  return isOrganisation(body) ? body : name;
}

/** The part of an address that follows a name: "Plot 417", «مبنى 12». */
const PREMISES =
  /^(?:plot|unit|suite|flat|office|floor|building|bldg\.?|block|house|lot|shop|villa|warehouse|no\.?|قطعة|مبنى|بناية|شقة|مكتب|طابق|عمارة|مخزن|محل|فيلا)(?:\s(?:no\.?|number|رقم))?\s?[\d٠-٩]/iu;

/** "Rhône Hydro SA, 4 quai Perrache, Lyon": the company without its address. */
export function withoutAddress(name: string): string {
  const [first = "", ...others] = name.split(BOX)[0]?.split(/\s*[,،]\s+/) ?? [];
  const [second = ""] = others;
  const isAddressed = PREMISES.test(second) && first.includes(" ");
  return others.length > 0 && (isAddressed || FORM.test(first) && !FORM.test(second))
    ? first
    : name.split(BOX)[0] ?? name;
}

/** Forms of address before and after a name. */
const ADDRESS =
  /^[\s/:]*(?:(?:السيدة?|السادة|السيدات|المكرمة?|الفاضلة?|الأستاذة?|الدكتورة?|المهندسة?|الأخت?|الإخوة|الحاجة?|الشيخة?|الآنسة|الطالبة?|المواطنة?|حضرة|سعادة|معالي)(?!\p{L})\s*[/:]?\s*)+|^(?:M\/s|Messrs)\.?\s+|\s*(?:ال)?محترم(?:ون|ين|ة)?[\s،,]*$/gu;

/** A name without forms of address. */
export function withoutHonours(name: string): string {
  return name.replace(ADDRESS, "").trim() || name;
}

/** What follows the payer's name on receipts: an amount, a tax number or an address. */
const SUM_OF =
  /\s+(?:مبلغ(?:ا)?|المبلغ|(?:(?:the|a) )?(?:sum|amount) of|(?:with|bearing) (?:tin|vat|tax|id|trn)|(?:and |with )?address(?:ed)? (?:at|is|:)|residing|resident (?:of|at)|وعنوانه|المقيم)(?!\p{L}).*$/iu;

/** A small letter behind a name, which a scan reads in a line or a stamp. */
const STRAY = /\s+[a-z]$/u;

/** Forms of address that a form prints before the name, one for all: "Mr./Ms.:", "الفاضل/ة:". */
const PRINTED =
  /^(?:[\s/.:،,()]|[ةه](?!\p{L})|ون(?!\p{L})|(?:mr|mrs|ms|miss|messrs)(?!\p{L})|m\/s(?!\p{L}))*/iu;

export function personName(whole: string): Value | undefined {
  const text = whole.replace(/^[\s:：]+/u, "");
  const isPrinted = /[/:]\s*\S/u.test(text.slice(0, 16));
  const name = isPrinted
    ? text.replace(ADDRESS, "").replace(PRINTED, "").replace(ADDRESS, "")
    : text.replace(ADDRESS, "");
  return valueOf("text", name.replace(SUM_OF, "").replace(STRAY, ""));
}

/** A title before a person who is a party. */
const TITLE = /^(?:mr|mrs|ms|miss|dr|eng)\.?\s+(?=\p{Lu})/iu;

export function partyName(text: string): Value | undefined {
  // "The Contractor maintains the pumps" has no name behind the role.
  if (/^\s*(?:\p{Ll}{4,}|is|has|may|shall)\s/u.test(text)) return undefined;
  const clause = (text.split(END)[0] ?? "").replace(/(?<=\p{Script=Arabic}{2})\.\s*$/u, "");
  return valueOf("text", withoutSeat(withoutAddress(withoutHonours(clause.trim()).replace(TITLE, ""))));
}

/** "Thistlewood Advisers LLP of 4 Corn Exchange": a name without the address of its seat. */
function withoutSeat(name: string): string {
  for (const { index } of name.matchAll(/,?\s+(?:of|at|whose|with|having)\s/giu)) {
    const [before, after] = [name.slice(0, index), name.slice(index)];
    if (FORM.test(before) || /^,?\s+(?:of|at)\s+(?:\d|(?:flat|suite|unit|office|floor)\s)/iu.test(after)) {
      return before;
    }
  }
  return name;
}
