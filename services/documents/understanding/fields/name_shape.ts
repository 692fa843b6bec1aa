/** Tells names of people and organisations from dates, numbers and labels. */
import { type DateOrder, findDates } from "../values/dates.ts";

/** Legal forms and other words of company names. */
export const COMPANY =
  /(?<!\p{L})(l\.?l\.?c|llp|a\.[sş]|p\.?j\.?s\.?c|q\.?(?:p\.?)?s\.?c|k\.?s\.?c|ltd\.? [sş]ti|s\.p\.c|sdn bhd|berhad|bhd|fz-?llc|fze|fzco|w\.?l\.?l|ltd|limited|plc|inc|corp|gmbh|ag|s\.?a\.?e|s\.?a\.?o\.?[cg]|b\.?s\.?c|s\.?a\.?r\.?l|s\.?r\.?l|s\.?r\.?o|d\.?o\.?o|a\/s|aps|kft|pty|pte|sdn\.? bhd|s\.?a\.?s|b\.?v|s\.?p\.?a|oy|co\.?|company|corporation|enterprises?|industries|holdings?|partners|associates|brothers|(?:&|and) (?:sons?|daughters?|bros\.?|cie|fils|hijos|figli|söhne)|s\.l\.(?:u\.)?|cc$|traders|trading|est\.?|establishment|group|market|stores?|restaurant|pharmacy|bank|hotel|resort|clinic|bakery|laundry|cafe|salon|motors|contracting|logistics|textiles|workshop|شركة|مؤسسة|مجموعة|مجمع|عيادة|مشاتل|مشتل|مطبعة|فندق|ورشة|معرض|محلات|مخبز|مقهى|دار|وكالة|مكتب|مكتبة|متجر|بنك|مصرف|مخابز|مطعم|صيدلية|مصنع|معمل|معامل|مخازن|أسواق|منجرة|مغسلة|مستوصف|مدارس|روضة|مشغل|مزرعة|مزارع|بصريات|ملحمة|كراج|(?:وأولاده|وأبناؤه|وأبنائه|وإخوانه|وإخوته|وأخوه|وشركاه|وشركاؤه)|ورشات|ذ\.?م\.?م|ش\.?م\.?[ملعبق]|ش\.ش\.و)(?!\p{L})/iu;
/** Words in names of public bodies and associations. */
const BODY =
  /(?<!\p{L})(?:ال|وال)?(township|city of|town of|association|society|foundation|institute|university|college|academy|council|ministry|municipality|authority|council|hospital|school|club|أكاديمية|جمعية|هيئة|جهاز (?:ال)?(?:تنمية|تطوير|تنظيم|تنفيذ|إدارة|حماية|إنشاء|رقاب[ةي]|مركزي|قومي|وطني|إحصاء|مدينة|مشروعات?|تعمير)|وزارة|بلدية|جامعة|كلية|معهد|مستشفى|مدرسة|نادي|سلطة|مجلس|مديرية|دائرة|تعاونية|اتحاد|نقابة|غرفة|trust|union|federation|cooperative|chamber|board|corporate|strata|pourashava|borough|bureau|agency|department|directorate|commission|administration|secretariat|county|government|district|office|mission|embassy|federation|network|مصلحة|إدارة|أمانة|محافظة|ديوان|مندوبية|صندوق|مركز|لجنة|ولاية|إقليم|جماعة|سفارة|نقابة|مستودع)(?!\p{L})/iu;

/** Nouns of organisations that begin a name with their article: "البنك الساحلي للتجارة"; alone they are a party of a contract. */
const WITH_ARTICLE = /^ال(?:شركة|بنك|مصرف|مؤسسة|مجموعة|مصنع|فندق|مطعم|صيدلية|مخبز|مكتبة)\s+(?:ال|ل)\p{L}{2}/u;

/** A person's title before the name. */
export const TITLED = /^(?:mr|mrs|ms|miss|dr|frau|herr|mme|eng|السيدة?|الأستاذة?|المهندسة?)(?:\.|\s|\s?\/)/iu;

/** Two or three words as a person's name has them: an order's "Buyer" is often an employee. */
export const EMPLOYEE = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){1,2}$/u;

const POST =
  /(?<!\p{L})(?:officer|manager|director|engineer|supervisor|buyer|secretary|accountant|clerk|head(?: of|,)|chief|coordinator|executive|assistant|president|administrator|specialist|superintendent|foreman|treasurer|مديرة?|مسؤولة?|رئيسة?|مهندسة?|محاسبة?|مشرفة?|أمينة?|أخصائية?|منسقة?)(?!\p{L})/iu;

