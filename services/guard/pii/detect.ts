import { type CustomRule, findCustom, withCustom } from "./custom_rules.ts";
import { findIdentifiers } from "./digits.ts";
import { comparableValue, type Entity, OPTIONAL, TYPES } from "./entity.ts";
import { findEmail } from "./emails.ts";
import { findAtColon, findDashedMac, findDottedMac, findIpv4 } from "./network.ts";
import { ANCHOR, DIGIT, DOT, KIND, LETTER, normalise, UNDERSCORE } from "./normalise.ts";
import { withoutOverlaps } from "./overlaps.ts";
import { findAddresses, findAllDates, findBirthDates, findPeople } from "./people.ts";
import { findPhones } from "./phones.ts";
import { addRun, newScan, type Scan } from "./scan.ts";
import { findKey, findLabelledSecrets, findPrivateKeys } from "./secrets.ts";
import { findInToken, findLabelledToken, findPassportRun } from "./tokens.ts";

export interface DetectOptions {
  /** Only these types, which may be optional ones. */
  only?: readonly string[];
  exclude?: readonly string[];
  /** Values that are not reported, compared without case and white space. */
  allow?: readonly string[];
  /** Optional types to look for besides the others. */
  include?: readonly string[];
  /** Custom recognisers. */
  custom?: readonly CustomRule[];
}

/** Personal data and secrets in a text, in order, none overlapping another. */
export function detect(given: string, options: DetectOptions = {}): Entity[] {
  const normalised = normalise(given);
  const isWanted = wantedBy(options);
  const scan = newScan(normalised, isWanted);
  readTokens(scan);
  readRuns(scan);
  readLabels(scan);
  const isAllowed = allowance(options.allow);
  const entities: Entity[] = [];
  for (const { type, start, end, confidence } of withoutOverlaps(scan.findings)) {
    const [from, to] = [normalised.at(start), normalised.at(end - 1) + 1];
    const value = given.slice(from, to);
    if (!isAllowed(value)) entities.push({ type, value, start: from, end: to, confidence });
  }
  if (!options.custom || options.custom.length === 0) return entities;
  const custom = findCustom(given, options.custom, isWanted).filter(({ value }) => !isAllowed(value));
  return withCustom(entities, custom);
}

function allowance(values: readonly string[] = []): (value: string) => boolean {
  if (values.length === 0) return () => false;
  const allowed = new Set(values.map(comparableValue));
  return (value) => allowed.has(comparableValue(value));
}

const USUAL: ReadonlySet<string> = new Set(TYPES.filter((type) => !OPTIONAL.includes(type)));
const isUsual = (type: string) => USUAL.has(type);

function wantedBy({ only, exclude, include, custom = [] }: DetectOptions): (type: string) => boolean {
  if (!only && !exclude && !include && custom.length === 0) return isUsual;
  const types = new Set<string>(only ?? [...USUAL, ...custom.map(({ type }) => type)]);
  for (const type of include ?? []) types.add(type);
  for (const type of exclude ?? []) types.delete(type);
  return (type) => types.has(type);
}

const TOKEN = DIGIT | LETTER | UNDERSCORE;
const SIGN = DIGIT | UNDERSCORE | ANCHOR | DOT;
const DASH = 45;
/** Words of so many letters may be keys. */
const LONG_WORD = 16;

/**
 * Reads the tokens of letters and digits, and the signs that addresses contain. Most words are letters alone and mean
 * nothing, so that signs and digits are looked for, and what stands around them is read.
 */
function readTokens(scan: Scan): void {
  const { units, text: { length } } = scan;
  // A local name is read faster.
  const kinds = KIND;
  let read = 0;
  for (let i = 0; i < length; i++) {
    const kind = kinds[units[i] ?? 0] ?? 0;
    if ((kind & SIGN) === 0) continue;
    const isToken = (kind & TOKEN) !== 0;
    let start = i;
    // A word before a dash or a dot may begin a key or an address.
    if (isToken || kind === DOT || units[i] === DASH) {
      while (start > read && kinds[units[start - 1] ?? 0] === LETTER) start--;
    }
    if (isToken) {
      let all = start < i ? LETTER : 0;
      for (let one = kind; (one & TOKEN) !== 0;) {
        all |= one;
        one = ++i < length ? kinds[units[i] ?? 0] ?? 0 : 0;
      }
      readToken(scan, start, i, all);
      read = i--;
      continue;
    }
    if (start < i) readToken(scan, start, i, LETTER);
    read = i;
    if (kind === ANCHOR) readAnchor(scan, i);
  }
  readLongWords(scan);
}

/** Words of letters alone that may be keys: one unit of each is looked at first. */
function readLongWords(scan: Scan): void {
  const { units, text: { length } } = scan;
  const kinds = KIND;
  for (let i = LONG_WORD - 1; i < length; i += LONG_WORD) {
    if (kinds[units[i] ?? 0] !== LETTER) continue;
    let start = i;
    while (start > 0 && kinds[units[start - 1] ?? 0] === LETTER) start--;
    while (i < length && kinds[units[i] ?? 0] === LETTER) i++;
    const around = (start > 0 ? kinds[units[start - 1] ?? 0] ?? 0 : 0) |
      (i < length ? kinds[units[i] ?? 0] ?? 0 : 0);
    const isRead = (around & TOKEN) !== 0 || !isWordEnd(scan.text, i);
    if (i - start >= LONG_WORD && !isRead) readToken(scan, start, i, LETTER);
  }
}

function readAnchor(scan: Scan, index: number): void {
  const unit = scan.text.charCodeAt(index);
  if (unit === 64 && scan.wanted("EMAIL")) findEmail(scan, index);
  else if (unit === 58) findAtColon(scan, index);
  else if (unit === 45 && scan.text.charCodeAt(index + 3) === 45) findDashedMac(scan, index);
}

function readToken(scan: Scan, start: number, end: number, kinds: number): void {
  const length = end - start;
  if (kinds === DIGIT) addRun(scan.runs, start, end);
  else if ((kinds & DIGIT) !== 0) {
    addRun(scan.mixed, start, end);
    if (length >= 4) findInToken(scan, start, end);
  }
  if (length === 4 && scan.text.charCodeAt(end) === 46 && (kinds & UNDERSCORE) === 0) {
    findDottedMac(scan, end);
  }
  if ((kinds & LETTER) !== 0 && (length >= 16 || !isWordEnd(scan.text, end))) findKey(scan, start);
}

/** A short word may begin a key only when a dash or dot joins it to more text. */
function isWordEnd(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  return after !== 45 && after !== 46;
}

function readRuns(scan: Scan): void {
  const wantsPhones = scan.wanted("PHONE");
  const wantsIps = scan.wanted("IP_ADDRESS");
  for (let k = 0; k < scan.runs.count; k++) {
    if (wantsIps) findIpv4(scan, k);
    findIdentifiers(scan, k);
    findPassportRun(scan, k);
    if (wantsPhones) findPhones(scan, k);
  }
  for (let m = 0; m < scan.mixed.count; m++) {
    findLabelledToken(scan, scan.mixed.start[m] ?? 0, scan.mixed.end[m] ?? 0);
  }
}

function readLabels(scan: Scan): void {
  findPrivateKeys(scan);
  findLabelledSecrets(scan);
  findBirthDates(scan);
  findAllDates(scan);
  findPeople(scan);
  findAddresses(scan);
}
