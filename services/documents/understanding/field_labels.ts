/** Labels, in both languages, of the fields that several types of document have. */
import type { FieldRule, FieldType } from "./field.ts";

export const rule = (key: string, type: FieldType, labels: string, required = false): FieldRule => ({
  key,
  type,
  labels: labels.split("|"),
  required,
});

export const TAX =
  "trn|vat no|vat number|vat reg no|vat registration number|tax registration number|tax registration no|tax id|tax number|الرقم الضريبي|رقم التسجيل الضريبي|الرقم الضريبى";
export const CUSTOMER =
  "bill to|billed to|sold to|customer|customer name|client|client name|invoice to|attention|العميل|اسم العميل|المشتري|السادة|فاتورة إلى";
export const VENDOR = "vendor|vendor name|supplier|supplier name|seller|from|المورد|اسم المورد|البائع";
export const TOTAL =
  "total|grand total|total amount|invoice total|total due|net total|total payable|total including vat|total incl. vat|الإجمالي|المجموع الكلي|الإجمالي شامل الضريبة|المبلغ الإجمالي|إجمالي الفاتورة|صافي المبلغ";
export const SUBTOTAL =
  "subtotal|sub total|sub-total|net amount|total excluding vat|total before vat|المجموع الفرعي|المجموع|الإجمالي قبل الضريبة|المجموع قبل الضريبة";
export const VAT =
  "vat|total vat|vat amount|tax|total tax|sales tax|tax amount|ضريبة القيمة المضافة|الضريبة|مبلغ الضريبة|إجمالي الضريبة";
export const PHONE = "phone|tel|telephone|mobile|contact number|هاتف|الهاتف|جوال|الجوال|رقم الهاتف";
export const EMAIL = "email|e-mail|mail|البريد الإلكتروني";
export const ADDRESS = "address|registered address|العنوان";
export const IBAN = "iban|iban no|iban number|رقم الآيبان|الآيبان|ايبان";
export const NAME = "name|full name|الاسم|الاسم الكامل";
export const BORN = "date of birth|birth date|dob|تاريخ الميلاد";
export const NATION = "nationality|الجنسية";
export const SEX = "sex|gender|الجنس";
export const ISSUED = "issue date|date of issue|issued on|issuing date|تاريخ الإصدار";
export const EXPIRES =
  "expiry date|date of expiry|expires|expiration date|valid until|valid to|expiry|تاريخ الانتهاء|تاريخ الإنتهاء|صالح حتى|تاريخ انتهاء الصلاحية";
export const DATE = "date|dated|التاريخ|تاريخ";

export const PARTIES = [
  rule("first_party", "text", "first party|party a|الطرف الأول", true),
  rule("second_party", "text", "second party|party b|الطرف الثاني", true),
];
