import {
  CUSTOMER,
  DATE,
  EMAIL,
  fieldRule,
  IBAN,
  PHONE,
  SUBTOTAL,
  TAX,
  TOTAL,
  VAT,
  VENDOR,
} from "./field_labels.ts";
import { personName } from "./party_name.ts";
import type { FieldRule, Value } from "../results/field.ts";
import { MASKED, valueOf } from "./field_values.ts";
import { MEANS, TERMS } from "./shape_words.ts";

/** The account to pay to, which follows the terms: "30 days, by bank transfer to our account". */
const TO_ACCOUNT =
  /[\s,،]+(?:(?:by|via|through) )?(?:(?:bank|wire|direct) )?transfer(?:red)? (?:in)?to\s.*$|[\s,،]+(?:و?تحويل[اً]{0,2}|بتحويل|بالتحويل|بحوالة|و?تحول|و?يحول)(?:\s\S{1,12})?\s(?:إلى|الى|على|لدى)\s.*$/iu;

/** Reads terms, which must be words: the value beside "Payment" may be an amount. */
function inWords(text: string): Value | undefined {
  if (!/\p{L}{3}/u.test(text)) return undefined;
  const terms = ofOneSentence(text);
  const alone = withoutDestination(terms).replace(TO_ACCOUNT, "");
  return valueOf("text", /\S\s\S/u.test(alone) ? alone : terms);
}

/** The first sentence, with which terms end: "30 days. Goods remain our property". */
function ofOneSentence(text: string): string {
  const [first = "", second] = text.split(/(?<=\p{L}{3})\.\s+(?=\p{Lu}|\p{Script=Arabic})/u, 2);
  return second !== undefined && /\S\s+\S/u.test(first) ? first : text;
}

/** Where the money goes, which is no part of the terms. */
const DESTINATION =
  /(?<!\p{L})(?:accounts?|a\/c|iban|bank(?! (?:transfer|draft|guarantee))|branch|payable to|payee|in favou?r|to (?:our|us|the (?:order|bank|company))|quoting)(?!\p{L})|حساب(?!\p{L}* مفتوح)|مصرف(?!ي)|بنك(?!ي)|[آأا]يبان|باسم|لأمر|لصالح/iu;
/** Another stage of the payment, or its day. */
const STAGE =
  /[%٪]|(?<!\p{L})(?:balance|rest|remain\p{L}*|deposit|delivery|completion|order|days?|months?|weeks?)(?!\p{L})|باقي|متبقي|رصيد|دفعة|تسليم|استلام|يوم|شهر|أيام/iu;
/** The most characters of terms that are searched for their end. */
const SEARCHED = 400;

/** Terms without the place where they are paid: "30 days from invoice date, by transfer to our account at Creek Bank". */
function withoutDestination(text: string): string {
  if (text.length > SEARCHED) return text;
  const end = [...text.matchAll(/\s*[,،;؛]\s+/gu)].map(({ index }) => index).find((at) =>
    TERMS.test(text.slice(0, at)) && DESTINATION.test(text.slice(at)) && !STAGE.test(text.slice(at))
  );
  return text.slice(0, end);
}

/** Reads a payment method as it stands in the language that comes first. */
function meansOfPayment(text: string): Value | undefined {
  const value = valueOf("text", text.replace(MASKED, ""));
  const [latin = ""] = /^[A-Za-z][A-Za-z .-]{2,40}(?=\s\p{Script=Arabic})/u.exec(text.trim()) ?? [];
  return value && MEANS.test(latin) ? { ...value, value: latin.trim() } : value;
}

/** Labels of an order's vendor, without those of its issuer, who is the buyer. */
const ORDERED_FROM = VENDOR.split("|").filter((label) =>
  !["from", "issued by", "الجهة المصدرة", "صادرة من", "صادرة عن", "صادر عن"].includes(label)
).join("|");

