import { asciiDigits } from "./digits.ts";

export interface Money {
  amount: number;
  currency?: string;
  raw: string;
  at: number;
}

const CURRENCIES: [string, string][] = [
  ["AED", "AED|Dhs?\\.?|dirhams?|د\\.? ?إ\\.?|دراهم|درهم"],
  ["SAR", "SAR|SR|riyals?|ر\\.? ?س\\.?|ريال سعودي|ريالا?"],
  ["QAR", "QAR|QR|ر\\.? ?ق\\.?|ريال قطري"],
  ["OMR", "OMR|R\\.?O\\.?|ر\\.? ?ع\\.?|ريال عماني"],
  ["BHD", "BHD|BD|د\\.? ?ب\\.?|دينار بحريني"],
  ["KWD", "KWD|KD|د\\.? ?ك\\.?|دينار كويتي"],
  ["USD", "USD|US\\$|\\$|دولار"],
  ["EUR", "EUR|€|يورو"],
  ["GBP", "GBP|£"],
];

const NAMES = CURRENCIES.map(([, names]) => names).join("|");
const NUMBER = "[-(]?\\d{1,3}(?:[, ]\\d{3})+(?:\\.\\d{1,3})?\\)?|[-(]?\\d+(?:[.,]\\d{1,3})?\\)?";
const MONEY = new RegExp(
  `(?:(?<![\\p{L}])(${NAMES})\\s*)?(?<![\\p{L}\\d./-])(${NUMBER})(?![\\d%/]|[.,-]\\d|\\s*%)(?:\\s*(${NAMES})(?![\\p{L}]))?`,
  "giu",
);

/** Amounts of a text. Percentages, dates and numbers within words are none. */
export function findMoney(text: string): Money[] {
  const plain = asciiDigits(text);
  return [...plain.matchAll(MONEY)].flatMap((match) => {
    const amount = parseAmount(match[2] ?? "");
    if (amount === undefined) return [];
    const at = match.index ?? 0;
    const currency = currencyOf(match[1] ?? match[3] ?? "");
    return [{
      amount,
      ...(currency ? { currency } : {}),
      raw: text.slice(at, at + match[0].length).trim(),
      at,
    }];
  });
}

export function currencyOf(name: string): string | undefined {
  if (name === "") return undefined;
  return CURRENCIES.find(([, names]) => new RegExp(`^(?:${names})$`, "iu").test(name.trim()))?.[0];
}

/** 1,234.56 and 1 234.56; a lone comma with two digits after it is a decimal point; brackets are a minus. */
export function parseAmount(raw: string): number | undefined {
  const negative = /^[-(]/.test(raw);
  let digits = asciiDigits(raw).replace(/[()\s-]/g, "");
  if (/^\d+,\d{1,2}$/.test(digits)) digits = digits.replace(",", ".");
  const amount = Number(digits.replace(/,/g, ""));
  if (!Number.isFinite(amount) || digits === "") return undefined;
  return negative ? -amount : amount;
}

/** The currency named most often in a text. */
export function mainCurrency(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [code, names] of CURRENCIES) {
    const pattern = new RegExp(`(?<![\\p{L}])(?:${names})(?![\\p{L}])`, "giu");
    const count = text.match(pattern)?.length ?? 0;
    if (count > 0) counts.set(code, count);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
