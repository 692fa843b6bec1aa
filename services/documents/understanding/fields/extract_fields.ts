import { type Reading, readingOf, type Way } from "../values/document_reading.ts";
import { findDates } from "../values/dates.ts";
import { isNameField, isNameLike, isOrganisation } from "./name_shape.ts";
import type { FieldRule, FoundField, Value } from "../results/field.ts";
import { confirmTax, TOTALS } from "./tax_confirmation.ts";
import { confirmedTax, summedTax, summedTotal } from "./tax_sum.ts";
import { isBetter } from "./better_field.ts";
import { builtInRules } from "./field_rules.ts";
import { isPayment, leftTotal, withoutPayments } from "./change_given.ts";
import { withWholeLabels } from "./broken_labels.ts";
import { withLabelsFirst } from "./labels_first.ts";
import { withCaptionsBelow } from "./captions_below.ts";
import { type Candidate, candidatesOf } from "./label_values.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { inFirstScript, withoutAddress, withoutDepartment, withoutHonours } from "./party_name.ts";
import { withoutLoneColons } from "../tables/lone_colons.ts";
import { withLabelsApart } from "../tables/labels_apart.ts";
import { withShortCells } from "../tables/short_cells.ts";
import { partyBlocks } from "./party_blocks.ts";
import { cellsByBox, scanDoubt, withScanDoubt } from "./scan_doubts.ts";
import { suggestedFields } from "./suggested_fields.ts";
import { unlabelledFields } from "./unlabelled_fields.ts";
import { mendedEmail, valueOf } from "./field_values.ts";
import { markCorroborated } from "./corroboration.ts";
import { inGregorian, ofCalendar } from "./calendars.ts";
import { licensedActivities } from "./licensed_activities.ts";
import { withSideApart } from "./beside_side_column.ts";
import { withTongueDoubt } from "./two_tongues.ts";
import { tickedMethod } from "./ticked_method.ts";
import { taxNumbers } from "./customer_tax.ts";
import { ofOwnPaper } from "./own_paper.ts";
import { IMPLAUSIBLE, plausible } from "./plausible_field.ts";
import { hasShape } from "./value_shapes.ts";
import { setUnlike } from "./unlike_fields.ts";
import { withWitnesses } from "./witnesses.ts";

/** Finds the fields of a type by labels, then unlabelled ones such as letterheads, IBANs and machine-readable zones. */
export function extractFields(type: string, given: FieldRow[], rules = builtInRules(type)): FoundField[] {
  const apart = type === "cv" ? withSideApart(given, rules) : given;
  const whole = withWholeLabels(withLabelsApart(withoutLoneColons(withShortCells(apart))), rules);
  const rows = withLabelsFirst(withCaptionsBelow(whole, rules), rules);
  const text = rows.map((row) => row.cells.map((cell) => cell.text).join(" ")).join("\n");
  const reading = readingOf(text);
  const fits = (rule: FieldRule, text: string) => {
    const value = fitting(rule, text, reading.way)?.value;
    return value !== undefined && hasShape(rule.key, nameOnly(rule, value));
  };
  const [fields, cells] = [new Map<string, FoundField>(), cellsByBox(rows)];
  const found = candidatesOf(rows, rules, fits).flatMap((candidate) => {
    const field = fieldOf(candidate, reading);
    return field ? [{ field, candidate }] : [];
  });
  for (const rule of rules) {
    const ofRule = fitForRule(rule, found);
    const best = bestOf(rule, ofRule.map(({ field }) => field));
    if (best) fields.set(rule.key, settled(best, ofRule, rows));
  }
  for (const field of partyBlocks(given, rules)) fields.set(field.key, plausible(field));
  setListed(type, fields, rows);
  const totals = found.filter(({ field, candidate }) => TOTALS.includes(field.key) && !isPayment(candidate));
  const left = leftTotal(totals.map(({ field }) => field), rows, reading.way);
  if (left) fields.set(left.key, left);
  const taxes = found.filter(({ field }) => field.key === "total_tax").map(({ field }) => field);
  const sums = { subtotal: fields.get("subtotal"), total: totalIn(fields) };
  const tax = confirmedTax(taxes, sums) ?? summedTax(taxes, sums);
  if (tax) fields.set(tax.key, tax);
  const total = summedTotal({ ...sums, tax: fields.get("total_tax") }, { rows, way: reading.way });
  if (total) fields.set(total.key, total);
  const end = periodEnd(found.map(({ candidate }) => candidate), reading);
  if (end && !fields.has(end.key)) fields.set(end.key, end);
  for (const one of unlabelledFields(type, rows, { known: fields, reading, text, rules })) {
    const field = plausible(withScanDoubt(one, { cells, rules, home: reading.home }));
    const known = fields.get(field.key);
    // Matching sources raise the confidence; valid check digits outrank labels.
    if (known && known.value === field.value) {
      known.confidence = Math.max(known.confidence, field.confidence);
      known.isCorroborated ||= field.isCorroborated ?? known.box !== field.box;
    } else if (isBetter(field, known, fields.get("customer_name"))) fields.set(field.key, field);
  }
  setUnlike(fields, found.map(({ field }) => field));
  confirmTax(fields, text);
  for (const field of suggestedFields(type, rows, { known: fields, reading, rules, fitting })) {
    fields.set(field.key, field);
  }
  const taxed = found.filter(({ field }) => field.key === "vendor_tax_id").map(({ field, candidate }) => ({
    field,
    label: candidate.label,
  }));
  setTaxNumbers(fields, taxNumbers(taxed, { fields, rules }));
  for (const field of inGregorian([...fields.values()], rows, reading.way.dates)) {
    fields.set(field.key, field);
  }
  const order = rules.map((rule) => rule.key);
  const place = (field: FoundField) => order.indexOf(field.key) < 0 ? order.length : order.indexOf(field.key);
  return withWitnesses([...fields.values()], { rows, text, home: reading.home })
    .toSorted((a, b) => place(a) - place(b));
}

