/** Words for the closed sets that services answer in English: states, kinds, acts, and what their health lacks. */
import { ApiFailure } from "../api.ts";
import { lang } from "../prefs.ts";
import { nameOf, t as common } from "./shared_words.ts";
import { faultText } from "./faults.ts";
import { codeLabels, isolated, words } from "./words.ts";

/** What a service depends on, by the names in its health. */
export const dependencyName = codeLabels({
  database: ["Database", "قاعدة البيانات"],
  records: ["Records", "السجلات"],
  limits: ["Limits", "الحدود"],
  providers: ["Providers", "المزوّدون"],
  provider: ["Provider", "المزوّد"],
  guard: ["Guard", "الحارس"],
  gateway: ["Gateway", "البوابة"],
  model: ["Model", "النموذج"],
  models: ["Models", "النماذج"],
  speech_to_text: ["Speech to text", "تحويل الكلام إلى نص"],
  text_to_speech: ["Text to speech", "تحويل النص إلى كلام"],
  chat: ["Chat", "المحادثة"],
  uploads: ["Uploads", "الملفات المرفوعة"],
  frameworks: ["Frameworks", "الأطر"],
  benchmarks: ["Benchmarks", "المعايير"],
  openai: ["OpenAI", "OpenAI"],
  azure_openai: ["Azure OpenAI", "Azure OpenAI"],
  judge: ["Judge model", "النموذج الحَكَم"],
  safety_model: ["Safety model", "نموذج السلامة"],
  kv: ["Key-value store", "مخزن المفاتيح"],
  ocr: ["Reading of images", "قراءة الصور"],
  reading: ["Reading", "القراءة"],
  disk: ["Disk", "القرص"],
});

const SAYINGS: readonly (readonly [string, string])[] = [
  ["only the built-in models answer", "لا تجيب إلا النماذج المدمجة"],
  ["another provider's key", "مفتاح مزوّد آخر"],
  ["any compatible server", "أي خادم متوافق"],
  ["a speech server", "خادم كلام"],
  ["a model in this process", "نموذج في هذه العملية"],
  ["nothing is checked", "لا يُفحص شيء"],
  ["analyses are worded from data", "تُصاغ التحليلات من البيانات"],
  ["checks are skipped", "تُتخطى الفحوص"],
  [
    "all gateways on this database share their limits and budgets",
    "تشترك فيها كل البوابات على قاعدة البيانات هذه",
  ],
];

