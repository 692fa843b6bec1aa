import { countryOf } from "../values/countries.ts";
import { asciiDigits } from "../values/digits.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import { ibanIn, isEmiratesId, labelledIban } from "../values/identifiers.ts";
import { labelsOfCell } from "./label_cells.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { certifiedName, certifiedNumber } from "./certified_name.ts";
import { citedOrder } from "./cited_order.ts";
import { contractFields } from "./contract_sentences.ts";
import { countedNumber } from "./counted_number.ts";
import { contractSides } from "./contract_sides.ts";
import { lifeFields } from "./life_fields.ts";
import { nameOfPerson } from "./person_name.ts";
import { tradeFields } from "./trade_sentences.ts";
import { tenderFields } from "./tender_sentences.ts";
import { zoneFields } from "./zone_fields.ts";
import { fieldAt } from "./field_at.ts";
import { dayAtPlace } from "./day_at_place.ts";
import { headFields } from "./head_fields.ts";
import { MINISTRY } from "./issuing_body.ts";
import { letterFields } from "./letter_fields.ts";
import { isTitle } from "./name_line.ts";
import { COMPANY, isOrganisation } from "./name_shape.ts";
import { FORM } from "./party_name.ts";
import { MASKED, mendedEmail } from "./field_values.ts";
import { signedFor } from "./signed_for.ts";
import { lostPeriodEnd } from "./statement_period.ts";
import { soleAmount, sumFields } from "./sum_fields.ts";
import { wrappedIban } from "./wrapped_iban.ts";

const HAS_CURRENCY: string[] = [
  "invoice",
  "receipt",
  "purchase_order",
  "quotation",
  "bid",
  "contract",
  "tender",
  "bank_statement",
];
const HAS_PHONE: string[] = ["letter", "cv", "form", "invoice", "bid"];
/** The number of cells at the top that are searched for names and titles. */
const HEAD = 12;

export interface Context {
  known: Map<string, FoundField>;
  reading: Reading;
  text: string;
  rules: FieldRule[];
}

/** Finds fields without labels: names near the top, identifiers with check digits, currencies. */
export function unlabelledFields(
  type: string,
  rows: FieldRow[],
  { known, reading, text, rules }: Context,
): FoundField[] {
  const cells = rows.flatMap((row) => row.inTable ? [] : row.cells);
  const head = cells.slice(0, HEAD);
  return [
    ...headFields(type, rows, { reading, rules }),
    ...dayAtPlace(type, cells.slice(0, 2 * HEAD), reading),
    ...(type === "invoice" && !known.has("vendor_address") ? addressUnder(head, rules) : []),
    ...titleOf(type, head, rules),
    ...countedNumber(type, cells),
    ...(type === "cv" ? [...nameOfPerson(rows), ...lifeFields(rows, rules)] : []),
    ...(type === "contract" ? [...contractSides(rows), ...contractFields(cells, reading.way)] : []),
    ...tradeFields(type, cells, reading.way),
    ...citedOrder(type, cells),
    ...(known.has("vendor_name") ? [] : signedFor(type, cells)),
    ...(type === "letter"
      ? [...letterFields(cells, { reading, rules }), ...subjectBelowGreeting(cells, rules)]
      : []),
    ...certifiedName(type, cells),
    ...certifiedNumber(type, cells),
    ...(type === "tender" ? tenderFields(cells, reading.way) : []),
    ...(type === "form" ? formNumber(head) : []),
    ...sumFields(rows, { reading, rules, known }),
    ...(type === "bank_statement" ? lostPeriodEnd(rows, known, reading) : []),
    ...soleAmount(rows, { reading, rules, known }),
    ...looseIdentifiers(type, cells),
    ...taxNumberAtHead(type, head),
    ...taxNumberAtFoot(type, cells),
    ...(CARD_NAME.test(known.get("payment_method")?.value ?? "") ? [] : tender(type, rows)),
    ...(type === "passport" ? zoneFields(cells) : []),
    ...(HAS_CURRENCY.includes(type) ? currencyField(reading, text) : []),
  ];
}

function addressUnder(head: TextLine[], rules: FieldRule[]): FoundField[] {
  const company = head.findIndex((cell) => COMPANY.test(cell.text) && labelsOfCell(cell, rules).length === 0);
  const next = company < 0
    ? undefined
    : head.slice(company + 1, company + 4).find((cell) =>
      /[,،]|street|road|office|p\.?o\.? ?box|شارع|ص\.? ?ب/iu.test(cell.text)
    );
  if (!next || /[:：]/.test(next.text) || labelsOfCell(next, rules).length > 0) return [];
  return [fieldAt("vendor_address", next.text, next, { sure: 0.88, type: "address" })];
}

function titleOf(type: string, head: TextLine[], rules: FieldRule[]): FoundField[] {
  if (type !== "report" && type !== "tender") return [];
  const title = head.find((cell) =>
    cell.text.length > 8 && labelsOfCell(cell, rules).length === 0 && !/[:：]/.test(cell.text) &&
    !isOfIssuer(cell.text)
  );
  return title ? [fieldAt("title", title.text, title, { sure: 0.6 })] : [];
}

