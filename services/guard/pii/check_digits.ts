/** Luhn's sum over a string of ASCII digits: payment cards, Emirates and Saudi ids. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i % 2 === 1) {
      digit *= 2;
      if (digit > 9) digit -= 9;
    }
    sum += digit;
  }
  return sum % 10 === 0;
}

/** ISO 7064 mod 97-10 over an IBAN in upper case without spaces. */
export function mod97(iban: string): boolean {
  let rest = 0;
  for (let i = 0; i < iban.length; i++) {
    const unit = iban.charCodeAt((i + 4) % iban.length);
    rest = unit >= 65 ? (rest * 100 + unit - 55) % 97 : (rest * 10 + unit - 48) % 97;
  }
  return rest === 1;
}

const KUWAIT_WEIGHTS = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Kuwait's civil id: 11 minus the weighted sum mod 11; 10 and 11 are never issued. */
export function kuwaitCheck(digits: string): boolean {
  const sum = KUWAIT_WEIGHTS.reduce((total, weight, i) => total + weight * (digits.charCodeAt(i) - 48), 0);
  const check = 11 - (sum % 11);
  return check < 10 && check === digits.charCodeAt(11) - 48;
}

/** Whether such a day exists; `year` includes the century. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Lengths of an IBAN by country, from the SWIFT registry. */
export const IBAN_LENGTHS: Record<string, number> = Object.fromEntries(
  ("AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 " +
    "EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 " +
    "KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 " +
    "PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 " +
    "UA29 VA22 VG24 XK20 YE30").split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** ISO 7064 mod 11-2 over digits; the last may be X for ten. */
export function iso7064Mod11(signs: string): boolean {
  if (!/^\d+[\dX]$/.test(signs)) return false;
  let rest = 0;
  for (const digit of signs.slice(0, -1)) rest = (rest + Number(digit)) * 2 % 11;
  const last = signs.endsWith("X") ? 10 : Number(signs.at(-1));
  return (rest + last) % 11 === 1;
}

/** The multiplication of the dihedral group D5: rotations 0 to 4, reflections 5 to 9. */
function d5(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + (a + b) % 5;
  return b < 5 ? 5 + (a - b + 5) % 5 : (a - b + 5) % 5;
}

const VERHOEFF = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff's check over a string of digits, the last of which is the check digit. */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    for (let times = 0; times < i % 8; times++) digit = VERHOEFF[digit] ?? 0;
    check = d5(check, digit);
  }
  return check === 0;
}
