/** Labels in cells: a cell is only a label, or a label followed by its value. */
import { COLOURED, COPY, NET_DAYS } from "./label_pairs.ts";
import { asciiDigits } from "../values/digits.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import { kindsOf } from "../grammar/word_kinds.ts";
import { mainCurrency } from "../values/currencies.ts";
import { DAY, firstSentence, type GrammarLabel, grammarLabels, withoutLabel } from "./grammar_labels.ts";
import { type LabelHit, labelsIn } from "./labels.ts";
import { IS_NUMBER_LABEL } from "../tables/labels_apart.ts";
import { isNameField } from "./name_shape.ts";
import { namedBy } from "./named_fields.ts";

export interface CellLabel {
  rule: FieldRule;
  cell: TextLine;
  /** The text after the label, up to the next label; empty if the cell is only a label. */
  rest: string;
  marked: boolean;
  /** Whether it was matched by ambiguous words, so that its value is uncertain. */
  vague?: boolean;
  /** Whether it is a complete known label that is unambiguous. */
  isExact?: boolean;
}

/** Percentages and currencies after a label, which are part of it and not its value. */
const QUALIFIER =
  /^[\s:：/|()[\].,،*-]*(?:(?:AED|SAR|QAR|OMR|KWD|BHD|EGP|INR|USD|EUR|GBP|Dhs?\.?|£|€|₹|\$|incl(?:uding|\.)?|excl(?:uding|\.)?|VAT|ضريبة|شامل|القيمة|المضافة|@)?[\s()]*(?:\d+(?:[.,]\d+)?\s*[%٪]|[%٪]\s*\d+)?[\s():：]*)*$/iu;

/** Labels that occur for different fields of one document. */
const OF_MANY =
  /^(?:date|dated|day|no|nr|number|name|total|amount|balance|ref|reference|from|to|by|for|tel|التاريخ|تاريخ|الرقم|رقم|الاسم|اسم|المبلغ|مبلغ|المجموع|الإجمالي|الاجمالي|الرصيد|المرجع|من|إلى|الى)$/iu;

const known = new WeakMap<FieldRule[], WeakMap<TextLine, CellLabel[]>>();

/** The labels of a cell, matched as a whole or by their words. */
export function labelsOfCell(cell: TextLine, rules: FieldRule[]): CellLabel[] {
  const ofRules = known.get(rules) ?? new WeakMap<TextLine, CellLabel[]>();
  known.set(rules, ofRules);
  const labels = ofRules.get(cell) ?? foundLabels(cell, rules);
  ofRules.set(cell, labels);
  return labels;
}

/** A value whose label's colon stands before it, in a column of its own: ": Business current". */
const BEHIND_COLON = /^[:：]\s[^\p{Script=Arabic}]*$/u;

function foundLabels(whole: TextLine, rules: FieldRule[]): CellLabel[] {
  if (BEHIND_COLON.test(whole.text)) return [];
  const parts = pairsOf(whole.text, rules);
  if (parts.length > 1) {
    return parts.flatMap((text) => labelsWithin({ ...whole, text }, rules)).map((label) => ({
      ...label,
      cell: whole,
    }));
  }
  return labelsWithin(whole, rules);
}

/** Maximum words of a label when several pairs share a line. */
const MOST_WORDS = 5;

/** The end of a sentence: a full stop behind a whole word. */
const SENTENCE_END = /\p{L}{5}\.\s+\p{L}/u;

/** First words of labels of two words. */
const PREFIX = /^(?:كود|رمز|رقم|اسم|عنوان|هاتف|تاريخ|code|account|our|your)$/iu;