/** Words for what a tender asks for, where its title names a body. */
const WORK =
  /(?<!\p{L})(?:suppl|construct|install|mainten|provision|replac|design|rehabilit|repair|purchas|clean|operat|build|upgrad|extens|renovat|consult|services? (?:for|of|to)|works? (?:for|of|at)|توريد|إنشاء|انشاء|بناء|صيانة|تنفيذ|تأهيل|شراء|تركيب|تقديم|أعمال|مشروع|تشغيل|تطوير|تجهيز|خدمات)/iu;

/** Who issues a tender, or the words for a tender itself, which are no title. */
function isOfIssuer(text: string): boolean {
  return FORM.test(text) || isTitle(text) || MINISTRY.test(text) ||
    (isOrganisation(text) && !WORK.test(text)) ||
    /(?<!\p{L})(?:department|section|directorate|division)(?!\p{L})|^(?:request for|invitation to|call for)(?: \p{L}+)?$|^(?:إدارة|قسم|دائرة|مديرية)\s|^(?:tower|building|floor|level|office|street|p\.?\s?o\.?\s?box|ص\.?\s?ب)(?=[\s\d])/iu
      .test(text);
}

const GREETING = /^(?:dear\b|sirs?\b|madam\b|تحية|السلام عليكم|سلام)/iu;

const SUBJECT = /^(?:م|الموضوع|re|subj(?:ect)?)\s*[/:]\s*(?=\p{L}{2})/iu;

/** The subject of a letter, labelled, or as a line below the greeting without a full stop. */
function subjectBelowGreeting(cells: TextLine[], rules: FieldRule[]): FoundField[] {
  const marked = cells.slice(0, 2 * HEAD).find(({ text }) => SUBJECT.test(text) && text.length < 120);
  if (marked) {
    const subject = marked.text.replace(SUBJECT, "");
    return [fieldAt("subject", subject, marked, { sure: 0.93 })];
  }
  const at = cells.findIndex(({ text }) => GREETING.test(text));
  const next = at < 0 ? undefined : cells[at + 1];
  const isTitle = next && next.text.length < 90 && !/[.,،:;؛]$/.test(next.text) &&
    /\p{L}{3}/u.test(next.text) &&
    labelsOfCell(next, rules).length === 0;
  if (!isTitle) return [];
  return [fieldAt("subject", next.text, next, { sure: 0.65 })];
}

