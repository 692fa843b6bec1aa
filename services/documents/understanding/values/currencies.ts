/** Names of currencies. Some are shared: "ريال" alone is Saudi, Qatari or Omani. */
import { countryOf } from "./countries.ts";
import { matchesOf } from "./matches.ts";

/** Pattern of an Arabic currency name in any case and number, with or without articles: "الدينار التونسي", "دينارا تونسيا". */
function arabic(noun: string, adjective: string): string {
  return `(?:[وبفكل]?ا?ل)?${noun}[اةت]{0,2} (?:ال)?${adjective}[اة]?`;
}

/** Dollars of other countries than the United States; a sign alone may be any of them. */
const OTHER_DOLLARS: [string, string][] = [
  ["CAD", `CAD|C\\$|CA\\$|canadian dollars?|${arabic("دولار", "كندي")}`],
  ["AUD", `AUD|A\\$|AU\\$|australian dollars?|${arabic("دولار", "[أا]سترالي")}`],
  ["SGD", `SGD|S\\$|SG\\$|singapore(?:an)? dollars?|${arabic("دولار", "سنغافوري")}`],
  ["HKD", "HKD|HK\\$|hong kong dollars?"],
  ["NZD", `NZD|NZ\\$|new zealand dollars?|${arabic("دولار", "نيوزيلندي")}`],
  ["JMD", `JMD|J\\$|JA\\$|jamaican? dollars?|${arabic("دولار", "جامايكي")}`],
  ["TTD", "TTD|TT\\$|trinidad(?:ian)?(?: and tobago)? dollars?"],
  ["BBD", "BBD|Bds\\$|barbados dollars?|barbadian dollars?"],
  ["BSD", "BSD|bahamian dollars?"],
  ["BZD", "BZD|BZ\\$|belize dollars?"],
  ["GYD", "GYD|G\\$|guyana dollars?|guyanese dollars?"],
  ["XCD", "XCD|EC\\$|east(?:ern)? caribbean dollars?"],
  ["NAD", "NAD|N\\$|namibian? dollars?"],
  ["LRD", "LRD|L\\$|liberian? dollars?"],
  ["FJD", "FJD|FJ\\$|fiji(?:an)? dollars?"],
  ["BND", "BND|B\\$|brunei dollars?"],
  ["TWD", "TWD|NT\\$|(?:new )?taiwan(?:ese)? dollars?"],
];