/** Splits "Certificate date: 24/09/2025 Certificate number: VC/88" into its pairs. */
function pairsOf(text: string, rules: FieldRule[]): string[] {
  const marks = text.length > 400 ? [] : [...text.matchAll(/[:：](?!\d|\/\/)/g)].map(({ index }) => index);
  const starts = text.length > 400 ? [0] : [0, ...dotted(text, rules)];
  for (const [i, mark] of marks.entries()) {
    const before = marks[i - 1];
    if (before === undefined) continue;
    const words = [...text.slice(before + 1, mark).matchAll(/\S+/g)];
    // The value before the label has at least one word.
    const from = words.slice(1).slice(-MOST_WORDS).find(({ index }) => {
      const label = text.slice(before + 1 + index, mark);
      // A label does not go on over the end of a sentence: "date of invoice. Due date".
      return !SENTENCE_END.test(label) && (namedBy(label, rules).length > 0 ||
        labelsIn(`${label}:`, rules).some((hit) => hit.from === 0 && hit.marked));
    });
    const first = from && words[words.indexOf(from) - 1];
    const isNumber = words.length > 2 &&
      IS_NUMBER_LABEL.test(text.slice(before + 1 + (words.at(-2)?.index ?? 0), mark));
    // "كود العميل" is the label where only "العميل" is known.
    const start = first && PREFIX.test(first[0]) && words.indexOf(first) > 0
      ? first
      : from ?? (isNumber ? words.at(-2) : undefined);
    if (start) starts.push(before + 1 + start.index);
  }
  return [...new Set(starts)].toSorted((a, b) => a - b).map((start, i, all) =>
    text.slice(start, all[i + 1]).replace(/[\s·•|]+$/u, "").trim()
  );
}

/** Types of values in lines whose parts are separated by dots. */
const SHORT: FieldRule["type"][] = ["id", "phone", "email", "date"];

/** Starts of dot-separated parts, if one is a label with a number: "C.R. 1182047 · VATIN OM1100447263". */
function dotted(text: string, rules: FieldRule[]): number[] {
  const starts = [...text.matchAll(/\s[·•|]\s+/gu)].map(({ index, 0: dot }) => index + dot.length);
  const isPair = (start: number) => {
    const part = text.slice(start).split(/\s[·•|]\s/u)[0] ?? "";
    return /\d/.test(asciiDigits(part)) &&
      labelsIn(part, rules).some(({ from, rule }) => from === 0 && SHORT.includes(rule.type));
  };
  return starts.length > 0 && [0, ...starts].some(isPair) ? starts : [];
}

/** The name of a ministry, whose words are those of labels: "Ministry of Works". */
const MINISTRY = /^(?:ministry of|وزارة)\s\p{L}[^:：]{2,60}$/iu;

/** A method of payment whose words are those of labels: "Mobile money", "تحويل مصرفي". */
const METHOD =
  /^(?:mobile (?:money|wallet|payment|banking|transfer)|(?:bank|wire|online) transfer|(?:تحويل|حوالة|إيداع|ايداع) (?:مصرفي|بنكي|نقدي)ة?)$/iu;

