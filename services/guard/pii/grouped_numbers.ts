/** Finds numbers with a check digit in any grouping or with letters for digits: 4111*1111*1111*1111, 4O12…. */
import type { Edit } from "lib/streams/held_channel.ts";
import { luhn } from "./check_digits.ts";

/** Most findings of one kind in a text. */
const MOST = 2_000;
const LONGEST = 19;
export const CARD = /^(?:4|5[1-5]|2[2-7]|3[47]|6)/;
/** The first digits of an Emirates ID: the country and the year of birth. */
const EMIRATES = /^784(?:19|20)/;
const EMIRATES_START = "784";
const EMIRATES_LENGTH = 15;
/** A mobile number as it is dialled in the Emirates and in Saudi Arabia. */
export const GULF_MOBILE = /^05\d{8}$/;

export const plainDigits = (digits: string) =>
  digits.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));

const GROUPS = /[\d٠-٩۰-۹]+/g;
/** Digits that end the name of a field belong to no number: pan_1. */
const NAME = /\p{L}[\p{L}_]$/u;
/** Separators, HTML marks and JSON keys between the groups of one number. */
const GAP = new RegExp(
  String.raw`^(?:[\s\p{P}\p{S}ـ\ufe0f]{1,6}|\s?[xX]\s?|\s(?:then|and|and then|ثم|و)\s|` +
    String.raw`\s{0,2}(?:</?[a-z][^<>]{0,30}>\s{0,2}){1,3}|["'\s,:{}\[\]]{1,5}[\p{L}_\d]{1,12}["'\s:]{1,5})$`,
  "u",
);
/** Words that announce the rest of a number. */
export const GOES_ON =
  /^[\s\p{L}\p{M},،:;.–-]{4,45}$(?<=(?:\b(?:rest|remain|last|next|then|follow|second|other|continu)|باقي|بقي|تكمل|ثاني|تالي|[آأا]خر|يلي)[^]*)/iu;
const THEN = /^\s(?:then|and|and then|ثم|و)\s$/;
const LONGEST_GAP = 20;
/** Longest gap in a text about a card. */
export const LONGEST_WORDS = 45;
const SHORTEST_CARD = 13;
const CARD_LABEL = /card|visa|master|amex|\bpan\b|credit|debit|بطاق|كارت|فيزا|ائتمان/i;
const LABEL_WITHIN = 60;
/** Words after a card number. */
const CARD_BEHIND = /^[\s,;:|/()-]{0,4}(?:valid|exp|cvv|cvc|صالح|تنتهي|ينتهي|صلاحي)/i;
const BEHIND_WITHIN = 20;
/** A single separator; lists of numbers do not mix several. */
const ONE_SIGN = /^[-/._|~*: \n]$/;
/** Usual groupings of cards: four by four, that of American Express, and single digits. */
const USUAL = /^(?:4(?:,4){3}(?:,[1-3])?|4,6,5|1(?:,1){12,18})$/;

interface Group {
  start: number;
  end: number;
  digits: string;
  /** The gap before the group, with words as `a`; undefined when it cannot continue a number. */
  gap: string | undefined;
  /** Whether words announce that the number continues. */
  goesOn: boolean;
}

/** Numbers of cards and of Emirates IDs in unusual groups. */
export function groupedIn(text: string): Edit[] {
  const groups = groupsIn(text);
  const edits: Edit[] = [];
  for (let first = 0; first < groups.length && edits.length < MOST; first++) {
    const number = numberAt(text, groups, first);
    if (!number) continue;
    edits.push(number);
    while ((groups[first + 1]?.start ?? Infinity) < number.end) first++;
  }
  return edits;
}

/** Neighbouring groups that together have as many digits as a card. */
function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  const longest = CARD_LABEL.test(text) ? LONGEST_WORDS : LONGEST_GAP;
  let chain: { start: number; end: number }[] = [];
  let count = 0;
  const take = () => {
    if (chain.length > 1 && count >= SHORTEST_CARD) {
      for (const place of chain) groups.push(groupOf(text, place, groups.at(-1)));
    }
    chain = [];
    count = 0;
  };
  for (const { 0: group, index } of text.matchAll(GROUPS)) {
    if (NAME.test(text.slice(Math.max(0, index - 2), index))) continue;
    if (index - (chain.at(-1)?.end ?? index) > longest) take();
    chain.push({ start: index, end: index + group.length });
    count += group.length;
  }
  take();
  return groups;
}

function groupOf(
  text: string,
  { start, end }: { start: number; end: number },
  before: Group | undefined,
): Group {
  const last = before?.end ?? -Infinity;
  const between = start - last <= LONGEST_WORDS ? text.slice(last, start) : "";
  const goesOn = GOES_ON.test(between);
  const gap = goesOn || GAP.test(between) ? between.replace(/[\p{L}\d]+/gu, "a") : undefined;
  return { start, end, digits: text.slice(start, end), gap, goesOn: goesOn || THEN.test(between) };
}