export const TRADE_FIELDS: Record<"invoice" | "receipt" | "purchase_order" | "quotation", FieldRule[]> = {
  invoice: [
    fieldRule(
      "invoice_id",
      "id",
      "invoice no|invoice number|internal id|internal no|internal number|الرقم الداخلي|الرقم الداخلي للفاتورة|rechnung nr|facture n°|invoice #|invoice id|inv no|inv. no|inv ref|inv #|invoice ref|invoice reference|tax invoice no|tax invoice number|tax invoice #|document no|document number|bill no|bill number|credit note no|rechnungsnummer|رقم الفاتورة|فاتورة رقم|رقم الفاتورة الضريبية|فاتورة ضريبية رقم|رقم المستند|رقم الإشعار|invoice id no|our invoice|invoice code|sales invoice no|serial number of invoice|الرقم التسلسلي للفاتورة|الرقم المتسلسل للفاتورة|تسلسل الفاتورة|رقم الفاتورة المتسلسل|فاتورة مبيعات رقم|فاتورة عدد|مرجع الفاتورة|رقم القائمة|قائمة رقم|قائمة بيع رقم|رقم القائمة|قائمة رقم|folio no|folio number|folio",
      true,
    ),
    fieldRule(
      "invoice_date",
      "date",
      "invoice date|date of invoice|date de facture|rechnungsdatum|datum|invoice dt|date of issue|issue date|issued on|issued|tax invoice date|bill date|tax point|date|تاريخ الفاتورة|تاريخ إصدار الفاتورة|تاريخ الإصدار|تاريخ التحرير|التاريخ|dated|issued at|billing date|date issued|تاريخ تحرير الفاتورة|حررت بتاريخ|صدرت بتاريخ|تاريخ الاصدار|تاريخ القائمة",
      true,
    ),
    fieldRule(
      "due_date",
      "date",
      "due date|payment due|payment due date|échéance|date d'échéance|fällig am|fälligkeit|payment due by|pay by|due on|due by|due|date due|payable by|to be paid by|تاريخ الاستحقاق|تاريخ الإستحقاق|تاريخ استحقاق الدفع|تستحق في|مستحقة في|تستحق بتاريخ|يستحق في|آخر موعد للسداد|آخر موعد للدفع|تاريخ السداد|السداد قبل|تدفع قبل|payable before|payment deadline|please pay by|settlement date|last payment date|تستحق قبل|واجبة السداد في|موعد السداد|موعد الاستحقاق",
    ),
    fieldRule("vendor_name", "text", VENDOR, true),
    fieldRule("vendor_address", "address", "vendor address|seller address|عنوان المورد"),
    fieldRule("vendor_tax_id", "id", `${TAX}|seller trn|supplier trn|vendor trn|الرقم الضريبي للمورد`, true),
    fieldRule("customer_name", "text", CUSTOMER, true),
    fieldRule("customer_id", "id", "customer id|customer no|customer number|account no|رقم العميل"),
    fieldRule(
      "customer_tax_id",
      "id",
      "bin of buyer|bin of purchaser|bin of customer|buyer bin|customer bin|رقم تسجيل العميل|رقم تسجيل المشتري|رقم التسجيل الضريبي للعميل|customer trn|client trn|buyer trn|customer vat no|customer vat number|customer tax id|الرقم الضريبي للعميل|الرقم الضريبي للمشتري|customer gstin|buyer gstin|recipient gstin|your vat no|your trn|your vat number|your tax number|buyer pin|customer pin|client pin|pin of buyer|your pin|buyer tin|customer tin|tin of buyer|your tin|your vat|your btw number",
    ),
    fieldRule(
      "purchase_order",
      "id",
      "po number|po no|po #|إذن التزود|إذن التزود عدد|إذن تزود عدد|إذن التزويد|إذن التزويد عدد|وصل الطلبية|سند الطلبية|bon de commande|أمر شراء محلي|أمر شراء محلي رقم|أمر الشراء المحلي رقم|طلبكم|وصل الطلب|po ref|p.o. number|p.o. no|p.o|your po|customer po|client po|buyer po|your order no|your order|customer order no|order ref|order reference|purchase order|purchase order no|order number|order no|l.p.o. no|l.p.o|lpo no|lpo number|lpo|رقم أمر الشراء|أمر الشراء رقم|أمر شراء رقم|أمر الشراء|أمر شرائكم|رقم أمر شرائكم|سند الطلب|أمر التوريد|رقم أمر التوريد|supply order|work order|work order no|work order number|أمر العمل|أمر العمل رقم|رقم أمر العمل|رقم طلب الشراء|رقم الطلب|against po|your reference|your ref|مرجعكم|طلبكم رقم|أمركم رقم|طلب الشراء",
    ),
    fieldRule("subtotal", "money", SUBTOTAL),
    fieldRule("total_tax", "money", VAT),
    fieldRule("invoice_total", "money", TOTAL, true),
    fieldRule(
      "amount_due",
      "money",
      "amount due|balance due|amount payable|amount outstanding|outstanding balance|please pay|now due|المبلغ المستحق|الرصيد المستحق",
    ),
    {
      ...fieldRule(
        "payment_terms",
        "text",
        "payment terms|terms of payment|terms|payment|مهلة الدفع|مهلة الأداء|أجل الأداء|آجال الأداء|أجل التسديد|آجال السداد|موعد السداد خلال|الأجل|أجل السداد|أجل الدفع|آجال الدفع|payment conditions|payment condition|credit period|credit days|مدة السداد|فترة الائتمان|مدة الائتمان|فترة السداد|مهلة السداد|شروط الدفع|شروط السداد|طريقة السداد|طريقة الدفع|credit terms|terms of credit",
      ),
      read: inWords,
    },
    fieldRule("iban", "id", IBAN),
    fieldRule("phone", "phone", PHONE),
    fieldRule("email", "email", EMAIL),
  ],
  receipt: [
    fieldRule(
      "receipt_id",
      "id",
      "receipt no|voucher ref|رقم الحركة|حركة رقم|reçu n°|receipt number|receipt #|receipt id|transaction no|voucher no|voucher number|bill no|slip no|رقم الإيصال|إيصال رقم|رقم السند|سند رقم|رقم العملية|رقم المعاملة|receipt ref|till receipt|ticket no|transaction id|transaction number|check no|order no|الإيصال رقم|رقم الوصل|وصل رقم|رقم التذكرة|رقم سند القبض|check #|txn|docket no|docket|official receipt no",
    ),
    fieldRule(
      "receipt_date",
      "date",
      `receipt date|payment date|date and time|تاريخ الإيصال|تاريخ السند|تاريخ الدفع|${DATE}|date/time|date & time|التاريخ والوقت|تاريخ الاستلام|استلم في|received on|date received`,
      true,
    ),
    fieldRule("merchant_name", "text", "merchant|store|المتجر", true),
    fieldRule("merchant_tax_id", "id", TAX),
    fieldRule("subtotal", "money", SUBTOTAL),
    fieldRule("total_tax", "money", VAT),
    fieldRule(
      "total",
      "money",
      `${TOTAL}|amount|amount paid|amount received|sum of|the sum of|المبلغ|المبلغ المدفوع|المبلغ المستلم|مبلغ وقدره|مبلغ`,
      true,
    ),
    {
      ...fieldRule(
        "received_from",
        "text",
        "received from|patient|patient name|student|student name|guest name|member name|المريض|اسم المريض|الطالب|اسم الطالب|اسم المشترك|received with thanks from|rec'd from|with thanks from|paid in by|دفع إلينا|دفع لنا|المدفوع من|قبضت من|قبضنا من السيد|المودع|paid to us by|payer|استلمنا من|توصلنا من|توصلت من|وصلنا من|استلمت من|استلمنا من السيد|استلمنا من السادة|الدافع|received of|paid by mr|وصلني من|استلمت من السيد|تسلمنا من|دفع من قبل|received with thanks|قبضنا من|وردنا من|اسم الدافع|payer name|name of payer|payment from|المستلم منه|من السيد|bill to|billed to|sold to|customer name|client name|customer|client|guest|parent|guardian|parent/guardian|parent / guardian|depositor|remitter|tenant|account of|on account of|اسم العميل|العميل|الزبون|اسم الزبون|ولي الأمر|المؤدي|المستأجر|المكتري|المشترك|العضو|المسدد|الجهة الدافعة",
      ),
      read: personName,
    },
    {
      ...fieldRule(
        "payment_method",
        "text",
        "method|تم الدفع بواسطة|سدد عن طريق|تم السداد بواسطة|دفع عن طريق|الدفع عن طريق|paid in|قناة الدفع|أداة الدفع|كيفية السداد|طريقة القبض|payment channel|paid through|settled by|means of payment|pmt method|pmt mode|pmt type|دفع بواسطة|السداد بواسطة|الدفع بواسطة|أسلوب الدفع|أسلوب السداد|paid by|payment method|payment mode|payment type|mode of payment|method of payment|طريقة الدفع|طريقة السداد|وسيلة الدفع|نوع الدفع|tender type|paid via|paid with|paid using|how paid|كيفية الدفع|وسيلة السداد|طريقة الأداء|الدفع بواسطة",
      ),
      read: meansOfPayment,
    },
    fieldRule("phone", "phone", PHONE),
  ],
  purchase_order: [
    fieldRule(
      "order_id",
      "id",
      "po number|po no|p.o. number|أمر إسناد رقم|رقم أمر الإسناد|bestellung nr|bon de commande n°|p.o. no|purchase order no|purchase order number|order number|order no|l.p.o. no|l.p.o|lpo no|lpo number|رقم أمر الشراء|رقم الطلب|أمر شراء رقم|order ref|order reference|purchase order ref|po ref|po #|order #|رقم الأمر|رقم طلب الشراء|طلب شراء رقم|رقم أمر التوريد|مرجع الطلب",
      true,
    ),
    fieldRule(
      "order_date",
      "date",
      `order date|po date|p.o. date|lpo date|date ordered|ordered on|ordered|date of order|purchase order date|تاريخ الطلب|تاريخ الأمر|تاريخ أمر الشراء|تاريخ أمر التوريد|${DATE}`,
      true,
    ),
    fieldRule(
      "delivery_date",
      "date",
      "delivery date|deliver by|delivery by|required by|required date|need by|date required|expected delivery|تاريخ التسليم|تاريخ التوريد|تاريخ التجهيز|موعد التجهيز|آخر موعد للتجهيز|موعد الاستلام|التسليم قبل|موعد التسليم|موعد التوريد|مطلوب قبل|deliver before|delivery due|due for delivery|تسليم قبل|التسليم في|آخر موعد للتسليم|أجل التسليم|eta|ship date|shipping date|ship by|promised date",
    ),
    fieldRule(
      "buyer_name",
      "text",
      "buyer|buyer name|جهة الشراء|الجهة المستفيدة|from|bill to|ordered by|purchaser|purchased by|company|requested by|المشتري|الجهة الطالبة|الجهة المشترية|اسم المشتري|طالب الشراء|issued by|placed by|order placed by|الآمر بالشراء|الجهة الآمرة|صادر عن|صادر من",
    ),
    // The buyer sends the order to the vendor.
    fieldRule("vendor_name", "text", `${ORDERED_FROM}|to|m/s|messrs`, true),
    fieldRule(
      "ship_to",
      "address",
      "ship to|deliver to|delivery address|عنوان التسليم|delivery place|place of delivery|delivery location|مكان التسليم|موقع التسليم|جهة التسليم|shipping address|delivery site|site address|deliver at|delivered at|التسليم إلى|عنوان التوريد|محل التسليم|تسلم في|consignee address",
    ),
    fieldRule("subtotal", "money", SUBTOTAL),
    fieldRule("total_tax", "money", VAT),
    fieldRule("order_total", "money", TOTAL, true),
    {
      ...fieldRule("payment_terms", "text", "payment terms|terms of payment|payment|شروط الدفع"),
      read: inWords,
    },
  ],
  quotation: [
    fieldRule(
      "quotation_id",
      "id",
      "quotation no|quotation number|quote no|quote number|quote #|quotation #|quotation ref|quote ref|offer no|our ref|ref|reference|رقم العرض|رقم عرض السعر|عرض سعر رقم|عرض رقم|رقم التسعيرة|المرجع|offer number|offer ref|our offer|proposal no|estimate no|estimate number|رقم عرض الأسعار|عرض أسعار رقم|مرجع العرض",
      true,
    ),
    fieldRule(
      "quotation_date",
      "date",
      `quotation date|quote date|offer date|date of quotation|date of offer|estimate date|تاريخ العرض|تاريخ عرض السعر|${DATE}|submitted on|تاريخ تقديم العرض`,
      true,
    ),
    fieldRule(
      "valid_until",
      "date",
      "valid until|valid till|valid to|offer valid until|quotation valid until|quote valid until|validity|expiry date|expires|expires on|صالح حتى|صالح لغاية|صلاحية العرض|العرض ساري حتى|ساري حتى|سريان العرض|ينتهي العرض في|offer valid till|prices valid until|open until|good until|العرض صالح حتى|صلاحية العرض حتى|العرض ساري لغاية|الأسعار سارية حتى|valid up to|صالح إلى غاية|صالح الى غاية|صالح إلى|صالحة إلى غاية|valid up to and including|price valid until",
    ),
    fieldRule(
      "vendor_name",
      "text",
      `${VENDOR}|prepared by|submitted by|offered by|quoted by|مقدم من|مقدم العرض|إعداد`,
      true,
    ),
    fieldRule(
      "customer_name",
      "text",
      `${CUSTOMER}|to|enquiry from|enquirer|prospect|الجهة الطالبة|صاحب الطلب|الطالب|مقدم للسادة`,
    ),
    fieldRule("subtotal", "money", SUBTOTAL),
    fieldRule("total_tax", "money", VAT),
    fieldRule("quotation_total", "money", TOTAL, true),
    {
      ...fieldRule("payment_terms", "text", "payment terms|terms of payment|payment|شروط الدفع"),
      read: inWords,
    },
    {
      ...fieldRule(
        "delivery_terms",
        "text",
        "delivery terms|delivery time|delivery|مدة التسليم|شروط التسليم",
      ),
      read: inWords,
    },
  ],
};
