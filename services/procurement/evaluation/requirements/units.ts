import { remembered } from "./remembered.ts";

/** A unit: its dimension, and its size in base units. */
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
  [/^(?:hours?|hrs?|ساعه|ساعات)$/, { dimension: "days", factor: 1 / 24 }],
  [/^(?:minutes?|mins?|دقيقه|دقائق)$/, { dimension: "days", factor: 1 / 1440 }],
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
  [/^(?:gb|gigabytes?|جيجابايت|غيغابايت)$/, { dimension: "bytes", factor: 1 }],
  [/^(?:mb|megabytes?|ميجابايت|ميغابايت)$/, { dimension: "bytes", factor: 1 / 1024 }],
  [/^(?:kw|kilowatts?|كيلوواط)$/, { dimension: "watts", factor: 1000 }],
  [/^(?:w|watts?|واط)$/, { dimension: "watts", factor: 1 }],
  [/^(?:kva)$/, { dimension: "kva", factor: 1 }],
  [/^(?:db|dba|decibels?|ديسيبل)$/, { dimension: "decibels", factor: 1 }],
  [/^(?:inch|inches|بوصه)$/, { dimension: "inches", factor: 1 }],
  [/^(?:km|kilomet(?:er|re)s?|كيلومتر|كيلومترا|كيلومترات|كم)$/, { dimension: "metres", factor: 1000 }],
  [/^(?:m|met(?:er|re)s?|متر|مترا|امتار)$/, { dimension: "metres", factor: 1 }],
  [/^(?:sqm)$/, { dimension: "square metres", factor: 1 }],
  [/^(?:cbm)$/, { dimension: "litres", factor: 1000 }],
  [/^(?:cm|centimet(?:er|re)s?|سم|سنتيمترا?|سنتيمترات)$/, { dimension: "metres", factor: 0.01 }],
  [/^(?:mm|millimet(?:er|re)s?|مم|ملم|مليمترا?|مليمترات|ملليمترا?)$/, { dimension: "metres", factor: 0.001 }],
  [/^(?:kg|kilograms?|كيلو[جغ]رام(?:ا|ات)?|كجم|كغم|كغ)$/, { dimension: "kilograms", factor: 1 }],
  [/^(?:g|grams?|grammes?|[غج]رام(?:ا|ات)?|غ)$/, { dimension: "kilograms", factor: 0.001 }],
  [/^(?:miles?|ميل|ميلا|اميال)$/, { dimension: "metres", factor: 1609.344 }],
  [/^(?:ft|feet|foot|قدما|اقدام)$/, { dimension: "metres", factor: 0.3048 }],
  [/^(?:hectares?|ha|هكتار|هكتارا|هكتارات)$/, { dimension: "square metres", factor: 10_000 }],
  [/^(?:quarters?)$/, { dimension: "days", factor: 3 * MONTH }],
  [/^(?:fortnights?)$/, { dimension: "days", factor: 14 }],
  [/^(?:mpa|nmm|megapascals?|ميجاباسكال|ميغاباسكال)$/, { dimension: "pascals", factor: 1e6 }],
  [/^(?:bar)$/, { dimension: "pascals", factor: 1e5 }],
  [/^(?:rpm|دوره|دورات)$/, { dimension: "turns", factor: 1 }],
  [/^(?:dpi)$/, { dimension: "dots an inch", factor: 1 }],
  [/^(?:megapixels?|mp|ميجابكسل|ميغابكسل)$/, { dimension: "megapixels", factor: 1 }],
  [/^(?:hp|horsepower|حصان|حصانا)$/, { dimension: "watts", factor: 745.7 }],
  [/^(?:lumens?|لومن)$/, { dimension: "lumens", factor: 1 }],
  [/^(?:tons?|tonnes?|طن|طنا|اطنان)$/, { dimension: "kilograms", factor: 1000 }],
  [/^(?:l|lit(?:er|re)s?|لتر|لترا|لترات)$/, { dimension: "litres", factor: 1 }],
  [/^(?:ml|millilit(?:er|re)s?|ملل|مليلتر|ملليلتر)$/, { dimension: "litres", factor: 0.001 }],
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
  [/^(?:microns?|ميكرون)$/, { dimension: "metres", factor: 1e-6 }],
  [/^(?:gsm)$/, { dimension: "grams a square metre", factor: 1 }],
  [/^(?:degrees?|درجه|درجات)$/, { dimension: "degrees", factor: 1 }],
];

/** Arabic duals of units. */
const DUALS: [pattern: RegExp, unit: Unit][] = [
  [/^(?:سنتان|سنتين|السنتين|عامان|عامين|العامين)$/, { dimension: "days", factor: 365 }],
  [/^(?:شهران|شهرين|الشهرين)$/, { dimension: "days", factor: MONTH }],
  [/^(?:اسبوعان|اسبوعين)$/, { dimension: "days", factor: 7 }],
  [/^(?:يومان|يومين)$/, { dimension: "days", factor: 1 }],
  [/^(?:ساعتان|ساعتين)$/, { dimension: "days", factor: 1 / 24 }],
  [/^(?:دقيقتان|دقيقتين)$/, { dimension: "days", factor: 1 / 1440 }],
];

/** The unit that a folded word names. */
export const unitOf: (word: string) => Unit | undefined = remembered((word) => {
  // The alef of an indefinite object: واطا is واط.
  const bare = /^\p{Script=Arabic}{3,}ا$/u.test(word) ? word.slice(0, -1) : word;
  return UNITS.find(([pattern]) => pattern.test(word) || pattern.test(bare))?.[1];
});

/** The unit whose dual a folded word is. */
export const dualOf: (word: string) => Unit | undefined = remembered((word) =>
  DUALS.find(([pattern]) => pattern.test(word))?.[1]
);

/** Whether a dimension is an amount of money. */
export function isMoney(dimension: string): boolean {
  return /^[A-Z]{3}$/.test(dimension);
}
