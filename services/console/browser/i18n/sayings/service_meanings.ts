/** What settings do, English above Arabic, of the other services; the English is that of the services' schemas, letter for letter. */
export const SERVICE_MEANINGS = `
most tokens (estimated) of a conversation's past sent with a turn
أكثر ما يُرسل من سياق المحادثة السابق مع كل دور، بالرموز تقديرًا
concurrent streams in this process
جلسات البث المفتوحة معًا في هذه العملية
concurrent streams per user
جلسات البث المفتوحة معًا لكل مستخدم
largest queued audio of one stream
مقدار الصوت الذي يجوز أن ينتظر دوره في جلسة بث واحدة
largest queued audio of all streams together
الصوت المحفوظ في الذاكرة لكل جلسات البث معًا
concurrent calls for streams
الاستدعاءات الجارية معًا لجلسات البث
log at debug level
التسجيل بمستوى تصحيح الأخطاء
provider of the agents' models; gateway: the platform's own
الجهة التي تُطلب منها نماذج الوكلاء؛ gateway هي بوابة المنصة
key of provider openai for agents; unset: OPENAI_API_KEY
مفتاح المزوّد openai للوكلاء؛ إن لم يُضبط: OPENAI_API_KEY
OpenAI-compatible endpoint for agents, with its /v1; unset: OPENAI_BASE_URL. The shared key is never sent here
عنوان متوافق مع OpenAI للوكلاء، مع /v1؛ إن لم يُضبط: OPENAI_BASE_URL. لا يُرسل إليه المفتاح المشترك أبدًا
model of agents that name none
نموذج الوكلاء الذين لم يُحدَّد لهم نموذج
maximum model calls of a run, and the agents' default
أقصى عدد لاستدعاءات النموذج في التشغيل الواحد، وهو القيمة المبدئية للوكلاء
logs every step and tool call, without their content
يسجّل كل خطوة وكل استدعاء لأداة دون محتواهما
a run's deadline; waiting for approval does not count
مهلة التشغيل؛ ولا يُحسب انتظار الموافقة
a tool call's deadline
مهلة استدعاء الأداة
a model call's deadline
مهلة استدعاء النموذج
most model calls of a run with its nested runs
استدعاءات النماذج لتشغيل وكل ما يطلبه من تشغيلات
most tool calls of a run with its nested runs
استدعاءات الأدوات لتشغيل وكل ما يطلبه من تشغيلات
most tokens, prompts and answers, of a run with its nested runs
رموز المدخلات والإجابات لتشغيل وكل ما يطلبه من تشغيلات
price of the model calls of a run with its nested runs; unset: no limit. Prices come from the gateway, for answers that are not streamed, or from AGENTS_MODEL_PRICES; after a call whose price is not known such a run ends
تكلفة استدعاءات النماذج لتشغيل وكل ما يطلبه من تشغيلات؛ إن لم يُضبط فلا حد. تأتي الأسعار من البوابة للإجابات التي لا تُبث تدريجيًا، أو من AGENTS_MODEL_PRICES؛ وينتهي التشغيل بعد استدعاء لا يُعرف سعره
maximum depth of nested runs
أقصى عمق لاستعانة الوكلاء بعضهم ببعض
USD for a million tokens, as JSON: {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}
السعر بالدولار لكل مليون رمز، بصيغة JSON: {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}
approximate tokens of a conversation that are sent; the oldest turns are dropped first
مقدار ما يُرسل من المحادثة تقريبًا؛ تُترك أقدم الأدوار أولًا
concurrent runs in this process; further ones are queued
التشغيلات المتزامنة في هذه العملية؛ وما زاد ينتظر
playground sessions per person; a new one removes the least recently used
جلسات التجربة لكل شخص؛ تزيل الجلسة الجديدة أقدمها استعمالًا
MCP servers whose tools agents may use, as JSON: {"docs": {"url": "http://127.0.0.1:8003/mcp"}}
خوادم MCP التي يجوز للوكلاء استعمال أدواتها، بصيغة JSON: {"docs": {"url": "http://127.0.0.1:8003/mcp"}}
documents service, for tools
خدمة المستندات، للأدوات
compliance service, for tools
خدمة الامتثال، للأدوات
what becomes of a tool's result that looks like an attack on the model, or that the guard did not check: \`flag\` marks it for the model, \`block\` withholds it, \`off\` asks nobody
كيف تُعامَل نتيجة أداة تبدو هجومًا على النموذج أو لم يفحصها الحارس: \`flag\` يعلّمها للنموذج، و\`block\` يحجبها، و\`off\` لا يسأل أحدًا
procurement service, for tools
خدمة المشتريات، للأدوات
folder of your own benchmarks: .json, .jsonl and .csv files; unset: only the built-in ones
مجلد معاييرك: ملفات ‎.json و‎.jsonl و‎.csv؛ إن لم يُضبط: المدمجة وحدها
concurrent evaluations, over all processes
التقييمات التي تعمل معًا، في كل العمليات
timeout of the provider for one question, without waiting for its rate limit
مهلة المزوّد للإجابة عن سؤال؛ ولا يُحسب وقت انتظار حدّ الطلبات لديه
concurrent questions of one evaluation
أسئلة التقييم الواحد التي تُطرح معًا
JSON of prices by model: {"m": {"input_per_million": 1, "output_per_million": 2}} in US dollars
أسعار النماذج بصيغة JSON: {"m": {"input_per_million": 1, "output_per_million": 2}} بالدولار الأمريكي
minimum share of scored questions, 0 to 1; models below it are listed after the others
نسبة الأسئلة التي يجب أن تكون للنموذج درجة فيها، من 0 إلى 1؛ وما قلّ عنها يُدرج بعد غيره
model that grades answers of llm_judge questions
النموذج الذي يقيّم إجابات أسئلة llm_judge
provider of the judge model
مزوّد النموذج الحَكَم
classifier model behind the gateway (Llama Guard, or one with the answers of OpenAI's moderation)
نموذج تصنيف خلف البوابة (Llama Guard، أو ما يجيب كما تجيب moderation من OpenAI)
verdict when a safety check is not answered
كيف يُعامَل فحص سلامة لم يرد جوابه
timeout of a safety check
مهلة فحص سلامة واحد
model of model-based policies that name none
نموذج السياسات القائمة على نموذج إذا لم تحدد نموذجها
timeout of a model-based policy
مهلة سياسة واحدة قائمة على نموذج
timeout of the gateway's answer; for a stream, between two chunks
مهلة إجابة البوابة؛ وفي البث، المهلة بين جزأين منه
what the proxy does with personal data; the header x-diwan-pii-mode overrides it
ما يفعله الوسيط بالبيانات الشخصية؛ وتتقدم عليه الترويسة x-diwan-pii-mode
types that are off unless named here: PERSON, ADDRESS, DATE_TIME
أنواع معطّلة ما لم تُسمَّ هنا: PERSON و ADDRESS و DATE_TIME
secret of the pseudonyms of hash and restore; unset: generated once into DATA_DIR
السر الذي تُشتق به الأسماء البديلة في hash و restore؛ إن لم يُضبط: يولَّد مرة في DATA_DIR
keeps the first 200 characters of a checked text, redacted, in the audit trail
يحفظ أول 200 حرف من النص المفحوص، منقّحة، في سجل التدقيق
retention of audit and telemetry events in days; 0: unlimited
أيام حفظ أحداث التدقيق والقياس؛ 0 للحفظ دائمًا
secret of the audit trail's hashes and signatures, at least 32 characters, the same for all processes on a database; behind a comma those of before; unset: generated once into DATA_DIR
سر بصمات سجل التدقيق وتواقيعه، 32 حرفًا على الأقل، وهو نفسه لكل العمليات على قاعدة البيانات الواحدة؛ وبعد الفاصلة الأسرار السابقة؛ إن لم يُضبط: يولَّد مرة في DATA_DIR
where the trail's end is written, signed: a folder or s3://bucket/prefix, best of a machine or an account that this service's database does not share; unset: DATA_DIR/anchors
موضع كتابة نهاية السجل موقّعة: مجلد أو s3://bucket/prefix، والأفضل جهاز أو حساب لا تشاركه قاعدة بيانات الخدمة؛ إن لم يُضبط: DATA_DIR/anchors
minutes between two anchors of the audit trail; 0: none
الدقائق بين مرساتين لسجل التدقيق؛ 0: بلا مراسٍ
closes telemetry ingest: callers send it in the header x-telemetry-key
يغلق استقبال القياسات: يرسله المستدعون في الترويسة x-telemetry-key
key for folders that are s3://…
مفتاح المجلدات التي هي s3://…
secret for folders that are s3://…
سر المجلدات التي هي s3://…
region for folders that are s3://…
منطقة المجلدات التي هي s3://…
where the gateway listens, as below the other services
حيث تستمع البوابة، وكذلك ما يلي لبقية الخدمات
processes that share the port, on Linux; auto: one per processor
عدد العمليات التي تجيب على المنفذ، على Linux؛ auto: واحدة لكل معالج
guard service that checks requests to models and their answers; unset: no checks
خدمة الحارس التي تفحص ما يذهب إلى النماذج وما يعود منها؛ إن لم يُضبط: بلا فحوص
guard service, for {use}
خدمة الحارس، لأجل {use}
guard service, for tools
خدمة الحارس، للأدوات
records prompts and answers in OpenTelemetry spans
يضع الأسئلة والإجابات في مقاطع التتبّع (spans) في OpenTelemetry
records answers, tool arguments and tool results in OpenTelemetry spans
يضع الإجابات ومدخلات الأدوات ونتائجها في مقاطع التتبّع (spans) في OpenTelemetry
port to listen on
المنفذ الذي تستمع عليه الخدمة
largest audio file
أكبر ملف صوتي
largest file that can be uploaded; 413 above
أكبر ملف يمكن رفعه؛ ويُرفض ما زاد (413)
chat model of voice chat; unset: gpt-4.1-mini, or AZURE_OPENAI_DEPLOYMENT on Azure
نموذج المحادثة الصوتية؛ إن لم يُضبط: gpt-4.1-mini، أو AZURE_OPENAI_DEPLOYMENT على Azure
model that refines classification and extraction, on Azure its deployment; unset: only rules
النموذج الذي يحسّن التصنيف والاستخراج، وعلى Azure اسم نشره؛ إن لم يُضبط: القواعد وحدها
key for TTS_BASE_URL
مفتاح TTS_BASE_URL
where files are stored: a folder or s3://bucket/prefix; unset: DATA_DIR/uploads/documents
موضع حفظ الملفات: مجلد أو s3://bucket/prefix؛ إن لم يُضبط: DATA_DIR/uploads/documents
languages of OCR: ar, en
اللغات التي تُقرأ بها الصور: ar و en
sends images to OCR_VISION_MODEL of the provider instead of reading them locally
يرسل الصور إلى OCR_VISION_MODEL لدى المزوّد بدل قراءتها هنا
vision model that reads pages with OCR_GPU=true; on Azure its deployment
نموذج الرؤية الذي يقرأ الصفحات مع OCR_GPU=true؛ وعلى Azure اسم نشره
pages read concurrently
الصفحات التي تُقرأ معًا
timeout of reading a page
مهلة قراءة صفحة واحدة
maximum memory of a worker; it is stopped above
الذاكرة التي يجوز لعامل واحد أخذها قبل إنهائه
retention of documents and their results in days; 0: unlimited
الأيام التي تُحذف بعدها المستندات مع كل ما قُرئ فيها؛ 0: أبدًا
folder whose files become documents and are moved to its subfolders done or failed
مجلد تصير ملفاته مستندات وتُنقل إلى مجلديه done أو failed
owner of documents from DOCUMENTS_WATCH_DIR: the \`sub\` of a token
صاحب المستندات الواردة من DOCUMENTS_WATCH_DIR، بحقل \`sub\` في رمزه
texts that look like attacks on a model, or that the guard did not check: \`flag\` makes them an issue of the validation, \`block\` keeps them from LLM_MODEL as well, \`off\` asks nobody
نصوص تبدو هجومًا على نموذج أو لم يفحصها الحارس: \`flag\` يجعلها ملاحظة في التحقق، و\`block\` يحجبها عن LLM_MODEL أيضًا، و\`off\` لا يسأل أحدًا
folder of your own framework files (.yaml); read again on SIGHUP
مجلد ملفات أطرك (‎.yaml)؛ يُقرأ من جديد عند SIGHUP
origins that browsers may call from, comma-separated
المواقع التي يجوز للمتصفحات الاتصال منها، تفصلها فواصل
overall score from which a system is certified
الدرجة الكلية التي يُمنح النظام الشهادة عندها
minimum score of each framework of a certified system
الدرجة التي لا يجوز أن ينزل عنها أي إطار لنظام ذي شهادة
score, overall and of each framework, from which a certificate is conditional
الدرجة، كلية ولكل إطار، التي تكون الشهادة عندها مشروطة
minimum coverage of each framework for a certificate: percent of its applicable requirements decided by evidence
نسبة متطلبات كل إطار المنطبقة، بالمئة، التي يجب أن تحسمها الأدلة لأي شهادة
public URL of this service, printed on certificates; unset: the URL of the request
عنوان هذه الخدمة كما يصل إليها غيرها، ويُطبع على الشهادات؛ إن لم يُضبط: عنوان الطلب
addresses of services that are elsewhere: \`gateway=http://10.0.0.5:8000,…\`; unset: this machine
عناوين الخدمات التي في مكان آخر: \`gateway=http://10.0.0.5:8000,…\`؛ إن لم يُضبط: هذا الجهاز
how long the session of the start's sign-in line, or of a gateway key, lasts
مدة جلسة سطر الدخول عند البدء، أو جلسة مفتاح البوابة
requests to services a minute and session; those services do not count them again
الطلبات إلى الخدمات في الدقيقة لكل جلسة؛ ولا تعدّها تلك الخدمات ثانية
the console's client at OIDC_ISSUER; with both set, people sign in there
عميل لوحة التحكم لدى OIDC_ISSUER؛ وبضبطهما يدخل الناس من هناك
its secret; unset: a public client
سرّه؛ إن لم يُضبط: عميل عام
scopes it asks for
النطاقات التي يطلبها
key of provider {provider}
مفتاح المزوّد {provider}
address of provider {provider}
عنوان المزوّد {provider}
region of provider {provider}
منطقة المزوّد {provider}
secret key of provider {provider}
المفتاح السري للمزوّد {provider}
session token of provider {provider}
رمز الجلسة للمزوّد {provider}
key id of provider {provider}
معرّف مفتاح المزوّد {provider}
port of {service}
منفذ {service}
`;
