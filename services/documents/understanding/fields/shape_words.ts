/** Words by which values of each kind are known, in both languages. */

/** Spoken languages; the Arabic ones with their article or without. */
const LATIN_LANGUAGES =
  "arabic|english|french|german|spanish|italian|portuguese|russian|turkish|urdu|hindi|persian|farsi|dari|pashto|chinese|mandarin|cantonese|japanese|korean|dutch|flemish|swedish|norwegian|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|bulgarian|greek|serbian|croatian|bosnian|slovenian|albanian|macedonian|ukrainian|belarusian|lithuanian|latvian|estonian|irish|welsh|catalan|basque|galician|maltese|swahili|kiswahili|amazigh|berber|tamazight|kurdish|sorani|tagalog|filipino|cebuano|ilocano|malay|bahasa|indonesian|javanese|thai|vietnamese|khmer|lao|burmese|bengali|bangla|tamil|malayalam|telugu|kannada|marathi|gujarati|punjabi|odia|assamese|konkani|sindhi|kashmiri|nepali|sinhala|sinhalese|dhivehi|hebrew|armenian|georgian|azerbaijani|azeri|uzbek|kazakh|turkmen|tajik|mongolian|yoruba|hausa|igbo|twi|akan|ewe|fante|ga|wolof|fula|fulani|bambara|amharic|tigrinya|oromo|somali|luganda|kinyarwanda|lingala|shona|zulu|isizulu|xhosa|isixhosa|afrikaans|sotho|setswana|tswana|kikuyu|luo|kalenga|kamba|kalenjin|chichewa|malagasy|latin|esperanto|sign language";
const ARABIC_LANGUAGES =
  "عربي|[إا]نجليزي|[إا]نكليزي|فرنسي|[أا]لماني|[إا]سباني|[إا]يطالي|برتغالي|روسي|تركي|[أا]ردي|[أا]وردي|هندي|فارسي|صيني|ياباني|كوري|هولندي|سويدي|يوناني|كردي|[أا]مازيغي|سواحيلي|صومالي|[أا]مهري|عبري|سرياني|[أا]رمني|بنغالي|تاميلي|مالايالامي|ماليزي|ماليا?لامي|[إا]ندونيسي|فلبيني|تاغالوغي|بشتو|بنجابي|[أا]وكراني|بولندي|روماني|نوبي|هوساوي";
export const LANGUAGE = new RegExp(
  `(?<!\\p{L})(?:${LATIN_LANGUAGES})(?!\\p{L})|(?<!\\p{L})و?(?:ال|لل|بال)?(?:${ARABIC_LANGUAGES})[ةه]?(?!\\p{L})`,
  "iu",
);

/** How and when a bill is paid. */
export const TERMS =
  /(?<!\p{L})(?:days?|weeks?|months?|net|cash|cod|c\.o\.d|cad|advance|prepa(?:id|yment)|pre-paid|in full|full payment|credit|che(?:que|ck)|pdc|transfer|instal?lments?|upon|immediate(?:ly)?|due|l\/c|lc|eom|end of month|balance|deposit|payable|paid|pay|completion|milestones?|retention|draft|sight|fortnight|quarterly|monthly|annually|on account|(?:on|upon|after|before|against|of|from) (?:the )?(?:delivery|receipt|invoice|presentation|collection|shipment|order)|following invoice|tage|jours)(?!\p{L})|(?<!\p{L})(?:و|ب|ل|ال|بال|وال)?(?:يوم|أيام|ايام|شهر|أشهر|اشهر|شهران|شهرين|أسبوع|أسابيع|نقد|آجل|اجل|مقدم|دفع|سداد|تحويل|شيك|كمبيال|اعتماد مستندي|فور|أقساط|قسط|تقسيط|حوالة|حساب مفتوح|ذمم|رصيد)|(?:عند|بعد|مقابل|من|قبل|حين) (?:تاريخ )?(?:ال)?(?:استلام|تسليم|فاتورة|توريد|إصدار|اطلاع)/iu;