function setTaxNumbers(
  fields: Map<string, FoundField>,
  { vendor, customer }: ReturnType<typeof taxNumbers>,
): void {
  if (vendor) fields.set("vendor_tax_id", vendor);
  else fields.delete("vendor_tax_id");
  if (customer) fields.set(customer.key, customer);
}

/** The best value with what raises and lowers its confidence: repetitions, a line that may go on, a second language. */
function settled(
  best: FoundField,
  ofRule: { field: FoundField; candidate: Candidate }[],
  rows: FieldRow[],
): FoundField {
  const isCut = ofRule.some(({ field, candidate }) => field === best && candidate.isCut);
  const field = isCut ? cutOff(best) : markCorroborated(best, ofRule);
  return withTongueDoubt(field, ofRule.map((one) => one.field), rows);
}

/** Sets fields that a paper lists: methods of payment beside boxes, activities in a table. */
function setListed(type: string, fields: Map<string, FoundField>, rows: FieldRow[]): void {
  const ticked = type === "receipt" ? tickedMethod(rows) : undefined;
  if (ticked === "unknown") fields.delete("payment_method");
  else if (ticked) fields.set(ticked.key, ticked);
  const activities = type === "trade_licence" ? licensedActivities(rows) : [];
  for (const field of activities) fields.set(field.key, field);
}

/** What was found for a rule: of the paper itself, no payment, and in one calendar. */
function fitForRule<T extends { field: FoundField; candidate: Candidate }>(rule: FieldRule, found: T[]): T[] {
  const ofRule = found.filter(({ candidate }) => candidate.rule === rule);
  return ofCalendar(ofOwnPaper(rule, withoutPayments(rule, ofRule)));
}

/** Lowers the confidence of a name that may continue on the next line. */
function cutOff(field: FoundField): FoundField {
  return {
    ...field,
    confidence: Math.min(field.confidence, LOST_DIGITS),
    reason: field.reason ?? "It may go on in the next line",
  };
}

function totalIn(fields: Map<string, FoundField>): FoundField | undefined {
  return TOTALS.map((key) => fields.get(key)).find((field) => field !== undefined);
}

/** Words after which a number is part of an address or a phone number, not an identifier: "P.O. Box 77182". */
const PLACE = /^\s*(?:box|street|floor|suite|tel|phone|fax|mobile)(?!\p{L})/iu;

/** The value, if it has the rule's type and covers enough of the text. */
function fitting({ key, type, read }: FieldRule, text: string, way: Way): Value | undefined {
  if (type === "id" && PLACE.test(text)) return undefined;
  const value = read ? read(text, way) : valueOf(type, text, way);
  if (!value || value.share < 0.34) return undefined;
  return type === "text" && isNameField(key) && !isNameLike(value.value, way.dates) ? undefined : value;
}

/** Amounts that no arithmetic confirms; Arabic scans may lose their first digits. */
const LONE = new Set(["contract_value", "bid_bond", "budget", "amount_due"]);
const LOST_DIGITS = 0.78;
/** Maximum confidence of OCR text that neither a format nor arithmetic confirms. */
const READ_ONCE = 0.89;

/** Fields that name a company or a body, whose address may follow on its line. */
const PARTY = /(?:_name|_holder)$|^(?:issuer|sender|legal_form)$/;

