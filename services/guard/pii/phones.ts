import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { LABEL } from "./labels.ts";
import { isClose, isOtherNumber, labelContext, type Scan } from "./scan.ts";

/** Gulf mobile and landline numbers after their calling codes: common, so matched without the library. */
const GULF =
  /^(?:971(?:5[024568]\d{7}|[2-4679][2-8]\d{6})|966(?:5\d{8}|1[1-7]\d{7})|(?:971|966)800\d{4,7}|966920\d{6}|974[3-7]\d{7}|965[24569]\d{7}|968[279]\d{7}|973[136]\d{7})$/;
const GULF_CODE = /^9(?:7[134]|6[568])/;
const MOST_DIGITS = 15;
const LEAST_DIGITS = 7;
const MOST_GROUPS = 7;
/** Enough digits that a comma or a slash beside them means neither an amount nor a date. */
const LONG = 9;
/** Countries whose local form is tried for a labelled number without a calling code. */
const LOCAL: CountryCode[] = [
  ...["AE", "SA", "QA", "KW", "OM", "BH", "US", "EG", "JO", "IN", "PK", "GB", "LB"] as const,
  ...["CN", "JP", "TH", "DE", "FR"] as const,
];

const THREE_THREE_FOUR = (3 * 32 + 3) * 32 + 4;

interface Candidate {
  digits: string;
  start: number;
  end: number;
  /** Lengths of the groups, in base 32. */
  groups: number;
}

/** Phone numbers that begin at run `k`, the longest valid reading of each. */
export function findPhones(scan: Scan, k: number): void {
  const { text, runs } = scan;
  const first = runs.start[k] ?? 0;
  const length = (runs.end[k] ?? 0) - first;
  const lead = leadOf(text, first, length);
  if (length > MOST_DIGITS || lead === undefined || first < scan.phoneEnd || !isLongEnough(scan, k)) return;
  const labelled = labelContext(scan, first, runs.end[k] ?? 0, LABEL.phone) === "said";
  if (!labelled && !looksLikeOne(text, first, length, lead)) return;
  const candidates = candidatesFrom(scan, k, { lead, sure: labelled || lead !== first });
  for (let i = candidates.length - 1; i >= 0; i--) {
    const candidate = candidates[i];
    const confidence = candidate
      ? confidenceOf(scan, candidate, { plus: text.charAt(lead) === "+", labelled })
      : 0;
    if (!candidate || confidence === 0) continue;
    const { start, end } = candidate;
    scan.findings.push({ type: "PHONE", start, end, confidence, checked: true });
    scan.phoneEnd = end;
    return;
  }
  // A plus sign begins a whole number: the tail of an invalid one is not tried as another.
  if (text.charAt(lead) === "+") scan.phoneEnd = candidates.at(-1)?.end ?? scan.phoneEnd;
}

/** Whether the groups from run `k` on have the digits of the shortest number, which is asked before any label. */
function isLongEnough({ text, runs }: Scan, k: number): boolean {
  let total = 0;
  for (let j = k; j < runs.count && j < k + MOST_GROUPS; j++) {
    const [start, end] = [runs.start[j] ?? 0, runs.end[j] ?? 0];
    if (j > k && !isGap(text, runs.end[j - 1] ?? 0, start)) return false;
    total += end - start;
    if (total >= LEAST_DIGITS) return true;
  }
  return false;
}

/** Prefixes of numbers that need no label: +, 00, 05, a Gulf calling code, or three digits and a group. */
function looksLikeOne(text: string, first: number, length: number, lead: number): boolean {
  if (lead !== first) return true;
  const [one, two] = [text.charAt(first), text.charAt(first + 1)];
  if (one === "0") return two === "0" || two === "5" || length <= 3;
  if (one === "9") return length === 3 || length === 11 || length === 12;
  return length === 3 && (text.charAt(first + 3) === "-" || text.charAt(first + 3) === ".");
}

