import { ADDRESS, BORN, EXPIRES, IBAN, ISSUED, NAME, NATION, PHONE, rule, SEX, TAX } from "./field_labels.ts";
import type { FieldRule } from "./field.ts";

export const OFFICIAL_FIELDS: Record<
  "id_card" | "passport" | "trade_licence" | "bank_statement" | "tax_certificate",
  FieldRule[]
> = {
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
};
