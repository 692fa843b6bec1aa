import { ahoCorasick } from "../matching/aho_corasick.ts";
import { unitsOf } from "../matching/units.ts";
import { endsNoun, startsWord } from "../matching/word_boundary.ts";

/** The kinds of value that a label announces. A label may announce several. */
export const LABEL = {
  phone: 1,
  nationalId: 1 << 1,
  passport: 1 << 2,
  birth: 1 << 3,
  tax: 1 << 4,
  ssn: 1 << 5,
  address: 1 << 6,
  secret: 1 << 7,
  number: 1 << 8,
  version: 1 << 9,
  person: 1 << 10,
  title: 1 << 11,
  network: 1 << 12,
  card: 1 << 13,
  bank: 1 << 14,
} as const;

const WORDS: [number, string][] = [
  [
    LABEL.phone,
    "phone|telephone|tel|mobile|mob|cell|cellphone|whatsapp|fax|call me|call us|call him|call her|call|sms|text me|" +
    "contact number|hotline|reach me|reach us|dial|ring|landline|toll free|toll-free|helpline|handynummer|handy|telefon|téléphone|" +
    "手机|手机号|手机号码|电话|电话号码|电话号|座机|電話|電話番号|携帯|携帯電話|携帯番号|โทร|โทรศัพท์|เบอร์โทร|เบอร์|มือถือ|الرقم المجاني|الخط الساخن|الهاتف الأرضي|هاتف|تلفون|تليفون|جوال|جوالي|موبايل|موبايلي|رقم الجوال|رقم الهاتف|هاتفي|نقال|محمول|واتساب|واتس|فاكس|اتصل|اتصلي|اتصلوا|للتواصل|كلمني|مكالمة|خدمة العملاء",
  ],
  [
    LABEL.nationalId,
    "national id|national identity|national number|national identification|id number|id no|id card|id|identity number|" +
    "identity card|identity no|iqama|iqamah|residency number|residence permit|residency permit|resident id|saudi id|" +
    "qid|qatar id|qatari id|civil id|civil number|civil no|civil card|cpr|cpr number|cpr no|personal number|resident card|" +
    "هوية|هويتي|هويته|هويتها|رقم الهوية|الهوية الوطنية|هوية وطنية|بطاقة الهوية|إقامة|إقامتي|إقامته|إقامتها|رقم الإقامة|البطاقة الشخصية|الرقم الشخصي|رقم شخصي|" +
    "سجل مدني|سجلي المدني|رقمي الشخصي|بطاقة شخصية|بطاقتي الشخصية|nid|الرقم المدني|رقم مدني|رقمي المدني|البطاقة المدنية|بطاقة مدنية|الرقم السكاني|رقم سكاني|السجل المدني|بطاقة الأحوال|البطاقة السكانية|الرقم الوطني|" +
    "بطاقة المقيم|بطاقة مقيم|رقم بطاقة المقيم|بطاقة الإقامة|البطاقة القطرية|رقم البطاقة القطرية|البطاقة العمانية|رقم البطاقة العمانية|الهوية القطرية|الهوية العمانية",
  ],
  [
    LABEL.passport,
    "passport|passport number|passport no|passport num|جواز|جواز سفر|جواز السفر|رقم الجواز|رقم جواز السفر|جوازي|جواز سفري",
  ],
  [
    LABEL.birth,
    "date of birth|birth date|birthdate|birthday|born on|born|dob|d.o.b|تاريخ الميلاد|تاريخ ميلاد|تاريخ ميلادي|تاريخ الولادة|مواليد|ولدت في|ولدت|ولد في|ولد|المولود في|المولودة في|عيد ميلاد|ميلادي|ميلاده|ميلادها",
  ],
  [
    LABEL.tax,
    "trn|tax registration number|tax registration|tax number|tax id|vat|vat number|vat no|vat id|vat registration|" +
    "الرقم الضريبي|رقم ضريبي|التسجيل الضريبي|رقم التسجيل الضريبي|ضريبة القيمة المضافة|الضريبي|vatin",
  ],
  [
    LABEL.ssn,
    "ssn|the social|my social|your social|his social|her social|social is|social no|social number|social security|social security number|social security no|itin|taxpayer identification|tax id",
  ],
  [
    LABEL.address,
    "address|home address|mailing address|lives at|live at|residing at|ship to|deliver to|residence is at|resides at|العنوان|عنواني|عنوانه|عنوانها|أسكن في|يسكن في|تسكن في|عنوان السكن",
  ],
  [
    LABEL.secret,
    "password|passwd|pwd|passphrase|api key|api_key|apikey|secret|secret key|secret_key|client_secret|access key|access_key|" +
    "access token|access_token|auth token|auth_token|bearer|token|private key|كلمة المرور|كلمة السر|الرقم السري|مفتاح api|رمز الدخول|كلمه السر",
  ],
  [
    LABEL.number,
    "order|order number|order no|order id|order ref|invoice|invoice number|invoice no|sku|part number|part no|product code|item|item no|" +
    "serial|serial number|serial no|tracking|tracking number|shipment|ticket|ticket number|case number|reference|reference number|" +
    "ref|ref no|batch|lot|model number|transaction|transaction id|txn|timestamp|unix time|epoch|isbn|barcode|ean|upc|quantity|qty|page|" +
    "hash|commit|checksum|uuid|job id|request id|row id|event id|message id|session id|build number|receipt|receipt no|purchase order|po number|" +
    "user id|device id|account id|customer id|meeting id|employee id|student id|product id|tracking id|application id|app id|record id|file id|client id|" +
    "customer number|employee number|member number|policy number|flight|po box|p.o. box|room|extension|zip|postal code|معرف|رقم العميل|رقم الموظف|رقم الرحلة|صندوق بريد|الرمز البريدي|" +
    "رقم الطلب|طلب رقم|طلبية|طلبك|رقم الفاتورة|فاتورة|فاتورة رقم|رقم الشحنة|شحنة|رقم التتبع|رقم المنتج|رمز المنتج|رقم القطعة|الرقم التسلسلي|رقم تسلسلي|رقم المرجع|" +
    "مرجع|رقم التذكرة|تذكرة|رقم العملية|عملية رقم|رقم الإيصال|إيصال|كمية|الكمية|صفحة|باركود|الطابع الزمني|رقم المعاملة|معاملة رقم|رقم الدفعة|رقم العقد|عقد رقم",
  ],
  [
    LABEL.version,
    "version|ver|build|release|firmware|section|clause|chapter|schema|oid|article|revision|rev|الإصدار|إصدار|نسخة|المادة|البند|الفقرة|القسم|الفصل",
  ],
  [
    LABEL.person,
    "my name is|name is|name|full name|customer name|patient name|patient|i am called|signed by|regards|employee|employee name|contact person|guest|passenger|tenant|الموظف|الموظفة|اسم الموظف|الزبون|النزيل|اسمي|الاسم|اسمه|اسمها|الاسم الكامل|اسم العميل|اسم المريض|المريض|المريضة|المواطن|المواطنة|الموقع أدناه|المدعو|المدعوة|مقدم الطلب|مقدمة الطلب|applicant",
  ],
  [
    LABEL.title,
    "mr|mrs|ms|miss|dr|prof|professor|sheikh|sheikha|eng|engineer|captain|judge|nurse|الآنسة|القاضي|القاضية|الكابتن|السيد|السيدة|سيد|الأستاذ|الأستاذة|الدكتور|الدكتورة|المهندس|المهندسة|الشيخ|الشيخة|د.|م.|أ.",
  ],
  [
    LABEL.network,
    "ip|ip address|ipv4|ipv6|address|host|server|gateway|dns|ping|subnet|from|client|عنوان|خادم|الخادم|عنوان الشبكة|بروتوكول",
  ],
  [
    LABEL.card,
    "card|credit card|debit card|card number|visa|mastercard|amex|mada|بطاقة|بطاقة ائتمان|رقم البطاقة|البطاقة الائتمانية|بطاقتي|مدى|فيزا",
  ],
  [LABEL.bank, "iban|bank account|account number|account no|account|الآيبان|ايبان|رقم الحساب|حساب بنكي"],
];

