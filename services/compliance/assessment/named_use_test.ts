import assert from "node:assert/strict";
import { namedUse } from "./named_use.ts";

for (
  const [text, risk] of [
    ["Social credit rating for residents", "unacceptable"],
    ["نظام التصنيف الاجتماعي للسكان", "unacceptable"],
    ["rates inhabitants for moral conduct", "unacceptable"],
    ["ranking that reflects the lifestyle of individuals", "unacceptable"],
    ["ترتيب السكان بحسب ولائهم", "unacceptable"],
    ["نقاط تعكس سلوك الأفراد", "unacceptable"],
    ["forecast of who will re-offend", "unacceptable"],
    ["توقع مرتكبي الجرائم", "unacceptable"],
    ["mood analysis of employees in meetings", "unacceptable"],
    ["تحليل انفعالات الطلاب في الفصل", "unacceptable"],
    ["crawler that collects facial pictures", "unacceptable"],
    ["live facial recognition in the street", "unacceptable"],
    ["التعرف الفوري على الوجوه في الأماكن العامة", "unacceptable"],
    ["ads that exploit elderly people", "unacceptable"],
    ["استغلال ضعف الأطفال في التسويق", "unacceptable"],
    ["resume screening", "high"],
    ["تقييم الجدارة الائتمانية", "high"],
    ["facial recognition for door access", "high"],
    ["فرز السير الذاتية", "high"],
    ["visa screening", "high"],
    // Watching for a practice is not practising it.
    ["detection of manipulation in adverts", undefined],
    ["كشف التلاعب في العطاءات", undefined],
    ["supplier selection assistant", undefined],
    ["data manipulation in spreadsheets", undefined],
    ["courtesy messages to guests", undefined],
    ["vulnerability scanner with exploits", undefined],
    ["facebook posts about political news", undefined],
    ["health insurance questions", undefined],
    ["remote onboarding chat", undefined],
    ["تحليل مشاعر المتعاملين", undefined],
    ["التعرف على وجهات المدينة السياحية", undefined],
    ["مساعد البنية التحتية التقنية", undefined],
    ["خدمات التأمين الصحي", undefined],
    ["manipulation of voters by tailored messages", "unacceptable"],
    ["التلاعب بسلوك المستخدمين", "unacceptable"],
    ["الجمع العشوائي لصور الوجوه من الإنترنت", "unacceptable"],
    ["تصنيف الوجوه بحسب الدين", "unacceptable"],
    ["التسعير في التأمين الصحي", "high"],
    ["حماية البنية التحتية الحرجة", "high"],
    ["people rate restaurants", undefined],
    ["interest rate questions of residents", undefined],
    ["chatbot", undefined],
    ["customer satisfaction score", undefined],
    ["social media summaries", undefined],
    ["search in the surface water archive", undefined],
    ["مساعد خدمة المتعاملين", undefined],
    ["تصنيف الشكاوى", undefined],
  ] as const
) {
  Deno.test(`"${text}" names a use of ${risk ?? "no named"} risk`, () => {
    assert.equal(namedUse(text)?.risk, risk);
  });
}
