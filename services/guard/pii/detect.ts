import { type CustomRule, findCustom, withCustom } from "./custom.ts";
import { findIdentifiers } from "./digits.ts";
import { comparable, type Entity, OPTIONAL, TYPES } from "./entity.ts";
import { findEmail } from "./emails.ts";
import { findAtColon, findDashedMac, findDottedMac, findIpv4 } from "./network.ts";
import { ANCHOR, DIGIT, KIND, LETTER, normalise, UNDERSCORE } from "./normalise.ts";
import { resolve } from "./overlaps.ts";
import { findAddresses, findBirthDates, findDates, findPeople } from "./people.ts";
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
  const wanted = wantedBy(options);
  const scan = newScan(normalised, wanted);
  readTokens(scan);
  readRuns(scan);
  readLabels(scan);
  const isAllowed = allowance(options.allow);
  const entities: Entity[] = [];
  for (const { type, start, end, confidence } of resolve(scan.findings)) {
    const [from, to] = [normalised.at(start), normalised.at(end - 1) + 1];
    const value = given.slice(from, to);
    if (!isAllowed(value)) entities.push({ type, value, start: from, end: to, confidence });
  }
  if (!options.custom || options.custom.length === 0) return entities;
  const custom = findCustom(given, options.custom, wanted).filter(({ value }) => !isAllowed(value));
  return withCustom(entities, custom);
}

function allowance(values: readonly string[] = []): (value: string) => boolean {
  if (values.length === 0) return () => false;
  const allowed = new Set(values.map(comparable));
  return (value) => allowed.has(comparable(value));
}

const USUAL: ReadonlySet<string> = new Set(TYPES.filter((type) => !OPTIONAL.includes(type)));
const isUsual = (type: string) => USUAL.has(type);

function wantedBy({ only, exclude, include, custom = [] }: DetectOptions): (type: string) => boolean {
  if (!only && !exclude && !include && custom.length === 0) return isUsual;
  const wanted = new Set<string>(only ?? [...USUAL, ...custom.map(({ type }) => type)]);
  for (const type of include ?? []) wanted.add(type);
  for (const type of exclude ?? []) wanted.delete(type);
  return (type) => wanted.has(type);
}

/** Reads the text once: tokens of letters and digits, and the signs that addresses contain. */
function readTokens(scan: Scan): void {
  const { units, text: { length } } = scan;
  const token = DIGIT | LETTER | UNDERSCORE;
  for (let i = 0; i < length; i++) {
    let kind = KIND[units[i] ?? 0] ?? 0;
    if ((kind & (token | ANCHOR)) === 0) continue;
    if (kind === ANCHOR) {
      readAnchor(scan, i);
      continue;
    }
    const start = i;
    let kinds = 0;
    while ((kind & token) !== 0) {
      kinds |= kind;
      kind = ++i < length ? KIND[units[i] ?? 0] ?? 0 : 0;
    }
    const after = i < length ? units[i] : 0;
    // A short word by itself is nothing; before a dash or a dot it may begin a key or an address.
    if (kinds !== LETTER || i - start >= 16 || after === 45 || after === 46) readToken(scan, start, i, kinds);
    i--;
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
  findDates(scan);
  findPeople(scan);
  findAddresses(scan);
}