/** The name of a party without its address; other values as they are. */
function nameOnly({ key, type }: FieldRule, value: string): string {
  return type === "text" && PARTY.test(key)
    ? inFirstScript(withoutDepartment(withoutAddress(withoutHonours(value))))
    : value;
}

function fieldOf({ rule, text, cell, certainty }: Candidate, { way, home }: Reading): FoundField | undefined {
  const found = fitting(rule, text, way);
  if (!found) return undefined;
  const { share, doubt, ...read } = found;
  const mended = rule.type === "email" && cell.confidence < 1 ? mendedEmail(read.value) : undefined;
  if (mended) read.value = mended;
  if (rule.type === "text") read.value = cleanWords(rule.key, read.value, cell.confidence < 1);
  const value = { ...read, value: nameOnly(rule, read.value) };
  const shape = share > 0.95 ? 1 : share > 0.6 ? 0.92 : 0.75;
  const misread = mended
    ? "Letters that look alike may be mixed up"
    : rule.type === "id" && cell.confidence < 1
    ? misreading(value.value)
    : undefined;
  const isWord = cell.confidence < 1 && (rule.type === "text" || rule.type === "address");
  const reason = doubt ?? misread;
  const lost = scanDoubt(rule, value, { cell, home });
  const sure = Math.round(cell.confidence * certainty * shape * 100) / 100;
  const isLone = cell.confidence < 1 && LONE.has(rule.key) && /\p{Script=Arabic}/u.test(cell.text);
  const most = isLone ? LOST_DIGITS : lost?.most ?? (isWord ? READ_ONCE : 1);
  const confidence = reason ? IMPLAUSIBLE : Math.min(sure, most);
  return plausible({
    key: rule.key,
    ...value,
    confidence,
    field_type: rule.type,
    page: cell.page,
    box: cell.box,
    ...(reason ?? lost ? { reason: reason ?? lost?.reason } : {}),
  });
}

/** A text without the underlining that a scan reads as a sign or the zero that it reads for a legal form's O, and a recipient without forms of address. */
function cleanWords(key: string, text: string, isScanned: boolean): string {
  const words = isScanned
    ? text.replace(/(?<=\p{L})_+(?=\p{L})/gu, " ").replace(/(?<=(?<!\S)\p{Lu}\.\s?)0(?=\.)/gu, "O")
    : text;
  return key === "recipient" ? withoutHonours(words) : words;
}

/**
 * The reason why an identifier may be misread: OCR confuses I with 1, O with 0 and S with 5 (a single digit among
 * letters, or zeros in place of letters), and may lose a separator between digit groups.
 */
function misreading(id: string): string | undefined {
  if (/\d \d/.test(id)) return "A sign between the digits may be lost";
  const isLookalike = /^0{1,2}[-/]/.test(id) ||
    /(?:^|[^\p{L}\d])(?:[A-Z][015]|[015][A-Z])(?![\p{L}\d])/u.test(id) || /[A-Z][015][A-Z]/.test(id);
  return isLookalike ? "Letters and digits that look alike may be mixed up" : undefined;
}

/** The end of a period after one label: "Period: 1 January 2026 to 31 January 2026". */
function periodEnd(candidates: Candidate[], reading: Reading): FoundField | undefined {
  const period = candidates.find(({ rule, text }) =>
    rule.key === "period_start" && findDates(text, reading.way.dates).length === 2
  );
  const end = period && findDates(period.text, reading.way.dates)[1];
  return period && end
    ? fieldOf({ ...period, rule: { ...period.rule, key: "period_end" }, text: end.raw }, reading)
    : undefined;
}

const OF_ORGANISATIONS =
  /^(?:issuer|first_party|second_party|buyer_name|vendor_name|merchant_name|bank_name)$/;

/** The best value: for totals the largest, otherwise the most confident one, the first among equals. */
function bestOf(rule: FieldRule, fields: FoundField[]): FoundField | undefined {
  const isTotal = rule.type === "money" && /total$/.test(rule.key) && rule.key !== "subtotal";
  return fields.reduce<FoundField | undefined>((best, field) => {
    if (!best) return field;
    if (isTotal) return Number.parseFloat(field.value) >= Number.parseFloat(best.value) ? field : best;
    // Prefers organisations, since documents are issued by them and not by the person who filled them in.
    if (OF_ORGANISATIONS.test(rule.key) && isOrganisation(field.value) !== isOrganisation(best.value)) {
      const [one, other] = isOrganisation(field.value) ? [field, best] : [best, field];
      return one.confidence > other.confidence - 0.2 ? one : other;
    }
    return field.confidence > best.confidence + 0.08 ? field : best;
  }, undefined);
}
