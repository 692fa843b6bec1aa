/** Patterns for parties, dates, value, law and notice period in the running text of contracts. */

/** A name up to a bracket or the end of its clause, including a legal form after a comma. */
const NAME =
  "([^()،؛;:,.]{3,90}(?:\\.(?! )[^()،؛;:,.]{1,40})*(?:(?<=\\.\\p{Lu})\\.)?(?:,? (?:Inc|Ltd|L\\.?L\\.?C|Pvt|Co)\\.?(?! \\p{Lu}))*(?: \\((?:c|m|closed|public)\\))?)";
const one = "[-–()]*\\s*(?<![\\d٠-٩])[1١](?![\\d٠-٩])\\s*[-–.:)(]*\\s*";
const two = "[-–()]*\\s*(?<![\\d٠-٩])[2٢](?![\\d٠-٩])\\s*[-–.:)(]*\\s*";
const SIRS = "(?:(?:السادة|السيدة?)\\s*[/:]?\\s*|(?:M/s|Messrs|Mr|Mrs|Ms|Miss|Dr|Eng)\\.?\\s+)?";

/** The text that is searched for parties that are named before they are called the first and the second. */
export const PREAMBLE = 6000;

/** "بين … : X، … المشار إليها بعده بـ«الطرف الأول». … وY، … «الطرف الثاني»". */
export const REFERRED =
  /(?:بين|الموقع(?:ين|ان))[^:،]{0,40}:\s*([^،؛:()]{3,90})،.{0,400}?(?:مشار|يشار|مسمى|يسمى|يدعى)[^،؛]{0,30}?الطرف الأول.{0,60}?\sو\s?([^،؛:()]{3,90})،.{0,400}?(?:مشار|يشار|مسمى|يسمى|يدعى)[^،؛]{0,30}?الطرف الثاني/su;