const OWN: [string, string][] = [
  [
    "AED",
    `AED|emirati dirhams?|u\\.?a\\.?e\\.? dirhams?|united arab emirates dirhams?|Dhs?\\.?|د\\.? ?إ\\.?|${
      arabic("درهم", "[إا]ماراتي")
    }`,
  ],
  ["SAR", `SAR|saudi riy?als?|S\\.?R\\.?|ر\\.? ?س\\.?|${arabic("ريال", "سعودي")}|﷼`],
  ["QAR", `QAR|qatari? riy?als?|Q\\.?R\\.?|ر\\.? ?ق\\.?|${arabic("ريال", "قطري")}`],
  ["OMR", `OMR|omani riy?als?|riy?als? omani|R\\.?O\\.?|ر\\.? ?ع\\.?|${arabic("ريال", "عماني")}`],
  ["BHD", `BHD|bahraini? dinars?|B\\.?D\\.?|د\\.? ?ب\\.?|${arabic("دينار", "بحريني")}`],
  ["KWD", `KWD|kuwaiti? dinars?|K\\.?D\\.?|د\\.? ?ك\\.?|${arabic("دينار", "كويتي")}`],
  ["JOD", `JOD|jordanian dinars?|د\\.? ?أ\\.?|${arabic("دينار", "[أا]ردني")}`],
  // Without a point "جم" is a gram and "دم" is blood.
  ["EGP", `EGP|egyptian pounds?|L\\.?E\\.?|E£|ج\\. ?م\\.?|ج م|${arabic("جنيه", "مصري")}`],
  ["GBP", `GBP|pounds? sterling|british pounds?|£|${arabic("جنيه", "[إا]سترليني")}`],
  ["INR", `INR|indian rupees?|₹|${arabic("روبي", "هندي")}`],
  ["MAD", `MAD|moroccan dirhams?|د\\. ?م\\.?|د م|${arabic("درهم", "مغربي")}|dirhams? marocains?`],
  ["TND", `TND|tunisian dinars?|د\\.? ?ت\\.?|${arabic("دينار", "تونسي")}|dinars? tunisiens?`],
  ["DZD", `DZD|algerian dinars?|د\\.? ?ج\\.?|${arabic("دينار", "جزائري")}|dinars? algériens?`],
  ["LYD", `LYD|libyan dinars?|د\\.? ?ل\\.?|${arabic("دينار", "ليبي")}`],
  ["ILS", "ILS|NIS|₪|(?:new )?(?:israeli )?shekels?|(?:ال)?شي[كق]لا?|(?:ال)?شوا[كق]ل"],
  ["MRU", "MRU|ouguiyas?|أوقية|اوقية"],
  ["IQD", `IQD|iraqi dinars?|د\\.? ?ع\\.?|${arabic("دينار", "عراقي")}`],
  ["YER", `YER|yemeni riy?als?|${arabic("ريال", "يمني")}`],
  ["CHF", `CHF|SFr\\.?|${arabic("فرنك", "سويسري")}`],
  ["TRY", `TRY|₺|${arabic("لير", "تركي")}`],
  ["LBP", `LBP|ل\\.? ?ل\\.?|${arabic("لير", "لبناني")}`],
  ["PKR", `PKR|pakistani? rupees?|${arabic("روبي", "باكستاني")}`],
  ["LKR", `LKR|${arabic("روبي", "سريلانكي")}`],
  ["NPR", `NPR|${arabic("روبي", "نيبالي")}`],
  ["MUR", "MUR"],
  ["JPY", "JPY|JP¥|ين ياباني"],
  ["CNY", "CNY|RMB|يوان(?: صيني)?"],
  ...OTHER_DOLLARS,
  ["KES", "KES|Kshs?\\.?|KSh\\.?|شلن كيني"],
  ["UGX", "UGX|Ushs?\\.?"],
  ["TZS", "TZS|Tshs?\\.?"],
  ["NGN", "NGN|₦|naira"],
  ["GHS", "GHS|GH₵|cedis?"],
  ["ZAR", "ZAR|south african rands?"],
  ["ETB", "ETB"],
  ["BWP", "BWP|pulas?"],
  ["MYR", "MYR|RM"],
  ["PHP", "PHP|₱"],
  ["THB", "THB|฿"],
  ["IDR", "IDR|Rp\\.?"],
  ["BDT", "BDT|৳|Tk\\.?"],
  ["KRW", "KRW|₩"],
  ["SEK", "SEK"],
  ["NOK", "NOK"],
  ["DKK", "DKK"],
  ["PLN", "PLN|zł"],
  ["BRL", "BRL|R\\$"],
  ["MXN", "MXN|MX\\$"],
  ["SDG", `SDG|${arabic("جنيه", "سوداني")}`],
  ["SYP", `SYP|ل\\.? ?س\\.?|${arabic("لير", "سوري")}`],
  ["USD", "USD|US\\$|\\$|(?:ال)?دولارا?|" + arabic("دولار", "[أا]م[ي]?ر[ي]?كي")],
  ["EUR", "EUR|€|(?:ال)?يورو"],
];

