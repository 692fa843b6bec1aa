/** Detects a document's country by tax numbers, bank accounts, phone numbers, currencies and names. */
import { isBritishVat, isGermanVat, isGstin } from "./identifiers.ts";

export interface Country {
  code: string;
  currency: string;
  /** The standard VAT rate in percent; undefined without VAT or with several usual rates. */
  vat?: number;
  /** Whether invoices must have the seller's tax number. */
  needsTaxNumber?: true;
  phone: string;
  names: RegExp;
  /** Pattern of post codes in addresses. */
  post?: RegExp;
  /** Whether a text has the format of tax numbers, with valid check digits. */
  taxNumber?(text: string): "valid" | "invalid" | undefined;
}

const shape = (pattern: RegExp) => (text: string) => pattern.test(text) ? "valid" as const : undefined;
const checked = (pattern: RegExp, isValid: (text: string) => boolean) => (text: string) =>
  pattern.test(text) ? (isValid(text) ? "valid" as const : "invalid" as const) : undefined;

/** A pattern of whole words; Arabic ones may have an article or a preposition as prefix. */
function names(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:[وبلفك]|[وبفك]?ال|لل)?(?:${words})(?!\\p{L})`, "giu");
}

export const COUNTRIES: Country[] = [
  {
    code: "AE",
    currency: "AED",
    vat: 5,
    needsTaxNumber: true,
    phone: "971",
    names: names(
      "united arab emirates|uae|dubai|abu dhabi|sharjah|ajman|الإمارات|الامارات|دبي|أبوظبي|أبو ظبي|الشارقة",
    ),
    taxNumber: shape(/^1\d{14}$/),
  },
  {
    code: "SA",
    currency: "SAR",
    vat: 15,
    needsTaxNumber: true,
    phone: "966",
    names: names("saudi arabia|ksa|riyadh|jeddah|dammam|السعودية|الرياض|جدة|الدمام"),
    taxNumber: shape(/^3\d{13}3$/),
  },
  {
    code: "QA",
    currency: "QAR",
    phone: "974",
    names: names("qatar|doha|lusail|قطر|الدوحة|لوسيل"),
    taxNumber: shape(/^\d{10}$/),
  },
  {
    code: "OM",
    currency: "OMR",
    vat: 5,
    needsTaxNumber: true,
    phone: "968",
    names: names("oman|muscat|salalah|sohar|عمان|مسقط|صلالة|صحار"),
    taxNumber: shape(/^OM\d{10}$/),
  },
  {
    code: "KW",
    currency: "KWD",
    phone: "965",
    names: names("kuwait(?: city)?|الكويت"),
  },
  {
    code: "BH",
    currency: "BHD",
    vat: 10,
    needsTaxNumber: true,
    phone: "973",
    names: names("bahrain|manama|muharraq|البحرين|المنامة|المحرق"),
    taxNumber: shape(/^2\d{14}$/),
  },
  {
    code: "EG",
    currency: "EGP",
    vat: 14,
    phone: "20",
    names: names(
      "egypt|cairo|alexandria|giza|port said|mansoura|tanta|مصر|القاهرة|الإسكندرية|الاسكندرية|الجيزة|بورسعيد|المنصورة|طنطا|أسيوط|الزقازيق",
    ),
    taxNumber: shape(/^\d{9}$/),
  },
  {
    code: "GB",
    currency: "GBP",
    vat: 20,
    phone: "44",
    names: names(
      "united kingdom|england|scotland|wales|london|leeds|manchester|birmingham|المملكة المتحدة|لندن",
    ),
    taxNumber: checked(/^(?:GB)?\d{9}(?:\d{3})?$/, isBritishVat),
  },
  {
    code: "DE",
    currency: "EUR",
    vat: 19,
    phone: "49",
    names: names("germany|deutschland|berlin|bremen|hamburg|münchen|munich|frankfurt|ألمانيا|برلين"),
    taxNumber: checked(/^DE\d{9}$/, isGermanVat),
  },
  {
    code: "IN",
    currency: "INR",
    phone: "91",
    names: names("india|mumbai|pune|delhi|bengaluru|bangalore|chennai|hyderabad|الهند|بونا|مومباي"),
    taxNumber: checked(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, isGstin),
  },
  {
    code: "US",
    currency: "USD",
    phone: "1",
    names: names("usa|united states|new york|california|texas"),
    post: /(?<!\p{L})[A-Z]{2} \d{5}(?:-\d{4})?(?!\d)/gu,
  },
  {
    code: "FR",
    currency: "EUR",
    vat: 20,
    phone: "33",
    names: names("france|paris|lyon|marseille|فرنسا|باريس"),
    taxNumber: shape(/^FR[A-Z\d]{2}\d{9}$/),
  },
  {
    code: "JO",
    currency: "JOD",
    vat: 16,
    phone: "962",
    names: names("jordan|amman|irbid|zarqa|aqaba|الأردن|الأردنية|إربد|اربد|الزرقاء|العقبة|سحاب|عجلون"),
  },
  {
    code: "MA",
    currency: "MAD",
    vat: 20,
    phone: "212",
    names: names(
      "morocco|casablanca|rabat|marrakech|tangier|fez|المغرب|المغربية|التعريف الموحد للمقاولة|الدار البيضاء|الرباط|مراكش|طنجة|فاس|agadir|meknes|oujda|tetouan|أكادير|اكادير|مكناس|وجدة|تطوان|القنيطرة|يوليوز|غشت|شتنبر|نونبر|دجنبر",
    ),
  },
  {
    code: "CH",
    currency: "CHF",
    vat: 8.1,
    phone: "41",
    names: names("switzerland|zurich|zürich|geneva|basel|bern|سويسرا|جنيف|زيورخ"),
    taxNumber: shape(/^CHE\d{9}(?:MWST|TVA|IVA|VAT)?$/),
  },
  {
    code: "TN",
    currency: "TND",
    vat: 19,
    phone: "216",
    names: names("tunisia|tunis|sfax|sousse|تونس|صفاقس|سوسة"),
  },
  {
    code: "DZ",
    currency: "DZD",
    vat: 19,
    phone: "213",
    names: names("algeria|algiers|constantine|oran|الجزائر|وهران|قسنطينة|عنابة|سطيف"),
  },
  {
    code: "IQ",
    currency: "IQD",
    phone: "964",
    names: names(
      "iraq|baghdad|basra|erbil|mosul|kirkuk|najaf|karbala|sulaymaniyah|العراق|عراقي|العراقية|بغداد|البصرة|أربيل|الموصل|كركوك|النجف|كربلاء|السليمانية|الحلة|الناصرية",
    ),
  },
  { code: "KE", currency: "KES", vat: 16, phone: "254", names: names("kenya|nairobi|mombasa|kisumu|nakuru") },
  { code: "SG", currency: "SGD", vat: 9, phone: "65", names: names("singapore") },
  {
    code: "AU",
    currency: "AUD",
    vat: 10,
    phone: "61",
    names: names("australia|sydney|melbourne|brisbane"),
    post: /(?<!\p{L})(?:NSW|VIC|QLD|WA|TAS|ACT) \d{4}(?!\d)/gu,
  },
  {
    code: "CA",
    currency: "CAD",
    phone: "1",
    names: names("canada|toronto|ontario|vancouver|montreal"),
    post: /(?<!\p{L})[A-Z]\d[A-Z] ?\d[A-Z]\d(?!\d)|(?<=,? )(?:BC|ON|QC|AB|MB|SK|NS|NB)(?= |$|,)/gmu,
  },
  { code: "NZ", currency: "NZD", vat: 15, phone: "64", names: names("new zealand|auckland|wellington") },
  { code: "ZA", currency: "ZAR", vat: 15, phone: "27", names: names("south africa|johannesburg|cape town") },
  { code: "NG", currency: "NGN", phone: "234", names: names("nigeria|lagos|abuja") },
  { code: "MY", currency: "MYR", phone: "60", names: names("malaysia|kuala lumpur|penang") },
  {
    code: "PK",
    currency: "PKR",
    phone: "92",
    names: names(
      "pakistan|karachi|lahore|islamabad|rawalpindi|faisalabad|multan|peshawar|sialkot|باكستان|كراتشي|لاهور",
    ),
  },
  { code: "LK", currency: "LKR", vat: 18, phone: "94", names: names("sri lanka|colombo|سريلانكا") },
  { code: "NP", currency: "NPR", vat: 13, phone: "977", names: names("nepal|kathmandu|نيبال") },
  { code: "BD", currency: "BDT", vat: 15, phone: "880", names: names("bangladesh|dhaka|chittagong|بنغلاديش") },
  { code: "PH", currency: "PHP", vat: 12, phone: "63", names: names("philippines|manila|cebu|الفلبين") },
  { code: "ET", currency: "ETB", vat: 15, phone: "251", names: names("ethiopia|addis ababa|إثيوبيا") },
  { code: "UG", currency: "UGX", vat: 18, phone: "256", names: names("uganda|kampala|أوغندا") },
  { code: "TZ", currency: "TZS", vat: 18, phone: "255", names: names("tanzania|dar es salaam|تنزانيا") },
  { code: "GH", currency: "GHS", phone: "233", names: names("ghana|accra|غانا") },
  { code: "IE", currency: "EUR", vat: 23, phone: "353", names: names("ireland|dublin|cork|galway") },
  { code: "ES", currency: "EUR", vat: 21, phone: "34", names: names("spain|madrid|barcelona|españa") },
  { code: "IT", currency: "EUR", vat: 22, phone: "39", names: names("italy|milan|milano|italia") },
  { code: "NL", currency: "EUR", vat: 21, phone: "31", names: names("netherlands|amsterdam|rotterdam") },
  { code: "LY", currency: "LYD", phone: "218", names: names("libya|tripoli|benghazi|ليبيا|طرابلس|بنغازي") },
  { code: "YE", currency: "YER", phone: "967", names: names("yemen|sanaa|aden|اليمن|صنعاء|عدن") },
  { code: "SD", currency: "SDG", phone: "249", names: names("sudan|khartoum|السودان|الخرطوم") },
  { code: "SY", currency: "SYP", phone: "963", names: names("syria|damascus|سوريا|سورية|دمشق|حلب") },
  { code: "LB", currency: "LBP", vat: 11, phone: "961", names: names("lebanon|beirut|لبنان|بيروت") },
  {
    code: "TR",
    currency: "TRY",
    vat: 20,
    phone: "90",
    names: names("turkey|türkiye|istanbul|ankara|izmir|تركيا|إسطنبول|أنقرة"),
  },
];

export function countryOf(code: string | undefined): Country | undefined {
  return COUNTRIES.find((country) => country.code === code);
}

/** The country of a currency that only one country uses. */
export function homeOfCurrency(currency: string | undefined): string | undefined {
  const countries = COUNTRIES.filter((country) => country.currency === currency);
  return countries.length === 1 ? countries[0]?.code : undefined;
}

export interface TaxNumber {
  country: string;
  valid: boolean;
}

/** The country of a tax number by format; `likely` is tried first, since formats are similar. */
export function taxNumberOf(text: string, likely?: string): TaxNumber | undefined {
  const compact = text.toUpperCase().replace(/[\s./-]/g, "");
  const order = COUNTRIES.toSorted((a, b) => Number(b.code === likely) - Number(a.code === likely));
  const readings = order.flatMap(({ code, taxNumber }) => {
    const verdict = taxNumber?.(compact);
    return verdict ? [{ country: code, valid: verdict === "valid" }] : [];
  });
  return readings.find(({ country }) => country === likely) ?? readings.find(({ valid }) => valid) ??
    readings[0];
}

/** Phone numbers with a country code; more digits after "00" are another number. */
const PLUS = /(?:\+|(?<![\d.,/-])00(?!\d{13}))[ \u00a0]?(\d{1,3})(?=[ \u00a0\d-]{6})/g;
/** Streets and districts, which bear names of cities in other countries. */
const STREET = /(?<!\p{L})(?:حي|شارع|طريق)\s+\p{L}+|\p{L}+\s(?:street|road|avenue|st\.|rd\.)/giu;
const IBAN = /(?<![A-Z0-9])([A-Z]{2})\d{2}(?:\s?[A-Z0-9]{4}){3,}/g;
const JORDANIAN = /(?<!\p{L})ال[أا]ردن(?:ي|ية)?(?!\p{L})/u;
const AMMAN = /(?<!\p{L}|سلطنة )عمان(?!\p{L})/gu;
const GUESS = { name: 2, phone: 3, iban: 3, tax: 4, currency: 3 };

/** The country of a document by phone numbers, bank accounts, tax numbers, currencies and names; undefined if unclear. */
export function homeOf(text: string, currency?: string): string | undefined {
  const scores = new Map<string, number>();
  const add = (code: string | undefined, score: number) => {
    if (code) scores.set(code, (scores.get(code) ?? 0) + score);
  };
  const places = text.replace(STREET, " ");
  for (const { code, names, post } of COUNTRIES) {
    // Without diacritics the Arabic name of Amman is the same as Oman's.
    const read = code === "OM" && JORDANIAN.test(text) ? places.replace(AMMAN, " ") : places;
    const found = (read.match(names)?.length ?? 0) + (post ? text.match(post)?.length ?? 0 : 0);
    add(code, Math.min(2, found) * GUESS.name);
  }
  for (const [, digits = ""] of text.matchAll(PLUS)) {
    add(COUNTRIES.find(({ phone }) => digits === phone || digits.startsWith(phone))?.code, GUESS.phone);
  }
  for (const [, code = ""] of text.matchAll(IBAN)) if (countryOf(code)) add(code, GUESS.iban);
  for (const [word] of text.matchAll(/(?<![A-Z0-9])(?:[A-Z]{2})?\d[A-Z0-9]{8,15}(?![A-Z0-9])/g)) {
    const number = /^[A-Z]|^\d{2}[A-Z]{5}|^3\d{13}3$|^1\d{14}$|^2\d{14}$/.test(word)
      ? taxNumberOf(word)
      : undefined;
    if (number?.valid) add(number.country, GUESS.tax);
  }
  for (const country of COUNTRIES) {
    if (country.currency === currency && currency !== "USD") add(country.code, GUESS.currency);
  }
  const [first, second] = [...scores].toSorted((a, b) => b[1] - a[1]);
  if (!first || first[1] < 2 || (second && second[1] === first[1])) return undefined;
  return first[0];
}
