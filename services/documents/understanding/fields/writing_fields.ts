import { ADDRESS, BORN, DATE, EMAIL, NAME, NATION, PHONE, rule } from "./field_labels.ts";
import type { FieldRule } from "../results/field.ts";

export const WRITING_FIELDS: Record<"letter" | "report" | "cv" | "form", FieldRule[]> = {
  letter: [
    rule(
      "reference",
      "id",
      "ref|ref no|our ref|our reference|reference|reference no|file no|letter no|الرقم|المرجع|رقم الكتاب|رقم المرجع|رقم الخطاب|الإشارة|رقم الصادر|مرجعنا",
    ),
    rule("letter_date", "date", DATE),
    rule(
      "recipient",
      "text",
      "to|addressed to|recipient|attention|attn|for the attention of|dear|السيد|السيدة|السادة|إلى|إلى السادة|إلى السيد|سعادة|المرسل إليه|عناية",
      true,
    ),
    rule("sender", "text", "from|yours sincerely|yours faithfully|kind regards|best regards|المرسل|من", true),
    rule("subject", "text", "subject|subject matter|re|الموضوع|بشأن|موضوع الخطاب", true),
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
    rule(
      "languages",
      "text",
      "languages|languages spoken|language skills|language|اللغات|اللغة|اللغات التي أجيدها|مهارات لغوية",
    ),
    rule("education", "text", "education|qualifications|المؤهلات العلمية|التعليم"),
    rule("skills", "text", "skills|المهارات"),
    rule(
      "current_position",
      "text",
      "current position|current role|current job|position|job title|title|role|occupation|المسمى الوظيفي|الوظيفة الحالية|الوظيفة|المنصب|العمل الحالي",
    ),
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
};