/** What is paid with. */
export const MEANS =
  /cash(?!ier)|che(?:que|ck)|card|(?<!\p{L})(?:mobile|orange|airtel|mtn|ecocash|wave|e-?|tigo) ?money(?!\p{L})|momo(?!\p{L})|money order|standing order|(?<!\p{L})(?:eft|rtgs|neft|imps|ach|sepa|giro|wire|draft|qr(?: code)?|zelle|venmo|fawry|tabby|tamara|sadad|telebirr|bkash|nagad|easypaisa|wechat|stripe|klarna)(?!\p{L})|visa|master|maestro|amex|american express|transfer|deposit|debit|credit|mada|k-?net|benefit|naps|pay(?!ee|er|roll)|wallet|^bank$|online|(?<!\p{L})pos(?!\p{L})|upi|pesa|contactless|girocard|paypal|direct debit|voucher|mobile money|momo|(?<!\p{L})eft(?!\p{L})|giro|standing order|instapay|fawry|sadad|فوري|إنستاباي|انستاباي|نقد|كاش|شيك|صك|بطاق|تحويل|حوال|شبك[ةه]|مدى|كي[ -]?نت|بنفت|فوري|[إا]نستا ?باي|كمبيال|ماستر|موبايل ?موني|رمز (?:ال)?استجابة|(?<!\p{L})(?:تابي|تمارا|باي)(?!\p{L})|فيزا|محفظ|إيداع|ايداع|^بنك$|دفع|سداد/iu;

const UNITS =
  "(?:days?|weeks?|months?|years?|fortnights?|(?:ال)?(?:يوم(?:ا|اً|ان|ين)?|أيام|ايام|[أا]سبوع(?:ا|اً|ان|ين)?|[أا]سابيع|شهر(?:ا|اً|ان|ين)?|[أا]شهر|شهور|سن[ةه]|سنوات|سنتان|سنتين|عام(?:ا|اً|ان|ين)?|أعوام))";
const COUNTS =
  "(?:\\d{1,3}\\)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|forty-five|sixty|ninety|an?|واحد|اثن(?:ا|ي)ن?|ثلاث[ةه]?|أربع[ةه]?|خمس[ةه]?|ست[ةه]?|سبع[ةه]?|ثماني?[ةه]?|تسع[ةه]?|عشر[ةه]?|ثلاث[وي]ن|أربع[وي]ن|خمس[وي]ن|ست[وي]ن|تسع[وي]ن)";

/** A length of time. */
export const SPAN = new RegExp(`(?<!\\p{L})${UNITS}(?!\\p{L})`, "iu");
/** A number of days, weeks or months. */
export const COUNTED_SPAN = new RegExp(
  `(?<![\\p{L}\\d])${COUNTS}[\\s-]+(?:calendar |working |business )?${UNITS}(?!\\p{L})|(?<!\\p{L})(?:شهر|أسبوع|يوم)(?:ان|ين)(?!\\p{L})`,
  "iu",
);

/** A law by its name, or the noun of one. */
export const LAW =
  /(?<!\p{L})(?:laws?|code|act|statutes?|legislation)(?!\p{L})|قانون|قوانين|أنظمة|نظام|تشريع|شريعة/iu;

/** A text that begins with a law. */
export const LAW_FIRST =
  /^(?:the )?(?:[\p{L}]+ )?laws? of(?!\p{L})|^(?:ال)?(?:قانون|قوانين|أنظمة)(?!\p{L})/iu;

/** Words of legal forms. */
export const FORM_WORDS =
  /^(?:limited|liability|compan(?:y|ies)|with|private|public|joint|stock|civil|single|one|sole|person|owner|proprietor(?:ship)?|establishment|est|free|zone|branch|of|an?|the|foreign|local|gcc|by|shares?|partnership|general|simple|professional|individual|entity|institution|corporation|incorporated|closed|holding|firm|merchant|trader|co-?operative|association|non-?profit|pty|pvt|pte|l\.?l\.?[cp]|w\.?l\.?l|f\.?z\.?[ec]o?|fz|so|s\.?o|ltd|plc|gmbh|ag|s\.?a|s\.?a\.?r\.?l|s\.?a\.?s|s\.?p\.?c|b\.?s\.?c|c|شركة|ذات|(?:ال)?مسؤولية|(?:ال)?محدودة|مساهمة|(?:ال)?عامة|خاصة|مقفلة|مغلقة|(?:ال)?شخص|(?:ال)?واحد|تضامن|توصية|بسيطة|بالأسهم|مؤسسة|منشأة|(?:ال)?فردية|فرد|(?:ال)?فردي|تاجر|فرع|أجنبية|محلية|خليجية|مدنية|مهنية|تعاونية|غير|ربحية|وكيل|خدمات|منطقة|حرة|مالك|قابضة|مكتب|ذ\.?م\.?م|ش\.?م\.?[مل]|ش\.?ذ\.?م\.?م)\.?$/iu;

/** Kinds of bank accounts, and headings of what is listed of one. */
export const ACCOUNT =
  /^(?:your )?account (?:transactions?|activity|summary|details|history|overview|information)$|^(?:حرك[ةه]|حركات|تفاصيل|ملخص) (?:ال)?حساب$|^(?:current|savings?|deposit|checking|business|corporate|salary|call|corrente)(?: [a-z]+)? accounts?$|^(?:ال)?حساب (?:ال)?(?:جار[يٍ]?|جاري|توفير|ودائع|وديعة|استثمار)$/iu;

