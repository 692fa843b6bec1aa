import type { DocumentType } from "./document_types.ts";

export const FIELD_TYPES = ["text", "date", "money", "number", "id", "phone", "email", "address"] as const;
export type FieldType = typeof FIELD_TYPES[number];

export interface FieldRule {
  key: string;
  type: FieldType;
  /** Labels in both languages; the longest that fits wins, so "customer trn" is never taken for "trn". */
  labels: string[];
  required?: boolean;
}

const rule = (key: string, type: FieldType, labels: string, required = false): FieldRule => ({
  key,
  type,
  labels: labels.split("|"),
  required,
});

const TAX =
  "trn|vat no|vat number|vat reg no|vat registration number|tax registration number|tax registration no|tax id|tax number|الرقم الضريبي|رقم التسجيل الضريبي|الرقم الضريبى";
const CUSTOMER =
  "bill to|billed to|sold to|customer|customer name|client|client name|invoice to|attention|العميل|اسم العميل|المشتري|السادة|فاتورة إلى";
const VENDOR = "vendor|vendor name|supplier|supplier name|seller|from|المورد|اسم المورد|البائع";
const TOTAL =
  "total|grand total|total amount|invoice total|total due|net total|total payable|total including vat|total incl. vat|الإجمالي|المجموع الكلي|الإجمالي شامل الضريبة|المبلغ الإجمالي|إجمالي الفاتورة|صافي المبلغ";
const SUBTOTAL =
  "subtotal|sub total|sub-total|net amount|total excluding vat|total before vat|المجموع الفرعي|المجموع|الإجمالي قبل الضريبة|المجموع قبل الضريبة";
const VAT =
  "vat|total vat|vat amount|tax|total tax|sales tax|tax amount|ضريبة القيمة المضافة|الضريبة|مبلغ الضريبة|إجمالي الضريبة";
const PHONE = "phone|tel|telephone|mobile|contact number|هاتف|الهاتف|جوال|الجوال|رقم الهاتف";
const EMAIL = "email|e-mail|mail|البريد الإلكتروني";
const ADDRESS = "address|registered address|العنوان";
const IBAN = "iban|iban no|iban number|رقم الآيبان|الآيبان|ايبان";
const NAME = "name|full name|الاسم|الاسم الكامل";
const BORN = "date of birth|birth date|dob|تاريخ الميلاد";
const NATION = "nationality|الجنسية";
const SEX = "sex|gender|الجنس";
const ISSUED = "issue date|date of issue|issued on|issuing date|تاريخ الإصدار";
const EXPIRES =
  "expiry date|date of expiry|expires|expiration date|valid until|valid to|expiry|تاريخ الانتهاء|تاريخ الإنتهاء|صالح حتى|تاريخ انتهاء الصلاحية";
const DATE = "date|dated|التاريخ|تاريخ";

const PARTIES = [
  rule("first_party", "text", "first party|party a|الطرف الأول", true),
  rule("second_party", "text", "second party|party b|الطرف الثاني", true),
];

