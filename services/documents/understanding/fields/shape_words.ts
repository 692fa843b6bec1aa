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
  /(?<!\p{L})(?:days?|weeks?|months?|net|cash|cod|c\.o\.d|cad|advance|prepa(?:id|yment)|pre-paid|in full|full payment|credit|che(?:que|ck)|pdc|transfer|instal?lments?|upon|immediate(?:ly)?|due|l\/c|lc|eom|end of month|balance|deposit|payable|paid|pay|completion|milestones?|retention|draft|sight|fortnight|quarterly|monthly|annually|on account|(?:on|upon|after|before|against|of|from) (?:the )?(?:delivery|receipt|invoice|presentation|collection|shipment|order)|following invoice|tage|jours)(?!\p{L})|(?<!\p{L})\p{Script=Arabic}{0,3}(?:يوم|أيام|ايام|شهر|أشهر|اشهر|شهران|شهرين|أسبوع|أسابيع|نقد|آجل|اجل|مقدم|دفع|سداد|تحويل|شيك|كمبيال|اعتماد مستندي|فور|أقساط|قسط|تقسيط|حوالة|حساب مفتوح|ذمم|رصيد)|(?:عند|بعد|مقابل|من|قبل|حين) (?:تاريخ )?(?:ال)?(?:استلام|تسليم|فاتورة|توريد|إصدار|اطلاع)/iu;

/** What is paid with. */
export const MEANS =
  /cash(?!ier)|che(?:que|ck)|card|visa|master|maestro|amex|american express|transfer|deposit|debit|credit|mada|k-?net|benefit|naps|pay(?!ee|er|roll)|wallet|bank|online|(?<!\p{L})pos(?!\p{L})|upi|pesa|contactless|girocard|paypal|direct debit|voucher|نقد|كاش|شيك|صك|بطاق|تحويل|حوال|شبك[ةه]|مدى|كي نت|فيزا|محفظ|إيداع|ايداع|بنك|دفع|سداد/iu;

/** A length of time. */
export const SPAN =
  /(?<!\p{L})(?:days?|weeks?|months?|years?|fortnight)(?!\p{L})|(?:يوم|أيام|ايام|أسبوع|اسبوع|أسابيع|شهر|أشهر|اشهر|سنة|سنوات|عام)/iu;

/** A law by its name, or the noun of one. */
export const LAW =
  /(?<!\p{L})(?:laws?|code|act|statutes?|legislation)(?!\p{L})|قانون|قوانين|أنظمة|نظام|تشريع|شريعة/iu;

/** Headings of other clauses, which may stand below that of the law. */
export const CLAUSE_HEADING =
  /^(?:confidentiality|force majeure|termination|liability|indemnity|insurance|payment|notices?|assignment|disputes?|arbitration|amendments?|warrant(?:y|ies)|entire agreement|severability|general|miscellaneous|signatures?|jurisdiction|(?:ال)?(?:سرية|قوة القاهرة|إنهاء|فسخ|مسؤولية|تأمين|دفع|إشعارات|إخطارات|تنازل|نزاعات|منازعات|تحكيم|تعديلات?|ضمان|أحكام عامة|توقيعات?))$/iu;

/** Who is who in a contract. */
export const ROLE =
  /^(?:the )?(?:contractor|sub-?contractor|client|customer|supplier|vendor|buyer|seller|lessor|lessee|landlord|tenant|employer|employee|consultant|company|parties|party|(?:ال)?(?:مقاول|عميل|مورد|مشتري|بائع|مؤجر|مستأجر|مالك|عامل|استشاري|طرف(?:ان|ين)?(?: (?:ال)?(?:أول|ثاني))?))$/iu;

/** Forms of companies. */
export const LEGAL_FORM =
  /compan(?:y|ies)|establish|liability|proprietor|partnership|branch|corporat|limited|individual|person|institution|joint|stock|public|private|civil|co-?operative|association|foundation|trust|free zone|office|sole|l\.?l\.?[cp]|w\.?l\.?l|f\.?z\.?[ec]|ltd|plc|gmbh|s\.?a\.?r\.?l|s\.?p\.?c|b\.?s\.?c|شرك|مؤسس|منشأ|فرع|فردي|تضامن|توصية|مساهم|مسؤولي|محدود|شخص|تعاون|جمعي|مدني|مهني|مكتب|وكال|ذ\.?م\.?م|ش\.?م/iu;

/** Kinds of bank accounts. */
export const ACCOUNT =
  /^(?:current|savings?|deposit|checking|business|corporate|salary|call|corrente)(?: [a-z]+)? accounts?$|^(?:ال)?حساب (?:ال)?(?:جار[يٍ]?|جاري|توفير|ودائع|وديعة|استثمار)$/iu;

/** Greetings and closings of letters. */
export const GREETING =
  /^(?:dear(?!\p{L})|sirs?[,:]?$|to whom it may concern|greetings|good (?:morning|day)|تحية|السلام عليكم|سلام|بعد التحية|أما بعد|حضرة السادة$)/iu;
export const CLOSING =
  /^(?:yours (?:sincerely|faithfully|truly)|(?:kind|best|warm) regards|sincerely|و?تفضلوا|و?تقبلوا|مع (?:خالص|أطيب|وافر|فائق))/iu;

/** A last word after which something is missing. */
export const OPEN_END =
  /(?:^|\s)(?:at|by|to|from|for|in|on|with|of|and|or|the|a|an|من|إلى|الى|في|عن|على|لدى|مع|أو|و|بين|حتى)$/iu;

/** Headings of the sections of a CV. */
export const SECTION =
  /^(?:contacts?|personal|details|(?:personal|contact) (?:details|data|information)|profile|about(?: me)?|summary|objective|(?:key |core )?skills|languages?|software|education|qualifications|certifications?|certificates|courses|training|(?:work |professional )?experience|employment(?: history)?|career|projects|publications|awards|interests|hobbies|references|curriculum vitae|r[ée]sum[ée]|cv|(?:ال)?(?:تواصل|اتصال|مهارات|لغات|تعليم|خبرات|مؤهلات|دورات|هوايات|مراجع|أهداف)|(?:ال)?خبرات (?:ال)?(?:عملية|مهنية)|(?:ال)?سيرة (?:ال)?ذاتية|(?:معلومات|بيانات) (?:ال)?(?:شخصية|تواصل|اتصال)|نبذة(?: شخصية)?)$/iu;

/** Words of addresses beside those of streets. */
export const AREA =
  /(?<!\p{L})(?:area|zone|estate|park|tower|floor|building|bldg|block|district|quarter|village|town|city|gate|souq|market|mall|port|airport|highway|corniche|square|centre|center|(?:ال)?(?:منطقة|قطعة|قسيمة|برج|طابق|دور|عمارة|مبنى|بناية|مجمع|محل|معرض|سوق|ميناء|مطار|كورنيش|ميدان|ساحة|نهج|زنقة|جادة|محافظة|مدينة|قرية|ضاحية|منزل|فيلا|شقة|مكتب|مزرعة|كيلو))(?!\p{L})/iu;

/** Marital status and documents, which stand beside a nationality. */
export const STATUS =
  /^(?:single|married|divorced|widowed|unmarried|أعزب|عزباء|متزوجة?|مطلقة?|أرملة?)$|licen[cs]e|visa|passport|رخصة|إقامة|جواز|تأشيرة/iu;

export const SEX =
  /^(?:m|f|male|female|man|woman|ذكر|[أا]نثى|h|w)(?:\s*[/|-]?\s*(?:m|f|male|female|ذكر|[أا]نثى))?$/iu;