/** Greetings and closings of letters. */
export const GREETING =
  /^(?:dear(?!\p{L})|sirs?[,:]?$|to whom it may concern|greetings|good (?:morning|day)|تحية|السلام عليكم|سلام|بعد التحية|أما بعد|حضرة السادة$)/iu;
export const CLOSING =
  /^(?:yours (?:sincerely|faithfully|truly)|(?:kind|best|warm) regards|sincerely|و?تفضلوا|و?تقبلوا|مع (?:خالص|أطيب|وافر|فائق))/iu;

/** A last word after which something is missing. */
export const OPEN_END =
  /(?:^|\s)(?:at|by|to|from|for|in|on|with|of|and|or|the|a|an|either|من|إلى|الى|في|عن|على|لدى|مع|أو|و|بين|حتى)$/iu;

/** First words of what is bought or built, which begin a title and no name of a firm. */
export const OF_WORK =
  /^(?:suppl(?:y|ying)|construction|installation|maintenance|provision|renewal|replacement|rehabilitation|repair|drilling|extension|supervision|توريد|إنشاء|صيانة|تجديد|تأهيل|اقتناء|أشغال|طلب|تمديد|تعديل|تنفيذ|شراء|تجهيز|تهيئة)(?!\p{L})/iu;

/** Words of the headings of a CV's sections. */
const SECTION_WORDS =
  "contacts?|personal|details|data|information|particulars|profile|professional|about|me|summary|objectives?|career|key|core|skills?|competenc(?:y|ies)|strengths|languages?|software|computer|technical|education(?:al)?|academic|background|qualifications?|certifications?|certificates?|courses|training|licen[cs]es|work|experience|employment|history|projects|publications|awards|achievements|interests|hobbies|references?|referees|curriculum|vitae|r[ée]sum[ée]|cv|memberships?|declaration|and|of|(?:ال)?(?:تواصل|اتصال|مهارات|لغات|تعليم|خبرات|خبرة|مؤهلات|دورات|تدريب|تدريبية|هوايات|اهتمامات|مراجع|معرفون|أهداف|هدف|وظيفية?|عملية|مهنية|شخصية|شخصي|علمية|أكاديمية|دراسية|سيرة|ذاتية|معلومات|بيانات|نبذة|ملخص|شهادات|برامج|حاسوب|إنجازات|مشاريع)";
/** Headings of the sections of a CV. */
const SECTION = new RegExp(`^(?:(?:${SECTION_WORDS})(?:[\\s&/,:]+|$)){1,4}$`, "iu");
/** The same in letters that stand apart, which a text layer breaks anywhere: "CONTA C T". */
const SPACED_SECTION = new RegExp(`^(?:${SECTION_WORDS}){1,4}$`, "iu");

export function isSection(text: string): boolean {
  return SECTION.test(text.trim()) ||
    (/(?:^|\s)\p{L}(?=\s|$)/u.test(text) && SPACED_SECTION.test(text.replaceAll(" ", "")));
}

/** Words of addresses beside those of streets. */
export const AREA =
  /(?<!\p{L})(?:area|zone|estate|park|tower|floor|building|bldg|block|district|quarter|village|town|city|gate|souq|market|mall|port|airport|highway|corniche|square|centre|center|(?:ال)?(?:منطقة|قطعة|قسيمة|برج|طابق|دور|عمارة|مبنى|بناية|مجمع|محل|معرض|سوق|ميناء|مطار|كورنيش|ميدان|ساحة|نهج|زنقة|جادة|محافظة|مدينة|قرية|ضاحية|منزل|فيلا|شقة|مكتب|مزرعة|كيلو))(?!\p{L})/iu;

export const SEX =
  /^(?:m|f|male|female|man|woman|ذكر|[أا]نثى|h|w)(?:\s*[/|-]?\s*(?:m|f|male|female|ذكر|[أا]نثى))?$/iu;

