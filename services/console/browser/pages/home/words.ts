/** Words of Home. */
import { words } from "../../i18n/words.ts";

export const t = words({
  intro: ["Your AI platform, in your own hands.", "منصة الذكاء الاصطناعي الخاصة بكم، بين أيديكم."],
  today: ["Today", "اليوم"],
  my_today: ["My day", "يومي"],
  spend: ["Spend", "الإنفاق"],
  requests: ["Model calls", "طلبات النماذج"],
  waiting: ["Worth a look", "يستدعي الانتباه"],
  nothing_waits: ["Nothing waits for you", "لا شيء بانتظارك"],
  running: ["{model} is being evaluated on {benchmark}", "يجري تقييم {model} على {benchmark}"],
  approval: ["An agent waits for a decision: {input}", "وكيل ينتظر قرارًا: {input}"],
  deadline: ["Bids for {title} close {when}", "ينتهي تقديم عطاءات {title} في {when}"],
  review: [
    { one: "{n} document to review", other: "{n} documents to review" },
    {
      zero: "لا مستندات للمراجعة",
      one: "مستند واحد للمراجعة",
      two: "مستندان للمراجعة",
      few: "{n} مستندات للمراجعة",
      many: "{n} مستندًا للمراجعة",
      other: "{n} مستند للمراجعة",
    },
  ],
  first_steps: ["First steps", "الخطوات الأولى"],
  steps_done: ["{done} of {all} done", "أُنجز {done} من {all}"],
  step_provider: ["Connect a model provider", "اربط مزوّد نماذج"],
  step_provider_words: [
    "Set OPENAI_API_KEY, OLLAMA_BASE_URL or another provider's setting and start again.",
    "اضبط OPENAI_API_KEY أو OLLAMA_BASE_URL أو إعداد مزوّد آخر ثم أعد التشغيل.",
  ],
  step_call: ["Make a first call", "أجرِ أول طلب"],
  step_call_words: [
    "The playground works without any key: ask the model echo.",
    "تعمل ساحة التجربة بلا مفتاح: اسأل النموذج echo.",
  ],
  step_key: ["Give a program a key", "امنح برنامجًا مفتاحًا"],
  step_key_words: ["With limits and a budget of its own.", "بحدود وميزانية خاصة به."],
  step_policy: ["Write a policy", "اكتب سياسة"],
  step_policy_words: ["The guard stops what must not leave.", "يوقف الحارس ما لا يجوز خروجه."],
  step_document: ["Read a document", "اقرأ مستندًا"],
  step_document_words: [
    "An invoice or a certificate, in Arabic or English.",
    "فاتورة أو شهادة، بالعربية أو الإنجليزية.",
  ],
});
