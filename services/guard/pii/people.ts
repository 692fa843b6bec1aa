import { isDay } from "./check_digits.ts";
import { LABEL } from "./labels.ts";
import type { Scan } from "./scan.ts";

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|" +
  "nov(?:ember)?|dec(?:ember)?|يناير|فبراير|مارس|[أا]بريل|مايو|يوني[وة]|يوليو|[أا]غسطس|سبتمبر|[أا]كتوبر|نوفمبر|ديسمبر|" +
  "كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول|محرم|صفر|رجب|شعبان|رمضان|شوال";
const DATE = new RegExp(
  "(?<![\\d./-])(?:(?<y>(?:1[3-49]|20)\\d\\d)[-/.](?<m>\\d{1,2})[-/.](?<d>\\d{1,2})|(?<a>\\d{1,2})[-/.](?<b>\\d{1,2})[-/.](?<c>(?:1[3-49]|20)\\d\\d|\\d\\d)" +
    `|\\d{1,2}(?:st|nd|rd|th)?[ -](?:of )?(?:${MONTHS})\\.?,?[ -](?:1[3-49]|20)\\d\\d|(?:${MONTHS})\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d\\d)(?!\\d)`,
  "iu",
);
/** The time behind a date: 14:05, T14:05:09.123+04:00, at 2:05 pm, الساعة ٢:٠٥ مساء. */
const TIME =
  "(?:(?:T|,? (?:at |الساعة |في )?)\\d{1,2}:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?: ?(?:[ap]\\.?m\\b\\.?|صباحا|مساء|[صم](?!\\p{L})))?" +
  "(?: ?(?:Z|UTC|GMT)\\b| ?[+-]\\d\\d:?\\d\\d)?(?!\\d))?";
const ALL_DATES = new RegExp(DATE.source + TIME, "giu");

const BIRTH_YEAR = /(?<=^[\s:]{0,3}(?:in |عام |سنة )?)(?:19|20)\d\d(?![\d.,/-])/;

function isDate(match: RegExpExecArray): boolean {
  const { y, m, d, a, b, c } = match.groups ?? {};
  if (y) return isDay(Number(y), Number(m), Number(d));
  if (!c) return true;
  const year = Number(c) < 100 ? 1900 + Number(c) : Number(c);
  return isDay(year, Number(b), Number(a)) || isDay(year, Number(a), Number(b));
}

/** A date behind a label such as "born on", and a year alone behind مواليد. */
export function findBirthDates(scan: Scan): void {
  if (!scan.wanted("DATE_OF_BIRTH")) return;
  for (const from of labelEnds(scan, LABEL.birth)) {
    const near = scan.text.slice(from, from + 45);
    if (!/\d/.test(near)) continue;
    const match = DATE.exec(near) ?? BIRTH_YEAR.exec(near);
    if (!match || !isDate(match) || /[.!?؟]\s/.test(near.slice(0, match.index))) continue;
    const start = from + match.index;
    add(scan, "DATE_OF_BIRTH", start, start + match[0].length, 0.9);
  }
}

/** Every date; off by default. */
export function findAllDates(scan: Scan): void {
  if (!scan.wanted("DATE_TIME")) return;
  for (const match of scan.text.matchAll(ALL_DATES)) {
    if (isDate(match)) add(scan, "DATE_TIME", match.index, match.index + match[0].length, 0.6);
  }
}

function add(scan: Scan, type: string, start: number, end: number, confidence: number): void {
  scan.findings.push({ type, start, end, confidence, checked: false });
}

function labelEnds(scan: Scan, kinds: number): number[] {
  const labels = scan.labels();
  const ends: number[] = [];
  for (let i = 0; i < labels.count; i++) {
    if (((labels.kind[i] ?? 0) & kinds) !== 0) ends.push(labels.end[i] ?? 0);
  }
  return ends;
}

const LATIN_NAME = "\\p{Lu}[\\p{Ll}\\p{Lu}'’-]{1,24}";
const LATIN_LINK = "(?:bin|bint|ibn|al|el|abu|abd|van|von|de|da|der|den|del|la|dos)";
const ARABIC_NAME = "[\\u0621-\\u064a][\\u0621-\\u0652]{1,15}";
const NAME_AFTER = new RegExp(
  `^[\\s.,:"،-]{0,4}(?:is |is: )?(${LATIN_NAME}(?: (?:${LATIN_LINK}[ -]){0,2}${LATIN_NAME}){0,3}|${ARABIC_NAME}(?: ${ARABIC_NAME}){0,3})`,
  "u",
);
/** Words that end an Arabic name, which has no capitals to show where it does. */
const ARABIC_STOP =
  /^(?:في|من|على|إلى|الى|عن|مع|قد|هو|هي|كان|كانت|قال|قالت|و|ثم|أن|ان|إن|الذي|التي|هذا|هذه|رقم|هاتف|وهو|وهي|بعد|قبل|عند|منذ|لا|لم|لن|ما|يعمل|تعمل|يسكن|تسكن|مدير|رئيس|وزير|المدير|الرئيس|الوزير|حضر|حضرت|طلب|طلبت|اتصل|اتصلت|وصل|وصلت|أرسل|أرسلت|يريد|تريد|موجود|موجودة|اليوم|أمس|غدا|المحترم|المحترمة|سيتصل|سوف|تم|يرجى|غادر|غادرت|زار|زارت|افتتح|افتتحت|قدم|قدمت|شارك|شاركت|ترأس|ترأست|سافر|سافرت|عاد|عادت|ذهب|ذهبت|كتب|كتبت|أكد|أكدت|صرح|صرحت|استقبل|استقبلت|التقى|التقت|وقع|وقعت|ألقى|ألقت|أعلن|أعلنت)$/;