/** Labels of a person or a department at the customer's. */
export const ATTENTION =
  /^(?:(?:for the )?(?:kind )?(?:attention|attn)(?: of)?|att|ل?عناية(?: السيدة?)?)(?!\p{L})/iu;

/** Whether a text is only a post: "The Finance Manager", "Head of Purchasing". */
export function isPost(text: string): boolean {
  return /^(?:the )?\p{L}+(?:[,،]? \p{L}+){0,4}$/iu.test(text) &&
    (POST.test(text) || DEPARTMENT.test(text)) &&
    !COMPANY.test(text.replace(/company (?=secretary)/iu, "")) &&
    text.split(/\s+/).length < 6;
}

/** Whether a name is that of a person with a post: "Rizwan Cheema, Store Officer". */
export function isPersonWithPost(name: string): boolean {
  const [person = "", post = ""] = name.split(/\s*[,،]\s*|\s[–-]\s/u, 2);
  return person.split(/\s+/).length <= 4 && !isOrganisation(person) && POST.test(post);
}

/** Whether a name contains a word of company or public body names. */
export function isOrganisation(name: string): boolean {
  const head = headOf(name);
  return COMPANY.test(head) || BODY.test(head) || WITH_ARTICLE.test(name);
}

/** A part of a body, whatever it deals with: "Pharmacy and Supply Department". */
const PART = /(?<!\p{L})(?:department|dept\.?|section|division)$|^(?:إدارة|قسم|شعبة|وحدة)\s/iu;

/** Whether a text is a part of a body. */
export function isPart(text: string): boolean {
  return PART.test(text.trim());
}

/** Whether a name contains a word of company names. */
export function isCompany(name: string): boolean {
  return !PART.test(name) && COMPANY.test(headOf(name));
}

function headOf(name: string): string {
  const [, before = ""] = /^(\S+\s+\S+\s+\S+\s+)\S/u.exec(name) ?? [];
  // Arabic names begin with this noun; later in a text it is an ordinary word.
  return /^\p{Script=Arabic}/u.test(name) && before !== "" && !LEGAL_FORM.test(name) ? before : name;
}

const LEGAL_FORM = /(?<!\p{L})(?:ذ\.?\s?م\.?\s?م|ش\.?\s?م\.?\s?[مل]|ش\.?\s?م\.?\s?ع)\.?\s*$/u;

/** Whether the values of a field are names. */
export function isNameField(key: string): boolean {
  return /(?:_name|_names|_party|_form|_holder)$|^(?:sender|recipient|issuer|surname|author|nationality|authority|legal_form)$/
    .test(key);
}

/** A label inside a value: the value runs into the next pair. */
const LABEL_WITHIN = /[\p{L}\d]\s?[:：]\s/u;
/** A last word after which something is missing: the value is part of a sentence or a label. */
const OPEN_END =
  /(?<!\p{L})(?:at|by|to|from|for|in|on|with|and|من|إلى|الى|في|عن|على|لدى|بواسطة|وقدره|وقدرها)$/iu;
/** Phrases that receipts put around a name. */
const FORMULA =
  /(?<!\p{L})(?:مبلغ وقدره|مبلغا وقدره|وصلنا من|استلمنا من|the sum of|received from)(?!\p{L})/iu;

/** Placeholders that forms have instead of a name. */
const NO_NAME =
  /^(?:self|self pay|cash|walk[- ]in(?: customer)?|same|as above|none|n\/?a|nil|various|insurance|white|pink|yellow|green|blue|نقدا|نقدي|نفسه|لا يوجد|كما أعلاه)$/iu;

/** Labels of signatures, which stand beside each other at the foot. */
const SIGNED =
  /^(?:prepared|checked|approved|verified|reviewed|received|authori[sz]ed|issued|signed|requested|audited) by(?!\p{L})[^\p{Lu}]{0,30}$|^(?:ال)?(?:إعداد|تدقيق|مراجعة|اعتماد|أعده|راجعه|اعتمده|دققه|المستلم|المحاسب)$/u;

/** Words of a signature before the firm: "For and on behalf of Creek Stores LLC". */
const FOR_SOMEBODY =
  /^(?:for (?:and |& )?on behalf of|on behalf of|signed for|For(?= \p{Lu})|FOR(?= \p{Lu}))(?!\p{L})/u;

