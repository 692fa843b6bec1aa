/** Check digits for identifiers of custom types. All take text with ASCII digits and ignore other characters. */
import { hasLuhnDigit, isIban } from "./identifiers.ts";

export const CHECK_DIGITS = ["luhn", "mod11", "mod97", "gs1", "iban"] as const;
export type CheckDigit = typeof CHECK_DIGITS[number];

const CHECKS: Record<CheckDigit, (text: string) => boolean> = {
  luhn: hasLuhnDigit,
  mod11: hasModulus11Digit,
  mod97: hasModulus97Digits,
  gs1: hasGs1Digit,
  iban: isIban,
};

export function hasCheckDigit(kind: CheckDigit, text: string): boolean {
  return CHECKS[kind](text);
}

/** Modulus 11 as in ISBN-10: weights 1, 2, 3 … from the right, X is ten. */
function hasModulus11Digit(text: string): boolean {
  const symbols = [...text.toUpperCase().replace(/[^0-9X]/g, "")].toReversed();
  if (symbols.length < 2 || symbols.slice(1).includes("X")) return false;
  return symbols.reduce((sum, symbol, i) => sum + (symbol === "X" ? 10 : Number(symbol)) * (i + 1), 0) %
      11 ===
    0;
}

/** ISO 7064 MOD 97-10: letters count from 10, and the remainder must be 1. */
function hasModulus97Digits(text: string): boolean {
  const symbols = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
  let rest = 0;
  for (const symbol of symbols) {
    const value = Number.parseInt(symbol, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return symbols.length > 2 && rest === 1;
}

/** GS1 numbers (GTIN, SSCC, GLN): alternating weights 1 and 3 from the right. */
function hasGs1Digit(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].toReversed();
  return digits.length > 1 &&
    digits.reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}
