/** Names of automated readers: a machine, and the work that it does or its kind. */

const ENGLISH_WORK =
  "summarising|summarizing|summary|summarisation|screening|reading|reviewing|review|ranking|scoring|grading|marking|decision|triage|coding|shopping|purchasing|browsing|search|planning|trip planning|travel|note taking|notetaking|meeting|minutes|hiring|recruiting|resume|cv|analysis|analytics|moderation|translation|translating|classification|claims|adjudication|expense|procurement|language|automated|automatic|automated language|intelligent|smart|machine|indexing|scheduling|calendar|mail|email|parsing|extraction|underwriting|evaluation|assessment|reply";
const ENGLISH_MACHINES =
  "assistant|agent|bot|model|system|tool|software|engine|program|helper|ai|pipeline|algorithm|reader|reviewer|concierge|crawler";

const ARABIC_WORK =
  "الفرز|التلخيص|القرار|التحليل|تحليل|تلخيص|التقييم|الترجمه|المراجعه|القراءه|البحث|البرمجه|التسوق|الشراء|الجدوله|التصحيح|المطالبات|الذكاء|الاجتماعات|المحاضر|الردود|الترشيح|التوظيف|الفحص|التدقيق|الاعتماد|الارشفه|الدعم|البريد|الي|الاليه|ذكي|الذكي|ذكيا|ذكيه|الذكيه|اليا";
const ARABIC_MACHINES =
  "نظام|النظام|نظاما|انظمه|الانظمه|برنامج|البرنامج|برنامجا|برامج|البرامج|محرك|اداه|الاداه|ادوات|الادوات|برمجيه|برمجيات|خوارزميه|المراجع|مراجع|القارئ|قارئ|المصحح|المساعد|مساعد|المساعدات|مساعدات|الوكيل|الوكلاء|وكلاء|المحلل";

const product = (first: string, second: string) =>
  first.split("|").flatMap((one) => second.split("|").map((two) => `${one} ${two}`));

export const READER_NAMES: readonly string[] = [
  ...product(ENGLISH_WORK, ENGLISH_MACHINES),
  ...product(ARABIC_MACHINES, ARABIC_WORK),
];