/** Shared names; the first currency is the default. */
const SHARED: [string, string[]][] = [
  ["(?:ال)?ريال[ات]{0,2}|riyals?|rials?", ["SAR", "QAR", "OMR", "YER"]],
  ["(?:ال)?درهما?|(?:ال)?دراهم|dirhams?", ["AED", "MAD"]],
  ["(?:ال)?دينارا?|(?:ال)?دنانير|dinars?", ["KWD", "BHD", "JOD", "IQD", "TND", "DZD", "LYD"]],
  ["(?:ال)?جنيه[ات]{0,2}|pounds?", ["EGP", "GBP", "SDG"]],
  ["Rs\\.?|rupees?|(?:ال)?روبي[ةات]{1,2}", ["INR", "PKR", "LKR", "NPR", "MUR"]],
  ["(?:ال)?لير[ةات]{1,2}", ["LBP", "SYP", "TRY"]],
];

/** All names as one pattern, longest first, so that "ريال قطري" is not matched as "ريال". */
export const CURRENCY_NAMES = [...OWN.map(([, names]) => names), ...SHARED.map(([names]) => names)]
  .flatMap((names) => names.split("|")).toSorted((a, b) => b.length - a.length).join("|");

// Excludes document numbers such as "SR/EST/0412" and "RO-7", and legal forms such as "S.r.l."
const ALL = new RegExp(`(?<![\\p{L}./-])(?:${CURRENCY_NAMES})(?![\\p{L}]|\\.\\p{L}|[/-][\\p{L}\\d])`, "giu");

/** Each name as a pattern, with the codes that it stands for. */
const CODES = [
  ...OWN.map(([code, names]) => ({ names, codes: [code] })),
  ...SHARED.map(([names, codes]) => ({ names, codes })),
]
  .map(({ names, codes }) => ({
    codes,
    pattern: new RegExp(`^(?:${names})$`, "iu"),
    asWritten: new RegExp(`^(?:${names})$`, "u"),
  }));

/** Two letters, which are also other words: "Sr." is a serial number, "QR" a code, "RO" a way to treat water. */
const ABBREVIATION = /^(?:[A-Z]\.?[A-Z]\.?|\p{Script=Arabic} ?\p{Script=Arabic})$/iu;

function codesOf(name: string): string[] {
  const trimmed = name.trim();
  const isShort = ABBREVIATION.test(trimmed);
  return CODES.find(({ pattern, asWritten }) => (isShort ? asWritten : pattern).test(trimmed))?.codes ?? [];
}

/** The rest of a British post code, whose two letters are also those of a currency: "BD21 4QT". */
const POST_CODE = /^\d[A-Z\d]? ?\d[A-Z]{2}(?![A-Z\d])/;

/** Whether two letters stand where a currency does: beside a number, in brackets, or below or after "Amount". */
function isOfAmount(text: string, at: number, name: string): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  const after = text.slice(at + name.length, at + name.length + 3);
  if (POST_CODE.test(text.slice(at + name.length, at + name.length + 7))) return false;
  // Within a code: "7KD3Q0XW".
  if (/[\d٠-٩]$/.test(before) && /^[\d٠-٩]/.test(after)) return false;
  // The end of an Arabic word before a number is no currency: "شا رع ٣٨".
  const isLatin = /^[A-Z]/i.test(name);
  return /[\d٠-٩][ \u00a0]?$/.test(before) || (isLatin && /^[ \u00a0]?[\d٠-٩(-]/.test(after)) ||
    (/[([]\s?$/.test(before) && /^\s?[)\]]/.test(after)) ||
    (/(?:^|\n)[^\S\n]*$/.test(before) && /^\s*(?:\n|$)/.test(after)) ||
    /(?<!\p{L})(?:amount|price|total|value|rate|cost|sum|each|vat|net|currency|in|all|(?:ال)?(?:مبلغ|سعر|إجمالي|اجمالي|مجموع|قيمة|عملة))s?\s?[:/-]?\s?$/iu
      .test(
        before,
      );
}

