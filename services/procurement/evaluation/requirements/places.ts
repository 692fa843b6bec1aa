/** Countries and their cities: who keeps a thing elsewhere does not keep it only here. */
import { memoised } from "./memoised.ts";
import { askedStem } from "./words.ts";

/** Names as folding leaves them; the first of a row is what a place belongs to. */
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

/** The buyer's own country, without its name; buyers are in the Gulf. */
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

/** The countries that a normalized text names, by themselves or by their cities. */
export const countriesIn: (normal: string) => string[] = memoised((normal) => {
  const named = PLACES.filter(([pattern]) => pattern.test(normal)).map(([, country]) => country);
  const unnamed = named.length === 0 && THE_COUNTRY.test(normal);
  const members = [...THE_GULF.test(normal) || unnamed ? GULF : [], ...THE_UNION.test(normal) ? UNION : []];
  return members.length > 0 ? [...named, ...members] : named;
});

const COUNTRY =
  /^(?:uae|emirates|ksa|saudi|arabia|kingdom|qatar|oman|sultanate|kuwait|bahrain|egypt|jordan|lebanon|iraq|gcc|europe|european|union|eu|germany|france|uk|scotland|(?:ال)?(?:امارات|سعوديه|عربيه|مملكه|قطر|عمان|سلطنه|كويت|بحرين|مصر|اردن|لبنان|عراق))$/u;

/** Whether the country of which a name is missing is told by one of its cities, and no other country is. */
export function isToldByCity(asks: string, says: string, missing: string[]): boolean {
  const countries = new Set(
    (asks.match(/\p{L}+/gu) ?? []).filter((word) => COUNTRY.test(word)).map(askedStem),
  );
  if (missing.length === 0 || !missing.every((name) => countries.has(name))) return false;
  const [asked, said] = [countriesIn(asks), countriesIn(says)];
  return said.length > 0 && said.every((country) => asked.includes(country));
}

const ONLY_HERE =
  /\b(?:only|exclusively|solely|inside|within|must not leave|may not leave|on the territory of|sovereign)\b|(?<!\p{L})(?:حصرا|حصريا|فقط|داخل|دون غيرها|لا (?:يغادر|تغادر|تخرج|يخرج))(?!\p{L})/u;

/** `No data outside Jordan`. */
const NOT_OUTSIDE =
  /\b(?:no|not|never)\b.{0,60}\b(?:outside|abroad)\b|(?<!\p{L})(?:الا|لا|عدم|يحظر|يمنع)(?!\p{L}).{0,60}(?<!\p{L})خارج(?!\p{L})/u;

/** Whether a thing must be in a country, and is told to be in others alone. */
export function isAbroad(asks: string, says: string): boolean {
  if (!ONLY_HERE.test(asks) && !NOT_OUTSIDE.test(asks)) return false;
  const asked = countriesIn(asks);
  const said = asked.length > 0 ? countriesIn(says) : [];
  return said.length > 0 && !said.some((country) => asked.includes(country));
}
