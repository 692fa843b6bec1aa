import { ADDRESS, BORN, DATE, EMAIL, fieldRule, NAME, NATION, PHONE } from "./field_labels.ts";
import { valueOf } from "./field_values.ts";
import { OTHER_PAPER } from "./other_paper.ts";
import type { FieldRule } from "../results/field.ts";

export const WRITING_FIELDS: Record<"letter" | "report" | "cv" | "form", FieldRule[]> = {
  letter: [
    {
      ...fieldRule(
        "reference",
        "id",
        "ref|ref no|our ref|الرمز|our reference|reference|reference no|file no|letter no|الرقم|المرجع|رقم الكتاب|رقم المرجع|رقم الخطاب|الإشارة|رقم الصادر|مرجعنا|your ref|letter ref|رقم القيد|صادر رقم|إشارتنا|outgoing no|ملف رقم|رقم الملف",
      ),
      // The reference of the letter that it answers is another: "المرجع: كتابكم رقم 77/ع".
      read: (text) => OTHER_PAPER.test(text) ? undefined : valueOf("id", text),
    },
    fieldRule("letter_date", "date", DATE),
    {
      ...fieldRule(
        "recipient",
        "text",
        "to|addressed to|recipient|attention|attn|for the attention of|dear|السيد|السيدة|السادة|إلى|إلى السادة|إلى السيد|سعادة|المرسل إليه|الأفاضل|الفاضل|الفاضلة|عناية|حضرة السيد|حضرة السادة|عناية السيد|لعناية|addressee|الأخ|الأخت",
        true,
      ),
      // "المحترم" is a form of address and not part of the name.
      read: (text) =>
        valueOf("text", text.replace(/^[\s/|]*(?:[1١|]\s+)?|\s*(?:ال)?محترم(?:ون|ين|ة)?[\s،,]*$/gu, "")),
    },
    fieldRule(
      "sender",
      "text",
      "from|yours sincerely|yours faithfully|kind regards|best regards|المرسل|من|sender|signed by|صادر عن|الجهة المرسلة",
      true,
    ),
    fieldRule(
      "subject",
      "text",
      "subject|subject matter|re|الموضوع|بشأن|موضوع الخطاب|حول|بخصوص|regarding|concerning|in the matter of",
      true,
    ),
    fieldRule("email", "email", EMAIL),
    fieldRule("phone", "phone", PHONE),
  ],
  report: [
    fieldRule("title", "text", "report title|title|عنوان التقرير", true),
    fieldRule("report_date", "date", "report date|date|تاريخ التقرير|التاريخ"),
    fieldRule(
      "author",
      "text",
      "prepared by|author|authors|written by|compiled by|report by|إعداد|أعده|أعدها|معد التقرير",
    ),
    fieldRule("period", "text", "reporting period|period|for the period|الفترة|فترة التقرير"),
    fieldRule("recipient", "text", "prepared for|submitted to|commissioned by|مقدم إلى|مقدم الى|مرفوع إلى"),
  ],
  cv: [
    fieldRule("full_name", "text", NAME, true),
    fieldRule("email", "email", EMAIL, true),
    fieldRule("phone", "phone", PHONE, true),
    fieldRule("nationality", "text", NATION),
    fieldRule("birth_date", "date", BORN),
    fieldRule(
      "address",
      "address",
      `${ADDRESS}|location|based in|lives in|lives at|residence|place of residence|مكان الإقامة|محل الإقامة|السكن`,
    ),
    fieldRule(
      "languages",
      "text",
      "languages|languages spoken|language skills|language|اللغات|اللغة|اللغات التي أجيدها|مهارات لغوية",
    ),
    fieldRule("education", "text", "education|qualifications|المؤهلات العلمية|التعليم"),
    fieldRule("skills", "text", "skills|المهارات"),
    fieldRule(
      "current_position",
      "text",
      "current position|profession|المهنة|المسمى الوظيفي الحالي|المسمى الحالي|current role|current job|current post|present position|present post|present job|position|job title|title|role|occupation|المسمى الوظيفي|الوظيفة الحالية|الوظيفة|المنصب|العمل الحالي",
    ),
  ],
  form: [
    fieldRule(
      "form_id",
      "id",
      "form no|form number|application no|application number|reference no|رقم الطلب|رقم النموذج|application ref|form ref|request no|request number|رقم الاستمارة|رقم المعاملة",
    ),
    fieldRule(
      "applicant_name",
      "text",
      `applicant name|name of applicant|full name of applicant|full name of the applicant|applicant's name|applicant's full name|your name|your full name|applicant|requested by|${NAME}|اسم مقدم الطلب|مقدم الطلب|اسم الطالب|اسم المتقدم|employee name|employee|student name|اسم الموظف|الموظف|اسم الطالب|اسم المراجع|مقدمة الطلب`,
      true,
    ),
    fieldRule(
      "date",
      "date",
      `${DATE}|application date|date of application|request date|تاريخ الطلب|تاريخ تقديم الطلب`,
    ),
    fieldRule(
      "id_number",
      "id",
      "id number|id no|national id|national id no|identity number|civil id|civil id no|passport no|passport number|رقم الهوية|رقم الهوية الوطنية|الرقم القومي|الرقم الوطني|الرقم المدني|الرقم الشخصي|رقم البطاقة|رقم الإقامة|رقم جواز السفر",
    ),
    fieldRule("email", "email", EMAIL),
    fieldRule("phone", "phone", PHONE),
    fieldRule("address", "address", ADDRESS),
  ],
};
