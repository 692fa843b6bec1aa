import {
  ADDRESS,
  BORN,
  EXPIRES,
  fieldRule,
  IBAN,
  ISSUED,
  NAME,
  NATION,
  PHONE,
  SEX,
  TAX,
} from "./field_labels.ts";
import { mainCurrency } from "../values/currencies.ts";
import { valueOf } from "./field_values.ts";
import type { FieldRule } from "../results/field.ts";

export const OFFICIAL_FIELDS: Record<
  "id_card" | "passport" | "trade_licence" | "bank_statement" | "tax_certificate",
  FieldRule[]
> = {
  id_card: [
    fieldRule(
      "id_number",
      "id",
      "id number|id no|identity number|national id|iqama no|licence no|license no|card no|civil id no|civil id|civil number|personal number|cpr no|qid|رقم الهوية|رقم الهوية الوطنية|رقم البطاقة|رقم الإقامة|رقم الرخصة|الرقم المدني|الرقم القومي|الرقم الشخصي|الرقم الوطني",
      true,
    ),
    fieldRule("full_name", "text", NAME, true),
    fieldRule("nationality", "text", NATION),
    fieldRule("birth_date", "date", BORN, true),
    fieldRule("sex", "text", SEX),
    fieldRule("issue_date", "date", ISSUED),
    fieldRule("expiry_date", "date", EXPIRES, true),
    fieldRule("card_number", "id", "card number|رقم البطاقة"),
    fieldRule("address", "address", ADDRESS),
  ],
  passport: [
    fieldRule(
      "passport_number",
      "id",
      "passport no|passport number|passport no. / passeport no|رقم الجواز|رقم جواز السفر",
      true,
    ),
    fieldRule(
      "surname",
      "text",
      "surname|surname/nom|surname / nom|family name|last name|nom|اللقب|اسم العائلة|العائلة|النسب|الاسم العائلي",
      true,
    ),
    fieldRule(
      "given_names",
      "text",
      "given names|given names / prénoms|given names/prénoms|given name(s)|prénoms|prénom|given name|first name|first names|forenames|forename|الاسم الأول|الأسماء|الاسم|الاسم الشخصي",
      true,
    ),
    fieldRule("nationality", "text", NATION),
    fieldRule("birth_date", "date", BORN, true),
    fieldRule("birth_place", "text", "place of birth|birth place|مكان الميلاد"),
    fieldRule("sex", "text", SEX),
    fieldRule("issue_date", "date", ISSUED),
    fieldRule("expiry_date", "date", EXPIRES, true),
    fieldRule("authority", "text", "authority|issuing authority|place of issue|جهة الإصدار|مكان الإصدار"),
  ],
  trade_licence: [
    fieldRule(
      "licence_number",
      "id",
      "license no|licence no|الرقم الوطني للمنشأة|license number|licence number|registration number|registration no|cr no|cr number|c.r. no|commercial registration no|commercial registration number|license number/no|unified number|رقم الرخصة|رقم الترخيص|رقم السجل التجاري|رقم السجل|رقم القيد|رقم التسجيل|السجل التجاري رقم|رخصة رقم|الرقم الموحد|permit no|permit number|establishment no|رقم القيد بالسجل|رقم السجل التجارى|القيد رقم|رقم المنشأة",
      true,
    ),
    fieldRule(
      "trade_name",
      "text",
      "trade name|company name|الاسم الاجتماعي|التسمية الاجتماعية|العنوان الاجتماعي|الاسم أو العنوان الاجتماعي|raison sociale|denomination sociale|dénomination sociale|business name|operating name|name of company|establishment name|entity name|commercial name|الاسم التجاري|اسم الشركة|اسم المنشأة|اسم المؤسسة|السمة التجارية|licensed name|اسم الكيان|العنوان التجاري",
      true,
    ),
    fieldRule(
      "legal_form",
      "text",
      "legal form|legal type|legal status|company type|entity type|type of company|الشكل القانوني|الكيان القانوني|نوع الشركة|نوع الكيان|النوع القانوني|type of entity|type of establishment|type of business|legal structure|نوع المنشأة|نوع الشخص القانوني|نوع السجل|الصفة القانونية|business type|form of business|constitution of business|constitution of firm|constitution of the business|type of ownership|نوع الملكية|صفة التاجر|الطبيعة القانونية|الصيغة القانونية",
    ),
    fieldRule(
      "issue_date",
      "date",
      `${ISSUED}|valid from|incorporation date|date of incorporation|تاريخ أول إصدار`,
    ),
    fieldRule("expiry_date", "date", `${EXPIRES}|renewal due|next renewal|renew by|due for renewal`, true),
    {
      ...fieldRule(
        "activities",
        "text",
        "license activities|activities|المهنة|نوع المهنة|المهنة المرخصة|activity|business activity|nature of business|nature of trade|nature of the trade|nature of activity|trade carried on|طبيعة النشاط|طبيعة العمل|licensed activity|licensed activities|النشاط|الأنشطة|النشاط التجاري|نوع النشاط|الأنشطة التجارية|النشاط المرخص|غايات|الغايات|غايات المنشأة|غايات الشركة",
      ),
      // A code is no activity.
      read: (text) => /\p{L}{3}/u.test(text) ? valueOf("text", text) : undefined,
    },
    fieldRule(
      "owner_name",
      "text",
      "owner|owner name|صاحب المهنة|name of owner|proprietor|manager|manager name|general manager|partners|المالك|المدير|اسم المالك|اسم المدير|مالك المنشأة|صاحب الرخصة|المدير العام|licensee|licence holder|license holder|اسم صاحب السجل|صاحب السجل|اسم صاحب الرخصة|اسم المرخص له|المرخص له|اسم التاجر|مالك السجل|owned by|sponsor|legal representative|الممثل القانوني|الشريك المفوض|المفوض بالتوقيع",
    ),
    fieldRule("address", "address", `${ADDRESS}|site|المركز الرئيسي`),
    fieldRule("phone", "phone", PHONE),
  ],
  bank_statement: [
    fieldRule(
      "account_number",
      "id",
      "account number|account no|account #|a/c no|a/c number|acct no|رقم الحساب|حساب رقم|account|acc no|acc. no|رقم حساب العميل",
      true,
    ),
    fieldRule(
      "account_holder",
      "text",
      "account name|account holder|حساب باسم|account of|customer name|customer|client name|name of account|holder|account title|صاحب الحساب|اسم صاحب الحساب|اسم الحساب|اسم العميل|باسم|حساب السيد|حساب السادة|in the name of",
      true,
    ),
    fieldRule("bank_name", "text", "bank|bank name|اسم البنك|البنك|المصرف|اسم المصرف"),
    fieldRule("iban", "id", IBAN),
    fieldRule(
      "period_start",
      "date",
      "statement period|period|statement for the period|for the period|period covered|statement dates|period from|from|from date|من تاريخ|الفترة من|فترة الكشف|الفترة|فترة كشف الحساب|كشف الحساب عن الفترة|عن الفترة|عن الفترة من|للفترة من|خلال الفترة من|الفترة الزمنية|statement from|for period|dates covered|transactions from|من|start date|period start|بداية الفترة|تاريخ البداية",
    ),
    fieldRule(
      "period_end",
      "date",
      "period to|to date|to|إلى تاريخ|إلى|حتى|حتى تاريخ|لغاية|statement to|period ending|period end|نهاية الفترة|تاريخ النهاية|end date",
    ),
    fieldRule(
      "opening_balance",
      "money",
      "opening balance|balance brought forward|old balance|balance from last statement|brought forward|previous balance|balance b/f|starting balance|beginning balance|الرصيد الافتتاحي|الرصيد السابق|رصيد أول المدة|رصيد بداية الفترة|رصيد البداية|الرصيد المرحل|رصيد أول الفترة|رصيد افتتاحي|رصيد سابق|رصيد منقول|رصيد منقول من الشهر السابق|الرصيد المنقول|رصيد مدور|balance at start|balance at beginning|opening bal|balance on opening|start balance",
      true,
    ),
    fieldRule(
      "closing_balance",
      "money",
      "closing balance|balance carried forward|رصيد مرحل لما بعده|carried forward|ending balance|end balance|balance c/f|current balance|final balance|الرصيد الختامي|الرصيد الحالي|رصيد آخر المدة|رصيد نهاية الفترة|رصيد الإقفال|الرصيد النهائي|رصيد آخر الفترة|رصيد ختامي|balance at end|closing bal|new balance|balance on closing",
      true,
    ),
    {
      ...fieldRule("currency", "text", "currency|account currency|ccy|العملة|عملة الحساب"),
      // The currency code, whatever the wording: "Omani Rial (OMR)".
      read: (text) => {
        const named = mainCurrency(text);
        if (named?.certain) return { value: named.code, share: 1 };
        const words = valueOf("text", text);
        return words && { ...words, doubt: "No known currency has this name alone" };
      },
    },
  ],
  tax_certificate: [
    fieldRule("tax_id", "id", `${TAX}|vat account number|pin|kra pin|utr|رقم تسجيل المكلف`, true),
    fieldRule(
      "legal_name",
      "text",
      "legal name|legal name of entity|الاسم الاجتماعي|التسمية الاجتماعية|العنوان الاجتماعي|الاسم أو العنوان الاجتماعي|raison sociale|denomination sociale|dénomination sociale|taxable person name|taxpayer name|name of taxpayer|name of taxable person|registered name|registrant name|legal entity name|company name|اسم المكلف|اسم الخاضع للضريبة|الاسم القانوني|الاسم القانوني للمنشأة|اسم المنشأة|اسم الشركة|اسم المسجل|name of registrant|registered legal name|registered person|taxable person|اسم الشخص المسجل|الاسم المسجل|اسم الممول|name|trading name|اسم الشخص الخاضع للضريبة|الاسم",
      true,
    ),
    fieldRule(
      "registration_date",
      "date",
      "effective date of registration|registration date|date of registration|effective registration date|registered on|registered since|effective date|تاريخ التسجيل|تاريخ سريان التسجيل|تاريخ نفاذ التسجيل|مسجل منذ|registered from|with effect from|effective from|liable from|تاريخ التسجيل الفعلي|date of liability",
      true,
    ),
    fieldRule("issue_date", "date", `${ISSUED}|date|date of certificate|تاريخ الشهادة|التاريخ`),
    fieldRule("address", "address", ADDRESS),
    fieldRule("certificate_id", "id", "certificate no|certificate number|رقم الشهادة"),
  ],
};
