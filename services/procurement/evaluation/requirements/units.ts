import { memoised } from "./memoised.ts";

/** A unit: its dimension and its factor to the base unit. */
export interface Unit {
  dimension: string;
  factor: number;
}

const MONTH = 365 / 12;

/** Units by their words, in order of lookup; Arabic words are folded. */
const UNITS: [pattern: RegExp, unit: Unit][] = [
  [/^(?:years?|yrs?|annual|سنوات|سنه|سنين|عام|اعوام|عاما|سنهً)$/, { dimension: "days", factor: 365 }],
  [/^(?:months?|شهر|شهرا|اشهر|شهور)$/, { dimension: "days", factor: MONTH }],
  [/^(?:weeks?|اسبوع|اسبوعا|اسابيع)$/, { dimension: "days", factor: 7 }],
  [/^(?:days?|يوم|يوما|ايام)$/, { dimension: "days", factor: 1 }],
  [/^(?:hours?|hrs?|h|ساعه|ساعات)$/, { dimension: "days", factor: 1 / 24 }],
  [/^(?:minutes?|mins?|دقيقه|دقائق)$/, { dimension: "days", factor: 1 / 1440 }],
  [/^(?:seconds|secs?|ثانيه|ثواني|ثوان)$/, { dimension: "days", factor: 1 / 86_400 }],
  [/^(?:decades?)$/, { dimension: "days", factor: 3_650 }],
  [/^(?:%|percent|pct|٪|بالمئه|بالمائه|المئه|المائه)$/, { dimension: "percent", factor: 1 }],
  [/^(?:aed|dirhams?|dhs?|درهم|دراهم|درهما)$/, { dimension: "AED", factor: 1 }],
  [/^(?:usd|dollars?|\$|دولار|دولارا|دولارات)$/, { dimension: "USD", factor: 1 }],
  [/^(?:sar|riyals?|ريال|ريالا|ريالات)$/, { dimension: "SAR", factor: 1 }],
  [/^(?:qar)$/, { dimension: "QAR", factor: 1 }],
  [/^(?:dinars?|jod|kwd|bhd|tnd|دينار|دينارا|دنانير)$/, { dimension: "DIN", factor: 1 }],
  [/^(?:omr)$/, { dimension: "OMR", factor: 1 }],
  [/^(?:eur|euros?|€|يورو)$/, { dimension: "EUR", factor: 1 }],
  [/^(?:gbp|pounds?|£|جنيه)$/, { dimension: "GBP", factor: 1 }],
  [/^(?:inr|rupees?|روبيه|روبيات)$/, { dimension: "INR", factor: 1 }],
  [/^(?:tbps)$/, { dimension: "bits a second", factor: 1e12 }],
  [/^(?:gbps|gbit|[غج]ي[غج]ابت)$/, { dimension: "bits a second", factor: 1e9 }],
  [/^(?:mbps|mbit|مي[غج]ابت)$/, { dimension: "bits a second", factor: 1e6 }],
  [/^(?:tb|terabytes?|تيرابايت)$/, { dimension: "bytes", factor: 1024 }],
  [/^(?:pb|petabytes?|بيتابايت)$/, { dimension: "bytes", factor: 1024 ** 2 }],
  [/^(?:gb|gigabytes?|جيجابايت|غيغابايت)$/, { dimension: "bytes", factor: 1 }],
  [/^(?:mb|megabytes?|ميجابايت|ميغابايت)$/, { dimension: "bytes", factor: 1 / 1024 }],
  [/^(?:kbps|kbit|كيلوبت)$/, { dimension: "bits a second", factor: 1e3 }],
  [/^(?:kwh|كيلوواطساعه)$/, { dimension: "watt hours", factor: 1000 }],
  [/^(?:mwh)$/, { dimension: "watt hours", factor: 1e6 }],
  [/^(?:wh)$/, { dimension: "watt hours", factor: 1 }],
  [/^(?:ah)$/, { dimension: "ampere hours", factor: 1 }],
  [/^(?:mah)$/, { dimension: "ampere hours", factor: 0.001 }],
  [/^(?:kw|kilowatts?|كيلوواط)$/, { dimension: "watts", factor: 1000 }],
  [/^(?:w|watts?|واط)$/, { dimension: "watts", factor: 1 }],
  [/^(?:kva)$/, { dimension: "kva", factor: 1 }],
  [/^(?:db|dba|decibels?|ديسيبل)$/, { dimension: "decibels", factor: 1 }],
  [/^(?:inch|inches|بوصه|بوصات)$/, { dimension: "metres", factor: 0.0254 }],
  [/^(?:km|kilomet(?:er|re)s?|كيلومتر|كيلومترا|كيلومترات|كم)$/, { dimension: "metres", factor: 1000 }],
  [/^(?:m|met(?:er|re)s?|متر|مترا|امتار|م)$/, { dimension: "metres", factor: 1 }],
  [/^(?:sqm)$/, { dimension: "square metres", factor: 1 }],
  [/^(?:cbm)$/, { dimension: "litres", factor: 1000 }],
  [/^(?:cm|centimet(?:er|re)s?|سم|سنتيمترا?|سنتيمترات)$/, { dimension: "metres", factor: 0.01 }],
  [/^(?:mm|millimet(?:er|re)s?|مم|ملم|مليمترا?|مليمترات|ملليمترا?)$/, { dimension: "metres", factor: 0.001 }],
  [/^(?:kg|kilograms?|كيلو[جغ]رام(?:ا|ات)?|كجم|كغم|كغ)$/, { dimension: "kilograms", factor: 1 }],
  [/^(?:g|grams?|grammes?|[غج]رام(?:ا|ات)?|غ)$/, { dimension: "kilograms", factor: 0.001 }],
  [/^(?:miles?|ميل|ميلا|اميال)$/, { dimension: "metres", factor: 1609.344 }],
  [/^(?:ft|feet|foot|قدما|اقدام)$/, { dimension: "metres", factor: 0.3048 }],
  [/^(?:yards?|yds?|يارده|ياردات)$/, { dimension: "metres", factor: 0.9144 }],
  [/^(?:sqft)$/, { dimension: "square metres", factor: 0.09290304 }],
  [/^(?:sqkm)$/, { dimension: "square metres", factor: 1e6 }],
  [/^(?:sqmm)$/, { dimension: "square metres", factor: 1e-6 }],
  [/^(?:sqcm)$/, { dimension: "square metres", factor: 1e-4 }],
  [/^(?:acres?|فدان|فدانا|افدنه)$/, { dimension: "square metres", factor: 4_046.856 }],
  [/^(?:donums?|dunums?|دونم|دونما|دونمات)$/, { dimension: "square metres", factor: 1000 }],
  [/^(?:cbft)$/, { dimension: "litres", factor: 28.316847 }],
  [/^(?:mg|milligrams?|ملجم|ملغم|ملغ|مليجرام|مليغرام|ملليجرام)$/, { dimension: "kilograms", factor: 1e-6 }],
  [/^(?:micrograms?|mcg|µg|μg|ميكروجرام|ميكروغرام)$/, { dimension: "kilograms", factor: 1e-9 }],
  [/^(?:lbs?|رطل|رطلا|ارطال)$/, { dimension: "kilograms", factor: 0.45359237 }],
  [/^(?:oz|ounces?|اونصه|اونصات)$/, { dimension: "kilograms", factor: 0.0283495 }],
  [/^(?:knots?|عقده)$/, { dimension: "metres a day", factor: 1_852 * 24 }],
  [/^(?:kph|kmh|kmph)$/, { dimension: "metres a day", factor: 24_000 }],
  [/^(?:mph)$/, { dimension: "metres a day", factor: 1_609.344 * 24 }],
  [/^(?:lps)$/, { dimension: "litres a day", factor: 86_400 }],
  [/^(?:lpm)$/, { dimension: "litres a day", factor: 1_440 }],
  [/^(?:hectares?|ha|هكتار|هكتارا|هكتارات)$/, { dimension: "square metres", factor: 10_000 }],
  [/^(?:quarters?)$/, { dimension: "days", factor: 3 * MONTH }],
  [/^(?:fortnights?)$/, { dimension: "days", factor: 14 }],
  [/^(?:mpa|nmm|megapascals?|ميجاباسكال|ميغاباسكال)$/, { dimension: "pascals", factor: 1e6 }],
  [/^(?:bars?|بار)$/, { dimension: "pascals", factor: 1e5 }],
  [/^(?:psi)$/, { dimension: "pascals", factor: 6_894.757 }],
  [/^(?:pascals?|pa|باسكال)$/, { dimension: "pascals", factor: 1 }],
  [/^(?:rpm|دوره|دورات)$/, { dimension: "turns", factor: 1 }],
  [/^(?:dpi)$/, { dimension: "dots an inch", factor: 1 }],
  [/^(?:megapixels?|mp|ميجابكسل|ميغابكسل)$/, { dimension: "megapixels", factor: 1 }],
  [/^(?:hp|horsepower|حصان|حصانا)$/, { dimension: "watts", factor: 745.7 }],
  [/^(?:lumens?|lm|لومن)$/, { dimension: "lumens", factor: 1 }],
  [/^(?:tons?|tonnes?|mt|طن|طنا|اطنان)$/, { dimension: "kilograms", factor: 1000 }],
  [/^(?:l|lit(?:er|re)s?|لتر|لترا|لترات)$/, { dimension: "litres", factor: 1 }],
  [/^(?:ml|cc|millilit(?:er|re)s?|ملل|مليلتر|ملليلتر)$/, { dimension: "litres", factor: 0.001 }],
  [/^(?:footcandles?)$/, { dimension: "lux", factor: 10.7639 }],
  [/^(?:kilolumens?|klm|كيلولومن)$/, { dimension: "lumens", factor: 1000 }],
  [/^(?:cl|centilit(?:er|re)s?)$/, { dimension: "litres", factor: 0.01 }],
  [/^(?:lux|lx|لوكس)$/, { dimension: "lux", factor: 1 }],
  [/^(?:volts?|فولت)$/, { dimension: "volts", factor: 1 }],
  [/^(?:amps?|amperes?|امبير)$/, { dimension: "amperes", factor: 1 }],
  [/^(?:mw|megawatts?|مي[غج]اوا?ط)$/, { dimension: "watts", factor: 1e6 }],
  [/^(?:mva)$/, { dimension: "kva", factor: 1000 }],
  [/^(?:mhz|مي[غج]اهرتز)$/, { dimension: "hertz", factor: 1e6 }],
  [/^(?:ghz|[جغ]ي[غج]اهرتز)$/, { dimension: "hertz", factor: 1e9 }],
  [/^(?:hz|hertz|هرتز)$/, { dimension: "hertz", factor: 1 }],
  [/^(?:kpa|kilopascals?|كيلوباسكال)$/, { dimension: "pascals", factor: 1000 }],
  [/^(?:kn|kilonewtons?|كيلونيوتن)$/, { dimension: "newtons", factor: 1000 }],
  [/^(?:kv|kilovolts?|كيلوفولت)$/, { dimension: "volts", factor: 1000 }],
  [/^(?:khz|kilohertz|كيلوهرتز)$/, { dimension: "hertz", factor: 1000 }],
  [/^(?:n|newtons?|نيوتن)$/, { dimension: "newtons", factor: 1 }],
  [/^(?:kgf)$/, { dimension: "newtons", factor: 9.80665 }],
  [/^(?:microns?|ميكرون)$/, { dimension: "metres", factor: 1e-6 }],
  [/^(?:gsm)$/, { dimension: "grams a square metre", factor: 1 }],
  [/^euronorm$/, { dimension: "euro norm", factor: 1 }],
  [/^(?:degrees?|celsius|درجه|درجات|مئويه)$/, { dimension: "degrees", factor: 1 }],
];

