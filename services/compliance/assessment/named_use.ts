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
const near = (word: string, other: string) =>
  new RegExp(`(?:${word}).{0,60}(?:${other})|(?:${other}).{0,60}(?:${word})`, "u");

/** Arabic words by themselves, with what is written together with them. */
const words = (some: string) => `(?<!\\p{L})(?:[وفبلك]?ال|لل|[وفبلك])?(?:${some})(?!\\p{L})`;

const PEOPLE = "citizens?|residents?|people|persons?|population|individuals?|inhabitants";
const CONDUCT = "social|behavio|conduct|trustworth|loyal|moral|lifestyle|obedien";
const PEOPLE_AR = "مواطن|مقيمين|سكان|افراد|اشخاص|ناس";
const CONDUCT_AR = "سلوك|ولا[ءئ]|جداره اجتماعيه|اخلاق|طاعه";

// Words as `fold` leaves them, dashes and underscores as spaces.
const USES: readonly UseWords[] = [
  prohibited(
    "social scoring",
    "التقييم الاجتماعي للأفراد",
    /social (?:credit|scor|rating|rank)/u,
    // "ranks residents by behaviour", in any order and wording of the three.
    near("\\bscor(?:e|es|ing)\\b|\\brat(?:e|es|ing)\\b|\\brank", `(?:${PEOPLE}) .{0,30}(?:${CONDUCT})`),
    near("\\bscor(?:e|es|ing)\\b|\\brat(?:e|es|ing)\\b|\\brank", `(?:${CONDUCT}) .{0,30}(?:${PEOPLE})`),
    near("تقييم|تصنيف|تنقيط|ترتيب|نقاط", `(?:${PEOPLE_AR}).{0,30} [وبلك]?(?:ال)?(?:${CONDUCT_AR})`),
    near("تقييم|تصنيف|تنقيط|ترتيب|نقاط", `(?:${CONDUCT_AR}).{0,30} [وبلك]?(?:ال)?(?:${PEOPLE_AR})`),
    /(?:تقييم|تصنيف|تنقيط|ائتمان|رصيد|نقاط) (?:ال)?(?:اجتماعي|سلوك (?:ال)?(?:مواطن|سكان|افراد))/u,
  ),
  prohibited(
    "manipulation or use of a weakness",
    "التلاعب أو استغلال الضعف",
    /sublimin|(?:behaviou?ral|psychological|emotional) manipulati/u,
    near("manipulati", "people|users|voters|citizens|consumers|children|opinion|behaviou?r"),
    near("exploit", "vulnerable|children|elderly|weakness"),
    /دون (?:ال)?وعي|لا شعوري/u,
    near(words("تلاعب"), "سلوك|نفسي|راي|ناخب|مستخدم|عقول|مواطن|جمهور|اطفال"),
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
    near(words("كشط|سحب"), "وجوه"),
    near(words("جمع"), "وجوه .{0,40}(?:انترنت|كاميرات|عشوائي|غير موج)"),
    /جمع (?:ال)?(?:عشوائي|غير (?:ال)?موجه) .{0,30}وجوه/u,
  ),
  prohibited(
    "emotion recognition at work or in education",
    "التعرف على المشاعر في العمل أو التعليم",
    near(
      "emotion|mood|affective",
      "\\bwork(?:place|er|force|\\b)|employ|\\bstaff|school|student|pupil|classroom|educat|call cent",
    ),
    near(
      "مشاعر|انفعال|عواطف|مزاج",
      words("موظف(?:ين|ون|ات)?|عمال|عاملين|عمل|مدرسه|مدارس|طلاب|طلبه|تلاميذ|تعليم|جامع(?:ه|ات)"),
    ),
  ),
  prohibited(
    "biometric categorisation by sensitive traits",
    "التصنيف البيومتري بحسب السمات الحساسة",
    /biometric categori[sz]/u,
    near(
      "biometric|facial|\\bfaces?\\b",
      "\\brace\\b|ethnic|religio|sexual orient|political|trade union",
    ),
    near(
      `بيومتري|سمات حيويه|وجوه|${words("وجه")}`,
      `${words("عرق|دين|ديانه|طائفه|مذهب")}|ميول|توجه سياسي`,
    ),
  ),
  prohibited(
    "remote biometric identification in public, live",
    "تحديد الهوية البيومتري عن بعد في الأماكن العامة مباشرةً",
    near(
      "public (?:space|place|area|square)|in public|streets?\\b|crowds?\\b|mass surveil|cctv|stadium",
      "(?:biometric|facial|\\bface) (?:id|recog|surveil)",
    ),
    near(
      "(?:تعرف|تحديد|مراقبه) .{0,20}(?:وجوه|وجه|بيومتري|حيويه)",
      "اماكن (?:ال)?عامه|شارع|شوارع|حشود|ميادين|ملاعب",
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
    near("تعرف|مصادقه", `وجوه|${words("وجه")}|بصم|بيومتري|سمات حيويه`),
  ),
  highRisk(
    "employment",
    "التوظيف",
    /recruit|\bhiring|\b(?:cv|resume|candidate|applicant)s? (?:screen|rank|scor|filter|select)|employee (?:monitor|evaluat|scor)|promotion decision/u,
    /توظيف|فرز (?:ال)?(?:سير|متقدمين|مرشحين)|تقييم (?:ال)?(?:موظف|مرشح)|اختيار (?:ال)?مرشح/u,
  ),
  highRisk(
    "creditworthiness",
    "الجدارة الائتمانية",
    /credit ?(?:scor|worth|rating|decision)|loan (?:approv|decision|scor)/u,
    near("(?:life|health) insurance", "pric|underwrit|\\brisk|premium"),
    /جداره (?:ال)?ائتماني|تصنيف (?:ال)?ائتماني|تقييم (?:ال)?ائتماني|(?:منح|موافقه علي) (?:ال)?(?:قروض|قرض|ائتمان)/u,
    near("تامين (?:ال)?(?:صحي|علي الحياه)", "تسعير|اكتتاب|مخاطر|اقساط"),
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
    /law enforcement|polic(?:e|ing)|border control|asylum|visa (?:decision|scor|screen)|immigration|sentencing|\bjudicial|\bcourts?\b|\bvoters?\b|\belections?\b/u,
    /انفاذ (?:ال)?قانون|شرطه|مراقبه (?:ال)?حدود|لجوء|هجره|قضائي|محكمه|محاكم|انتخاب|ناخب/u,
  ),
  highRisk(
    "critical infrastructure",
    "البنية التحتية الحرجة",
    /critical infrastructure|power grid|water supply|traffic control|autonomous (?:driv|vehicle)|safety component/u,
    /بنيه (?:ال)?تحتيه (?:ال)?(?:حرجه|حيويه)|شبكه (?:ال)?كهرباء|امداد (?:ال)?مياه|قياده ذاتيه|مكون سلامه/u,
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