/** The label of the name of somebody else: "Father's name", "اسم الأم". */
const RELATIVE =
  /^(?:(?:father|mother|husband|wife|spouse|guardian|parent|referee)(?:['’]?s)?['’]? (?:full )?name|name of (?:the )?(?:father|mother|husband|wife|spouse|guardian|parent|next of kin)|next of kin|emergency contact|(?:ال)?اسم (?:ال)?(?:أب|اب|والد[ةه]?|أم|ام|زوج[ةه]?|ولي الأمر|وصي))(?!\p{L})/iu;

/** A place to sign, in which the name is that of a person: "Customer's signature", "توقيع العميل". */
export const SIGNATURE =
  /^(?:(?:customer|client|buyer|purchaser|supplier|vendor|seller|tenant|landlord)(?:['’]s)? signature|signature of (?:the )?(?:customer|client|buyer|purchaser|supplier|vendor|seller|tenant|landlord)|(?:ال)?توقيع (?:ال)?(?:عميل|زبون|مشتري|مورد|بائع|مستاجر|مستأجر|مؤجر))(?!\p{L})/iu;

function labelsWithin(cell: TextLine, rules: FieldRule[]): CellLabel[] {
  if (
    [NET_DAYS, COPY, COLOURED, MINISTRY, RELATIVE, METHOD, SIGNATURE].some((other) => other.test(cell.text))
  ) {
    return [];
  }
  const hits = labelsIn(cell.text, rules).filter((hit) => isLabel(hit, cell.text) || isCited(hit, cell.text));
  const named = grammarLabels(cell, rules);
  const labels = named.length > 0 && !isWhole(hits, named, cell.text)
    ? named.map(({ rule, rest, marked, vague }) => ({ rule, cell, rest, marked, vague }))
    : knownLabels(cell, hits);
  return labels.map((label) =>
    label.rule.type === "text" && HONOURS.test(label.rest) ? { ...label, rest: "" } : label
  );
}

/** Other forms of address behind a label: "Received from Mr / Messrs:", "السيد / السادة:". */
const HONOURS =
  /^(?:[\s/|.:،,()-]|(?:ال)?(?:سيد[ةه]?|ساد[ةه]|فاضل[ةه]?|أفاضل|مكرم(?:ين|ون|[ةه])?|محترم(?:ين|ون|[ةه])?|آنس[ةه]|طالب[ةه]?|مواطن[ةه]?|أخ(?:ت|وة)?|أستاذ[ةه]?|دكتور[ةه]?|مهندس[ةه]?|شيخ[ةه]?|حاج[ةه]?|معلم[ةه]?|عميل[ةه]?|زبون|طالب[ةه]?|مواطن[ةه]?)(?!\p{L})|(?:mr|mrs|ms|miss|m\/s|messrs)(?!\p{L}))+$/iu;

/** Whether the text before the value is exactly one known label. */
function isWhole(hits: LabelHit[], [first]: GrammarLabel[], text: string): boolean {
  return hits.some(({ from, to }) =>
    !/[\p{L}]/u.test(text.slice(0, from)) && !/\p{L}/u.test(text.slice(to, first?.to ?? 0))
  );
}

function knownLabels(cell: TextLine, hits: LabelHit[]): CellLabel[] {
  return hits.flatMap((hit, i) => {
    const label = cell.text.slice(hit.from, hit.to);
    const after = cell.text.slice(hit.to, hits[i + 1]?.from).trim();
    const isSlashed = /\p{Script=Arabic}/u.test(label) && /^\/\s?\p{Script=Arabic}/u.test(after);
    const whole = restOf(withoutLabel(isSlashed ? after.slice(1).trim() : after, label), hit.rule);
    const rest = hit.rule.type === "id" ? firstSentence(whole) : whole;
    const isBoth = whole !== after && /[:：]/.test(after.slice(0, after.length - whole.length));
    const next = hits[i + 1];
    if (saysMore(rest, hit) && !isAside(rest)) return [];
    // Labels in two languages are merged: "Invoice No. / رقم الفاتورة".
    if (next && isQualifier(rest, hit.rule) && (next.rule !== hit.rule || /[/|]/.test(rest))) return [];
    return [{
      rule: hit.rule,
      cell,
      rest: isQualifier(rest, hit.rule) || isOtherTongue(cell.text, hit, rest) || goesOn(rest, hit) ||
          isSecondTongue(rest, hit)
        ? ""
        : rest,
      vague: !isLabel(hit, cell.text),
      isExact: isLabel(hit, cell.text) && !OF_MANY.test(label),
      marked: hit.marked || isBoth || isSlashed,
    }];
  });
}

/** An abbreviation in brackets that belongs to its label: "Tax Identification No. (TIN)". */
const ABBREVIATION =
  /^\((?:\p{Lu}{2,6}|\p{Script=Arabic}(?:[. ]{1,2}\p{Script=Arabic}){1,4}\.?)\)\s*[:：]?\s*/u;

/** The day beside a number under one label: "L.P.O. No. and date", "رقم الأمر وتاريخه". */
const AND_DATE = /^(?:(?:and|&|\/)\s?date|و\s?تاريخ(?:ه|ها))(?!\p{L})\s*[:：]?\s*/iu;

/** The text after a label without the rest of the label. */
function restOf(rest: string, { type }: FieldRule): string {
  if (type === "id") return rest.replace(ABBREVIATION, "").replace(AND_DATE, "");
  if (type !== "text") return rest.replace(ABBREVIATION, "");
  return /^name\s*[:：]?$/iu.test(rest) ? "" : rest.replace(/^name\s*[:：]\s*/iu, "");
}

/** Nouns that make another label of the name of a party: "Procuring entity code". */
const ATTRIBUTE =
  /^(?:code|district|city|country|address|type|phone|telephone|email|e-mail|details|information|number|no|id)\s?[.:：]?$/iu;

function isLabel({ from, marked }: LabelHit, text: string): boolean {
  return marked || /^(?:our|your|the|my)\s$/i.test(text.slice(0, from)) ||
    /^[\s\p{P}\d]*$/u.test(text.slice(0, from)) || /[/|(]\s*[:：]?$/.test(text.slice(0, from));
}

/** Whether an identifier is inside a sentence: "… announces tender no. 14/2026". */
function isCited({ rule, to }: LabelHit, text: string): boolean {
  return rule.type === "id" && /^[\s:#.]*[A-Z]{0,6}(?:[-/][A-Z]{1,6}){0,3}[-/]?[\d٠-٩]/.test(text.slice(to));
}

/** Where the price holds: "TOTAL CIF ROTTERDAM EUR". */
const INCOTERM = /^(?:exw|fca|fas|fob|cfr|c&f|cif|cip|cpt|dap|dpu|ddp)(?!\p{L})[\p{L} ,]{0,40}$/iu;

/** Who a party is, in brackets behind its label: "Bill to (Employer)", "العميل (صاحب العمل)". */
const ROLE = /^\(\p{L}[\p{L} /]{1,30}\)\s*[:：]?$/u;

/** Why no tax is due, with the section that says so, and anything in brackets: "(not taxable, art. 8)", "exempt". */
const ASIDE =
  /^\(\s?\p{L}[^()]*\)\s*[:：]?$|^[\s,،–-]*(?:exempt\p{L}*|zero[- ]rated|not (?:taxable|applicable)|export\p{L}*|out of scope|reverse charge\p{L}*|معف[ىيا]\p{L}*|صفري\p{L}*|غير خاضع\p{L}*)(?!\p{L})[^:：]*[:：]?$/iu;

function isAside(text: string): boolean {
  return text.length < 80 && ASIDE.test(text) && !/[\d٠-٩][.,٫][\d٠-٩]{2}/.test(text);
}

function isQualifier(text: string, { type }: FieldRule): boolean {
  if (type === "money" && [INCOTERM, DAY].some((one) => one.test(text))) return true;
  if (type === "money" && isAside(text)) return true;
  return type === "text" ? /^[\s\p{P}|]*$/u.test(text) || ROLE.test(text) : QUALIFIER.test(asciiDigits(text));
}

/** Whether the label continues: "Address of the principal place of". */
function goesOn(rest: string, { rule, marked }: LabelHit): boolean {
  return !marked && rule.type === "address" &&
    /^(?:of|for|and)\s[^\d:]*$/i.test(rest);
}

/** Whether the rest repeats the label in another language of the same script: "Date of birth / Date de naissance". */
function isSecondTongue(rest: string, { marked }: LabelHit): boolean {
  return !marked && /^\/\s?\p{L}[\p{L}\s.'’()]{1,39}$/u.test(rest);
}

/** Whether an unknown word makes it another label: "Amount tendered 50.00", "Total miles 120". */
function saysMore(rest: string, { rule, marked }: LabelHit): boolean {
  if (!marked && isNameField(rule.key) && ATTRIBUTE.test(rest)) return true;
  if (marked || rule.type !== "money") return false;
  const [word] = /^\p{L}{4,}/u.exec(rest) ?? [];
  return word !== undefined && kindsOf(word) === undefined && mainCurrency(word) === undefined;
}

/** Whether the rest is the same label in the other script. */
function isOtherTongue(text: string, { from, to, marked }: LabelHit, rest: string): boolean {
  if (marked || /[\d٠-٩:：]/.test(rest) || rest.length > 40) return false;
  const isArabic = (part: string) => /\p{Script=Arabic}/u.test(part);
  const label = text.slice(from, to);
  return isArabic(label) !== isArabic(rest) && !(isArabic(rest) && /\p{Script=Latin}/u.test(rest));
}

/** Whether a cell is only a label. */
export function isPureLabel(cell: TextLine, rules: FieldRule[]): boolean {
  const labels = labelsOfCell(cell, rules);
  return labels.length > 0 && labels.every(({ rest }) => rest === "");
}