/** Arabic duals of units. */
const DUALS: [pattern: RegExp, unit: Unit][] = [
  [/^(?:سنتان|سنتين|السنتين|عامان|عامين|العامين)$/, { dimension: "days", factor: 365 }],
  [/^(?:شهران|شهرين|الشهرين)$/, { dimension: "days", factor: MONTH }],
  [/^(?:اسبوعان|اسبوعين)$/, { dimension: "days", factor: 7 }],
  [/^(?:يومان|يومين)$/, { dimension: "days", factor: 1 }],
  [/^(?:ساعتان|ساعتين)$/, { dimension: "days", factor: 1 / 24 }],
  [/^(?:دقيقتان|دقيقتين)$/, { dimension: "days", factor: 1 / 1440 }],
  [/^(?:درجتان|درجتين)$/, { dimension: "degrees", factor: 1 }],
  [/^(?:متران|مترين)$/, { dimension: "metres", factor: 1 }],
  [/^(?:كيلومتران|كيلومترين)$/, { dimension: "metres", factor: 1000 }],
  [/^(?:طنان|طنين)$/, { dimension: "kilograms", factor: 1000 }],
  [/^(?:لتران|لترين)$/, { dimension: "litres", factor: 1 }],
];

/** The unit of a folded word. */
export const unitOf: (word: string) => Unit | undefined = memoised((word) => {
  // The accusative alef: واطا is واط.
  const bare = /^\p{Script=Arabic}{3,}ا$/u.test(word) ? word.slice(0, -1) : word;
  return UNITS.find(([pattern]) => pattern.test(word) || pattern.test(bare))?.[1];
});

