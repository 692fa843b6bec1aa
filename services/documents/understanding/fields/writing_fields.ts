import { ADDRESS, BORN, DATE, EMAIL, NAME, NATION, PHONE, rule } from "./field_labels.ts";
import { valueOf } from "./values.ts";
import type { FieldRule } from "../results/field.ts";

export const WRITING_FIELDS: Record<"letter" | "report" | "cv" | "form", FieldRule[]> = {
  letter: [
    rule(
      "reference",
      "id",
      "ref|ref no|our ref|our reference|reference|reference no|file no|letter no|الرقم|المرجع|رقم الكتاب|رقم المرجع|رقم الخطاب|الإشارة|رقم الصادر|مرجعنا|your ref|letter ref|رقم القيد|صادر رقم|إشارتنا|outgoing no|ملف رقم|رقم الملف",
    ),
    rule("letter_date", "date", DATE),
    {
      ...rule(
        "recipient",
        "text",
        "to|addressed to|recipient|attention|attn|for the attention of|dear|السيد|السيدة|السادة|إلى|إلى السادة|إلى السيد|سعادة|المرسل إليه|عناية|حضرة السيد|حضرة السادة|عناية السيد|لعناية|addressee|الأخ|الأخت",
        true,
      ),
      // "المحترم" is a form of address and no part of the name.
      read: (text) => valueOf("text", text.replace(/^[\s/]+|\s*(?:ال)?محترم(?:ون|ين|ة)?[\s،,]*$/gu, "")),
    },
    rule(
      "sender",
      "text",
      "from|yours sincerely|yours faithfully|kind regards|best regards|المرسل|من|sender|signed by|صادر عن|الجهة المرسلة",
      true,
    ),
    rule(
      "subject",
      "text",
      "subject|subject matter|re|الموضوع|بشأن|موضوع الخطاب|حول|بخصوص|regarding|concerning|in the matter of",
      true,
    ),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
  ],
  report: [
    rule("title", "text", "report title|title|عنوان التقرير", true),
    rule("report_date", "date", "report date|date|تاريخ التقرير|التاريخ"),
    rule(
      "author",
      "text",
      "prepared by|author|authors|written by|compiled by|report by|إعداد|أعده|أعدها|معد التقرير",
    ),
    rule("period", "text", "reporting period|period|for the period|الفترة|فترة التقرير"),
    rule("recipient", "text", "prepared for|submitted to|commissioned by|مقدم إلى|مقدم الى|مرفوع إلى"),
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
      "current position|current role|current job|current post|present position|present post|present job|position|job title|title|role|occupation|المسمى الوظيفي|الوظيفة الحالية|الوظيفة|المنصب|العمل الحالي",
    ),
  ],
  form: [
    rule(
      "form_id",
      "id",
      "form no|form number|application no|application number|reference no|رقم الطلب|رقم النموذج|application ref|form ref|request no|request number|رقم الاستمارة|رقم المعاملة",
    ),
    rule(
      "applicant_name",
      "text",
      `applicant name|name of applicant|full name of applicant|full name of the applicant|applicant's name|applicant's full name|your name|your full name|applicant|requested by|${NAME}|اسم مقدم الطلب|مقدم الطلب|اسم الطالب|اسم المتقدم|employee name|employee|student name|اسم الموظف|الموظف|اسم الطالب|اسم المراجع|مقدمة الطلب`,
      true,
    ),
    rule(
      "date",
      "date",
      `${DATE}|application date|date of application|request date|تاريخ الطلب|تاريخ تقديم الطلب`,
    ),
    rule(
      "id_number",
      "id",
      "id number|id no|national id|national id no|identity number|civil id|civil id no|passport no|passport number|رقم الهوية|رقم الهوية الوطنية|الرقم القومي|الرقم الوطني|الرقم المدني|الرقم الشخصي|رقم البطاقة|رقم الإقامة|رقم جواز السفر",
    ),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
    rule("address", "address", ADDRESS),
  ],
};
