/** Which of several labels of a field is the paper's own: "Invoice date" and not "Order date" beside it. */
import type { FieldRule } from "../results/field.ts";
import { VENDORS_LABEL } from "./customer_tax.ts";

/** How labels name the kind of paper whose number or date a field is, or the party whose number it is. */
const OWN_PAPER: [RegExp, RegExp][] = [
  [/^invoice_(?:id|date)$/, /invoice|bill|credit|فاتور|إشعار|قائمة/iu],
  [/^receipt_(?:id|date)$/, /receipt|إيصال|ايصال|سند/iu],
  [/^quotation_(?:id|date)$/, /quot|offer|estimate|عرض/iu],
  [/^issue_date$/, /issue|grant|إصدار|اصدار|صدر|منح/iu],
  [/^reference$/, /(?<!\p{L})our(?!\p{L})|صادر|مرجعنا|إشارتنا/iu],
  [/^issuer$/, /entity|agency|authority|employer|client|owner|purchaser|buyer|issu|جهة|صاحب|مالك/iu],
  [/^budget$/, /budget|estimate|ميزانية|تقدير|تخمين|مقدرة|اعتماد/iu],
  [/^order_(?:id|date)$/, /order|(?<!\p{L})p\.?o\.?(?!\p{L})|أمر|طلب/iu],
  // A seller's work order is a paper of its own beside the customer's order.
  [/^purchase_order$/, /^(?!.*(?:work order|أمر (?:ال)?عمل))/iu],
  [/^vendor_tax_id$/, VENDORS_LABEL],
  // A certificate of tax may name the number in a commercial register beside that of the tax.
  [
    /^tax_id$/,
    /tax|(?<!\p{L})(?:trn|tin|vat(?:in)?|gst(?:in)?|ntn|strn|bin|pin|utr)(?!\p{L})|ضريب|جبائي|مكلف/iu,
  ],
  [/^account_holder$/, /name|holder|title|customer|client|اسم|صاحب|عميل|سيد|سادة/iu],
  [/^effective_date$/, /start|begin|commence|effect|in force|بدء|بداية|يبدأ|سريان|مباشرة|نفاذ/iu],
  [/^activities$/, /activit|نشاط|أنشطة|غايات/iu],
  [/^payment_terms$/, /terms|conditions|شروط/iu],
  [/^owner_name$/, /owner|proprietor|licensee|مالك|صاحب/iu],
];

/** Labels that name something else than the field, though some of their words are the field's. */
const OF_OTHER: [RegExp, RegExp][] = [
  [
    /^full_name$/,
    /(?<!\p{L})(?:father|mother|parent|spouse|husband|wife|guardian|next of kin|referee|emergency|(?:ال)?(?:أب|والدة?|أم|زوجة?|ولي|معرف))(?!\p{L})/iu,
  ],
  [/^account_holder$/, /business|current|savings?|deposit|جار[يٍ]|توفير|نوع/iu],
  // The day of the cheque by which was paid: "تاريخه" behind its number.
  [
    /^receipt_date$/,
    /(?<!\p{L})تاريخه(?!\p{L})|(?:cheque|check|شيك|صك)(?!\p{L})[^:：]{0,40}(?:date|تاريخ|استحقاق)|(?:date|تاريخ) (?:of )?(?:the )?(?:cheque|check|(?:ال)?(?:شيك|صك))/iu,
  ],
];

/** Labels of a later or an earlier day of the same kind, which count where the paper has the day itself. */
const FIRST = /(?<!\p{L})(?:first|original(?:ly)?|أول|الأول)(?!\p{L})/iu;

/** Those whose labels name the paper itself, where some do: "Invoice date" and not "Order date" beside it. */
export function ofOwnPaper<T extends { candidate: { label?: string } }>({ key }: FieldRule, all: T[]): T[] {
  const others = OF_OTHER.find(([keys]) => keys.test(key))?.[1];
  const found = all.filter(({ candidate: { label } }) => label === undefined || !others?.test(label));
  const names = OWN_PAPER.find(([keys]) => keys.test(key))?.[1];
  const own = found.filter(({ candidate: { label } }) => label !== undefined && names?.test(label));
  const kept = own.length > 0 ? own : found;
  const itself = kept.filter(({ candidate: { label } }) => label !== undefined && !FIRST.test(label));
  return key === "issue_date" && itself.length > 0 ? itself : kept;
}
