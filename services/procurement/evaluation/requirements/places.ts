/** Maps cities to countries. An item that is kept in another country does not satisfy the requirement. */
import { memoised, REQUIREMENT_TEXTS } from "./memoised.ts";
import { requirementStem } from "./words.ts";

/** Folded names; the first of a row is the country. */
const ROWS = [
  "uae|emirates|united arab emirates|dubai|abu dhabi|sharjah|ajman|fujairah|ras al khaimah|al ain|امارات|دبي|ابوظبي|ابو ظبي|شارقه|عجمان|فجيره|راس خيمه",
  "ksa|saudi arabia|saudi|riyadh|jeddah|dammam|mecca|makkah|madinah|medina|tabuk|khobar|سعوديه|رياض|جده|دمام|مكه|مدينه منوره|تبوك|خبر",
  "qatar|doha|lusail|قطر|دوحه|لوسيل",
  "oman|muscat|salalah|sohar|duqm|nizwa|sultanate|عمان|مسقط|صلاله|صحار|دقم|نزوي",
  "kuwait|كويت",
  "bahrain|manama|بحرين|منامه",
  "egypt|cairo|alexandria|مصر|قاهره|اسكندريه",
  "jordan|amman|اردن",
  "lebanon|beirut|لبنان|بيروت",
  "iraq|baghdad|basra|عراق|بغداد|بصره",
  "india|mumbai|delhi|bangalore|bengaluru|بنغالور|بنجالور|chennai|hyderabad|gujarat|kerala|هند|مومباي|دلهي|غوجارات|جوجارات",
  "pakistan|karachi|lahore|islamabad|باكستان|كراتشي|لاهور",
  "china|shanghai|shenzhen|beijing|guangzhou|hong kong|صين|شنغهاي|شنجن|بكين|غوانزو",
  "germany|frankfurt|munich|berlin|hamburg|المانيا|فرانكفورت|ميونخ|برلين|هامبورغ",
  "ireland|dublin|ايرلندا|دبلن",
  "uk|united kingdom|britain|england|london|manchester|بريطانيا|انجلترا|لندن|مملكه متحده",
  "france|paris|lyon|marseille|فرنسا|باريس|ليون",
  "netherlands|amsterdam|rotterdam|هولندا|امستردام|روتردام",
  "belgium|brussels|بلجيكا|بروكسل",
  "italy|milan|rome|turin|ايطاليا|ميلانو|روما",
  "spain|madrid|barcelona|اسبانيا|مدريد|برشلونه",
  "switzerland|zurich|geneva|سويسرا|زيورخ|جنيف",
  "turkey|turkiye|istanbul|ankara|izmir|تركيا|اسطنبول|انقره",
  "usa|united states|america|virginia|oregon|texas|new york|california|chicago|الولايات متحده|امريكا|فرجينيا|تكساس|نيويورك|كاليفورنيا",
  "canada|toronto|montreal|كندا|تورنتو",
  "singapore|سنغافوره",
  "malaysia|kuala lumpur|ماليزيا|كوالالمبور",
  "japan|tokyo|osaka|يابان|طوكيو",
  "korea|seoul|كوريا|سيول",
  "philippines|manila|فلبين|مانيلا",
  "poland|warsaw|krakow|بولندا|وارسو",
  "russia|moscow|روسيا|موسكو",
  "ukraine|kyiv|kiev|اوكرانيا|كييف",
  "brazil|البرازيل|برازيل",
  "australia|sydney|melbourne|استراليا|سيدني",
  "finland|sweden|norway|denmark|فنلندا|السويد|النرويج|الدنمارك|سويد|نرويج|دنمارك",
];
const GULF = ["uae", "ksa", "qatar", "oman", "kuwait", "bahrain"];
const THE_UNION = /\beu\b|\beuropean union\b|(?<!\p{L})(?:ال)?اتحاد (?:ال)?اوروبي(?!\p{L})/u;
const UNION = [
  "germany",
  "ireland",
  "france",
  "netherlands",
  "belgium",
  "italy",
  "spain",
  "poland",
  "finland",
];
const THE_GULF = /\bgcc\b|\bgulf cooperation\b|(?<!\p{L})(?:ال)?مجلس (?:ال)?تعاون(?!\p{L})|\bgulf states\b/u;

