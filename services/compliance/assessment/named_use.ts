import { fold } from "lib/fold.ts";
import type { Bilingual } from "../catalogue/bilingual.ts";
import type { RiskLevel } from "./vocabulary.ts";

/** A use that a description names, and the risk that the EU AI Act (Regulation (EU) 2024/1689) gives it at least. */
export interface NamedUse {
  risk: Extract<RiskLevel, "high" | "unacceptable">;
  use: Bilingual;
}

interface UseWords extends NamedUse {
  words: RegExp[];
}

const prohibited = (en: string, ar: string, ...words: RegExp[]): UseWords => ({
  risk: "unacceptable",
  use: { en: `${en} (EU AI Act, Art. 5)`, ar: `${ar} (قانون الذكاء الاصطناعي الأوروبي، المادة 5)` },
  words,
});
const highRisk = (en: string, ar: string, ...words: RegExp[]): UseWords => ({
  risk: "high",
  use: { en: `${en} (EU AI Act, Annex III)`, ar: `${ar} (قانون الذكاء الاصطناعي الأوروبي، الملحق الثالث)` },
  words,
});

/** Both orders of two groups of words, at most 60 characters apart. */
const near = (one: string, other: string) =>
  new RegExp(`(?:${one}).{0,60}(?:${other})|(?:${other}).{0,60}(?:${one})`, "u");

