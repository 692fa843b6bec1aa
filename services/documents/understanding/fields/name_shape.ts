/** The shape of names of people and organisations: a date or a number beside their label is none. */
import { type DateOrder, findDates } from "../values/dates.ts";

/** Words and legal forms of companies. */
export const COMPANY =
  /(?<!\p{L})(l\.?l\.?c|llp|fz-?llc|fze|fzco|w\.?l\.?l|ltd|limited|plc|inc|corp|gmbh|ag|s\.?a\.?e|s\.?a\.?o\.?[cg]|b\.?s\.?c|s\.?a\.?r\.?l|s\.?a\.?s|b\.?v|s\.?p\.?a|oy|co\.?|company|corporation|enterprises?|industries|holdings?|partners|associates|brothers|trading|est\.?|establishment|group|market|stores?|restaurant|pharmacy|bank|شركة|مؤسسة|مجموعة|مجمع|عيادة|مشاتل|مشتل|مطبعة|فندق|ورشة|معرض|محلات|مخبز|مقهى|دار|وكالة|مكتب|مكتبة|متجر|بنك|مصرف|مخابز|مطعم|صيدلية|مصنع|ذ\.?م\.?م)(?!\p{L})/iu;
/** Words of public bodies and associations. */
const BODY =
  /(?<!\p{L})(?:ال|وال)?(association|society|foundation|institute|university|college|academy|council|ministry|municipality|authority|council|hospital|school|club|أكاديمية|جمعية|هيئة|وزارة|بلدية|جامعة|كلية|معهد|مستشفى|مدرسة|نادي|سلطة|مجلس|مديرية|دائرة|تعاونية|اتحاد|نقابة|غرفة|trust|union|federation|cooperative|chamber|board|bureau|agency|department|directorate|commission|administration|secretariat|county|government|district|office|mission|embassy|federation|network|مصلحة|إدارة|أمانة|محافظة|ديوان|مندوبية|صندوق|مركز|لجنة|ولاية|إقليم|جماعة|سفارة|نقابة|مستودع)(?!\p{L})/iu;

/** Whether a name is one of a company or a body, as its words say. */
export function isOrganisation(name: string): boolean {
  const head = headOf(name);
  return COMPANY.test(head) || BODY.test(head);
}

/** Whether a name is one of a company. */
export function isCompany(name: string): boolean {
  return COMPANY.test(headOf(name));
}

function headOf(name: string): string {
  const [, before = ""] = /^(\S+\s+\S+\s+\S+\s+)\S/u.exec(name) ?? [];
  // In Arabic the noun of a name stands first: further on it is a word of a sentence.
  return /^\p{Script=Arabic}/u.test(name) && before !== "" && !LEGAL_FORM.test(name) ? before : name;
}

const LEGAL_FORM = /(?<!\p{L})(?:ذ\.?\s?م\.?\s?م|ش\.?\s?م\.?\s?[مل]|ش\.?\s?م\.?\s?ع)\.?\s*$/u;

/** Whether the values of a field are names or words. */
export function isNamed(key: string): boolean {
  return /(?:_name|_names|_party|_form|_holder)$|^(?:sender|recipient|issuer|surname|author|nationality|authority|legal_form)$/
    .test(key);
}

/** A label within: the value goes on into the next one. */
const LABEL_WITHIN = /\p{L}\s?[:：]\s/u;
/** What comes next is missing: the value is the beginning of a sentence, or a label. */
const OPEN_END =
  /(?<!\p{L})(?:at|by|to|from|for|in|on|with|and|من|إلى|الى|في|عن|على|لدى|بواسطة|وقدره|وقدرها)$/iu;
/** The words of receipts around a name. */
const FORMULA =
  /(?<!\p{L})(?:مبلغ وقدره|مبلغا وقدره|وصلنا من|استلمنا من|the sum of|received from)(?!\p{L})/iu;

/** Words that forms have in the place of a name. */
const NO_NAME =
  /^(?:self|self pay|cash|walk[- ]in(?: customer)?|same|as above|none|n\/?a|nil|various|insurance|نقدا|نقدي|نفسه|لا يوجد|كما أعلاه)$/iu;

/** Longer texts are sentences. */
const MOST_WORDS = 12;

/** Whether a value may be a name: neither a date nor a number with letters, nor words around a name. */
export function isNameLike(value: string, order?: DateOrder): boolean {
  const text = value.trim();
  if (text.split(/\s+/).length > MOST_WORDS) return false;
  if (NO_NAME.test(text) || LABEL_WITHIN.test(text) || OPEN_END.test(text) || FORMULA.test(text)) {
    return false;
  }
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  if (letters === 0 || (digits >= 4 && digits >= letters)) return false;
  const [date] = findDates(value, order);
  return !date || date.raw.length < value.trim().length * 0.6;
}