/** The unit of an Arabic dual. */
export const dualOf: (word: string) => Unit | undefined = memoised((word) =>
  DUALS.find(([pattern]) => pattern.test(word))?.[1]
);

/** Dimensions that rates may have. */
const RATED = new Set(["litres", "metres", "kilograms", "square metres", "newtons"]);
/** Denominators of rates; a bare letter follows a slash, `m/s`. */
const BY: [pattern: RegExp, unit: Unit][] = [
  [/^(?:s|sec|second|(?:ال)?ثانيه|ث)$/, { dimension: "day", factor: 1 / 86_400 }],
  [/^(?:min|minute|(?:ال)?دقيقه|د)$/, { dimension: "day", factor: 1 / 1440 }],
  [/^(?:h|hr|hour|hourly|(?:ال)?ساعه|س)$/, { dimension: "day", factor: 1 / 24 }],
  [/^(?:day|daily|d|(?:ال)?يوم|يوميا)$/, { dimension: "day", factor: 1 }],
  [/^(?:week|weekly|(?:ال)?اسبوع|اسبوعيا)$/, { dimension: "day", factor: 7 }],
  [/^(?:month|monthly|(?:ال)?شهر|شهريا)$/, { dimension: "day", factor: MONTH }],
  [/^(?:year|annum|annually|yearly|(?:ال)?(?:سنه|عام)|سنويا)$/, { dimension: "day", factor: 365 }],
  [/^(?:sqm)$/, { dimension: "square metre", factor: 1 }],
  [/^(?:sqft)$/, { dimension: "square metre", factor: 0.09290304 }],
  [/^(?:sqyd)$/, { dimension: "square metre", factor: 0.83612736 }],
  [/^(?:cbm)$/, { dimension: "litre", factor: 1000 }],
  [/^(?:l|lit(?:er|re)|(?:ال)?لتر)$/, { dimension: "litre", factor: 1 }],
];
/** Words that introduce a denominator: `metres per second`, لتر في الدقيقة. */
const PER = /^(?:per|an?|each|every|في|كل|لكل|بال|on|to)$/;

