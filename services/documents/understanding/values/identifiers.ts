/** Check digits and formats of identifiers in documents. All take text with ASCII digits. */

const IBAN_LENGTHS: Record<string, number> = {
  AE: 23,
  BH: 22,
  KW: 30,
  OM: 23,
  QA: 29,
  SA: 24,
  GB: 22,
  DE: 22,
  FR: 27,
  EG: 29,
  JO: 30,
  LB: 28,
  TR: 26,
  NL: 18,
  IT: 27,
  ES: 24,
  CH: 21,
  AT: 20,
  BE: 16,
  MA: 28,
  TN: 24,
  IQ: 23,
  PK: 24,
  LY: 25,
  PS: 29,
  SD: 18,
};

export function isIban(text: string): boolean {
  const iban = text.replace(/[\s-]/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false;
  const length = IBAN_LENGTHS[iban.slice(0, 2)];
  if (length !== undefined && iban.length !== length) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(
    /[A-Z]/g,
    (letter) => String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const LOOKALIKES: Record<string, string> = { O: "0", Q: "0", D: "0", I: "1", L: "1", S: "5", B: "8", Z: "2" };

/** An IBAN in a line. Digits that OCR read as letters are corrected if the check digits confirm it. */
export function ibanIn(text: string): { value: string; raw: string } | undefined {
  for (const match of text.matchAll(/(?<![A-Z0-9])[A-Z]{2} ?[0-9OQDILSBZ]{2}(?=[ -]?[A-Z0-9])/g)) {
    const rest = text.slice(match.index).match(/^[A-Z0-9 -]+/)?.[0] ?? "";
    const length = IBAN_LENGTHS[match[0].slice(0, 2)];
    for (const raw of length === undefined ? [rest] : [beginning(rest, length)]) {
      const value = raw?.replace(/[ -]/g, "") ?? "";
      const digits = value.slice(2).replace(/[OQDILSBZ]/g, (letter) => LOOKALIKES[letter] ?? letter);
      const right = [value, value.slice(0, 2) + digits].find(isIban);
      if (raw && right) return { value: right, raw: raw.trim() };
    }
  }
  return ibanWithSpareSign(text) ?? ibanWithGroupsBefore(text) ?? ibanOfMisreadCountry(text);
}

/** Countries of which OCR reads letters as digits, before check digits and the beginning of what such IBANs have there. */
const MISREAD_COUNTRIES: [RegExp, string][] = [
  [/(?<![A-Z0-9])1(?=[ELQRST] ?\d{2} ?[A-Z]{4})/g, "I"],
  [/(?<![A-Z0-9])1[09O](?= ?\d{2} ?[A-Z]{4} ?\d{4})/g, "IQ"],
  [/(?<![A-Z0-9])0(?=M ?\d{2} ?\d{4})/g, "O"],
  [/(?<![A-Z0-9])5(?=A ?\d{2} ?\d{4})/g, "S"],
  [/(?<![A-Z0-9])8(?=H ?\d{2} ?[A-Z]{4})/g, "B"],
];

/** An IBAN whose country OCR read as digits, if the check digits confirm it: "1Q81 TFRT", "1913 KHBR", "5A03 8000". */
function ibanOfMisreadCountry(text: string): { value: string; raw: string } | undefined {
  const mended = MISREAD_COUNTRIES.reduce((all, [signs, letters]) => all.replace(signs, letters), text);
  const found = mended === text ? undefined : ibanIn(mended);
  if (!found) return undefined;
  // Each sign is replaced by one letter.
  const at = mended.indexOf(found.raw);
  return at < 0 ? found : { ...found, raw: text.slice(at, at + found.raw.length) };
}

/** An IBAN whose last groups stand before its first, as right-to-left lines turn them: "8406 SA03 8500 0000 6039 7251". */
function ibanWithGroupsBefore(text: string): { value: string; raw: string } | undefined {
  for (const match of text.matchAll(/(?<![A-Z0-9])([A-Z]{2})\d{2}(?= \d{4}(?!\d))/g)) {
    const length = IBAN_LENGTHS[match[1] ?? ""] ?? 0;
    const [rest = ""] =
      /^[A-Z0-9]+(?: [A-Z0-9]{4})*(?: [A-Z0-9]{1,3}(?![A-Z0-9]))?/.exec(text.slice(match.index)) ?? [];
    const [before = ""] =
      /(?:[A-Z0-9]{1,4} ){1,8}$/.exec(text.slice(Math.max(0, match.index - 40), match.index)) ?? [];
    const groups = before.trim().split(" ");
    for (const at of groups.keys()) {
      const moved = groups.slice(at);
      const right = [moved, moved.toReversed()].map((last) => `${rest} ${last.join(" ")}`.replaceAll(" ", ""))
        .find((one) => one.length === length && isIban(one));
      if (right) return { value: right, raw: `${moved.join(" ")} ${rest}` };
    }
  }
  return undefined;
}

/** An IBAN at whose beginning OCR read one sign as two, if the check digits confirm it: "MAG64 4176", "I1Q13 KHBR". */
function ibanWithSpareSign(text: string): { value: string; raw: string } | undefined {
  for (const { index } of text.matchAll(/(?<![A-Z0-9])[A-Z][A-Z0-9]{4}(?= [A-Z0-9]{4})/g)) {
    const start = text.slice(index, index + 5);
    const found = [1, 2, 3, 4].flatMap((at) => {
      const length = IBAN_LENGTHS[start.split("").toSpliced(at, 1).join("").slice(0, 2)];
      const raw = length === undefined ? undefined : beginning(text.slice(index), length + 1);
      return raw ? [{ raw, value: raw.replace(/[ -]/g, "").split("").toSpliced(at, 1).join("") }] : [];
    }).filter(({ value }) => isIban(value));
    const [first] = found;
    if (first && found.every(({ value }) => value === first.value)) return first;
  }
  return undefined;
}

/** A value labelled as IBAN, with the right format and length, even with wrong check digits. */
export function labelledIban(text: string): string | undefined {
  const rest = text.match(/(?:\bIBAN|[آأا]يبان)\W{0,3}([A-Z]{2} ?\d{2}[A-Z0-9 -]{8,44})/u)?.[1];
  const length = IBAN_LENGTHS[rest?.slice(0, 2) ?? ""];
  return rest && length !== undefined ? beginning(rest, length)?.replace(/[ -]/g, "") : undefined;
}

/** The start of a text with `length` letters and digits, and the characters between them. */
function beginning(text: string, length: number): string | undefined {
  return text.match(new RegExp(`^(?:[A-Z0-9][ -]*){${length}}`))?.[0];
}

/** Luhn check digit: cards, Emirates ID, Saudi national id. */
export function hasLuhnDigit(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return false;
  let sum = 0;
  for (const [i, digit] of [...digits].toReversed().entries()) {
    const value = i % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export function isEmiratesId(text: string): boolean {
  return /^784-?\d{4}-?\d{7}-?\d$/.test(text.trim()) && hasLuhnDigit(text);
}

export function isSaudiId(text: string): boolean {
  return /^[12]\d{9}$/.test(text.trim()) && hasLuhnDigit(text);
}

/** German VAT numbers: ISO 7064 MOD 11,10. */
export function isGermanVat(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = 2 * sum % 11;
  }
  return digits.length === 9 && (11 - product) % 10 === Number(digits[8]);
}

/** British VAT numbers: weights 8 to 2, and two digits that make the sum (newer ones: plus 55) a multiple of 97. */
export function isBritishVat(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  const sum = [...digits.slice(0, 7)].reduce((total, digit, i) => total + Number(digit) * (8 - i), 0) +
    Number(digits.slice(7, 9));
  return digits.length >= 9 && (sum % 97 === 0 || (sum + 55) % 97 === 0);
}

const BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Indian GST numbers: fifteen characters, the last a check character modulo 36. */
export function isGstin(text: string): boolean {
  const sum = [...text.slice(0, 14)].reduce((total, symbol, i) => {
    const product = BASE36.indexOf(symbol) * (i % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + product % 36;
  }, 0);
  return text.length === 15 && BASE36[(36 - sum % 36) % 36] === text[14];
}

/** The check digit of machine-readable zones (ICAO 9303): weights 7, 3, 1. */
export function mrzDigit(text: string): number {
  const weights = [7, 3, 1];
  const value = (symbol: string) =>
    symbol === "<" ? 0 : /\d/.test(symbol) ? Number(symbol) : symbol.charCodeAt(0) - 55;
  return [...text].reduce((sum, symbol, i) => sum + value(symbol) * (weights[i % 3] ?? 0), 0) % 10;
}

export interface PassportZone {
  number: string;
  surname: string;
  given_names: string;
  issuing_country: string;
  nationality: string;
  birth_date: string;
  sex: string;
  expiry_date: string;
  valid: boolean;
}

/** The machine-readable zone of a passport: two lines of 44 characters, in which OCR adds spaces and loses some. */
export function passportZone(text: string): PassportZone | undefined {
  const lines = text.toUpperCase().split("\n").map((line) =>
    line.replace(/[\s«»]/g, (one) => one.trim() && "<")
  );
  const at = lines.findIndex((line) => /^P[A-Z<][A-Z]{3}[A-Z<]{10,}$/.test(line));
  const [names, data] = [lines[at] ?? "", (lines[at + 1] ?? "").padEnd(44, "<")];
  if (at < 0 || !/^[A-Z0-9<]{9}\d[A-Z<]{3}\d{7}/.test(data)) return undefined;
  const [surname = "", given = ""] = names.slice(5).split("<<");
  const part = (from: number, to: number) => data.slice(from, to);
  const valid = [[0, 9], [13, 19], [21, 27]].every(([from = 0, to = 0]) =>
    mrzDigit(part(from, to)) === Number(data[to])
  );
  return {
    number: part(0, 9).replace(/</g, ""),
    surname: surname.replace(/</g, " ").trim(),
    given_names: given.replace(/</g, " ").trim(),
    issuing_country: names.slice(2, 5).replace(/</g, ""),
    nationality: part(10, 13).replace(/</g, ""),
    birth_date: mrzDate(part(13, 19), { past: true }),
    sex: part(20, 21),
    expiry_date: mrzDate(part(21, 27), { past: false }),
    valid,
  };
}

/** A date with a two-digit year: births are in the past, expiry dates in the coming decades. */
function mrzDate(digits: string, { past }: { past: boolean }): string {
  const year = Number(digits.slice(0, 2));
  const century = past && year > new Date().getUTCFullYear() % 100 ? 1900 : 2000;
  return `${century + year}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
}
