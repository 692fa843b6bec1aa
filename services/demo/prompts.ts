/** Questions of people, in both languages. */
export const PROMPTS = [
  "ما المستندات المطلوبة لتجديد الرخصة التجارية؟",
  "Summarise the minutes of the steering committee in five bullet points.",
  "اكتب رسالة اعتذار لمتعامل تأخرت معاملته أسبوعاً.",
  "Which clauses of this contract mention termination for convenience?",
  "لخّص تقرير الصيانة الشهري في ثلاث جمل.",
  "Translate into Arabic: The deadline for objections is the fifth of March.",
  "متى يُفتح باب التقديم على برنامج المنح؟",
  "Draft a polite reminder about the invoice that is due on Thursday.",
  "صنّف هذه الشكوى: تسرب مياه في الحديقة العامة.",
  "Explain the difference between a framework agreement and a contract.",
];
