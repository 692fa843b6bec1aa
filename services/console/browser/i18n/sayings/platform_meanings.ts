/** What settings do, English above Arabic, of the platform and the first services; the English is that of the services' schemas, letter for letter. */
export const PLATFORM_MEANINGS = `
address to listen on
العنوان الذي تستمع عليه الخدمة
data folder: pg/, kv/, uploads/, journal/, quarantine/ and generated secrets (mode 0600)
مجلد كل ما هو مدمج: pg/ و kv/ و uploads/ و journal/ و quarantine/ والأسرار المولَّدة (الوضع 0600)
a Postgres server; unset: the embedded database under DATA_DIR
خادم Postgres؛ إن لم يُضبط: قاعدة البيانات المدمجة في DATA_DIR
most connections to the Postgres server
أكثر عدد اتصالات بخادم Postgres
a replica of the Postgres server, read for the gateway's costs and logs, which may then lack the last seconds
نسخة مطابقة من خادم Postgres تُقرأ منها تكاليف البوابة وسجلاتها، وقد تنقصها الثواني الأخيرة
largest lag of the replica; beyond it, or while it is away, the server itself is read
مقدار التأخر المسموح للنسخة؛ فإن زاد أو غابت قُرئ الخادم نفسه
file of an initialised database that a new embedded one starts from, made when absent
ملف قاعدة بيانات مهيّأة تبدأ منه قاعدة مدمجة جديدة، ويُنشأ إن غاب
when commits of the embedded database reach the disk: before they are acknowledged, within a second, or when the system writes them
متى يُكتب على القرص ما تثبّته قاعدة البيانات المدمجة: قبل الإقرار به، أو خلال ثانية، أو حين يكتبه النظام
hours between consistent copies of the embedded database in DATA_DIR/copies, of which two are kept; 0: none
الساعات بين نسختين متسقتين من قاعدة البيانات المدمجة في DATA_DIR/copies، وتُحفظ منها اثنتان؛ 0: بلا نسخ
a Deno KV Connect endpoint shared by machines; unset: a file per service under DATA_DIR/kv
عنوان Deno KV Connect تشترك فيه الأجهزة؛ إن لم يُضبط: ملف لكل خدمة في DATA_DIR/kv
token of the endpoint at KV_URL; read by Deno itself
رمز الوصول إلى العنوان الذي يحدده KV_URL؛ يقرؤه Deno نفسه
while KV is away: closed refuses requests that need it (503), open counts rate limits per process
حين يغيب KV: مع closed يُرفض ما كان سيُعدّ (503)، ومع open تُعدّ الحدود في كل عملية وحدها
how long the start waits for DATABASE_URL and KV_URL
كم ينتظر البدء إجابة DATABASE_URL و KV_URL
minimum free space on the disk of DATA_DIR; below it /ready is 503
أقل مساحة حرة على قرص DATA_DIR؛ ودونها تجيب ‎/ready بـ 503
public root URL of the service, for links in answers; unset: http://localhost and its port
العنوان الأساسي الذي يصل به العملاء إلى الخدمة، لروابط الإجابات؛ إن لم يُضبط: http://localhost ومنفذها
port of the console
منفذ لوحة التحكم
public URL of the console; with https, cookies are Secure
العنوان الذي تصل به المتصفحات إلى لوحة التحكم إن كان لها اسم؛ ومع https تكون ملفات تعريف الارتباط آمنة
/metrics without a token; the gateway's always is
يسمح لأي أحد بقراءة ‎/metrics بلا رمز؛ وهي في البوابة مفتوحة دائمًا
HS256 secret of at least 32 characters; unset: generated once into DATA_DIR
سر HS256 من 32 حرفًا على الأقل؛ إن لم يُضبط: يولَّد مرة في DATA_DIR
OpenID Connect issuer whose RS256, ES256 or EdDSA tokens are accepted
مصدر OpenID Connect الذي تُقبل رموزه بتوقيع RS256 أو ES256 أو EdDSA
audience that such a token must name
الجهة المستهدفة (audience) التي يجب أن يذكرها ذلك الرمز
claim that holds the role, dots descend (realm_access.roles)
الحقل الذي يحمل الدور، والنقاط تفصل بين مستوياته (realm_access.roles)
roles for the issuer's own names of them, which alone count then: \`staff=user,operators=admin\`
أدوارنا مقابل أسماء المصدر لها، ولا يُعتدّ حينئذ بغيرها: \`staff=user,operators=admin\`
requests per minute and client IP, regular endpoints
الطلبات في الدقيقة لكل عنوان عميل، للمسارات العادية
requests per minute and client IP, heavy endpoints
الطلبات في الدقيقة لكل عنوان عميل، للمسارات الثقيلة
proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges, comma-separated
العناوين أو نطاقات CIDR التي يُعتدّ بترويستها X-Forwarded-For، تفصلها فواصل
host names by which /mcp may be reached, and sites whose pages may, comma-separated; beside them that of PUBLIC_URL, localhost, addresses and names without a dot
أسماء المضيف التي يجوز الوصول بها إلى ‎/mcp، والمواقع التي يجوز لصفحاتها ذلك، تفصلها فواصل؛ ومعها مضيف PUBLIC_URL و localhost والعناوين والأسماء بلا نقطة
seconds from an answer in which the next request's headers must be whole; below a client's own idle time some of its requests fail
الثواني بعد الإجابة التي يجب أن تكتمل فيها ترويسات الطلب التالي؛ وإن قلّت عن مهلة العميل فشل بعض طلباته
largest request body; 413 above
أكبر حجم لمتن الطلب؛ ويُرفض ما زاد (413)
allows callers' URLs into private networks (for labs)
يسمح للعناوين التي يختارها المستدعون بأن تشير إلى شبكات خاصة (للمختبرات)
who sees a document, transcript, agent or report that nobody has shared: \`private\`: its maker, managers and admins; \`all\`: everybody who signs in
من يرى مستندًا أو نصًا أو وكيلًا أو تقريرًا لم يشاركه أحد: \`private\`: صاحبه والمشرفون ومديرو النظام؛ \`all\`: كل من يسجّل الدخول
sends traces and log lines to OTEL_EXPORTER_OTLP_ENDPOINT; read by Deno itself, not from \`.env\`
يرسل آثار التتبّع وأسطر السجل إلى OTEL_EXPORTER_OTLP_ENDPOINT؛ يقرؤه Deno نفسه، وليس من \`.env\`
share of traces that are kept, except those begun by callers; 1: all
نسبة ما يُحفظ من آثار التتبّع التي لم يبدأها مستدعٍ؛ 1: كلها
a sampler of Deno, used instead of that of the services
آلية أخذ عينات يعرفها Deno، فتختار الآثار بدل الخدمات
how log lines are written; auto: plain at a terminal, JSON elsewhere
كيف تُكتب أسطر السجل؛ auto: بسيطة في الطرفية، وJSON في غيرها
least severe log line written
أدنى مستوى يُكتب في السجل
any OpenAI-compatible endpoint, with its /v1; unset: OpenAI's own
أي عنوان متوافق مع OpenAI، مع /v1؛ إن لم يُضبط: عنوان OpenAI
resource address of provider azure_openai
عنوان مورد المزوّد azure_openai
deployment of provider azure_openai
اسم النشر (deployment) لدى المزوّد azure_openai
API version of provider azure_openai
إصدار الواجهة البرمجية للمزوّد azure_openai
whether the deployment of provider azure_openai has the Responses API, which is then used
هل يوفّر النشر لدى المزوّد azure_openai واجهة Responses فتُستخدم
proxy (http://[user:password@]host:port) to providers with https; https_proxy is also read
وسيط (http://[user:password@]host:port) إلى المزوّدين عبر https؛ ويُعتدّ بـ https_proxy أيضًا
the same as HTTPS_PROXY, which takes precedence
كـ HTTPS_PROXY الذي يتقدم عليه
comma-separated hosts, .domains, addresses and ranges that are reached without the proxy
أسماء المضيفين و‎.domains والعناوين والنطاقات التي يوصل إليها دون الوسيط، تفصلها فواصل
the same as NO_PROXY, which takes precedence
كـ NO_PROXY الذي يتقدم عليه
file (PEM) of certificate authorities for providers, in addition to the system's
ملف (PEM) لجهات إصدار الشهادات المعتمدة للمزوّدين، إضافة إلى ما يعرفه النظام
file (PEM) of the client certificate for providers that are reached directly and request one
ملف (PEM) للشهادة التي تُعرض على المزوّدين الذين يوصل إليهم مباشرة ويطلبون واحدة
file (PEM) of that certificate's key
ملف (PEM) لمفتاح تلك الشهادة
file (YAML or JSON) of providers, keys, aliases, chains and prices; reloaded on SIGHUP
ملف (YAML أو JSON) للمزوّدين والمفاتيح والأسماء البديلة والسلاسل والأسعار؛ يُقرأ من جديد عند SIGHUP
where usage records are also sent: a webhook (https://…) or a bucket (s3://bucket/prefix)
إلى أين تُرسل سجلات الاستعمال أيضًا: عنوان خارجي (https://…) أو حاوية (s3://bucket/prefix)
secret that signs the webhook's requests (Standard Webhooks); required for a webhook
السر الذي يوقّع ما يُرسل إلى العنوان الخارجي وفق Standard Webhooks؛ وهو لازم له
longest time that usage records wait to be sent in a batch of up to 500
أطول مدة تنتظر فيها سجلات الاستعمال غيرها لتُرسل معها؛ و500 تُرسل فورًا
an S3-compatible server; unset: AWS
خادم متوافق مع S3؛ إن لم يُضبط: AWS
HTTP server: own needs half the processor time and supports only HTTP/1.1; deno is Deno's
خادم HTTP: مع own يأخذ نصف وقت المعالج ويتكلم HTTP/1.1 فقط؛ و deno خادم Deno
root credential of the gateway; unset: generated once into DATA_DIR
المفتاح الرئيسي للبوابة؛ إن لم يُضبط: يولَّد مرة في DATA_DIR
off: callers without a credential may use every model
off: يجوز للمستدعين بلا بيانات اعتماد استعمال كل النماذج
origins whose web pages may call the gateway, comma-separated, \`*\` for all; unset: none
المواقع التي يجوز لصفحاتها استدعاء البوابة، تفصلها فواصل، و\`*\` للجميع؛ إن لم يُضبط: لا أحد
lets calls pass that the guard service cannot check
يسمح بمرور الطلبات التي لا تستطيع خدمة الحارس فحصها
timeout of one check by the guard service
أطول انتظار لفحص واحد من خدمة الحارس
a provider's 400, 413 and 422: as_gateway answers 502, as_provider keeps their status
أخطاء المزوّد 400 و413 و422: مع as_gateway تجيب 502، ومع as_provider تبقى حالتها
a client waiting this long for the next event of a stream is sent a heartbeat; 0: none
العميل الذي ينتظر هذه المدة الحدثَ التالي من البث تُرسل إليه نبضة؛ 0: بلا نبضات
days for which /v1/responses are stored, unless a request has store: false; 0: nothing is stored
الأيام التي تحفظ فيها ‎/v1/responses ما لا يطلب الطلب تركه؛ 0: لا يُحفظ شيء
minimum days for which single usage records and audit events are kept, by whole months; hourly sums are always kept; 0: for ever
الأيام التي تُحفظ فيها سجلات الاستعمال المفردة وأحداث التدقيق على الأقل، بأشهر كاملة؛ وتبقى مجاميعها بالساعة؛ 0: دائمًا
background responses that run concurrently, over all processes that share the KV
الردود في الخلفية التي تُطلب معًا، في كل العمليات التي تشترك في KV
unknown values of anthropic-beta: drop removes them, pass forwards them to Anthropic
قيم anthropic-beta التي لا تعرفها البوابة: تُترك، أو تُمرَّر إلى Anthropic
memory for the cache of answers, which requests or keys must enable
ذاكرة الإجابات المحفوظة لمن يطلبها
memory for all request bodies above 256 kB, at most half of it for one key; 503 above
متون الطلبات فوق 256 kB الموجودة في الذاكرة معًا، ولا يتجاوز مفتاح واحد نصفها؛ ويُرفض ما زاد (503)
largest form with files, which are stored on disk under DATA_DIR and not in memory; 413 above
أكبر نموذج بملفات، وهي تنتظر على القرص في DATA_DIR لا في الذاكرة؛ ويُرفض ما زاد (413)
total size in the database of one key's files (\`/v1/files\`); 413 above
ما تأخذه ملفات مفتاح واحد (\`/v1/files\`) معًا في قاعدة البيانات؛ ويُرفض ما زاد (413)
batches that run concurrently, over all processes that share the KV; the others wait
الدفعات التي تعمل معًا، في كل العمليات التي تشترك في KV؛ وتنتظر البقية
requests of a batch that run concurrently
طلبات الدفعة التي تُرسل معًا
disk space for each of the journals of usage records and audit events while the database is down
مساحة القرص لدفتر سجلات الاستعمال ودفتر أحداث التدقيق، لكل منهما، حين تغيب قاعدة البيانات
root address of the gateway; unset: this machine at GATEWAY_PORT
العنوان الأساسي للبوابة؛ إن لم يُضبط: هذا الجهاز على GATEWAY_PORT
key for the gateway; unset: the admin key in DATA_DIR
مفتاح للبوابة؛ إن لم يُضبط: مفتاح مدير النظام في DATA_DIR
time zone in whose evening a deadline without a time ends
المنطقة الزمنية التي ينتهي في مسائها موعد لم تُحدَّد ساعته
whether anyone may read the list of open tenders without signing in, at /tenders of the console
هل يستطيع أي أحد قراءة قائمة المناقصات المفتوحة دون تسجيل الدخول، في /tenders من لوحة التحكم
what happens to a bid after the deadline: \`reject\` refuses it, \`flag\` keeps it apart until it is admitted
ما يُتخذ بشأن عطاء يرد بعد الموعد: \`reject\` يرفضه، و\`flag\` يعزله حتى يُقبل
model of the gateway that comments on the findings of analyses; unset: findings only
نموذج البوابة الذي يُعرض تعليقه بجانب نتائج التحليلات؛ إن لم يُضبط: النتائج وحدها
model of the gateway that may propose findings on unclear requirements, shown as its proposals; it decides nothing; unset: no model is asked
نموذج البوابة الذي يجوز أن يقترح في المتطلبات التي لا يوضحها العطاء، ويظهر اقتراحًا؛ ولا يقرر شيئًا؛ إن لم يُضبط: لا يُسأل نموذج
proposals that look like attacks on REQUIREMENT_MODEL, or that the guard did not check: \`flag\` says so in the notes of the bid's evaluation, \`block\` keeps them from the model as well, \`off\` asks nobody
عروض تبدو هجومًا على REQUIREMENT_MODEL أو لم يفحصها الحارس: \`flag\` يذكر ذلك في ملاحظات تقييم العطاء، و\`block\` يحجبها عن النموذج أيضًا، و\`off\` لا يسأل أحدًا
prefix of the ids of contracting processes; register one with the Open Contracting Partnership
بادئة معرّفات عمليات التعاقد؛ سجّل واحدة لدى Open Contracting Partnership
who publishes and buys, in OCDS packages
الجهة الناشرة والمشترية في حزم OCDS
longest audio of a file
أقصى مدة للصوت في الملف
speech-to-text model of files and voice chat
نموذج تحويل الكلام إلى نص للملفات والمحادثة الصوتية
speech-to-text model of streams: the faster one
نموذج تحويل الكلام إلى نص للبث المباشر، وهو الأسرع
OpenAI-compatible speech server, with its /v1 (Speaches, whisper.cpp, faster-whisper, Groq …); unset: the provider of the chat
خادم كلام متوافق مع OpenAI، مع /v1 (Speaches أو whisper.cpp أو faster-whisper أو Groq …)؛ إن لم يُضبط: مزوّد المحادثة
key for STT_BASE_URL
مفتاح STT_BASE_URL
timeout of transcribing one part
مهلة تفريغ جزء واحد
longest audio sent in one call; longer files are cut at silences
أقصى مدة للصوت في الطلب الواحد؛ وتُقطع الملفات الأطول عند الصمت
largest audio sent in one call
أكبر حجم للصوت في الطلب الواحد
folder of a sherpa-onnx model; set: speech is transcribed in this process, no provider is called
مجلد نموذج sherpa-onnx؛ إن ضُبط: يُفرَّغ الكلام في هذه العملية ولا يُستدعى مزوّد
folder where sherpa-onnx-node is installed for STT_LOCAL_MODEL_DIR; unset: DATA_DIR/sherpa-onnx
المجلد الذي ثُبّت فيه sherpa-onnx-node لأجل STT_LOCAL_MODEL_DIR؛ إن لم يُضبط: DATA_DIR/sherpa-onnx
chat model when Arabic was spoken; unset: LLM_MODEL
نموذج المحادثة حين يكون الكلام بالعربية؛ إن لم يُضبط: LLM_MODEL
OpenAI-compatible chat endpoint; unset: the provider's
عنوان محادثة متوافق مع OpenAI؛ إن لم يُضبط: عنوان المزوّد
key for LLM_BASE_URL
مفتاح LLM_BASE_URL
timeout of one turn of a voice chat
مهلة الإجابة عن دور من محادثة صوتية
text-to-speech model of answers; unset: no spoken answers
النموذج الذي ينطق الإجابات؛ إن لم يُضبط: بلا إجابات منطوقة
voice of spoken answers
الصوت الذي ينطق الإجابات
format of spoken answers
صيغة الإجابات المنطوقة
OpenAI-compatible speech synthesis; unset: the provider of the chat
توليد كلام متوافق مع OpenAI؛ إن لم يُضبط: مزوّد المحادثة
`;
