/** Names of currencies. Some are shared: "ريال" alone is Saudi, Qatari or Omani. */
import { countryOf } from "./countries.ts";
import { matchesOf } from "./matches.ts";

const OWN: [string, string][] = [
  ["AED", "AED|Dhs?\\.?|د\\.? ?إ\\.?|درهم إماراتي"],
  ["SAR", "SAR|S\\.?R\\.?|ر\\.? ?س\\.?|ريال سعودي|﷼"],
  ["QAR", "QAR|Q\\.?R\\.?|ر\\.? ?ق\\.?|ريال قطري"],
  ["OMR", "OMR|R\\.?O\\.?|ر\\.? ?ع\\.?|ريال عماني"],
  ["BHD", "BHD|B\\.?D\\.?|د\\.? ?ب\\.?|دينار بحريني"],
  ["KWD", "KWD|K\\.?D\\.?|د\\.? ?ك\\.?|دينار كويتي"],
  ["JOD", "JOD|د\\.? ?أ\\.?|دينار أردني"],
  ["EGP", "EGP|L\\.?E\\.?|E£|ج\\.? ?م\\.?|جنيه مصري|جنيها مصريا"],
  ["GBP", "GBP|£|جنيه إسترليني|جنيه استرليني"],
  ["INR", "INR|₹|Rs\\.?|روبية(?: هندية)?|rupees?"],
  ["MAD", "MAD|د\\.? ?م\\.?|درهما? مغربيا?|dirhams? marocains?"],
  ["TND", "TND|د\\.? ?ت\\.?|دينارا? تونسيا?"],
  ["DZD", "DZD|د\\.? ?ج\\.?|دينارا? جزائريا?"],
  ["LYD", "LYD|د\\.? ?ل\\.?|دينارا? ليبيا?"],
  ["IQD", "IQD|د\\.? ?ع\\.?|دينارا? عراقيا?"],
  ["YER", "YER|ريالا? يمنيا?"],
  ["CHF", "CHF|SFr\\.?|فرنكا? سويسريا?"],
  ["TRY", "TRY|₺|ليرة تركية"],
  ["LBP", "LBP|ل\\.? ?ل\\.?|ليرة لبنانية"],
  ["PKR", "PKR|روبية باكستانية"],
  ["JPY", "JPY|JP¥|ين ياباني"],
  ["CNY", "CNY|RMB|يوان(?: صيني)?"],
  ["CAD", "CAD|C\\$|CA\\$"],
  ["AUD", "AUD|A\\$|AU\\$"],
  ["SGD", "SGD|S\\$|SG\\$"],
  ["HKD", "HKD|HK\\$"],
  ["NZD", "NZD|NZ\\$"],
  ["KES", "KES|Kshs?\\.?|KSh\\.?|شلن كيني"],
  ["UGX", "UGX|Ushs?\\.?"],
  ["TZS", "TZS|Tshs?\\.?"],
  ["NGN", "NGN|₦|naira"],
  ["GHS", "GHS|GH₵|cedis?"],
  ["ZAR", "ZAR"],
  ["ETB", "ETB"],
  ["MYR", "MYR|RM"],
  ["PHP", "PHP|₱"],
  ["THB", "THB|฿"],
  ["IDR", "IDR|Rp\\.?"],
  ["BDT", "BDT|৳|Tk\\.?"],
  ["LKR", "LKR"],
  ["KRW", "KRW|₩"],
  ["SEK", "SEK"],
  ["NOK", "NOK"],
  ["DKK", "DKK"],
  ["PLN", "PLN|zł"],
  ["BRL", "BRL|R\\$"],
  ["MXN", "MXN|MX\\$"],
  ["SDG", "SDG|جنيه سوداني|جنيها سودانيا"],
  ["SYP", "SYP|ل\\.? ?س\\.?|ليرة سورية"],
  ["USD", "USD|US\\$|\\$|دولار(?: أمريكي)?"],
  ["EUR", "EUR|€|يورو"],
];

/** Shared names; the first currency is the default. */
const SHARED: [string, string[]][] = [
  ["ريالا?|riyals?|rials?", ["SAR", "QAR", "OMR", "YER"]],
  ["درهما?|دراهم|dirhams?", ["AED", "MAD"]],
  ["دينارا?|dinars?", ["KWD", "BHD", "JOD", "IQD", "TND", "DZD", "LYD"]],
  ["جنيها?|pounds?", ["EGP", "GBP"]],
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
  .map(({ names, codes }) => ({ codes, pattern: new RegExp(`^(?:${names})$`, "iu") }));

function codesOf(name: string): string[] {
  const trimmed = name.trim();
  return CODES.find(({ pattern }) => pattern.test(trimmed))?.codes ?? [];
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
}

/** The dollar of the document's country, for a lone dollar sign. */
function dollarOf(text: string, code: string, home: string | undefined): string {
  const own = countryOf(home)?.currency;
  const isOwn = own !== undefined && ["CAD", "AUD", "NZD", "SGD", "HKD"].includes(own);
  return code === "USD" && isOwn && !/USD|US\$|دولار أمريكي/u.test(text) ? own : code;
}

/** The most frequent currency in a text; for shared names that of the document's country. */
export function mainCurrency(text: string, home?: string): MainCurrency | undefined {
  const counts = new Map<string, number>();
  const shared = new Map<string, number>();
  for (const [name] of matchesOf(text, ALL)) {
    const [code, ...others] = codesOf(name);
    if (!code) continue;
    if (others.length === 0) counts.set(code, (counts.get(code) ?? 0) + 1);
    else shared.set(name, (shared.get(name) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const [name] = [...shared].toSorted((a, b) => b[1] - a[1]);
  if (most && (!name || most[1] >= name[1] || codesOf(name[0]).includes(most[0]))) {
    return { code: dollarOf(text, most[0], home), certain: true };
  }
  if (!name) return undefined;
  const codes = codesOf(name[0]);
  const own = codes.find((code) => code === countryOf(home)?.currency);
  const [first] = codes;
  if (own) return { code: own, certain: true };
  return first ? { code: first, certain: false } : undefined;
}
