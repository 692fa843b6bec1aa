import { fold } from "lib/fold.ts";

/** Headings of columns in tables of goods and of entries. */
const HEADING =
  /^(?:description|designation|narrative|narration|service description|article|products?|services?|works?|unit cost|cost|sum|line total|pieces|pcs|hours|nos\.?|sl\.?|units? price|price per unit|total price|paid|items?|item description|particulars|details?|product|service|goods|qty\.?|quantity|units?|unit price|unit cost|rate|price|amount|line total|net|total|value|date|value date|transaction|debit|credit|withdrawals?|deposits?|paid in|paid out|money (?:in|out)|payments?|receipts?|(?:debit|credit|withdrawal|deposit) am(?:oun)?t\.?|dr\.?|cr\.?|bal\.?|book balance|balance|running balance|no\.?|#|sr\.?|s\.?no\.?|code|ref\.?|reference|hsn(?: code)?|vat(?: %)?|tax(?: %)?|discount|milestone|fee|uom|unit|materials?|commodity|activity|(?:nature|details|description) of (?:work|goods|service)s?|net amount|total amount|amt\.?|each|unit rate|u\.? ?price|tariff|net value|taxable (?:value|amount)|price each|list price|(?:ال)?(?:وصف|بيان|صنف|بند|بنود|كميه|عدد|سعر|سعر الوحده|مبلغ|قيمه|اجمالي|مجموع|تاريخ|مدين|دائن|مدينه|دائنه|(?:مبالغ|حركات|مبلغ|حركه) (?:ال)?(?:مدينه?|دائنه?)|منه|رصيد|رصيد جاري|رصيد الجاري|رصيد بعد (?:ال)?(?:عمليه|حركه)|تفاصيل|خدمه|منتج|وحده|ضريبه|خصم|رقم|م|سعر افرادي|منتج او الخدمه|(?:سعر|ثمن|مبلغ) (?:ال)?(?:وحدوي|افرادي|اجمالي|كلي|مفرد)|تسميه|ثمن|ثمن الوحده|عدد الوحدات|ايداع|ايداعات|سحب|سحوبات|مسحوبات|حركه|تاريخ الحركه|تاريخ العمليه|وصف|شرح|ملاحظات|سلعه|ماده|مواد|قطعه|اصناف|تعيين|فئه|وزن|اسم (?:ال)?(?:صنف|ماده|قطعه|منتج|سلعه)|نوع (?:ال)?(?:عمل|خدمه|صنف)|عدد (?:ال)?(?:ايام|ساعات|قطع|ليالي)|بيان (?:ال)?(?:اعمال|خدمات)|سعر (?:ال)?(?:كيلو|قطعه|مفرد|متر)|قيمه (?:ال)?(?:اجماليه|افراديه)|صافي (?:ال)?(?:قيمه|مبلغ)|صافي))(?: (?:excl|incl|ex|inc|before|without|net of|دون|قبل|شامل)(?![\p{L}]).*)?(?:\s*[(/].*)?$/u;

/** Labels of sum rows below line items. */
const SUM =
  /^(?:sub[ -]?totals?|totals?|grand totals?|net(?: amount| total)?|vat|tax|gst|cgst|sgst|igst|sales tax|discount|balance|amount due|carried|brought|page total|taxable|basic value|gross|net payable|total payable|order value|amount payable|balance due|includes|including|of which|rounding|rounded|goods total|value of goods|total of|sums? of|price (?:incl|excl)|invoice total|order total|bill (?:total|amount)|p\.?o\.? total|to pay|please pay|you owe|add|plus|less|sum due|shipping|delivery charge|deposit paid|change|cash|(?:ال)?(?:مجموع|اجمالي|ضريبه|خصم|رصيد|صافي|مبلغ|قيمه (?:ال)?(?:خاضعه|اجماليه|صافيه|مستحقه|مضافه)|جمله|مطلوب|واجب|مستحق|حاصل))(?![\p{L}])/u;

/** Rates: "VAT 15%", "ضريبة %15". */
const RATE = /[\d٠-٩]{1,2}(?:[.,٫][\d٠-٩]{1,2})?\s?[%٪]|[%٪]\s?[\d٠-٩]{1,2}/gu;

const PART_OF_SUM =
  /^(?:includes|including|of which|add|plus|less|net|change|cash|balance|discount|rounding|deposit paid|قيمه|خصم|رصيد|صافي)(?![\p{L}])/u;

/** Words that indicate a sum only beside a figure; alone they continue the cell above. */
export function isPartOfSum(text: string): boolean {
  return PART_OF_SUM.test(fold(text).trim()) && !/\d/.test(fold(text.replace(RATE, "")));
}

/** Whether a heading is that of the running balance of a statement. */
export function isBalance(text: string): boolean {
  return /balance|^bal\.?$|رصيد/.test(fold(text).trim());
}

const OPENING =
  /^(?:opening|beginning|starting|previous) (?:balance|bal)(?!\p{L})|^balance (?:brought|b\/f|at start)|^(?:ال)?رصيد (?:ال)?(?:اول|افتتاحي|سابق|مدور|مرحل|بدايه)(?!\p{L})/u;

/** Whether a text names the balance before the entries of a statement, which stands below the headings. */
export function isOpening(text: string): boolean {
  return OPENING.test(foldedLabel(text));
}

/** Whether a text is a column heading, perhaps with a unit. */
export function isHeading(text: string): boolean {
  const folded = fold(text).trim().replace(/[:*]+$/, "");
  return HEADING.test(folded) || folded.split(/\s*\/\s*/).some((part) => HEADING.test(part.trim()));
}

/** Whether a text has figures other than a rate, or a colon, as no heading has. */
export function isNoHeading(text: string): boolean {
  return /[\d٠-٩:：]/.test(text.replace(RATE, ""));
}

export function isSum(text: string): boolean {
  return SUM.test(foldedLabel(text));
}

/** A folded label without the quotation marks and rules that a scan reads before it. */
export function foldedLabel(text: string): string {
  return fold(text).trim().replace(/^["'“”‘’`|*.\s-]+/u, "");
}

const COIN =
  /(?:ريالا?|درهما?|دينارا?|جنيها?|روبيه|يورو|دولار|قطريا?|عمانيا?|سعوديا?|كويتيا?|بحرينيا?|مصريا?|اماراتيا?|مغربيا?|تونسيا?|جزائريا?|ليبيا?|عراقيا?|اردنيا?|يمنيا?|لبنانيه|سوريه|تركيه|ليره|فرنكا?|سويسريا?|هنديه|(?<![a-z])[a-z]{2,3}(?![a-z])\.?|dhs\.?|[£€₹$])/gu;

/** Whether a text is only a figure, an amount or a date, perhaps with its currency. */
export function isFigure(text: string): boolean {
  const folded = fold(text);
  return /\d/.test(folded) && !/\p{L}{3}/u.test(folded.replace(COIN, ""));
}

const MINOR_UNIT = /^(?:فلس|فلوس|هلله|هللات|بيسه|قرش|قروش|fils|halalas?|baisas?|bz|ps|paisa|paise)\.?$/;
const UNIT =
  /^(?:دينار|درهم|ريال|جنيه|dinars?|dirhams?|dhs?|riyals?|rials?|r\.?o|b\.?d|k\.?d|q\.?r|s\.?r|rs)\.?$/;

/** Whether a text is the name of a part of a currency alone. */
export function isMinorUnit(text: string): boolean {
  return MINOR_UNIT.test(fold(text).trim());
}

/** Whether a text is the name of a currency or of its part alone. */
export function isUnit(text: string): boolean {
  return isMinorUnit(text) || UNIT.test(fold(text).trim());
}