/** References to the buyer's country without its name; buyers are in the Gulf. */
const THE_COUNTRY =
  /\b(?:in|inside|within) (?:the |this )?(?:country|kingdom|sultanate|state)\b|(?<!\p{L})(?:داخل|في|ضمن) (?:ال)?(?:دوله|مملكه|سلطنه|بلد|بلاد)(?!\p{L})/u;

const PLACES: [RegExp, string][] = ROWS.map((row) => {
  const names = row.split("|");
  const arabic = names.filter((name) => /\p{Script=Arabic}/u.test(name)).map((name) =>
    name.replaceAll(" ", " (?:ال)?")
  );
  const latin = names.filter((name) => !/\p{Script=Arabic}/u.test(name));
  return [
    new RegExp(
      `\\b(?:${latin.join("|")})\\b|(?<!\\p{L})[وف]?(?:ال|بال|لل|ب|ل)?(?:${arabic.join("|")})(?!\\p{L})`,
      "u",
    ),
    names[0] ?? "",
  ];
});

/** The countries that a normalized text names, directly or by a city. */
export const countriesIn: (normal: string) => string[] = memoised((normal) => {
  const named = PLACES.filter(([pattern]) => pattern.test(normal)).map(([, country]) => country);
  const unnamed = named.length === 0 && THE_COUNTRY.test(normal);
  const members = [...THE_GULF.test(normal) || unnamed ? GULF : [], ...THE_UNION.test(normal) ? UNION : []];
  return members.length > 0 ? [...named, ...members] : named;
}, ...REQUIREMENT_TEXTS);

const COUNTRY =
  /^(?:uae|emirates|ksa|saudi|arabia|kingdom|qatar|oman|sultanate|kuwait|bahrain|egypt|jordan|lebanon|iraq|gcc|europe|european|union|eu|germany|france|uk|scotland|(?:ال)?(?:امارات|سعوديه|عربيه|مملكه|قطر|عمان|سلطنه|كويت|بحرين|مصر|اردن|لبنان|عراق))$/u;

/** Whether a city implies the missing country name and no other country is named. */
export function isImpliedByCity(requirementText: string, sentenceText: string, missing: string[]): boolean {
  const countries = new Set(
    (requirementText.match(/\p{L}+/gu) ?? []).filter((word) => COUNTRY.test(word)).map(requirementStem),
  );
  if (missing.length === 0 || !missing.every((name) => countries.has(name))) return false;
  const [required, stated] = [countriesIn(requirementText), countriesIn(sentenceText)];
  return stated.length > 0 && stated.every((country) => required.includes(country));
}

const ONLY_HERE =
  /\b(?:only|exclusively|solely|inside|within|must not leave|may not leave|on the territory of|sovereign)\b|(?<!\p{L})(?:حصرا|حصريا|فقط|داخل|دون غيرها|لا (?:يغادر|تغادر|تخرج|يخرج))(?!\p{L})/u;

/** A negated exception: `No data outside Jordan`. */
const NOT_OUTSIDE =
  /\b(?:no|not|never)\b.{0,60}\b(?:outside|abroad)\b|(?<!\p{L})(?:الا|لا|عدم|يحظر|يمنع)(?!\p{L}).{0,60}(?<!\p{L})خارج(?!\p{L})/u;

/** Whether the requirement names a country and the sentence names only others. */
export function isAbroad(requirementText: string, sentenceText: string): boolean {
  if (!ONLY_HERE.test(requirementText) && !NOT_OUTSIDE.test(requirementText)) return false;
  const required = countriesIn(requirementText);
  const stated = required.length > 0 ? countriesIn(sentenceText) : [];
  return stated.length > 0 && !stated.some((country) => required.includes(country));
}