/** The currency of a name; for shared names that of `home`. */
export function currencyOf(name: string, home?: string): string | undefined {
  const codes = codesOf(name);
  const own = countryOf(home)?.currency;
  return codes.find((code) => code === own) ?? codes[0];
}

export interface MainCurrency {
  code: string;
  /** Whether the name is unambiguous, or the document's country is known. */
  certain: boolean;
  /** Whether only two letters name it, once, on a paper of a country with another currency. */
  isWeak?: boolean;
  /** All currencies of an ambiguous name. */
  among?: string[];
}

/** For a lone dollar sign: the dollar that the document names, else that of its country. */
function dollarOf(text: string, counts: Map<string, number>, home: string | undefined): string {
  if (/USD|US\$|american dollars?|(?:ال)?دولارا? (?:ال)?[أا]م[ي]?ر[ي]?كيا?/iu.test(text)) return "USD";
  const [named, ...others] = OTHER_DOLLARS.flatMap(([code]) => counts.has(code) ? [code] : []);
  if (named !== undefined && others.length === 0) return named;
  const own = countryOf(home)?.currency;
  return OTHER_DOLLARS.some(([code]) => code === own) && own !== undefined ? own : "USD";
}

/** The letter of the rand directly before an amount with decimals: "R 3,482.20". */
const RAND = /(?<![\p{L}\d./-])R[ \u00a0]?\d{1,3}(?:[ \u00a0,]?\d{3}){0,4}[.,]\d{2}(?![\d.,])/gu;

/** Whether amounts of a text that names no currency have the letter of the rand, and nothing tells of another country. */
function isInRand(text: string, own: string | undefined): boolean {
  return (own === undefined || own === "ZAR") && (text.match(RAND)?.length ?? 0) > 1;
}

/** Two letters are weaker evidence than a code, a sign or a word. */
const OF_TWO_LETTERS = 0.9;

/** The most frequent currency in a text; for shared names that of the document's country. */
export function mainCurrency(text: string, home?: string): MainCurrency | undefined {
  const counts = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const { 0: name, index = 0 } of matchesOf(text, ALL)) {
    const [code, ...others] = codesOf(name);
    if (!code || (ABBREVIATION.test(name) && !isOfAmount(text, index, name))) continue;
    const weight = ABBREVIATION.test(name) ? OF_TWO_LETTERS : 1;
    if (others.length === 0) counts.set(code, (counts.get(code) ?? 0) + weight);
    else shared.set(name, (shared.get(name) ?? 0) + 1);
  }
  const own = countryOf(home)?.currency;
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const [name] = [...shared].toSorted((a, b) => b[1] - a[1]);
  if (most && (!name || most[1] >= name[1] || codesOf(name[0]).includes(most[0]))) {
    const isWeak = most[1] === OF_TWO_LETTERS && own !== undefined && own !== most[0];
    const code = most[0] === "USD" ? dollarOf(text, counts, home) : most[0];
    return { code, certain: true, ...(isWeak ? { isWeak } : {}) };
  }
  if (!name) return isInRand(text, own) ? { code: "ZAR", certain: true } : undefined;
  const codes = codesOf(name[0]);
  const [first] = codes;
  if (own !== undefined && codes.includes(own)) return { code: own, certain: true };
  return first ? { code: first, certain: false, among: codes } : undefined;
}

/** Words beside the names of currencies, and those of a dollar. */
const BESIDE =
  /(?<!\p{L})(?:u\.?s\.?|uae|american|canadian|australian|singapore|hong kong|and|in|(?:ال)?عملة)(?!\p{L})/giu;
const NOUNS = /(?<!\p{L})(?:dollars?|rand)(?!\p{L})/giu;

/** Whether a text is only the name of a currency: "BHD, Bahraini dinar". */
export function isOnlyCurrency(text: string): boolean {
  const rest = text.replace(ALL, " ").replace(NOUNS, " ");
  return rest !== text && !/\p{L}/u.test(rest.replace(BESIDE, " "));
}