export const FIELD_RULES: Record<DocumentType, FieldRule[]> = {
  invoice: [
    rule(
      "invoice_id",
      "id",
      "invoice no|invoice number|invoice #|invoice id|inv no|tax invoice no|رقم الفاتورة|فاتورة رقم",
      true,
    ),
    rule(
      "invoice_date",
      "date",
      "invoice date|date of invoice|date|تاريخ الفاتورة|تاريخ الإصدار|التاريخ",
      true,
    ),
    rule("due_date", "date", "due date|payment due|pay by|تاريخ الاستحقاق|تاريخ الإستحقاق"),
    rule("vendor_name", "text", VENDOR, true),
    rule("vendor_address", "address", "vendor address|seller address|عنوان المورد"),
    rule("vendor_tax_id", "id", `${TAX}|seller trn|supplier trn|vendor trn|الرقم الضريبي للمورد`, true),
    rule("customer_name", "text", CUSTOMER, true),
    rule("customer_id", "id", "customer id|customer no|customer number|account no|رقم العميل"),
    rule(
      "customer_tax_id",
      "id",
      "customer trn|client trn|buyer trn|customer vat no|customer vat number|customer tax id|الرقم الضريبي للعميل|الرقم الضريبي للمشتري",
    ),
    rule(
      "purchase_order",
      "id",
      "po number|po no|p.o. number|p.o. no|purchase order|order number|order no|lpo no|رقم أمر الشراء|أمر الشراء",
    ),
    rule("subtotal", "money", SUBTOTAL),
    rule("total_tax", "money", VAT),
    rule("invoice_total", "money", TOTAL, true),
    rule("amount_due", "money", "amount due|balance due|amount payable|المبلغ المستحق|الرصيد المستحق"),
    rule("payment_terms", "text", "payment terms|terms of payment|terms|شروط الدفع"),
    rule("iban", "id", IBAN),
    rule("phone", "phone", PHONE),
    rule("email", "email", EMAIL),
  ],
  receipt: [
    rule("receipt_id", "id", "receipt no|receipt number|receipt #|transaction no|رقم الإيصال|رقم السند"),
    rule("receipt_date", "date", DATE, true),
    rule("merchant_name", "text", "merchant|store|المتجر", true),
    rule("merchant_tax_id", "id", TAX),
    rule("subtotal", "money", SUBTOTAL),
    rule("total_tax", "money", VAT),
    rule("total", "money", `${TOTAL}|amount|amount paid|المبلغ`, true),
    rule("received_from", "text", "received from|استلمنا من|وصلنا من"),
    rule("payment_method", "text", "paid by|payment method|payment mode|طريقة الدفع"),
    rule("phone", "phone", PHONE),
  ],
  purchase_order: [
    rule(
      "order_id",
      "id",
      "po number|po no|p.o. number|p.o. no|purchase order no|purchase order number|order number|order no|lpo no|lpo number|رقم أمر الشراء|رقم الطلب|أمر شراء رقم",
      true,
    ),
    rule("order_date", "date", "order date|po date|date|تاريخ الطلب|تاريخ الأمر|التاريخ", true),
    rule("delivery_date", "date", "delivery date|deliver by|required by|تاريخ التسليم|تاريخ التوريد"),
    rule("buyer_name", "text", "buyer|bill to|ordered by|المشتري"),
    rule("vendor_name", "text", `${VENDOR}|to`, true),
    rule("ship_to", "address", "ship to|deliver to|delivery address|عنوان التسليم"),
    rule("subtotal", "money", SUBTOTAL),
    rule("total_tax", "money", VAT),
    rule("order_total", "money", TOTAL, true),
    rule("payment_terms", "text", "payment terms|terms of payment|شروط الدفع"),
  ],
  quotation: [
    rule(
      "quotation_id",
      "id",
      "quotation no|quotation number|quote no|quote number|ref|reference|رقم العرض|رقم عرض السعر|المرجع",
      true,
    ),
    rule("quotation_date", "date", "quotation date|quote date|date|تاريخ العرض|التاريخ", true),
    rule("valid_until", "date", "valid until|valid till|validity|expiry date|صالح حتى|صلاحية العرض"),
    rule("vendor_name", "text", VENDOR, true),
    rule("customer_name", "text", `${CUSTOMER}|to`),
    rule("subtotal", "money", SUBTOTAL),
    rule("total_tax", "money", VAT),
    rule("quotation_total", "money", TOTAL, true),
    rule("payment_terms", "text", "payment terms|شروط الدفع"),
    rule("delivery_terms", "text", "delivery terms|delivery time|delivery|مدة التسليم|شروط التسليم"),
  ],
  contract: [
    rule("contract_id", "id", "contract no|contract number|agreement no|agreement number|رقم العقد|عقد رقم"),
    rule(
      "effective_date",
      "date",
      "effective date|made on|dated|entered into on|made and entered into on|commences on|تاريخ السريان|بتاريخ|تاريخ العقد|تاريخ البدء",
      true,
    ),
    rule(
      "end_date",
      "date",
      "in force until|end date|expiry date|expires on|terminates on|until|تاريخ الانتهاء|ينتهي في|حتى تاريخ",
    ),
    ...PARTIES,
    rule(
      "contract_value",
      "money",
      "contract value|contract price|total value|consideration|annual rent|salary|قيمة العقد|القيمة الإجمالية|الراتب",
    ),
    rule(
      "governing_law",
      "text",
      "governed by the laws of|governed by|governing law|القانون الواجب التطبيق|يخضع هذا العقد",
    ),
    rule("notice_period", "text", "notice period|by giving|فترة الإشعار|مدة الإخطار"),
  ],
  tender: [
    rule(
      "tender_id",
      "id",
      "tender no|tender number|rfp no|rfp number|reference no|reference|رقم المناقصة|رقم المنافسة|المناقصة رقم",
      true,
    ),
    rule(
      "title",
      "text",
      "tender title|project name|project|title|subject|اسم المشروع|اسم المنافسة|موضوع المناقصة",
      true,
    ),
    rule("issuer", "text", "issued by|entity|client|procuring entity|الجهة|الجهة الحكومية|الجهة المالكة"),
    rule("issue_date", "date", `${ISSUED}|publication date|تاريخ الطرح|تاريخ النشر`),
    rule(
      "submission_deadline",
      "date",
      "submission deadline|closing date|deadline|last date|bids must be submitted by|آخر موعد|آخر موعد لتقديم العروض|تاريخ الإغلاق",
      true,
    ),
    rule("budget", "money", "budget|estimated value|estimated cost|الميزانية|القيمة التقديرية"),
    rule("bid_bond", "money", "bid bond|bid security|tender bond|الضمان الابتدائي"),
    rule("email", "email", EMAIL),
  ],
  bid: [
    rule(
      "bidder_name",
      "text",
      "bidder|bidder name|submitted by|company name|company|مقدم العطاء|اسم الشركة",
      true,
    ),
    rule(
      "tender_id",
      "id",
      "tender no|tender number|in response to tender|in response to|rfp no|رقم المناقصة|المناقصة رقم",
      true,
    ),
    rule("bid_date", "date", DATE),
    rule("bid_total", "money", `total bid price|bid price|bid amount|قيمة العطاء|${TOTAL}`, true),
    rule(
      "delivery_days",
      "number",
      "delivery period|delivery days|delivery time|delivery within|مدة التنفيذ|مدة التسليم",
    ),
    rule("valid_until", "date", "valid until|bid validity|صلاحية العرض|ساري حتى"),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
  ],
  id_card: [
    rule(
      "id_number",
      "id",
      "id number|id no|identity number|national id|iqama no|licence no|license no|card no|رقم الهوية|رقم البطاقة|رقم الإقامة|رقم الرخصة",
      true,
    ),
    rule("full_name", "text", NAME, true),
    rule("nationality", "text", NATION),
    rule("birth_date", "date", BORN, true),
    rule("sex", "text", SEX),
    rule("issue_date", "date", ISSUED),
    rule("expiry_date", "date", EXPIRES, true),
    rule("card_number", "id", "card number|رقم البطاقة"),
  ],
  passport: [
    rule("passport_number", "id", "passport no|passport number|رقم الجواز|رقم جواز السفر", true),
    rule("surname", "text", "surname|family name|last name|اللقب|اسم العائلة", true),
    rule("given_names", "text", "given names|given name|first name|الاسم الأول|الاسم", true),
    rule("nationality", "text", NATION),
    rule("birth_date", "date", BORN, true),
    rule("birth_place", "text", "place of birth|birth place|مكان الميلاد"),
    rule("sex", "text", SEX),
    rule("issue_date", "date", ISSUED),
    rule("expiry_date", "date", EXPIRES, true),
    rule("authority", "text", "authority|issuing authority|place of issue|جهة الإصدار|مكان الإصدار"),
  ],
  trade_licence: [
    rule(
      "licence_number",
      "id",
      "license no|licence no|license number|licence number|registration number|registration no|cr no|cr number|رقم الرخصة|رقم السجل التجاري|رقم السجل",
      true,
    ),
    rule(
      "trade_name",
      "text",
      "trade name|company name|business name|operating name|الاسم التجاري|اسم الشركة|اسم المنشأة",
      true,
    ),
    rule("legal_form", "text", "legal form|legal type|legal status|الشكل القانوني|نوع الشركة"),
    rule("issue_date", "date", ISSUED),
    rule("expiry_date", "date", EXPIRES, true),
    rule("activities", "text", "license activities|activities|activity|business activity|النشاط|الأنشطة"),
    rule("owner_name", "text", "owner|owner name|manager|partners|المالك|المدير|اسم المالك"),
    rule("address", "address", ADDRESS),
    rule("phone", "phone", PHONE),
  ],
  bank_statement: [
    rule("account_number", "id", "account number|account no|a/c no|رقم الحساب", true),
    rule(
      "account_holder",
      "text",
      "account name|account holder|customer name|account title|اسم صاحب الحساب|اسم الحساب|اسم العميل",
      true,
    ),
    rule("bank_name", "text", "bank|bank name|اسم البنك|البنك"),
    rule("iban", "id", IBAN),
    rule("period_start", "date", "statement period|period from|from|from date|من تاريخ|الفترة من"),
    rule("period_end", "date", "period to|to date|to|إلى تاريخ|إلى"),
    rule(
      "opening_balance",
      "money",
      "opening balance|balance brought forward|previous balance|الرصيد الافتتاحي|الرصيد السابق",
      true,
    ),
    rule(
      "closing_balance",
      "money",
      "closing balance|balance carried forward|ending balance|current balance|الرصيد الختامي|الرصيد الحالي",
      true,
    ),
    rule("currency", "text", "currency|العملة"),
  ],
  tax_certificate: [
    rule("tax_id", "id", TAX, true),
    rule(
      "legal_name",
      "text",
      "legal name|legal name of entity|taxable person name|taxpayer name|company name|اسم المكلف|الاسم القانوني|اسم المنشأة",
      true,
    ),
    rule(
      "registration_date",
      "date",
      "effective date of registration|registration date|effective registration date|تاريخ التسجيل|تاريخ سريان التسجيل",
      true,
    ),
    rule("issue_date", "date", ISSUED),
    rule("address", "address", ADDRESS),
    rule("certificate_id", "id", "certificate no|certificate number|رقم الشهادة"),
  ],
  letter: [
    rule("reference", "id", "ref|our ref|reference|reference no|الرقم|المرجع|رقم الكتاب"),
    rule("letter_date", "date", DATE),
    rule("recipient", "text", "to|dear|attention|attn|السيد|السادة|إلى|سعادة", true),
    rule("sender", "text", "from|yours sincerely|yours faithfully|kind regards|best regards|المرسل|من", true),
    rule("subject", "text", "subject|re|الموضوع", true),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
  ],
  report: [
    rule("title", "text", "report title|title|عنوان التقرير", true),
    rule("report_date", "date", "report date|date|تاريخ التقرير|التاريخ"),
    rule("author", "text", "prepared by|author|written by|إعداد|أعده"),
    rule("period", "text", "reporting period|period|for the period|الفترة|فترة التقرير"),
    rule("recipient", "text", "prepared for|submitted to|مقدم إلى"),
  ],
  cv: [
    rule("full_name", "text", NAME, true),
    rule("email", "email", EMAIL, true),
    rule("phone", "phone", PHONE, true),
    rule("nationality", "text", NATION),
    rule("birth_date", "date", BORN),
    rule("address", "address", ADDRESS),
    rule("languages", "text", "languages|اللغات"),
    rule("education", "text", "education|qualifications|المؤهلات العلمية|التعليم"),
    rule("skills", "text", "skills|المهارات"),
    rule("current_position", "text", "current position|position|job title|المسمى الوظيفي"),
  ],
  form: [
    rule(
      "form_id",
      "id",
      "form no|form number|application no|application number|reference no|رقم الطلب|رقم النموذج",
    ),
    rule("applicant_name", "text", `applicant name|name of applicant|${NAME}|اسم مقدم الطلب`, true),
    rule("date", "date", DATE),
    rule("id_number", "id", "id number|id no|national id|passport no|رقم الهوية"),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
    rule("address", "address", ADDRESS),
  ],
  other: [
    rule("reference", "id", "ref|reference|reference no|رقم|المرجع"),
    rule("date", "date", DATE),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
  ],
};