// Words as `fold` leaves them, dashes and underscores as spaces.
const USES: readonly UseWords[] = [
  prohibited(
    "social scoring",
    "التقييم الاجتماعي للأفراد",
    /social (?:credit|scor|rating|rank)/u,
    near("scor(?:e|ing)|rating|ranking", "citizens?'? (?:behavio|conduct|trust|loyal)"),
    /(?:تقييم|تصنيف|تنقيط|ائتمان|رصيد|نقاط) (?:ال)?(?:اجتماعي|سلوك (?:ال)?(?:مواطن|سكان|افراد))/u,
  ),
  prohibited(
    "manipulation or use of a weakness",
    "التلاعب أو استغلال الضعف",
    /sublimin|manipulati(?:on|ng|ve)|dark pattern/u,
    near("exploit", "vulnerab|children|elderly|weakness"),
    /(?:^|\s)(?:ال)?تلاعب|دون (?:ال)?وعي|لا شعوري/u,
    near("استغلال", "ضعف|اطفال|مسنين|كبار السن"),
  ),
  prohibited(
    "prediction of crimes by profiling",
    "التنبؤ بالجرائم بالتنميط",
    /predictive (?:polic|crime)|pre crime/u,
    near("predict|forecast|likelihood|profil", "(?:commit|individual|future|re)[ -]?(?:crim|offen)|crimin"),
    near("تنبؤ|توقع|احتمال", "جرائم|جريمه|اجرام|مجرم"),
  ),
  prohibited(
    "untargeted collection of faces",
    "الجمع غير الموجَّه لصور الوجوه",
    near("scrap|harvest|crawl", "\\bfaces?\\b|facial"),
    near("كشط|جمع|سحب", "صور الوجوه|وجوه"),
  ),
  prohibited(
    "emotion recognition at work or in education",
    "التعرف على المشاعر في العمل أو التعليم",
    near("emotion|mood|affective", "\\bwork|employ|\\bstaff|school|student|pupil|classroom|educat|call cent"),
    near("مشاعر|انفعال|عواطف|مزاج", "عمل|موظف|عامل|عمال|مدرس|مدارس|طلاب|طلبه|تعليم|جامع"),
  ),
  prohibited(
    "biometric categorisation by sensitive traits",
    "التصنيف البيومتري بحسب السمات الحساسة",
    /biometric categori[sz]/u,
    near(
      "biometric|facial|\\bface",
      "\\brace\\b|ethnic|religio|sexual orient|political|trade union",
    ),
    near("بيومتري|حيوي|وجوه|وجه", "عرق|دين|ديان|طائف|مذهب|ميول|توجه سياسي"),
  ),
  prohibited(
    "remote biometric identification in public, live",
    "تحديد الهوية البيومتري عن بعد في الأماكن العامة مباشرةً",
    near(
      "real ?time|\\blive\\b|remote|mass|public|street|crowd",
      "(?:biometric|facial|face) (?:id|recog|surveil)",
    ),
    near(
      "(?:تعرف|تحديد|مراقبه) .{0,20}(?:وجوه|وجه|بيومتري|حيوي)",
      "فوري|مباشر|لحظي|اماكن (?:ال)?عامه|(?:ال)?عامه|شارع|شوارع|حشود",
    ),
  ),
  prohibited(
    "intimate pictures without consent",
    "صور حميمة بلا موافقة",
    /nudif|undress(?:ing)? /u,
    /تعريه (?:ال)?صور/u,
  ),
  highRisk(
    "biometrics",
    "القياسات الحيوية",
    /biometric|(?:facial|face) (?:id|recog)|emotion recog|iris recog/u,
    near("تعرف|مصادقه", "وجوه|وجه|بصم|بيومتري|حيوي|مشاعر"),
  ),
  highRisk(
    "employment",
    "التوظيف",
    /recruit|hiring|\b(?:cv|resume|candidate|applicant)s? (?:screen|rank|scor|filter|select)|employee (?:monitor|evaluat|scor)|promotion decision/u,
    /توظيف|فرز (?:ال)?(?:سير|متقدمين|مرشحين)|تقييم (?:ال)?(?:موظف|مرشح)|اختيار (?:ال)?مرشح/u,
  ),
  highRisk(
    "creditworthiness",
    "الجدارة الائتمانية",
    /credit ?(?:scor|worth|rating|decision)|loan (?:approv|decision|scor)|(?:life|health) insurance/u,
    /جداره (?:ال)?ائتماني|تصنيف (?:ال)?ائتماني|تقييم (?:ال)?ائتماني|(?:منح|موافقه علي) (?:ال)?(?:قروض|قرض|ائتمان)|تامين (?:ال)?(?:صحي|علي الحياه)/u,
  ),
  highRisk(
    "education",
    "التعليم",
    /exam (?:scor|grad|proctor)|proctoring|student (?:admission|grading|scor)|admissions? decision|essay grading/u,
    /قبول (?:ال)?(?:طلاب|طلبه)|تصحيح (?:ال)?(?:امتحان|اختبار)|مراقبه (?:ال)?(?:امتحان|اختبار)|تقييم (?:ال)?(?:طلاب|طلبه)/u,
  ),
  highRisk(
    "essential services",
    "الخدمات الأساسية",
    /benefits? (?:eligib|decision)|welfare|eligibility (?:for|of|decision)|emergency (?:call|dispatch|triage)|medical (?:diagnos|triage)|patient triage/u,
    /(?:استحقاق|اهليه) (?:ال)?(?:دعم|اعان|منافع|معون)|(?:ال)?(?:دعم|ضمان) (?:ال)?اجتماعي|بلاغات (?:ال)?طوارئ|تشخيص (?:ال)?(?:طبي|مرض)|فرز (?:ال)?(?:مرضي|حالات)/u,
  ),
  highRisk(
    "law enforcement, borders, courts or elections",
    "إنفاذ القانون أو الحدود أو المحاكم أو الانتخابات",
    /law enforcement|polic(?:e|ing)|border control|asylum|visa (?:decision|scor|screen)|immigration|sentencing|judicial|\bcourt|\bvoters?\b|election/u,
    /انفاذ (?:ال)?قانون|شرط(?:ه|ي)|مراقبه (?:ال)?حدود|لجوء|هجره|قضائي|محكمه|محاكم|انتخاب|ناخب/u,
  ),
  highRisk(
    "critical infrastructure",
    "البنية التحتية الحرجة",
    /critical infrastructure|power grid|water supply|traffic control|autonomous (?:driv|vehicle)|safety component/u,
    /بنيه (?:ال)?تحتيه|شبكه (?:ال)?كهرباء|امداد (?:ال)?مياه|قياده ذاتيه|مكون سلامه/u,
  ),
];

// "Detection of manipulation" watches for the practice; it does not practise it.
const AGAINST =
  /detect|prevent|against|protect|anti|fraud|counter|moderat|awareness|compliance with|كشف|منع|مكافح|حمايه|توعي|رصد (?:ال)?(?:تلاعب|احتيال)/u;

/**
 * The gravest use that a description names in English or Arabic; undefined where it names none. A description that
 * speaks of watching or preventing a practice is not taken for practising it.
 */
export function namedUse(description: string): NamedUse | undefined {
  const text = fold(description).replace(/[^\p{L}\p{N}']+/gu, " ").trim();
  const named = USES.filter(({ words }) => words.some((pattern) => pattern.test(text)));
  const gravest = named.find(({ risk }) => risk === "unacceptable" && !AGAINST.test(text)) ??
    named.find(({ risk }) => risk === "high");
  return gravest && { risk: gravest.risk, use: gravest.use };
}