const PHRASES = new Map<string, number>();
for (const [kind, words] of WORDS) {
  for (const word of words.split("|")) PHRASES.set(word, (PHRASES.get(word) ?? 0) | kind);
}
const KINDS = [...PHRASES.values()];
const AUTOMATON = ahoCorasick([...PHRASES.keys()]);

/** Words that label the value after them, found once per text and looked up by position. */
export interface Labels {
  count: number;
  start: number[];
  end: number[];
  kind: number[];
}

/** The characters of the longest label, as it is folded, among those of some kinds and those that contain one. */
export function longestLabel(kinds: number): number {
  const phrases = [...PHRASES.keys()];
  const named = phrases.filter((phrase) => ((PHRASES.get(phrase) ?? 0) & kinds) !== 0);
  const told = phrases.filter((phrase) => named.some((label) => phrase.includes(label)));
  return Math.max(...told.map((phrase) => phrase.length));
}

export interface LabelOptions {
  /** Begins with the text's code units, where the caller has them. */
  units?: Uint16Array;
  /** Only these stretches of the text are read, in this order. */
  stretches?: Stretches;
}

/** Parts of a text, in order, none overlapping another. */
export interface Stretches {
  count: number;
  start: number[];
  end: number[];
}

/** The labels of a text. */
export function findLabels(text: string, { units = unitsOf(text), stretches }: LabelOptions = {}): Labels {
  // Plain arrays: a short text has a label or none, and typed ones cost more than its whole scan.
  const labels: Labels = { count: 0, start: [], end: [], kind: [] };
  const onMatch = (pattern: number, start: number, end: number) =>
    addLabel(text, labels, { pattern, start, end });
  if (!stretches) AUTOMATON.scan(text, onMatch, { units });
  for (let i = 0; i < (stretches?.count ?? 0); i++) {
    AUTOMATON.scan(text, onMatch, { units, from: stretches?.start[i], to: stretches?.end[i] });
  }
  return labels;
}

function addLabel(
  text: string,
  labels: Labels,
  { pattern, start, end }: { pattern: number; start: number; end: number },
): void {
  // DB_PASSWORD labels a secret just as "password" does.
  const isSetting = (KINDS[pattern] ?? 0) === LABEL.secret && text.charCodeAt(start - 1) === 95;
  if (!endsNoun(text, end) || !(isSetting || startsWord(text, start))) return;
  const last = labels.count - 1;
  // Of labels with the same end, the longest is reported first.
  if (last >= 0 && labels.end[last] === end) return;
  // A label directly after another replaces it: "order number" is not a "number".
  const extends_ = last >= 0 && start <= (labels.start[last] ?? 0);
  const at = extends_ ? last : labels.count++;
  labels.start[at] = start;
  labels.end[at] = end;
  labels.kind[at] = KINDS[pattern] ?? 0;
}

/** The index of the last label that ends at or before `index`, or -1. */
export function lastLabel(labels: Labels, index: number): number {
  let low = 0;
  let high = labels.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((labels.end[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