/** The unit of a rate, if a denominator follows the unit; `to` is the end of its words. */
export function rateOf(
  { dimension, factor }: Unit,
  words: string[],
  from: number,
): { unit: Unit; to: number } | undefined {
  if (!RATED.has(dimension)) return undefined;
  let to = from;
  // A noun may stand between: `350 micrograms of copper a litre`, ٣٨ لترًا من الديزل كل ساعة.
  if (/^(?:of|من)$/.test(words[to] ?? "")) {
    const beyond = [2, 3].find((many) => PER.test(words[to + many] ?? ""));
    if (beyond !== undefined) to += beyond;
  }
  const start = to;
  while (to < start + 2 && PER.test(words[to] ?? "")) to++;
  const by = BY.find(([pattern]) => pattern.test(words[to] ?? ""))?.[1];
  if (by === undefined) return undefined;
  const unit = dimension === "newtons" && by.dimension === "square metre"
    ? { dimension: "pascals", factor: factor / by.factor }
    : { dimension: `${dimension} a ${by.dimension}`, factor: factor / by.factor };
  return { unit, to: to + 1 };
}

/** Whether a dimension is a rate per time, area or volume. */
export function isRate(dimension: string): boolean {
  return dimension === "pascals" || / a (?:day|square metre|litre)$/.test(dimension);
}

/** Whether a dimension is an amount of money. */
export function isMoney(dimension: string): boolean {
  return /^[A-Z]{3}$/.test(dimension);
}
