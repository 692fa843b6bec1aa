import { Buffer } from "node:buffer";
import { IBAN_LENGTHS, mod97 } from "./check_digits.ts";
import { LABEL } from "./labels.ts";
import { labelContext, type Scan } from "./scan.ts";
import { isWallet } from "./wallets.ts";

/** Finds IBANs and wallets in a token of letters and digits; they need no label. */
export function findInToken(scan: Scan, start: number, end: number): void {
  const length = end - start;
  if (isIbanStart(scan.text, start)) findIban(scan, start);
  if (length >= 26 && length <= 90 && isWallet(scan, start, end)) {
    add(scan, "CRYPTO_WALLET", start, end, 0.98, true);
  }
}

/** Finds passports and VAT numbers in such a token, which may need a label. */
export function findLabelledToken(scan: Scan, start: number, end: number): void {
  const length = end - start;
  const first = scan.units[start] ?? 0;
  if (length < 7 || length > 12 || first < 65 || first > 90) return;
  if (length <= 10) findPassport(scan, start, end);
  if (length === 12 && scan.text.startsWith("OM1", start)) findOmanVat(scan, start, end);
}

/** A passport number of only digits, which needs a label directly before it. */
export function findPassportRun(scan: Scan, k: number): void {
  const [start, end] = [scan.runs.start[k] ?? 0, scan.runs.end[k] ?? 0];
  if (end - start < 7 || end - start > 9 || !scan.wanted("PASSPORT")) return;
  if (labelContext(scan, start, end, LABEL.passport) === "said") {
    add(scan, "PASSPORT", start, end, 0.8, false);
  }
}

function add(
  scan: Scan,
  type: string,
  start: number,
  end: number,
  confidence: number,
  checked: boolean,
): void {
  if (scan.wanted(type)) scan.findings.push({ type, start, end, confidence, checked });
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57;

function isIbanStart(text: string, start: number): boolean {
  return isDigit(text.charCodeAt(start + 2)) && isDigit(text.charCodeAt(start + 3)) &&
    IBAN_LENGTHS[text.slice(start, start + 2).toUpperCase()] !== undefined;
}

/** An IBAN in one piece or in groups with spaces or dashes between them. */
function findIban(scan: Scan, start: number): void {
  const { text } = scan;
  const length = IBAN_LENGTHS[text.slice(start, start + 2).toUpperCase()] ?? 0;
  let taken = 0;
  let end = start;
  for (; taken < length && end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (isDigit(unit) || ((unit | 32) >= 97 && (unit | 32) <= 122)) taken++;
    else if ((unit !== 32 && unit !== 45) || text.charCodeAt(end - 1) === unit) break;
  }
  if (taken < length || /[A-Za-z0-9_]/.test(text.charAt(end))) return;
  if (mod97(text.slice(start, end).replace(/[ -]/g, "").toUpperCase())) {
    add(scan, "IBAN", start, end, 0.99, true);
  }
}

/** One or two capitals and six to eight digits beside a label. */
function findPassport(scan: Scan, start: number, end: number): void {
  if (!/^[A-Z]{1,2}\d{6,8}[A-Z]?$/.test(scan.text.slice(start, end))) return;
  if (labelContext(scan, start, end, LABEL.passport) === "said") {
    add(scan, "PASSPORT", start, end, 0.9, false);
  }
}

function findOmanVat(scan: Scan, start: number, end: number): void {
  if (!/^OM1\d{9}$/.test(scan.text.slice(start, end))) return;
  const said = labelContext(scan, start, end, LABEL.tax);
  if (said !== "denied") add(scan, "OMAN_VAT", start, end, said === "said" ? 0.9 : 0.6, false);
}

/** Whether the first part of a JSON Web Token is a JSON header. */
export function isJwtHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof header === "object" && header !== null && "alg" in header;
  } catch {
    return false;
  }
}