/** A future verb, "and I" or "and the": part of a name only as its first word. */
const ARABIC_CLAUSE = /^(?:س[يتن][\u0621-\u064a]{3,}|وأ[\u0621-\u064a]+|وال[\u0621-\u064a]+)$/;
/** Verbs of the present, but for names that begin as these do; and words that say that there is no name. */
const ARABIC_VERB =
  /^(?!(?:يوسف|يحيى|ياسر|ياسين|ياسمين|يزن|يزيد|يعقوب|يونس|يمنى|يسرى|يارا|تركي|تميم|توفيق|تالا|تسنيم|تغريد|تهاني|تقى|تماضر)$)[يت][\u0621-\u0652]{3,}$/;
const ARABIC_NONE = /^(?:غير|ليس|ليست|مجهول|مجهولة|انظر|انظري|راجع)$/;
const ARABIC = /^[\u0621-\u064a]/;
const NOT_A_NAME =
  /^(?:The|This|That|And|But|Please|Required|Number|Address|Email|Phone|Date|Not|None|Unknown|Of|Is|President|Minister|Chairman|Manager|Director)$/;

/** Names after a title or label; off by default. */
export function findPeople(scan: Scan): void {
  if (!scan.wanted("PERSON")) return;
  for (const from of labelEnds(scan, LABEL.person | LABEL.title)) {
    const match = NAME_AFTER.exec(scan.text.slice(from, from + 120));
    const name = match?.[1];
    if (!match || !name || (ARABIC.test(name) && !introduces(scan, from, match[0]))) continue;
    const words = name.split(" ");
    const stop = words.findIndex((word, i) =>
      ARABIC_STOP.test(word) || NOT_A_NAME.test(word) || ARABIC_VERB.test(word) || ARABIC_NONE.test(word) ||
      (i > 0 && ARABIC_CLAUSE.test(word))
    );
    const kept = (stop === -1 ? words : words.slice(0, stop)).join(" ");
    if (kept.length < 3) continue;
    const start = from + match[0].length - name.length;
    add(scan, "PERSON", start, start + kept.length, 0.6);
  }
}

/**
 * Whether a word and its successor are label and value: الاسم is also just "the name", unless a colon
 * follows.
 */
function introduces({ text }: Scan, from: number, following: string): boolean {
  return !/(?:^|[^\u0621-\u064a])[وفبل]?الاسم(?: الكامل)?$/.test(text.slice(Math.max(0, from - 20), from)) ||
    /^\s{0,3}[:"-]/.test(following);
}

const PO_BOX =
  /(?:\bP\.?\s?O\.?\s?Box|ص\s?\.?\s?ب\s?\.?|صندوق بريد)\s{0,2}:?\s{0,2}\d{1,7}(?:[،,]\s?[\p{L} ]{2,30})?/giu;
const ADDRESS_AFTER = /^\s{0,2}(?:is|هو)?\s{0,2}[:：-]?\s{0,2}([^\n;؛@]{8,120})/u;

/** Post boxes, and the rest of the line after "address:"; off by default. */
export function findAddresses(scan: Scan): void {
  if (!scan.wanted("ADDRESS")) return;
  for (const match of scan.text.matchAll(PO_BOX)) {
    add(scan, "ADDRESS", match.index, match.index + match[0].length, 0.7);
  }
  for (const from of labelEnds(scan, LABEL.address)) {
    const match = ADDRESS_AFTER.exec(scan.text.slice(from, from + 140));
    const line = match?.[1]?.split(/(?<=[\p{L}\d]{3})[.!?](?:\s|$)/u)[0]?.trimEnd();
    if (!match || !line || !isAddress(line)) continue;
    const start = from + match[0].length - (match[1]?.length ?? 0);
    add(scan, "ADDRESS", start, start + line.length, 0.6);
  }
}

/** A number, or a word for a street, building or quarter. */
function isAddress(line: string): boolean {
  if (/^\s*(?:\d{1,3}\.){3}\d/.test(line)) return false;
  return /\d/.test(line) &&
      /\b(?:st|street|road|rd|ave|avenue|villa|flat|apartment|apt|building|bldg|tower|floor|block|district|box)\b/i
        .test(line) ||
    /شارع|طريق|فيلا|شقة|بناية|مبنى|برج|الطابق|حي |منطقة|قطعة|ص\.?ب/.test(line);
}
