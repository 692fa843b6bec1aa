import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { IBAN_LENGTHS, mod97 } from "./check_digits.ts";
import { LABEL } from "./labels.ts";
import { context, type Scan } from "./scan.ts";

/** A token of letters and digits, at least one of each, or a long one: IBANs, passports, wallets, VAT, secrets. */
export function findInToken(scan: Scan, start: number, end: number): void {
  const length = end - start;
  const { text } = scan;
  const first = text.charCodeAt(start);
  const capital = first >= 65 && first <= 90;
  if (isIbanStart(text, start)) findIban(scan, start);
  if (capital && length >= 7 && length <= 10) findPassport(scan, start, end);
  if (length === 12 && text.startsWith("OM1", start)) findOmanVat(scan, start, end);
  if (length >= 26 && length <= 90) findWallet(scan, start, end);
}

/** A passport number of digits only, which needs its label directly before it. */
export function findPassportRun(scan: Scan, k: number): void {
  const [start, end] = [scan.runs.start[k] ?? 0, scan.runs.end[k] ?? 0];
  if (end - start < 7 || end - start > 9 || !scan.wanted("PASSPORT")) return;
  if (context(scan, start, end, LABEL.passport) === "said") add(scan, "PASSPORT", start, end, 0.8, false);
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
  if (context(scan, start, end, LABEL.passport) === "said") add(scan, "PASSPORT", start, end, 0.9, false);
}

function findOmanVat(scan: Scan, start: number, end: number): void {
  if (!/^OM1\d{9}$/.test(scan.text.slice(start, end))) return;
  const said = context(scan, start, end, LABEL.tax);
  if (said !== "denied") add(scan, "OMAN_VAT", start, end, said === "said" ? 0.9 : 0.6, false);
}

/** Bitcoin, Litecoin and Tron by their checksums; Ethereum by its form. */
function findWallet(scan: Scan, start: number, end: number): void {
  if (!scan.wanted("CRYPTO_WALLET")) return;
  const token = scan.text.slice(start, end);
  if (/^0x[0-9a-fA-F]{40}$/.test(token)) return add(scan, "CRYPTO_WALLET", start, end, 0.8, true);
  if (/^(?:bc|tb|ltc)1/i.test(token)) {
    if (isBech32(token)) add(scan, "CRYPTO_WALLET", start, end, 0.98, true);
    return;
  }
  if (token.length > 35 || !/^[13TLM][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(token)) return;
  if (scan.budget.wallets-- <= 0 || isBase58Check(token)) add(scan, "CRYPTO_WALLET", start, end, 0.98, true);
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** Bitcoin, its script hashes, Litecoin's two, Tron. */
const VERSIONS = new Set([0x00, 0x05, 0x30, 0x32, 0x41]);

function isBase58Check(address: string): boolean {
  const bytes = new Uint8Array(25);
  for (let i = 0; i < address.length; i++) {
    let carry = BASE58.indexOf(address.charAt(i));
    for (let j = 24; j >= 0; j--) {
      carry += (bytes[j] ?? 0) * 58;
      bytes[j] = carry & 255;
      carry >>= 8;
    }
    if (carry !== 0) return false;
  }
  if (!VERSIONS.has(bytes[0] ?? 255)) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return [0, 1, 2, 3].every((i) => sum[i] === bytes[21 + i]);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const BECH32_STEPS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The checksum of BIP 173 or, from version 1 on, of BIP 350. */
function isBech32(address: string): boolean {
  if (address !== address.toLowerCase() && address !== address.toUpperCase()) return false;
  const lower = address.toLowerCase();
  const split = lower.indexOf("1");
  const prefix = [...lower.slice(0, split)].map((character) => character.charCodeAt(0));
  const data = [...lower.slice(split + 1)].map((character) => BECH32.indexOf(character));
  if (data.length < 14 || data.includes(-1)) return false;
  let sum = 1;
  for (const value of [...prefix.map((unit) => unit >> 5), 0, ...prefix.map((unit) => unit & 31), ...data]) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    BECH32_STEPS.forEach((step, i) => sum ^= (top >> i) & 1 ? step : 0);
  }
  return sum === (data[0] === 0 ? 1 : 0x2bc830a3);
}

/** Whether a JSON Web Token's first part is the JSON of a header. */
export function isJwtHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof header === "object" && header !== null && "alg" in header;
  } catch {
    return false;
  }
}