/** What a service lacks, as its health says it; settings keep their names. */
export function detailText(detail: string): string {
  if (lang.value === "en") return detail;
  const said = SAYINGS.reduce((text, [english, arabic]) => text.replaceAll(english, arabic), detail);
  return said.replace(/([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)/g, "\u2066$1\u2069")
    .replace(/(\S+) is not set/g, "لم يُضبط $1").replace(/(^|[\s:])set /g, "$1اضبط ")
    .replaceAll(" or ", " أو ").replaceAll(", ", "، ");
}

/** Outcomes, kinds and acts of calls, checks and the two trails, by the services' codes. */
export const codeName = codeLabels({
  ok: ["ok", "نجح"],
  success: ["success", "نجح"],
  failure: ["failure", "فشل"],
  error: ["error", "خطأ"],
  aborted: ["aborted", "قُطع"],
  blocked: ["blocked", "مُنع"],
  cut: ["cut", "اقتُطع"],
  cached: ["cached", "محفوظ"],
  denied: ["denied", "رُفض"],
  limited: ["limited", "تجاوز الحد"],
  info: ["info", "معلومة"],
  warning: ["warning", "تحذير"],
  critical: ["critical", "حرج"],
  block: ["block", "منع"],
  redact: ["redact", "حجب"],
  warn: ["warn", "تحذير"],
  log: ["log", "تسجيل"],
  pass: ["pass", "مرور"],
  create: ["create", "إنشاء"],
  update: ["update", "تعديل"],
  delete: ["delete", "حذف"],
  import: ["import", "استيراد"],
  rollback: ["rollback", "استعادة"],
  evaluation: ["evaluation", "فحص محتوى"],
  safety_check: ["safety check", "فحص السلامة"],
  proxy_request: ["proxy request", "طلب عبر الحارس"],
  proxy_input_blocked: ["input blocked", "مُنع المدخل"],
  pii_detection: ["personal data", "بيانات شخصية"],
  policy_change: ["policy change", "تغيير سياسة"],
  audit_export: ["export of the trail", "تصدير السجل"],
  audit_fault: ["fault of the trail", "خلل في السجل"],
  model_request: ["model request", "طلب نموذج"],
  auth_denied: ["sign-in denied", "رُفض الدخول"],
  rate_limited: ["rate limited", "تجاوز الحد"],
  virtual_key_create: ["key created", "أُنشئ مفتاح"],
  virtual_key_update: ["key changed", "عُدّل مفتاح"],
  virtual_key_rotate: ["key rotated", "بُدّل سر مفتاح"],
  virtual_key_revoke: ["key revoked", "أُبطل مفتاح"],
  virtual_key_delete: ["key deleted", "حُذف مفتاح"],
  team_create: ["team created", "أُنشئ فريق"],
  team_update: ["team changed", "عُدّل فريق"],
  team_delete: ["team deleted", "حُذف فريق"],
  customer_create: ["customer created", "أُنشئ عميل"],
  customer_update: ["customer changed", "عُدّل عميل"],
  customer_delete: ["customer deleted", "حُذف عميل"],
  price_set: ["price set", "حُدّد سعر"],
  price_remove: ["price removed", "أُزيل سعر"],
  embeddings: ["embeddings", "متجهات"],
  images: ["images", "صور"],
  vision: ["vision", "قراءة الصور"],
  tools: ["tools", "أدوات"],
  speech: ["speech", "كلام"],
  transcription: ["transcription", "تفريغ"],
  rerank: ["rerank", "إعادة ترتيب"],
  chat: ["chat", "محادثة"],
});

/** What alert rules count. */
const metricName = codeLabels({
  policy_violations: ["policy violations", "مخالفات السياسات"],
  pii_detections: ["texts with personal data", "نصوص فيها بيانات شخصية"],
  safety_blocks: ["unsafe texts", "نصوص غير آمنة"],
  critical_events: ["critical events", "أحداث حرجة"],
});

const t = words({
  // The mark at the beginning keeps the page's direction, whatever the language of the rule's name.
  alert: [
    "\u200E{rule}: {metric}, {value} within {minutes} min",
    "\u200F{rule}: {metric}، {value} خلال {minutes} د",
  ],
});

/** An alert of the guard. */
export interface AlertSaid {
  rule_name: string;
  metric: string;
  value: number;
  window_minutes: number;
}

export const alertText = ({ rule_name, metric, value, window_minutes }: AlertSaid): string =>
  t("alert", { rule: rule_name, metric: metricName(metric), value, minutes: window_minutes });

/** Categories of the built-in benchmarks. */
export const categoryName = codeLabels({
  extraction: ["extraction", "استخراج"],
  grammar: ["grammar", "نحو وصرف"],
  instruction_following: ["instruction following", "اتباع التعليمات"],
  knowledge: ["knowledge", "معرفة"],
  mathematics: ["mathematics", "رياضيات"],
  reading: ["reading", "قراءة"],
  safety: ["safety", "سلامة"],
  science: ["science", "علوم"],
  structured_output: ["structured output", "مخرجات منظمة"],
  translation: ["translation", "ترجمة"],
  general: ["general", "عام"],
});

/** Usual categories of tenders and suppliers; others are as somebody wrote them. */
export const fieldOfWork = codeLabels({
  it: ["IT", "تقنية المعلومات"],
  services: ["services", "خدمات"],
  goods: ["goods", "سلع"],
  works: ["works", "أشغال"],
  construction: ["construction", "إنشاءات"],
  energy: ["energy", "طاقة"],
  transport: ["transport", "نقل"],
  consulting: ["consulting", "استشارات"],
  maintenance: ["maintenance", "صيانة"],
  other: ["other", "أخرى"],
});

/** Red flags of tenders. */
export const flagName = codeLabels({
  abnormally_low: ["abnormally low", "سعر منخفض على غير العادة"],
  all_but_one_disqualified: ["all but one disqualified", "استُبعد الجميع إلا واحدًا"],
  copied_text: ["copied text", "نص منسوخ"],
  identical_prices: ["identical prices", "أسعار متطابقة"],
  late_bid: ["late bid", "عطاء متأخر"],
  lowest_disqualified: ["lowest disqualified", "استُبعد الأدنى سعرًا"],
  near_identical_proposals: ["near identical proposals", "عروض شبه متطابقة"],
  over_budget: ["over budget", "فوق الميزانية"],
  short_period: ["short period", "مدة قصيرة"],
  single_bid: ["single bid", "عطاء وحيد"],
});

/** Evidence that the guard's reports count, by its source. */
const evidenceName = codeLabels({
  audit_events: ["events in the hash-chained audit trail", "أحداث في سجل التدقيق المتسلسل"],
  policy_changes: ["changes of policies on record", "تغييرات السياسات المسجّلة"],
  active_policies: ["policies in force at the time of the report", "سياسات سارية عند إعداد التقرير"],
  evaluations: ["contents judged by the policies", "محتويات حكمت عليها السياسات"],
  policy_violations: ["contents that broke a policy", "محتويات خالفت سياسة"],
  blocked: ["contents that were blocked", "محتويات مُنعت"],
  pii_scans: ["texts looked through for personal data", "نصوص فُحصت بحثًا عن بيانات شخصية"],
  pii_detections: ["texts in which personal data was found", "نصوص وُجدت فيها بيانات شخصية"],
  safety_checks: ["texts classified by the safety model", "نصوص صنّفها نموذج السلامة"],
  safety_blocks: ["texts that it took for unsafe", "نصوص عدّها غير آمنة"],
  alerts_acknowledged: ["alerts that a person acknowledged", "تنبيهات اطّلع عليها شخص"],
  alerts_resolved: ["alerts that a person resolved", "تنبيهات عالجها شخص"],
  model_requests: ["model requests measured", "طلبات نماذج مقيسة"],
  models: ["models measured", "نماذج مقيسة"],
  alert_rules: ["alert rules in force at the time of the report", "قواعد تنبيه سارية عند إعداد التقرير"],
  critical_events: ["critical events", "أحداث حرجة"],
  alerts_triggered: ["alerts triggered", "تنبيهات صدرت"],
  notifications: ["messages delivered to webhooks", "رسائل وصلت إلى العناوين الخارجية"],
});

/** What a piece of evidence counts; a source that is not known says it in English. */
export function evidenceText(source: string, description: string): string {
  const name = evidenceName(source);
  return name === source.replaceAll("_", " ") ? description : name;
}

/** Why a provider stands where it does in the order of those asked. */
export function orderText(reason: string): string {
  if (lang.value === "en") return reason;
  const [, place] = /^number (\d+) in the configured order, called when those before it fail$/.exec(reason) ??
    [];
  if (place) return `الترتيب ${isolated(Number(place))}، يُسأل إذا فشل من قبله`;
  return reason === "first in the configured order" ? "الأول في الترتيب" : reason;
}

const failures = words({
  400: ["The request cannot be read", "تعذّرت قراءة الطلب"],
  401: ["Sign in first", "سجّل الدخول أولًا"],
  402: ["The budget is used up", "نفدت الميزانية"],
  403: ["Not allowed for you", "غير مسموح لك بهذا"],
  404: ["It is not there", "غير موجود"],
  409: ["Its state does not allow that", "حالته لا تسمح بذلك"],
  413: ["It is too large", "الحجم أكبر من المسموح"],
  415: ["Not this kind of content", "نوع المحتوى غير مقبول"],
  422: ["A field of the request is invalid", "فيه ما لا يُقبل"],
  429: ["Too many requests; try again later", "طلبات كثيرة؛ أعد المحاولة لاحقًا"],
  500: ["The service failed", "تعطّلت الخدمة"],
  502: ["Who was asked behind the service failed", "تعطّلت جهة تعتمد عليها الخدمة"],
  503: ["Not available now", "غير متاح الآن"],
  504: ["It took too long", "استغرق وقتًا أطول من المسموح"],
  507: ["The disk is full", "القرص ممتلئ"],
});

const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507] as const;

const AWAY = /^The (\w+) service cannot be reached$/;
const WHOLE: Readonly<Record<string, string>> = {
  "The service is draining": "الخدمة قيد الإيقاف",
  "The service is starting": "الخدمة قيد البدء",
  "Not signed in": "سجّل الدخول أولًا",
};

/** Failures that the console and its services put in one way, whole in Arabic. */
function knownFailure(message: string): string | undefined {
  const [, service] = AWAY.exec(message) ?? [];
  return service ? common("service_away", { name: nameOf(service) }) : WHOLE[message];
}

/** Why something failed; in Arabic what kind of failure it is comes before the service's English sentence. */
export function failureText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (lang.value === "en" || !(error instanceof ApiFailure)) return message;
  const whole = knownFailure(message);
  if (whole) return whole;
  const known = STATUSES.find((status) => status === error.status);
  const said = error.details.length > 0
    ? error.details.map((fault) => isolated(faultText(fault))).join("؛ ")
    : isolated(message);
  return known ? `${failures(known)}: ${said}` : said;
}