function numberAt(text: string, groups: readonly Group[], first: number): Edit | undefined {
  const start = groups[first]?.start ?? 0;
  if (!/^[2-7٢-٧۲-۷]/.test(groups[first]?.digits ?? "") || /[\p{L}\p{N}]/u.test(text.charAt(start - 1))) {
    return undefined;
  }
  const isWithinList = groups[first]?.gap !== undefined && groups[first]?.gap === groups[first + 1]?.gap;
  let digits = "";
  const lengths: number[] = [];
  for (let i = first; i < groups.length; i++) {
    const group = groups[i];
    if (!group || (i > first && group.gap === undefined)) break;
    digits += plainDigits(group.digits);
    lengths.push(group.digits.length);
    // Within a list of numbers only Emirates IDs can be recognised.
    if (
      digits.length > LONGEST ||
      ((isWithinList || digits.startsWith("7")) && !EMIRATES_START.startsWith(digits.slice(0, 3)))
    ) break;
    if (i === first || digits.length < SHORTEST_CARD || /[\p{L}\p{N}]/u.test(text.charAt(group.end))) {
      continue;
    }
    const isEmirates = digits.length === EMIRATES_LENGTH && EMIRATES.test(digits);
    if (
      (isEmirates || (CARD.test(digits) && isCard(text, groups, { first, last: i, lengths }))) && luhn(digits)
    ) {
      return { start, end: group.end, text: digits };
    }
  }
  return undefined;
}

/** Whether the groups form a card: usual groups with equal gaps and no neighbours, or groups near a word for a card. */
function isCard(
  text: string,
  groups: readonly Group[],
  { first, last, lengths }: { first: number; last: number; lengths: readonly number[] },
): boolean {
  const { start = 0, gap: before } = groups[first] ?? {};
  const gaps = groups.slice(first + 1, last + 1).map(({ gap }) => gap);
  const [gap] = gaps;
  const isAlike = gaps.every((other) => other === gap) && before !== gap && groups[last + 1]?.gap !== gap;
  const ahead = text.slice(Math.max(0, start - LABEL_WITHIN), start);
  const end = groups[last]?.end ?? 0;
  const isLabelled = CARD_LABEL.test(ahead) ||
    CARD_BEHIND.test(text.slice(end, end + BEHIND_WITHIN));
  if (!isAlike) {
    return isLabelled &&
      groups.slice(first + 1, last + 1).every(({ gap, goesOn }) => goesOn || ONE_SIGN.test(gap ?? ""));
  }
  // Commas separate lists of amounts and years.
  const isList = lengths[0] !== 1 && /^\s?[,،;؛]\s?$/.test(gap ?? "");
  return isLabelled || (USUAL.test(lengths.join(",")) && !isList);
}

/** Letters that look like digits. */
const LIKE_DIGITS = new Map(
  "O0 o0 Q0 I1 l1 i1 |1 Z2 z2 S5 s5 B8".split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);
const ALIKE = String.raw`[\dOoQIl|iZzSsB]`;
const MAY_BE_ALIKE = /\d[OoQIl|iZzSsB][-\dOoQIl|iZzSsB() ]*\d/;
const LOOKS_ALIKE = new RegExp(
  String.raw`(?<![\w|+])\+?(?=[^\d ]{0,6}\d)${ALIKE}{1,19}(?:[ ()-]{1,2}${ALIKE}{1,12}){0,6}(?![\w|])`,
  "g",
);
const SHORTEST = 8;
export const digitsOf = (signs: string) => [...signs].map((sign) => LIKE_DIGITS.get(sign) ?? sign).join("");

/** Labels of numbers without a check digit; detection checks them again. */
const LABELLED = /\bssn\b|social security|phone|mobile|\btel\b|\bid\b|passport|هوية|[إا]قامة|هاتف|جوال|جواز/i;

/** Numbers in which letters stand for at most half of the digits. */
export function lookAlikesIn(text: string): Edit[] {
  if (!MAY_BE_ALIKE.test(text)) return [];
  const edits: Edit[] = [];
  for (const { 0: run, index } of text.matchAll(LOOKS_ALIKE)) {
    if (edits.length >= MOST) break;
    const signs = run.replace(/[ ()+-]/g, "");
    const count = signs.replace(/\D/g, "").length;
    if (count === signs.length || count * 2 < signs.length || signs.length < SHORTEST) continue;
    const digits = digitsOf(signs);
    const isInternational = run.startsWith("+");
    const isChecked = digits.length >= SHORTEST_CARD && digits.length <= LONGEST &&
      (CARD.test(digits) || (digits.length === EMIRATES_LENGTH && EMIRATES.test(digits))) && luhn(digits);
    const isLabelled = LABELLED.test(text.slice(Math.max(0, index - LABEL_WITHIN), index));
    if (!isChecked && !isInternational && !isLabelled && !GULF_MOBILE.test(digits)) continue;
    const plain = isLabelled ? digitsOf(run) : `${isInternational ? "+" : ""}${digits}`;
    edits.push({ start: index, end: index + run.length, text: plain });
  }
  return edits;
}
