import { isDay, kuwaitCheck, luhn } from "./check_digits.ts";
import { LABEL } from "./labels.ts";
import { isClose, isOtherNumber, labelContext, type Scan } from "./scan.ts";

/** Runs of digits joined by the same separator, as identifiers and cards are written. */
export interface Chain {
  digits: string;
  start: number;
  end: number;
  /** Lengths of the groups as hexadecimal digits: 0x3471 is 3-4-7-1. */
  groups: number;
}

const LONGEST = 19;
const CARD_GROUPS = [
  0x4441,
  0x4442,
  0x4443,
  0x4444,
  0x44441,
  0x44442,
  0x44443,
  0x464,
  0x465,
  0x88,
  0x6a,
  0x6d,
];
const OTHER_GROUPS = [
  0x3471,
  0x324,
  0x3444,
  0x555,
  0x334,
  0x3331,
  0x344,
  0x444,
  0x363,
  0x36,
  0x54,
  0x55,
  0x343,
  0x433,
  0x442,
];
const GROUPINGS = new Set([...CARD_GROUPS, ...OTHER_GROUPS]);

/** The groups of social security numbers. */
const SOCIAL = 0x324;

/** The chains that begin at run `k`: the run alone, and the run with the groups that follow it. */
function chainsFrom(scan: Scan, k: number): Chain[] {
  const { text, runs } = scan;
  const start = runs.start[k] ?? 0;
  let end = runs.end[k] ?? 0;
  const first = end - start;
  if (first < 3 || first > LONGEST || isInside(text, start, first)) return [];
  const chains: Chain[] = [];
  if (first >= 7 && !continues(text, start, end)) {
    chains.push({ digits: text.slice(start, end), start, end, groups: first });
  }
  const separator = text.charCodeAt(end);
  if (separator !== 32 && separator !== 45 && separator !== 46) return chains;
  let groups = first;
  for (let j = k + 1; j < runs.count && j <= k + 4; j++) {
    const next = runs.start[j] ?? 0;
    if (next !== end + 1 || text.charCodeAt(end) !== separator) break;
    end = runs.end[j] ?? 0;
    if (end - next > 13) break;
    groups = groups * 16 + end - next;
    if (!GROUPINGS.has(groups) || continues(text, start, end)) continue;
    // Dots are allowed in cards and social security numbers only: others are addresses, amounts or versions.
    if (separator === 46 && groups !== 0x4444 && groups !== SOCIAL) continue;
    const digits = text.slice(start, end).replace(/[ .-]/g, "");
    chains.push({ digits, start, end, groups });
  }
  return chains;
}

/** Enough digits that a comma or a slash beside them means neither an amount nor a date. */
const LONG = 9;

/** Whether the run is part of a decimal, a code such as X9-123 or a longer dashed number. */
function isInside(text: string, start: number, length: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 46 || before === 44) {
    return isDigit(text.charCodeAt(start - 2)) && (before === 46 || length < LONG);
  }
  if (before !== 45 && (before !== 47 || length >= LONG)) return false;
  for (let i = start - 2; i >= 0 && i > start - 12; i--) {
    const unit = text.charCodeAt(i);
    if (isDigit(unit)) return true;
    if (!isLetter(unit)) return false;
  }
  return false;
}