/** Patterns for the two parties, the most specific first. */
export const PARTIES = [
  /الطرف الأول\s*[:：]\s*(?:السادة\s*[/:]?\s*)?([^،؛:()]{3,90}?)\s*[،؛.(]?\s*و?(?:ال)?طرف الثاني\s*[:：]\s*(?:السادة\s*[/:]?\s*)?([^،؛:().]{3,90})/u,
  /first party\s*[:：]\s*(?:M\/s\.?\s+|Messrs\.?\s+)?([^,;:()]{3,90}?)\s*[,;(].{0,300}?second party\s*[:：]\s*(?:M\/s\.?\s+|Messrs\.?\s+)?([^,;:()]{3,90}?)\s*[,;(]/iu,
  /between\s+(.{3,120}?)\s*\((?:the\s+)?["“']?first party["”']?\)\s*,?\s*and\s+(.{3,120}?)\s*\((?:the\s+)?["“']?second party/iu,
  /بين(?:\s+كل\s+من)?\s*[:：]?\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?[أا]ول[)(»”"]*\s*،?\s*و\s*(.{3,120}?)\s*[()]?\s*["“«]?\(?(?:ال)?طرف(?:ا)? (?:ال)?ثان[يٍ]?(?!\p{L})/u,
  // (1) X, of …; and (2) Y, of …
  new RegExp(`(?:between|parties|undersigned)\\s*:?\\s*${one}${NAME}.{0,250}?${two}${NAME}`, "isu"),
  new RegExp(
    `(?:بين|الطرفان|الأطراف|الموقع(?:ان|ون|ين))(?:\\s+أدناه)?(?:\\s+كل(?:ا)?\\s+من)?\\s*[:：]?\\s*${one}${SIRS}${NAME}.{0,250}?${two}${SIRS}${NAME}`,
    "su",
  ),
  new RegExp(
    `بين(?:\\s+كل(?:ا)?\\s+من)?\\s*[:：]?\\s*أولا[ً]?\\s*[-–.:]*\\s*${SIRS}${NAME}.{0,250}?ثانيا[ً]?\\s*[-–.:]*\\s*${SIRS}${NAME}`,
    "su",
  ),
  // First: X. … Second: Y. …, whatever precedes it
  new RegExp(
    `(?:^|\\s)أولا[ً]?\\s*[-–.:/]+\\s*${SIRS}${NAME}.{0,250}?\\sثانيا[ً]?\\s*[-–.:/]+\\s*${SIRS}${NAME}`,
    "su",
  ),
  /between\s+(.{3,90}?)\s*\([^)]{3,40}\)\s*,?\s*and\s+(.{3,90}?)\s*\(/iu,
  // Parties: X (“Client”) Y (“Contractor”)
  new RegExp(
    `parties\\s*:?\\s*${NAME}\\s*\\([“"'‘][^)]{3,40}\\)\\s*[,;.]?\\s*(?:and\\s+)?${NAME}\\s*\\([“"'‘]`,
    "iu",
  ),
  // X, of …, and Y, of …
  new RegExp(
    `(?:between|undersigned):?\\s+${SIRS}${NAME},?\\s+(?:\\(|of |whose |with |having |a |an |represented |acting |being |herein|hereafter ).{0,250}?\\sand\\s+${SIRS}${NAME}(?:,|\\s*\\()`,
    "isu",
  ),
  new RegExp(`بين\\s+${SIRS}${NAME}\\s*[،(].{0,250}?\\sو(?:بين\\s+)?${SIRS}${NAME}\\s*[،(]`, "su"),
  new RegExp(
    `between:?\\s+${SIRS}${NAME}\\s+and\\s+${SIRS}${NAME}(?:[,.;(]|\\s+(?:for|on|dated|as|of|whose|with)\\s)`,
    "iu",
  ),
];

/** Patterns for the effective date; the signing date comes last. */
export const STARTS = [
  /(?:takes? effect|has effect|have effect|with effect|effective|comes? into (?:force|effect)|in force|commenc(?:es?|ing)|starts?|starting|begins?|beginning)(?: on| as of| as from| from)*[\s:]+(?:the\s+)?([^()]{6,40})/giu,
  /(?:اعتبارا[ً]?\s+من|ابتداء[ً]?\s+من|(?:ي|ت)(?:بدأ|بتدئ)(?:\s+\p{L}+){0,4}?\s+(?:في|من|بتاريخ)|(?:ي|ت)سري(?:\s+\p{L}+){0,4}?\s+(?:في|من|بتاريخ))(?:\s+(?:تاريخ|يوم))*\s+([^()]{6,40})/gu,
  /(?:مدة|مدته|مدتها|الفترة)(?:\s\p{L}{2,12}){0,3}\s+من\s+([^()]{6,30}?)\s+(?:إلى|الى|حتى)/gu,
  /(?:commencement|start|effective)(?: date)?\s*[:：]\s+([^()]{6,40})/giu,
  /(?<!\p{L})(?:term|duration|period)(?: of (?:the|this) \p{L}{4,10})?\s*[:：]\s*(?:[^.;:,]{0,30},\s*)?((?:\d|\p{L}{3,9} \d)[^();:]{5,30}?)\s+(?:to|until|till|[–-])\s/giu,
  /(?:مدة|فترة)(?:\s+\p{L}{2,12}){0,2}\s*[:：]\s*(?:من\s+)?([\d٠-٩][^();؛:]{5,25}?)\s+(?:إلى|الى|حتى|[–-])\s/gu,
  /(?:ي|ت)دخل(?:\s+\p{L}{2,12}){0,3}?\s+حيز\s+(?:التنفيذ|النفاذ|السريان)\s+(?:في|من|بتاريخ|ابتداء من|اعتبارا من)\s+([^()]{6,40})/gu,
  /(?:commencement|start|effective) date(?: of (?:the|this) \p{L}{4,10})?\s+(?:is\s+)?((?:\d|\p{Lu})[^()]{5,39})/gu,
  /تاريخ\s+(?:بداية|بدء|بدء سريان|سريان|نفاذ|ابتداء|انطلاق)(?:\s+(?:ال)?(?:عقد|اتفاقية|مدة|كراء|إيجار|عمل))?\s*(?:هو|في|من)?\s*[:：]?\s*([\d٠-٩][^()]{5,39})/gu,
  /(?<!\p{L})from\s+(?:the\s+)?(\d[^()]{5,30}|\p{Lu}\p{L}{2,8} \d[^()]{5,25})/gu,
  /(?:made(?: and entered into)?|entered into|dated|signed|executed|concluded)(?: on| as of| from| this)?[\s:]+(?:the\s+)?([^()]{6,40})/giu,
  /(?:بتاريخ|في يوم|المؤرخ(?: في)?|الموافق)\s+([^()]{6,40})/gu,
];

export const ENDS = [
  /(?:expires?|expiring|ends?|ending|terminates?|terminating|(?:remains?|continues?)(?: in force)? until|until|through|up to)(?: on)?\s+(?:and including\s+)?(?:the\s+)?([^()]{6,40})/giu,
  /(?:ينتهي|تنتهي|وينتهي|حتى|وحتى|ولغاية|لغاية)(?:\s+(?:هذا العقد|هذه الاتفاقية|الاتفاقية|العقد|مدته|مدتها|في|بتاريخ|تاريخ|يوم|نهاية))*\s+([^()]{6,40})/gu,
  /(?:expiry|end|completion|termination)(?: date)?\s*[:：]\s+([^()]{6,40})/giu,
  /(?:expiry|end|completion|termination) date(?: of (?:the|this) \p{L}{4,10})?\s+(?:is\s+)?((?:\d|\p{Lu})[^()]{5,39})/gu,
  /تاريخ\s+(?:نهاية|انتهاء|انقضاء)(?:\s+(?:ال)?(?:عقد|اتفاقية|مدة|كراء|إيجار|عمل))?\s*(?:هو|في)?\s*[:：]?\s*([\d٠-٩][^()]{5,39})/gu,
  /from\s+[^()]{6,30}\s+to\s+([^()]{6,40})/giu,
  /من\s+[^()]{6,40}\s+(?:إلى|الى)\s+([^()]{6,40})/gu,
];

/** Words before amounts that are not the contract value. */
const NOT = "(?<!(?:late|penalty|deposit|security|advance|monthly|retention)\\s)";
/** The sum of all the time that a contract runs, which counts more than that of a month or a year of it. */
export const OF_WHOLE_TERM = [
  /(?<!\p{L})(?:rent|rental|fee|value|price|sum|amount|total|consideration|remuneration)s?\s+(?:for|over|of|during|in)\s+(?:the\s+)?(?:whole|entire|full|total|complete)\s+(?:\p{L}{4,8}\s+)?(?:term|period|duration|lease|tenancy|contract|agreement)(?:\s+of\s+(?:the|this)\s+\p{L}{4,10})?\s*[:：]?\s*(?:is|are|amounts? to|comes? to|will be|shall be)?\s*([^;؛]{3,40})/giu,
  /(?:قيمة|مبلغ|أجرة|بدل|(?:مجموع|إجمالي)(?:ها|ه|ة)?|مقابل|ثمن|كراء|إيجار)(?:\s+\p{L}{2,12}){0,3}?\s+(?:(?:عن|خلال|طوال|طيلة|طول|ل)\s?)(?:كامل |كل |مجموع |جميع )?(?:ال|ل)?مدة(?:\s+(?:ال)?(?:عقد|إيجار|كراء|اتفاقية|تعاقد))?(?:\s+(?:كلها|كاملة|بكاملها|الكاملة|كله))?\s*(?:هي|هو|تبلغ|يبلغ|وقدرها|وقدره)?\s*[:：]?\s*([\d٠-٩][^؛]{2,40})/gu,
  /((?:\p{L}{2,4}|[€£$])\s?[\d.,]{4,15})\s+(?:for|over|in)\s+the\s+(?:whole|entire|full|two|three|four|five|six|ten|\d{1,2})\s+(?:term|period|duration|years|lease|contract|agreement)(?!\p{L})/giu,
];
export const VALUES = [
  ...OF_WHOLE_TERM,
  /(?<!\p{L})lump[- ]sum\s+of\s+([^;؛]{3,40})/giu,
  /(?:total|fixed|annual|lump[- ]sum|aggregate|contract|agreement|agreed)\s+(?:fee|price|sum|amount|consideration|rent|rental|value|remuneration|charge)s?(?:\s+(?!of\b|is\b)\p{L}+){0,6}?\s+(?:of|is|are|shall be|will be|amounts? to|totals)\s+([^;؛]{3,50})/giu,
  new RegExp(
    `${NOT}(?:fee|sum|price|consideration|salary|rent|remuneration)s?(?:\\s+(?!of\\b|is\\b)\\p{L}+){0,4}?\\s+(?:of|is|shall be|will be|amounts? to)\\s+([^;؛]{3,50})`,
    "giu",
  ),
  /(?:ال)?(?:قيمة|مبلغ[اً]{0,2}|أجرة|بدل|إجمالي|مقابل|أتعاب|ثمن|راتب)(?:\s+(?!(?:ال)?(?:غرام|تأمين|ضمان|دفع|قسط|شهري))\p{L}+){0,5}?\s*[:：]?\s*([\d٠-٩][^؛]{2,40})/gu,
];

/** The sum with which a clause begins, without those of later clauses: "USD 120,000.00, payable in four parts of USD 30,000.00". */
export function firstSum(text: string): string {
  const [first = ""] = text.split(/(?<=[\p{L}\d)])\.\s|[,،]\s(?=\p{L})|[؛;]\s/u, 1);
  return /[\d٠-٩]{2}/.test(first) ? first : text;
}

const PLACE = "([^.,;،؛\\n]{3,60}?)";
/** Not a part of the contract itself: "The governing law is that of Schedule A". */
const OWN_PART = "(?!(?:schedule|annex|appendix|clause|article|section|part|exhibit)\\b)";
const LAWS = [
  /(?:subject to|governed by|in accordance with|under) ((?:the )?\p{Lu}\p{L}{2,20}(?: and \p{Lu}\p{L}{2,20})? law)(?=\s*(?:[.,;]|$)|\s(?:and|which)\s)/u,
  /(?:governing|applicable|proper) law(?: of (?:this|the) \p{L}+)? (?:is|shall be|will be) (?:the )?(?:laws?|that) of (?:the )?(?!schedule|annex|appendix|clause|article)([^.;,\n]{3,60}?)(?=\s*(?:[.;,]|$|\s(?:and|which)\s))/iu,
  /(?:القانون|القوانين)\s+(?:الواجب[ةه]? (?:ال)?تطبيق(?:ه|ها)?|المطبق[ةه]?|الحاكم[ةه]?|الساري)(?:\s\p{L}{1,12}){0,4}?\s+(?:هو|هي)\s+(?:قانون|قوانين|القانون في|القوانين المعمول بها في|أنظمة|نظام)\s+(?!الملحق|المادة|البند)([^.،؛\n]{3,60}?)(?=\s*(?:[.،؛]|\sو\p{L}|$))/u,
  /(?:^|[.;]\s|\d\.\s)(?:(?:Governing |Applicable )?Law )?(\p{Lu}[\p{L} ]{2,40}?) law (?:governs|applies|shall)/u,
  /governed by(?:,? and construed in accordance with,?)? the laws? of (?:the )?([^.;\n]{3,60}?)(?=\s*(?:[.;,]|\s+and (?:the|shall|any|each|both|all|is|it|its|construed|subject|made)(?!\p{L})|$))/iu,
  new RegExp(
    `(?:the\\s+)?laws? of (?:the )?${PLACE}\\s+(?:appl(?:y|ies)|governs?|shall (?:apply|govern)|will (?:apply|govern)|is the governing)`,
    "iu",
  ),
  new RegExp(
    `(?:subject to|in accordance with|under|according to) the laws? (?:of|in force in) (?:the )?${PLACE}(?=\\s*(?:[.,;]|$))`,
    "iu",
  ),
  /(?:خضع|وفق|طبق|فسر|حكم)\p{L}{0,6}(?:\s[\p{L}،]{1,20}){0,8}?\s+(?:لقوانين|لأحكام قوانين|لقانون|لأنظمة|للقوانين المعمول بها في|لأحكام أنظمة|لأحكام قانون)\s+([^.،؛\n]{3,60}?)(?=\s*(?:[.،؛]|و(?:لا|ما)|$))/u,
  /(?:وفقا[ً]?|طبقا[ً]?|تطبق|يطبق|تسري|يسري|يحكم(?:ه)?|تحكم(?:ه)?)(?:\s+(?:هذا|هذه|العقد|الاتفاقية|عليه|عليها|على)){0,4}\s+(?:ل|لأحكام\s+)?(?:قوانين|القوانين المعمول بها في|أنظمة|قانون|الأنظمة المعمول بها في)\s+([^.،؛\n]{3,60}?)(?=\s*(?:[.،؛]|$))/u,
  /(?:خضع|وفق|طبق|فسر|حكم)\p{L}{0,6}(?:\s[\p{L}،]{1,20}){0,8}?\s+(?:لأحكام\s+)?((?:لل|ال)(?:قانون|قوانين|نظام|أنظمة)\s+(?!ال(?:معمول|ساري|نافذ))ال\p{L}{2,20}(?:\s+ال\p{L}{2,20})?)(?=\s*(?:[.،؛]|و\p{L}|$))/u,
  /القانون (?:الواجب التطبيق|المطبق|الحاكم|الذي يحكم)(?:\s\p{L}{1,15}){0,5}?\s+هو\s+((?:القانون|النظام)\s+ال\p{L}{2,20})(?=\s*(?:[.،,؛]|و\p{L}|$))/u,
  /القانون (?:الواجب التطبيق|المطبق|الحاكم|الذي يحكم)(?:\s\p{L}{1,15}){0,5}?\s+هو\s+(?:قانون|قوانين|نظام|أنظمة)\s+([^.،,؛\n]{3,60}?)(?=\s*(?:[.،,؛]|$))/u,
  /(?:يحكم|تحكم|[يت]سري|[يت]طبق|ينطبق)(?:\s[\p{L}،]{1,20}){0,5}?\s(ال(?:قانون|قوانين|نظام|أنظمة)\s+(?!ال(?:معمول|ساري|نافذ))ال\p{L}{2,20})(?=\s*(?:[.،؛]|و\p{L}|(?:على|في)(?!\p{L})|$))/u,
  // English law, by its adjective
  /(?:governed by|subject to|in accordance with|construed under|law of this (?:contract|agreement) is|(?:governing|applicable) law (?:is|shall be))\s+(?:and construed in accordance with\s+)?(?:the\s+)?(\p{Lu}\p{Ll}{3,15} law)(?!\p{L})/u,
  new RegExp(
    `(?:(?:applicable|governing) law (?:is|shall be) that|submit to the laws?) of (?:the )?${OWN_PART}${PLACE}(?=\\s*(?:[.,;]|$))`,
    "iu",
  ),
  // The value beside a label, with the courts behind it.
  /^\s*(?:قانون|قوانين|أنظمة)\s+([^.،؛\n]{3,60}?)\s*[،؛]\s*و/u,
  /^\s*(?:the )?laws? of (?:the )?([^.,;\n]{3,60}?)\s*[,;]\s*(?:and|with|the courts)/iu,
];

const CLAUSE = /(?<!\p{L})(?:shall|agreement|contract|العقد|الاتفاقية)(?!\p{L})/iu;
/** Maximum words of a country or a state. */
const MOST_WORDS_OF_PLACE = 9;

/** Maximum characters of a value that are searched. */
const LONGEST = 2000;

/** Names of countries with an article. */
const COUNTRY = /^ال(?:مملكة|[إا]مارات|كويت|بحرين|عراق|[أا]ردن|جمهورية|جزائر|مغرب|سودان|يمن|سعودية|دولة)/u;

/** The law that a text names. */
export function lawNamedIn(text: string): string | undefined {
  const law = LAWS.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  if (law === undefined) return undefined;
  // A law of its own keeps its noun: "قانون المالكين والمستأجرين", unlike the law of a country.
  if (/^ال/u.test(law) && !COUNTRY.test(law) && text.includes(`قانون ${law}`)) return `قانون ${law}`;
  // "Subject to the law of Qatar" has its preposition before the article.
  return law.replace(/^لل/u, "ال");
}

/** The governing law in a clause or a short value; undefined for a clause that names none. */
export function lawIn(whole: string): string | undefined {
  const text = whole.slice(0, LONGEST);
  const named = lawNamedIn(text);
  const [place = "", more] = text.split(/(?<=\p{L}{2})\.\s+|[؛;]\s+|[,،]\s+(?=و|and |with )/u, 2);
  const isPlace = more !== undefined && place.trim().split(/\s+/).length <= MOST_WORDS_OF_PLACE &&
    !CLAUSE.test(place);
  if (named === undefined && isPlace) return place;
  const isClause = /^\s*\d{1,2}\.\d|[.;؛]\s*\S/u.test(text) || CLAUSE.test(text);
  return named ?? (isClause ? undefined : text);
}

/** Words that mark the effective date of the contract itself. */
export const OF_CONTRACT =
  /(?<!\p{L})(?:agreement|contract|term|tenancy|lease|appointment|employment|employee|engage[ds]?|engagement|lets?|hires?|effective|commencement|it|(?:ال|ل|لل|و)?(?:عقد|اتفاقية|اتفاق|مدة|إيجار|سريان)(?:ه|ها)?)(?!\p{L})/iu;

const COUNT =
  "(?:\\d+|thirty|sixty|ninety|one|two|three|six|seven|eight|ten|twelve|fourteen)(?:\\s*\\([\\p{L}\\d -]{1,20}\\))?";
const SPAN = `(${COUNT}\\s+(?:calendar\\s+|working\\s+|business\\s+)?(?:days?|weeks?|months?))`;
export const NOTICES = [
  new RegExp(
    `(?:by|giving|upon|on|with|of|not less than|at least)\\s+(?:not less than\\s+|at least\\s+)?${SPAN}(?:['’]s?)?\\s+(?:prior\\s+|advance\\s+)?(?:written\\s+)?notice`,
    "iu",
  ),
  new RegExp(
    `notice(?: period)?(?:\\s+in writing)?(?:\\s*[:：]|\\s+(?:of|is|shall be))\\s+(?:at least\\s+|not less than\\s+)?${SPAN}`,
    "iu",
  ),
  new RegExp(`(?:terminat|cancel|end|withdraw)[^.;]{0,80}?\\s${SPAN}\\s+(?:in advance|beforehand)`, "iu"),
  new RegExp(`${SPAN}(?:['’]s?)?\\s+(?:prior\\s+|advance\\s+)?(?:written\\s+)?notice`, "iu"),
  /(?:مدة|فترة|مهلة|أجل|ميعاد)\s+(?:ال)?(?:إشعار|إخطار|إنذار|تنبيه|إعلام|إبلاغ)(?:\s+(?:قدر|مدت|مقدار)ها?|\s+(?:قدر|مدت)ه|\s+لا تقل عن|\s+تبلغ|\s+هي)?\s*[:：]?\s*((?:[\d٠-٩]+\s*|(?:ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)[ةه]? |(?:ثلاث|ست|تسع)[ون]ي?ن? )(?:يوم[اً]{0,2}|شهر[اً]{0,2}|أشهر|أيام)|شهر(?:ان|ين| واحد)?(?!\p{L}))/u,
  /(?:إشعار|إخطار|إنذار|تنبيه)(?:\s+\p{L}+){0,4}?\s+(?:مدته|مدتها|قبل|خلال|(?:لا|ما) [يت]قل عن|قدره|قدرها|قبلها ب)\s*([\d٠-٩]+\s*يوم[اً]{0,2}|\p{L}+\s+(?:يوم[اً]{0,2}|أشهر|أيام)|شهر(?:ين| واحد)?|[\d٠-٩]+\s*(?:أشهر|شهرا[ً]?|أيام))/u,
  /(?:[يت]خطر|[يت]شعر|[يت]نذر|[يت]بلغ|إبلاغ)(?:\s+\p{L}+){0,5}?\s+(?:قبل|بمدة|خلال)(?:\s+(?:لا|ما) [يت]قل عن)?\s+([\d٠-٩]+\s*(?:يوم[اً]{0,2}|أيام|أشهر|شهرا)|\p{L}+\s+يوم[اً]{0,2}|شهرين|شهر واحد)(?=\s+(?:من|على|قبل)|\s*[.،])/u,
];

/** Clauses that begin with a period of time. */
const BEGINS = [
  new RegExp(`^(?:not less than |at least )?${SPAN}`, "iu"),
  /^(?:لا تقل عن )?([\d٠-٩]+\s*(?:يوم[اً]{0,2}|شهر[اً]{0,2}|أشهر|أيام)|\p{L}+\s+(?:يوم[اً]{0,2}|أيام|أشهر)|شهر(?:ين|ان|اً|ا)?(?!\p{L}))/u,
];
/** Maximum words of a notice period that stands alone. */
const MOST_WORDS_OF_SPAN = 6;

/** The notice period: a short value as it is, "60 days" of "60 days, in writing. Fees remain payable." */
export function noticeIn(text: string): string | undefined {
  const value = text.slice(0, LONGEST).trim();
  // Its unit stands elsewhere, or was not read.
  if (/^[\d٠-٩\s.]*$/u.test(value)) return undefined;
  const isAlone = value.split(/\s+/).length <= MOST_WORDS_OF_SPAN && !/[.;؛]\s/u.test(value);
  const begins = BEGINS.map((pattern) => pattern.exec(value)).find((span) => span !== null);
  // "two months, in writing, from either" is the beginning of a clause.
  const isClause = /[,،].*[,،]/u.test(value) && begins !== undefined;
  if (isAlone && !isClause) return value.replace(/[.\s]+$/u, "");
  return begins?.[1] ?? NOTICES.map((pattern) => pattern.exec(value)?.[1]).find((span) => span !== undefined);
}
