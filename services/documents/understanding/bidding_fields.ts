import { DATE, EMAIL, ISSUED, PARTIES, PHONE, rule, TOTAL } from "./field_labels.ts";
import type { FieldRule } from "./field.ts";

export const BIDDING_FIELDS: Record<"contract" | "tender" | "bid", FieldRule[]> = {
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
};
