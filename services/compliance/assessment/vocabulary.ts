import { fold } from "lib/fold.ts";
import type { Situation } from "../catalogue/framework.ts";

export const RISK_LEVELS = ["minimal", "limited", "high", "unacceptable"] as const;
export type RiskLevel = typeof RISK_LEVELS[number];

/** The closed set of words for each level; words such as "risk" or «مخاطر» around them are left out first. */
const RISK: Record<RiskLevel, string> = {
  minimal:
    "minimal low very_low none no little negligible منخفض منخفضه منخفض_جدا منخفضه_جدا ضئيل ضئيله متدن متدنيه محدود_جدا محدوده_جدا",
  limited: "limited medium moderate متوسط متوسطه محدود محدوده",
  high:
    "high very_high critical severe عالي عاليه عال عالي_جدا عاليه_جدا مرتفع مرتفعه مرتفع_جدا مرتفعه_جدا حرج حرجه جسيم جسيمه",
  unacceptable:
    "unacceptable not_acceptable prohibited banned forbidden محظور محظوره ممنوع ممنوعه غير_مقبول غير_مقبوله مرفوض مرفوضه",
};
const RISK_WORDS = new Set("risk risks level مخاطر مخاطره خطر خطوره مستوي ذو ذات".split(" ").map(fold));

const DATA: Record<string, string> = {
  personal: "personal pii personal_data شخصيه بيانات_شخصيه",
  sensitive: "sensitive special_category special_categories حساسه بيانات_حساسه",
  biometric: "biometric biometrics حيويه بيومتريه",
  health: "health medical phi صحيه طبيه",
  genetic: "genetic جينيه وراثيه",
  financial: "financial finance payment ماليه",
  credit: "credit ائتمانيه",
  criminal: "criminal judicial جنائيه",
  children: "children child minors اطفال قاصرين",
  location: "location geolocation موقع",
  employment: "employment hr وظيفيه",
  public: "public open عامه",
  anonymous: "anonymous anonymized anonymised مجهوله",
  synthetic: "synthetic اصطناعيه",
};
const NOT_PERSONAL = new Set(["public", "anonymous", "synthetic"]);
const SENSITIVE = new Set(["biometric", "health", "genetic", "criminal"]);

const REGION: Record<string, string> = {
  "AE": "ae uae united_arab_emirates emirates الامارات الامارات_العربيه_المتحده",
  "AE-DU": "ae_du dubai دبي",
  "AE-DIFC": "ae_difc difc مركز_دبي_المالي_العالمي",
  "AE-ADGM": "ae_adgm adgm سوق_ابوظبي_العالمي",
  "SA": "sa ksa saudi saudi_arabia السعوديه المملكه_العربيه_السعوديه",
  "QA": "qa qatar قطر",
  "OM": "om oman عمان سلطنه_عمان",
  "BH": "bh bahrain البحرين",
  "KW": "kw kuwait الكويت",
  "GCC": "gcc gulf الخليج دول_مجلس_التعاون",
  "EU":
    "eu european_union europe at be bg hr cy cz dk ee fi fr de gr hu ie it lv lt lu mt nl pl pt ro sk si es se الاتحاد_الاوروبي",
  "US": "us usa united_states الولايات_المتحده",
  "global": "global worldwide international عالمي",
};

/** The risk level that a text names; undefined for anything outside the closed set. */
export function riskLevel(text: string): RiskLevel | undefined {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=.{3})/u, "")).filter((word) => word && !RISK_WORDS.has(word));
  const named = words.join("_");
  return RISK_LEVELS.find((level) => RISK[level].split(" ").map(fold).includes(named));
}

/** Kinds of data with what they imply; an unknown kind counts as every stricter kind. */
export function dataTypes(texts: string[]): { values: Set<string>; unknown: string[] } {
  const values = new Set<string>();
  const unknown: string[] = [];
  for (const text of texts) {
    const category = Object.keys(DATA).find((kind) => spells(DATA[kind] ?? "", text));
    if (!category) {
      unknown.push(text);
      for (const kind of ["personal", "sensitive", "children", "health", "financial"]) values.add(kind);
      continue;
    }
    values.add(category);
    if (normal(text) === "phi") values.add("personal");
    if (SENSITIVE.has(category)) values.add("sensitive");
    if (!NOT_PERSONAL.has(category)) values.add("personal");
  }
  return { values, unknown };
}

/** A region's code; undefined when it is not known. */
export function regionCode(text: string): string | undefined {
  return Object.keys(REGION).find((code) => spells(REGION[code] ?? "", text));
}

/** Whether a framework of `frameworkRegion` applies to a deployment in `region`. */
export function regionApplies(frameworkRegion: string, region: string | undefined): boolean {
  if (frameworkRegion === "global" || region === undefined || region === "global") return true;
  if (region === "GCC") return !["EU", "US"].includes(frameworkRegion);
  // Federal law holds in the emirates; the financial free zones have data protection law of their own.
  return frameworkRegion === region || frameworkRegion === "AE" && region === "AE-DU";
}

const USES: [Situation, RegExp][] = [
  [
    "language_model",
    /chat|assistant|llm|\bgpt|foundation.?model|transformer|language|generative|agent|\brag\b|copilot|translation|summar|مساعد|محادث|لغوي|توليدي|وكيل/,
  ],
  ["retrieval", /\brag\b|retriev|search|knowledge|استرجاع|بحث/],
  ["marketing", /market|advert|recommend|campaign|تسويق|اعلان|توصيات/],
  ["generates_content", /generat|image|video|voice|chat|assistant|copilot|writ|deepfake|توليد|محادث|صور/],
];
const KINDS =
  /classif|predict|scor|vision|recogn|detect|decision|automation|analytics|robot|ocr|speech|تصنيف|تنبؤ|رؤيه|تعرف|قرار|تحليل/;

/** The uses of a type of system, and whether the word was understood; an unknown type counts as every use. */
export function usesOf(systemType: string): { uses: Set<Situation>; known: boolean } {
  const text = fold(systemType);
  const uses = USES.filter(([, pattern]) => pattern.test(text)).map(([use]) => use);
  const known = uses.length > 0 || KINDS.test(text);
  return { uses: new Set(known ? uses : USES.map(([use]) => use)), known };
}

function normal(text: string): string {
  return fold(text).trim().replace(/[\s-]+/g, "_");
}

function spells(words: string, text: string): boolean {
  return words.split(" ").map(fold).includes(normal(text));
}