/** The number of a form: "Form TCL-88, revised 9/2025". */
function formNumber(head: TextLine[]): FoundField[] {
  for (const cell of head) {
    const number =
      /^(?:form|نموذج|استمارة)(?:\s+(?:no\.?|رقم))?[\s:]+([A-Z]{1,6}[-/. ]?\d[A-Z\d./-]{0,12})(?=[\s,;.(]|$)/iu
        .exec(
          cell.text,
        )?.[1];
    if (number) return [fieldAt("form_id", number.replace(/[.,]$/, ""), cell, { sure: 0.88, type: "id" })];
  }
  return [];
}

const TAXED: Partial<Record<string, string>> = { invoice: "vendor_tax_id", receipt: "merchant_tax_id" };

/** A tax number at the top of a bill: "VAT 4120287716". */
function taxNumberAtHead(type: string, head: TextLine[]): FoundField[] {
  const key = TAXED[type];
  if (!key) return [];
  for (const cell of head) {
    for (const part of asciiDigits(cell.text).split(/\s+[·|•]\s+|(?<=\d)\s+(?=(?:VAT|TVA|GST|TRN)\s)/u)) {
      const number =
        /^(?:VAT|TVA|GST|TRN|TIN|PIN|ABN|EIN)(?:\s+reg(?:istration)?)?\s*(?:no\.?|[#:])?\s*([A-Z]{0,3} ?\d[\d ]{7,16}(?:B\d{2}|[A-Z]?\d?))$/iu
          .exec(part)?.[1];
      if (number) return [fieldAt(key, number, cell, { sure: 0.88, type: "id" })];
    }
  }
  return [];
}

/** The last cells of a page, which may hold the company's registrations in a line of text. */
const FOOT = 10;
const AT_FOOT =
  /(?:^|[.;·|,(]\s?)(?:our )?(?:VAT|TVA|GST|TRN|MwSt|USt)(?:[\s-](?:reg(?:istration|istered|d)?\.?|id(?:ent)?|IdNr))?\s*(?:no\.?|nr\.?|number|[#:])?\s*[:：]?\s*([A-Z]{0,3} ?\d[\d ]{7,16}(?:B\d{2})?)(?![\dA-Z])/iu;

/** Swiss numbers name themselves. */
const SWISS = /CHE-\d{3}\.\d{3}\.\d{3}(?!\d)/;

/** A tax number in the line of registrations at the foot: "Registered in England 05918264. VAT registration GB 365 9182 21." */
function taxNumberAtFoot(type: string, cells: TextLine[]): FoundField[] {
  const key = TAXED[type];
  if (!key) return [];
  for (const cell of cells.slice(-FOOT)) {
    const ascii = asciiDigits(cell.text);
    const number = AT_FOOT.exec(ascii)?.[1]?.trim() ?? SWISS.exec(ascii)?.[0];
    if (number) return [fieldAt(key, number, cell, { sure: 0.88, type: "id" })];
  }
  return [];
}

const LONGEST_LABEL = 40;

function looseIdentifiers(type: string, cells: TextLine[]): FoundField[] {
  return cells.flatMap((cell, i) => {
    const ascii = asciiDigits(cell.text);
    // The label may stand in the cell before.
    const label = cells[i - 1]?.text.slice(-LONGEST_LABEL) ?? "";
    const iban = ibanIn(ascii);
    const wrapped = iban ? undefined : wrappedIban(cells, i);
    const emirates = ascii.match(/784-?\d{4}-?\d{7}-?\d/)?.[0];
    const email = ascii.match(/(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/)?.[0];
    const phone = HAS_PHONE.includes(type)
      ? ascii.match(/\+\d{1,3}[\s().-]?\d[\d\s().-]{5,16}\d/)?.[0]
      : undefined;
    const misprint = iban || wrapped ? undefined : labelledIban(ascii) ?? labelledIban(`${label} ${ascii}`);
    return [
      ...(misprint ? [fieldAt("iban", misprint, cell, { sure: 0.9, type: "id" })] : []),
      ...(phone ? [fieldAt("phone", phone, cell, { sure: 0.92, type: "phone" })] : []),
      ...(wrapped ? [fieldAt("iban", wrapped, cell, { sure: 0.95, type: "id" })] : []),
      ...(iban ? [fieldAt("iban", iban.value, cell, { sure: 0.98, type: "id" })] : []),
      ...(emirates && isEmiratesId(emirates)
        ? [
          fieldAt(type === "id_card" ? "id_number" : "emirates_id", emirates, cell, {
            sure: 0.98,
            type: "id",
          }),
        ]
        : []),
      ...(email && type !== "receipt" ? [emailAt(email, cell)] : []),
    ];
  });
}

function emailAt(email: string, cell: TextLine): FoundField {
  const mended = cell.confidence < 1 ? mendedEmail(email) : undefined;
  const field = fieldAt("email", mended ?? email, cell, { sure: mended ? 0.75 : 0.96, type: "email" });
  return mended ? { ...field, reason: "Letters that look alike may be mixed up" } : field;
}

/** A payment method, perhaps with its Arabic name, which OCR may garble: "Cash نقدا", "Cash las". */
const MEANS =
  /^((?:cash|visa|mastercard|amex|mada|knet|(?:debit |credit |bank )?card|نقدا|نقدي|بطاقة|مدى|شبكة)(?: card| tendered)?)(?:\s+(?:\p{Script=Arabic}{3,8}|(?!back|out|in|due|sale|paid)[a-z]{1,4}))?$/iu;

/** The name of a card, which says more than "card" beside its last digits. */
const CARD_NAME =
  /(?<!\p{L})(?:visa|master ?card|maestro|amex|mada|knet|debit|credit|فيزا|ماستر ?كارد|مدى)(?!\p{L})/iu;

const PAID = /^(?:paid|payment|tender(?:ed)?|settled|المدفوع|الدفع|السداد)\s*[:：]?$/iu;

/** The payment method among the sums of a till receipt: "Cash 30.00". */
function tender(type: string, rows: FieldRow[]): FoundField[] {
  if (type !== "receipt") return [];
  for (const { cells: [cell, amount] } of rows) {
    const method = cell && /\d/.test(amount?.text.replace(MASKED, "") ?? "")
      ? MEANS.exec(cell.text)?.[1]
      : undefined;
    if (cell && method) return [fieldAt("payment_method", method, cell, { sure: 0.92 })];
    const card = cell && amount && PAID.test(cell.text)
      ? MEANS.exec(amount.text.replace(MASKED, ""))?.[1]
      : undefined;
    if (amount && card) return [fieldAt("payment_method", card, amount, { sure: 0.9 })];
  }
  return [];
}

/** The currency of the document, else that of its country. */
export function currencyField({ currency, home }: Reading, text: string): FoundField[] {
  if (text === "") return [];
  const ofHome = countryOf(home)?.currency;
  if (!currency && !ofHome) return [];
  const reason = !currency
    ? "The document names no currency; this is the one of its country"
    : "The currency's name is that of several countries, and nothing else says which is meant";
  return [{
    key: "currency",
    value: currency?.code ?? ofHome ?? "",
    confidence: currency?.isWeak ? 0.7 : currency?.certain ? 0.95 : currency ? 0.45 : 0.6,
    field_type: "text",
    isCorroborated: currency?.code === ofHome,
    ...(currency?.certain ? {} : { reason }),
  }];
}