/** Whether a dash and more code follow, or the number goes on behind a decimal sign. */
function continues(text: string, start: number, end: number): boolean {
  const after = text.charCodeAt(end);
  const next = text.charCodeAt(end + 1);
  if (after === 45) return isDigit(next) || isLetter(next);
  return (after === 46 || (after === 44 && end - start < LONG)) && isDigit(next);
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57;
const isLetter = (unit: number) => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

/** National ids, tax numbers, cards and social security numbers that begin at run `k`. */
export function findIdentifiers(scan: Scan, k: number): void {
  for (const chain of chainsFrom(scan, k)) {
    for (const shape of SHAPES) {
      if (!shape.lengths.includes(chain.digits.length) || !scan.wanted(shape.type)) continue;
      const confidence = shape.confidence(chain, scan);
      if (confidence > 0) add(scan, chain, shape, confidence);
    }
  }
}

function add(scan: Scan, chain: Chain, shape: Shape, confidence: number): void {
  const { start, end } = chain;
  scan.findings.push({ type: shape.type, start, end, confidence, checked: shape.checked });
}

interface Shape {
  type: string;
  lengths: number[];
  checked: boolean;
  /** Confidence; 0 when the chain is not such a number. */
  confidence(chain: Chain, scan: Scan): number;
}

const SHAPES: Shape[] = [
  {
    type: "EMIRATES_ID",
    lengths: [15],
    checked: true,
    confidence: ({ digits, groups }) =>
      digits.startsWith("784") && (groups === 15 || groups === 0x3471) && luhn(digits) ? 0.98 : 0,
  },
  {
    type: "SAUDI_ID",
    lengths: [10],
    checked: true,
    confidence: (chain, scan) =>
      /^[12]/.test(chain.digits) && luhn(chain.digits) ? labelled(scan, chain, LABEL.nationalId, 0.95) : 0,
  },
  {
    type: "QATAR_ID",
    lengths: [11],
    checked: false,
    confidence: (chain, scan) => isQatarId(chain.digits) ? labelled(scan, chain, LABEL.nationalId, 0.85) : 0,
  },
  {
    type: "KUWAIT_CIVIL_ID",
    lengths: [12],
    checked: true,
    confidence: (chain, scan) => {
      if (!/^[23]/.test(chain.digits) || !kuwaitCheck(chain.digits) || !isKuwaitDate(chain.digits)) return 0;
      const said = labelContext(scan, chain.start, chain.end, LABEL.nationalId);
      if (said === "said") return 0.98;
      return isOtherNumber(scan, chain.start) ? 0 : 0.8;
    },
  },
  {
    type: "BAHRAIN_CPR",
    lengths: [9],
    checked: false,
    confidence: (chain, scan) =>
      chain.groups === 9 && isMonth(chain.digits.slice(2, 4))
        ? labelled(scan, chain, LABEL.nationalId, 0.85)
        : 0,
  },
  {
    type: "OMAN_CIVIL_ID",
    lengths: [7, 8],
    checked: false,
    confidence: (chain, scan) =>
      (chain.groups === 8 || (chain.groups === 7 && isOmani(chain, scan))) && isClose(scan, chain.start)
        ? labelled(scan, chain, LABEL.nationalId, 0.75)
        : 0,
  },
  {
    type: "UAE_TRN",
    lengths: [15],
    checked: false,
    confidence: (chain, scan) => chain.digits.startsWith("100") ? labelled(scan, chain, LABEL.tax, 0.9) : 0,
  },
  {
    type: "SAUDI_VAT",
    lengths: [15],
    checked: false,
    confidence: (chain, scan) => /^3\d{13}3$/.test(chain.digits) ? labelled(scan, chain, LABEL.tax, 0.9) : 0,
  },
  {
    type: "US_SSN",
    lengths: [9],
    checked: false,
    confidence: (chain, scan) => {
      if (!isSocialSecurity(chain.digits)) return 0;
      if (isUsual(chain, scan)) return 0.85;
      return labelled(scan, chain, LABEL.ssn, 0.9);
    },
  },
  {
    type: "US_ITIN",
    lengths: [9],
    checked: false,
    confidence: (chain, scan) => {
      if (!/^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])/.test(chain.digits)) return 0;
      if (isUsual(chain, scan)) return 0.8;
      return labelled(scan, chain, LABEL.ssn, 0.9);
    },
  },
  {
    type: "CREDIT_CARD",
    lengths: [13, 14, 15, 16, 17, 18, 19],
    checked: true,
    confidence: (chain, scan) => {
      if (!isCardShape(chain.groups) || !isIssued(chain.digits) || !luhn(chain.digits)) return 0;
      if (chain.groups > LONGEST) return 0.97;
      const said = labelContext(scan, chain.start, chain.end, LABEL.card);
      if (said === "said") return 0.99;
      return isOtherNumber(scan, chain.start) ? 0 : 0.9;
    },
  },
];

function labelled(scan: Scan, { start, end }: Chain, kinds: number, confidence: number): number {
  return labelContext(scan, start, end, kinds) === "said" ? confidence : 0;
}

/** Grouped as only these numbers are; with dots a label is required. */
function isUsual({ groups, start }: Chain, scan: Scan): boolean {
  return groups === SOCIAL && scan.text.charCodeAt(start + 3) !== 46 && !isOtherNumber(scan, start);
}

/** Seven digits are many other numbers too, unless the country is named. */
const isOmani = ({ start }: Chain, { text }: Scan) =>
  /oman|عمان/i.test(text.slice(Math.max(0, start - 60), start));

const isMonth = (two: string) => Number(two) >= 1 && Number(two) <= 12;

function isKuwaitDate(digits: string): boolean {
  const century = digits.startsWith("2") ? 1900 : 2000;
  return isDay(century + Number(digits.slice(1, 3)), Number(digits.slice(3, 5)), Number(digits.slice(5, 7)));
}

/** ISO numeric country codes lie between 004 and 894. */
function isQatarId(digits: string): boolean {
  const country = Number(digits.slice(3, 6));
  return /^[23]/.test(digits) && country >= 4 && country <= 894;
}

function isSocialSecurity(digits: string): boolean {
  return !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== "00" && digits.slice(5) !== "0000" &&
    !/^(\d)\1{8}$/.test(digits);
}

const isCardShape = (groups: number) => (groups >= 13 && groups <= LONGEST) || CARD_GROUPS.includes(groups);

/** Issuer prefixes and their lengths, Mada of Saudi Arabia included. Twelve equal leading digits are no card. */
function isIssued(digits: string): boolean {
  if (/^(\d)\1{12}/.test(digits)) return false;
  const n = digits.length;
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  if (digits.startsWith("4")) return n === 13 || n === 16 || n === 19;
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return n === 16;
  if (two === 34 || two === 37) return n === 15;
  if ((four >= 3000 && four <= 3059) || two === 36 || two === 38 || two === 39) return n === 14 || n === 16;
  if (four >= 3528 && four <= 3589) return n >= 16;
  if (four >= 2200 && four <= 2204) return n === 16;
  if (four === 6011 || two === 65 || (four >= 6440 && four <= 6499)) return n >= 16;
  if (two === 62 || four === 8171 || two === 82) return n >= 16;
  return n === 16 &&
    /^(?:5018|5019|5020|5038|508|5888|5893|6049|6304|6361|6759|676[1-3]|9682|60|81)/.test(digits);
}