/** What a paper is issued under, which is none of what it allows: "granted under the Shops Act". */
export const UNDER_LAW =
  /(?<!\p{L})(?:under|pursuant to|by virtue of|in accordance with) (?:the )?(?:[\p{L}'’&]+ ){0,6}(?:laws?|regulations?|rules|act|code|decree|ordinance)(?!\p{L})|(?<!\p{L})(?:بموجب|بمقتضى|استنادا إلى)(?!\p{L})/iu;

/** The rest of the label of a law, and the courts of the next clause. */
export const AROUND_LAW =
  /^(?:applicable|governing)(?!\p{L})|^(?:ال)?(?:واجب[ةه]? التطبيق|مطبق[ةه]?|منطبق[ةه]?|حاكم[ةه]?|ساري[ةه]?)(?!\p{L})|(?<!\p{L})(?:courts?|arbitration)(?!\p{L})|(?<!\p{L})و?(?:ال)?(?:محاكم|محكمة|تحكيم)(?!\p{L})/iu;

/** A government at the head of its offices' papers. */
export const GOVERNMENT = /^(?:the )?government of(?!\p{L})|^حكومة\s/iu;
/** First words of a country's full name, and of some firms. */
export const STATE =
  /^(?:the )?(?:[\p{L}'’]+ ){0,3}(?:republic|kingdom|sultanate) of(?!\p{L})|^(?:ال)?(?:جمهورية|مملكة|سلطنة)\s/iu;

/** Places in which a copy of a letter is kept, behind a name. */
export const FILED =
  /(?:^|[,،–-]\s*)(?:(?:the )?(?:archives?|files?)|(?:ال)?(?:محفوظات|ملف|[أا]رشيف|[أا]ضابير))\s*\.?$/iu;

/** Who has to do with goods or with the paper, without a name: "Consignor and payer". */
export const ROLE_WORDS =
  /^(?:the )?(?:(?:consignor|consignee|payer|payee|shipper|merchant|cardholder|notify party|insured|patient|applicant)(?:\s*(?:and|&|\/|or)\s*|$)){1,3}$|^(?:ال)?(?:مرسل(?: إليه)?|شاحن|ناقل|مؤمن له|مريض|طبيب (?:ال)?معالج|مستفيد|دافع)$/iu;

/** First words of what a paper tells its reader. */
export const TO_READER =
  /^(?:instructions?|notes?|notice|remarks?|guidance|details|terms) (?:to|for|of|about)(?!\p{L})|^(?:تعليمات|ملاحظات|إرشادات|شروط|تنبيه) (?:لل|إلى|حول|عن)/iu;

/** The capital of a firm. */
export const CAPITAL =
  /^(?:(?:paid[- ]?up|share|authori[sz]ed|issued|registered|nominal) )*capital$|^رأس ?ال?مال(?: (?:ال)?(?:مدفوع|مصرح به|مكتتب|مسجل))?$/iu;

/** An office or its head, no person's name. */
export const OFFICE_FIRST =
  /^(?:(?:مديرة?|رئيسة?|أمين|مسؤولة?) )?(?:ال)?(?:دائرة|[إا]دارة|قسم|شعبة|مديرية|وحدة)\s|^(?:the )?(?:department|directorate|section|division|office) of(?!\p{L})/iu;

/** What is asked about a means of payment: "Cheque No". */
export const ASKS_OF_MEANS = /(?<!\p{L})(?:no|number|date|details)\s*[.:]*$|^(?:رقم|تاريخ|نوع)\s\p{L}+$/iu;

/** What a register has of a firm, behind its name. */
export const REGISTERED =
  /[,،]\s*(?:(?:and |with |holder of |holding |under |registered )*(?:c\.\s?r\.|cr (?=\d)|trn|gstin|p\.?\s?o\.|p\.?\s?o\.? box|commercial regist|trade licen[cs]e|registration n|tax (?:no|number|id|reg)|vat (?:no|number|id|reg)|licen[cs]e n)|س\.\s?ت|(?:ال)?سجل (?:ال)?تجاري|(?:ال)?(?:رقم|معرف) (?:ال)?ضريبي|ص\.\s?ب)/iu;

/** The office of somebody in a body, which is named above: "Office of the District Engineer". */
export const OFFICE_OF_POST =
  /^(?:the )?office of the (?:[\p{L}&]+ ){0,4}(?:superintendent|director|engineer|registrar|manager|officer|secretary|commissioner|controller|accountant|head|principal|dean|treasurer|administrator)(?!\p{L})|^مكتب (?:ال)?(?:مديرة?|رئيس|مسجل|عميد|أمين)(?!\p{L})/iu;

/** Titles of papers, with which only a firm's name begins. */
export const TITLE_FIRST =
  /^(?:(?:tax |pro ?forma |commercial |e-?)?invoice|receipt voucher|payment voucher|purchase order|statement of account|فاتورة|[إا]يصال|سند (?:قبض|صرف)|عرض (?:ال)?(?:سعر|أسعار)|أمر (?:شراء|توريد)|كشف حساب)(?!\p{L})/iu;

/** An address of mail or of a site. */
export const ONLINE = /[^\s@]@[^\s@]+\.\p{L}|(?<!\p{L})(?:www\.|https?:)/iu;