/** Single words that are labels on every form. */
const BARE_LABEL =
  /^(?:in (?:arabic|english)|بال(?:عربية|إنجليزية|انجليزية)|place|city|country|branch|department|date|phone|address|attention|terms|currency|salesman|signature|remarks|(?:ال)?(?:مكان|مدينة|منطقة|دولة|بلد|فرع|قسم|تاريخ|هاتف|عنوان|مندوب|بائع|مشتري|عميل|مورد|عملة|توقيع|ملاحظات|جنسية|مهنة|وظيفة))\s*[:：]?$/iu;

/** Who signs or what a party is, which is no name: "First witness", "(مستأجر)". */
const ROLE =
  /^[\s(]*(?:(?:first |second )?witness(?: (?:1|2|one|two))?|lessor|lessee|landlord|tenant|employer|employee|contractor|شاهد(?: (?:أول|ثان[يٍ]?))?|(?:ال)?شاهد (?:ال)?(?:أول|ثاني)|(?:ال)?(?:مؤجر|مستأجر|مستاجر|مقاول))[\s):：]*$/iu;

/** An address: a word of places with a number, behind a comma or before one. */
const PLOT =
  /^(?=.*[\d٠-٩])(?=.*[,،])(?=.*(?<!\p{L})(?:ال)?(?:منطقة|قطعة|شارع|طريق|حي|عمارة|مبنى|street|road|plot|building|floor|avenue|district)(?!\p{L}))/iu;

/** A noun of organisations without the name that follows it. */
const NOUN_ALONE =
  /^(?:(?:ال)?(?:شركة|مؤسسة|مجموعة|هيئة|جمعية|وزارة|مصنع|معرض|مكتب)|company|group|establishment|ministry|authority)$/iu;

/** Words that are only the departments of a company, in either language. */
const DEPARTMENT =
  /^(?:(?:stores?|warehouse|purchas(?:ing|es)|procurement|finance|accounts?|payables?|accounting|sales|logistics|administration|human resources|personnel|department|dept\.?|section|contracts?|و?(?:ال)?(?:مخازن|مخزن|مستودعات?|مشتريات|عقود|مناقصات|مالية|حسابات|محاسبة|مبيعات|إدارة|دائرة|وحدة|شعبة|شؤون|موارد|بشرية|قسم))(?:[\s/&,.-]+and[\s,.-]+|[\s/&,.-]*))+$/iu;

/** Whether a text names only a department. */
export function isDepartment(text: string): boolean {
  return DEPARTMENT.test(text.trim());
}

/** Whether a text is a role of a party, or a noun of organisations without a name. */
export function isNoParty(text: string): boolean {
  return ROLE.test(text) || NOUN_ALONE.test(text);
}

/** Whether a text is a single word that is a label on every form. */
export function isBareLabel(text: string): boolean {
  return BARE_LABEL.test(text.trim());
}

/** A number of an account, a customer or a bank: "BRA014", "BIC SHMBIE2D". */
const CODE =
  /^(?:[A-Z]{1,5}[-/ ]?\d{2,}|(?:BIC|SWIFT|IBAN|TRN|TIN|VATIN)(?:[\s/]\S{0,12}){0,2}[:\s]+[A-Z\d]{6,}.{0,30})$/;

/** A numbered label of a form: "4. Supplier". */
const NUMBERED_LABEL = /^\(?\d{1,2}[.)]\s+\p{L}/u;

/** Longer texts are sentences. */
const MOST_WORDS = 12;

/** Whether a value may be a name, not a date, a number or a phrase. */
export function isNameLike(value: string, order?: DateOrder): boolean {
  const text = value.trim();
  if (text.split(/\s+/).length > MOST_WORDS) return false;
  if (
    NO_NAME.test(text) || FOR_SOMEBODY.test(text) || SIGNED.test(text) || SIGNED.test(text.toLowerCase()) ||
    BARE_LABEL.test(text) ||
    LABEL_WITHIN.test(text) ||
    OPEN_END.test(text) || FORMULA.test(text)
  ) {
    return false;
  }
  if (NUMBERED_LABEL.test(text)) return false;
  if (PLOT.test(text) && !isOrganisation(text)) return false;
  if (NOUN_ALONE.test(text) || CODE.test(text) || ROLE.test(text) || DEPARTMENT.test(text)) return false;
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  if (letters === 0 || (digits >= 4 && digits >= letters)) return false;
  const [date] = findDates(value, order);
  return !date || date.raw.length < value.trim().length * 0.6;
}