/** Where the number begins when it may begin at `first`: at a plus sign or parenthesis before it, if any. */
function leadOf(text: string, first: number, length: number): number | undefined {
  const before = text.charAt(first - 1);
  if (before === "+") return first - 1;
  if (before === "(") return text.charAt(first - 2) === "+" ? first - 2 : first - 1;
  const further = text.charCodeAt(first - 2);
  const joined = before === "-" || before === "." || (length < LONG && (before === "/" || before === ","));
  return joined && further >= 48 && further <= 57 ? undefined : first;
}

/** The readings from run `k` on, each with one more group; without a plus sign or label only long ones. */
function candidatesFrom(scan: Scan, k: number, { lead, sure }: { lead: number; sure: boolean }): Candidate[] {
  const { text, runs } = scan;
  const candidates: Candidate[] = [];
  const first = runs.start[k] ?? 0;
  let total = 0;
  let groups = 0;
  for (let j = k; j < runs.count && j < k + MOST_GROUPS; j++) {
    const [start, end] = [runs.start[j] ?? 0, runs.end[j] ?? 0];
    if (j > k && !isGap(text, runs.end[j - 1] ?? 0, start)) break;
    total += end - start;
    groups = groups * 32 + end - start;
    if (total > MOST_DIGITS + 2) break;
    if (total < (sure ? LEAST_DIGITS : 10) && (total < LEAST_DIGITS || !text.startsWith(" (", end))) continue;
    if (goesOn(text, total, end)) continue;
    candidates.push({ digits: text.slice(first, end).replace(/\D/g, ""), start: lead, end, groups });
  }
  return candidates;
}

function isGap(text: string, from: number, to: number): boolean {
  if (to - from > 3) return false;
  for (let i = from; i < to; i++) if (!" -.()/".includes(text.charAt(i))) return false;
  return true;
}

function goesOn(text: string, length: number, end: number): boolean {
  const next = text.charCodeAt(end + 1);
  const after = text.charAt(end);
  const isCode = (next >= 48 && next <= 57) || (after === "-" && (next | 32) >= 97 && (next | 32) <= 122);
  return (after === "-" || after === "." || (after === "," && length < LONG) || after === ":") && isCode;
}

function confidenceOf(
  scan: Scan,
  candidate: Candidate,
  { plus, labelled }: { plus: boolean; labelled: boolean },
): number {
  const { digits, groups, start, end } = candidate;
  if (plus) return digits.length <= MOST_DIGITS && isInternational(scan, digits) ? 0.95 : 0;
  const abroad = digits.startsWith("00") ? digits.slice(2) : undefined;
  if (abroad !== undefined && abroad.length >= 9 && isInternational(scan, abroad)) {
    return isOtherNumber(scan, start) ? 0 : 0.85;
  }
  if (GULF_CODE.test(digits) && GULF.test(digits)) return isOtherNumber(scan, start) ? 0 : 0.8;
  if (/^05\d{8}$/.test(digits)) return isOtherNumber(scan, start) ? 0 : 0.75;
  if (groups === THREE_THREE_FOUR && /^[2-9]\d\d[2-9]/.test(digits)) {
    if (!isSpaced(scan.text, candidate) && isValid(scan, digits, "US")) {
      return isOtherNumber(scan, start) ? 0 : 0.7;
    }
  }
  // "011 465 2345 (tel)"
  const said = labelled ||
    (scan.text.startsWith(" (", end) && labelContext(scan, start, end, LABEL.phone) === "said");
  // Numbers of eight digits and fewer look like any other number.
  if (!said || (digits.length <= 8 && !isClose(scan, start))) return 0;
  return LOCAL.some((country) => isValid(scan, digits, country)) ? 0.85 : 0;
}

/** Three groups with spaces are as often an amount as a phone number. */
function isSpaced(text: string, { start, end }: Candidate): boolean {
  return !/[-.()]/.test(text.slice(start, end));
}

function isInternational(scan: Scan, digits: string): boolean {
  if (GULF_CODE.test(digits)) return GULF.test(digits);
  if (digits.length < 8) return false;
  if (scan.budget.phones-- <= 0) return true;
  return parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false;
}

function isValid(scan: Scan, digits: string, country: CountryCode): boolean {
  if (scan.budget.phones-- <= 0) return true;
  const number = parsePhoneNumberFromString(digits, country);
  return number !== undefined && number.country === country && number.isValid();
}
