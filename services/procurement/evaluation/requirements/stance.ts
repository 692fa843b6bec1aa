import { caseOf, withoutNeutralPhrases } from "./neutral_phrases.ts";
import { memoised } from "./memoised.ts";
import { isStopWord, stemOf, stemsOf, wordsOf } from "./words.ts";

/** The stance of a sentence: every property that keeps it from being a plain statement. */
export interface Stance {
  /** It asks, quotes, demands or refers to the requirements. */
  demands: boolean;
  /** It concerns a third party. */
  elsewhere: boolean;
  conditional: boolean;
  hedged: boolean;
  /** It announces something that does not exist yet. */
  pending: boolean;
  /** It makes an exception: `except`, باستثناء. */
  excepted: boolean;
  /** Its subject has ended: expired, withdrawn, suspended. */
  ended: boolean;
  /** Number of negations. */
  negations: number;
  /** The bidder is the subject. */
  own: boolean;
  /** The properties above whose only evidence is ambiguous: `against`, عند. */
  perhaps: Set<Manner>;
}

type Manner = "demands" | "elsewhere" | "conditional" | "hedged" | "pending";

/** Ambiguous words of these classes; in the labelled sentences about half are harmless. */
const AMBIGUOUS =
  /^[وف]?(?:against|availability|charged?|charges|or|upon|او|بحسب|حسب|عند|فور|مقابل|تصريح|علي ان|الدرجه|interest|clients|consultants|they|their|his|he|her|she|head office|منها|منه|held|most|effort|ونصف|سيكون|ستكون)$/u;

const AR = (words: string) => new RegExp(`(?<!\\p{L})[وف]?(?:${words})(?!\\p{L})`, "gu");
const EN = (words: string) => new RegExp(`\\b(?:${words})\\b`, "g");

const DEMANDS = [
  EN(
    "^(?:clause|item|section|article|requirement|paragraph|no) (?:no )?[\\d.-]+ ?:|must|bidders|tenderers|required|requirements?|requested|requests? that|you (?:ask|demand|require|request|want|need)|the tender(?! (?:documents?|papers?|forms?))|as (?:stated|demanded|requested|specified)|is demanded|ignore|disregard|mark the|familiar|aware|reads|(?:clause|item|section|paragraph|line) [\\d.]+ of (?:your|the)|(?:item|clause|section|lot|page|annex|article|paragraph) [\\d.]+ (?:demands|requires|asks|calls|specifies|stipulates|states|says|wants)|understands?|know|knows|knowledge|read|noted?|studied|acknowledges?|mandatory|compulsory|obligatory|please (?!find|see|note)|importan\\w+|matters?|recommends?|interest\\w*|discuss\\w*|for example|for instance|e g|such as a|whether|hypothetical\\w*",
  ),
  EN("(?:bidder|supplier|contractor|tenderer|vendor) (?:shall|should|must|has to|is to|needs to)"),
  AR(
    "^(?:ال)?(?:بند|ماده|فقره|متطلب) (?:رقم )?[\\d.-]+ ?:|يجب|تجب|يشترط|تشترط|يتعين|ينبغي|تطلبون|طلبتم ان|تنص|ينص|(?:ورد|جاء) في (?:كراس\\p{L}*|وثيق\\p{L}*|وثائق\\p{L}*|شروط\\p{L}*|البند)|المتطلب|المتطلبات|متطلبات|مقدمي العطاءات|مقدم العطاء|كما ورد|كما طلب|كما هو مطلوب|المطلوب|تجاهل|اعتبر|اعتبروا|الدرجه|مثلا|علي سبيل المثال|نعرف|نعلم|ندرك|علي علم|علي درايه|اطلعنا|قرانا|مهم|مهمه|اهميه|نؤمن|نومن|نقترح|نوصي|نفهم|نتفهم|علمنا|الزامي\\p{L}*|هل",
  ),
];
const ELSEWHERE = [
  EN(
    "access to|from whom|friends?|ally|allies|alliances?|networks? of|(?!firm|company|bidder)\\w+'s own|(?:dealt|deals?|dealing) with|(?:our|of the|hosting|service|internet|cloud) (?:\\w+ )?providers?(?:'s)?|joint|before (?:joining|founding|starting|setting up|he|she|they)|prior to joining|left us|partners?|parent|holding company|subsidiar(?:y|ies)|sister|affiliates?|subcontractors?|manufacturers?|makers?|distributors?|dealers?|former|formerly|acquired|acquisition|took over|taken over|merged|merger|inherited|predecessors?|previous|ex(?=-)|founders?|clients?|customers?|competitors?|consultants?|principals?|agents?|joint venture|consortium|group|headquarters|head office|hq|(?:earlier|prior|last|old) (?:employers?|firm|company)|shareholders?|associates?|resellers?|oem|licensors?|retired|colleagues?|mother company|third part(?:y|ies)|suppliers|(?:our (?:\\w+ )?supplier|partner|parent|manufacturer|vendor|supplier|customer|client)'s|our (?:\\w+ )?supplier|vendors?|(?:run|owned|operated|managed|held|employed|provided) by (?!us\\b|our)\\w+|whom|belongs?|(?:with|from|to|for) which|we (?:work|deal|cooperate|collaborate|buy|purchase|source|rent|hire) (?:with|from)|they|their|his|her|he|she",
  ),
  AR(
    "(?:ال)?قابضه|[لب]?(?:ال)?(?:حليف|حلفا)\\p{L}*|نتبعها|نتبع لها|[لب]?شقيق\\p{L}*|الوصول الي|شبكه (?:ناقل|شرك|مورد)\\p{L}*|اصدقا\\p{L}*|[لب]?مؤسس(?!ه|ت)\\p{L}*|[لب]?موسس(?!ه|ت)\\p{L}*|[لب]?شريك\\p{L}*|[لب]?عميل\\p{L}*|مزود (?:ال\\p{L}+|خدم\\p{L}+)|قبل (?:التحاق|انضمام|تاسيس)\\p{L}*|قبل ان [ينت](?:ؤسس|وسس|نشئ|نضم|لتحق|نتقل)\\p{L}*|استحوذ\\p{L}*|اندمج\\p{L}*|ورثنا|(?:[يت]دير|[يت]ملك|[يت]شغل)ه(?:ا)?|(?:التي|الذي) كان\\p{L}*|شريك\\p{L}*|شركاؤ?نا|الشركه الام|الام|الشقيقه|شقيقه|التابعه|تابعه|[لب]?مقاول\\p{L}* من الباطن|لدي (?:ناقل|مورد|شريك|وكيل|موزع|مقاول|عميل|مستشار)\\p{L}{0,3}نا|مقاولي الباطن|المصنعه|المصنع|المصنعين|المنتجه|موزع(?!ه علي|ون علي|ين علي)\\p{L}*|الموزع|وكيل\\p{L}*|السابق\\p{L}*|سابق\\p{L}*|مورد(?:نا|ونا|ينا|ي|و)|عميل\\p{L}*|العملاء|عملائنا|عملاؤنا|مؤسس(?!ه|ت)\\p{L}*|موسس(?!ه|ت)\\p{L}*|استشاري\\p{L}*|منافس\\p{L}*|ائتلاف|تحالف|المجموعه|الذي (?!س?ن\\p{L}{2,})|التي نتعامل|التي نعمل|نتعامل مع|ننتمي|معه|معها|منه|منها|لدي (?!اي |كل |\\p{L}+نا(?!\\p{L}))\\p{L}+|لديهم|لديه|لديها",
  ),
];
const CONDITIONS = [
  EN(
    "^should|^were|^had|(?:fees?|charges?|surcharges?) (?:of .{1,24}? )?appl(?:y|ies)|if|given (?:early|prompt|timely|full|due|\\w+ payment)|failing which|with (?:the|your) \\w+ \\w+ing|for a minimum of|minimum order|by (?:agreement|appointment)|(?:package|plan|tier|subscription|bundle|edition)|(?:double|overtime|premium|special|extra|additional) (?:rates?|pay|prices?|fees?)|following (?:an?|the|our|your)|where (?:the|your|an?|our|total|annual) (?:\\w+ ){1,5}(?:above|over|exceeds?|reach(?:es)?|more than|atleast|up to)|(?:of|after|from|on|upon) (?:\\w+ ){0,3}(?:clearance|prepayment|advance payment|down payment|deposit|letter of credit)|for (?:models|items|products|sites|brands|goods|jobs) (?:that|which)|unless|provided|providing|subject to|conditional|conditioned|contingent|when|whenever|once|until (?:the (?!end|close|last|middle|beginning|start)|we|our|you)|as soon as|by the time|the (?:day|moment|minute|week|month|year|hour) (?:the|we|our|you|your|it|they|that)|as long as|so long as|depending|depends|upon request|on request|on demand|upon|assuming|pending|against|additional (?:fee|charge|cost|price)s?|extra (?:fee|charge|cost|price)s?|at (?:the client's (?:cost|expense)|your (?:own )?(?:cost|costs|expense|risk|request|option|discretion|account)|extra|additional)|surcharge|optional|optionally|in case|in the event|where (?:possible|available|feasible)|after (?:approval|the award|award)|only after|or|either|should you|save for|awarded|separately|invoiced|charged?|chargeable|billed|for a fee|in exchange|by arrangement|at a cost|with prior|negotiable|availability|approval|consent|permission|permitting|allowing|willing|allows|(?:on|with|for|in) (?:orders|purchases|quantities|invoices|volumes)|(?:those|clients|customers|buyers|users|members|people) (?:who|that|which)|who (?:sign|use|pay|order|take|buy)|(?:has|have|need|needs) to be (?:clarified|discussed|determined|decided|finalised|finalized|settled|agreed)|to be (?:agreed|clarified|determined|decided)|tbd|to be confirmed",
  ),
  AR(
    "(?:ضمن|مع|في) (?:ال)?(?:باقه|باقت\\p{L}+|خطتنا)(?: \\p{L}+)?|(?:ال)?باقه|باقت\\p{L}+|باجر|مضاعف\\p{L}*|بالاتفاق|بالتراضي|من (?:التخليص|الفسح|سداد|الدفع|استلام الدفعه|تحويل)|رهن|رهنا|مرهون\\p{L}*|بشرط|شريطه|مشروط\\p{L}*|اذا|ان (?:تم|سمح|وجد|توفر|تيسر|امكن|لزم|شاء|رغب|اراد|طلب|وافق|حصل|كان|اقتض|دع|استدع|بق|احتاج|لم)\\p{L}*|(?<!كل |خلال )(?:يوم|لحظه|ساعه|حين|بعدما|بعد ان|متي ما|ما ان) (?!ت\\p{L}{2}ي\\p{L}(?!\\p{L}))[يت]\\p{L}{2,}(?<!ه|ات|ين|ون)|لو|متي|عند|عندما|فور|علي (?:الا|ان)|ما لم|مالم|ما دام|ما دامت|مادامت|طالما|حسب|بحسب|وفقا لتوفر|مقابل|رسوم|علي حساب|علي نفقه|في حال|في حاله|حال|بناء علي طلب\\p{L}*|عند الطلب|اختياري\\p{L}*|بعد (?:الترسيه|موافقه|اعتماد|توقيع|صدور|الفوز)|بانتظار|المنتظر\\p{L}*|او|اما|يعتمد علي|تعتمد علي|يتوقف|تتوقف|بموافقه|منفصل\\p{L}*|اضافي\\p{L}*|بتكلفه|قابل للتفاوض|يتفق عليه|يحدد لاحقا|باشعار|توفرها|توفره|توفر القطع|لمن [يت]\\p{L}{2,}|(?:للطلبات|للكميات|لطلبات|للفواتير|للعقود) (?:التي|فوق|اكثر)|موافقه|موافقت\\p{L}*|اذن|تصريح",
  ),
];
const HEDGES = [
  EN(
    "to the best of (?:our|my) knowledge|as far as we know|(?:catalogue|catalog|brochure|data ?sheet) (?:lists|shows|mentions|names)|foresee\\w*|envisag\\w*|wherever|practicable|prefer(?:red|s)?|case by case|typical|customary|the norm|the usual|(?:is|are|be) (?:believed|said|thought|reported|claimed|assumed|presumed|understood|supposed)|in the (?:region|neighbourhood|area) of|on balance|with luck|by all accounts|all being well|give or take|looks?|seems?|appears?|(?:is|are) (?:adjusted|revised|indexed|escalated)|we (?:feel|trust|imagine|picture|guess|reckon)|in our (?:view|eyes|opinion)|ambition|(?:years?|months?|weeks?|days?) ago|long ago|should|ought|tends? to|inclined|prone to|until last|impossible|out of the question|on a good day|at best|as a rule|in most cases|on the whole|by and large|as usual|in general|may|might|could|would|can|try|tries|trying|best|effort|efforts|aims?|aiming|targets?|targeting|expects?|expected|anticipates?|usually|normally|generally|typically|often|sometimes|mostly|mainly|largely|approximately|approx|about|around|roughly|nearly|almost|circa|some|possibly|possible|perhaps|maybe|probably|likely|hopes?|hopefully|believes?|think|as far as|ideally|similar to|equivalent|comparable|up to(?! (?:the )?\\d{1,2} [a-z]+ 20\\d\\d| 20\\d\\d)|as much as|estimate[ds]?|estimated|more or less|seek|strive|endeavou?r|partly|partially|in principle|average|certain|selected|limited|only (?:after|if|when|upon|on|in|with|where|to|by|for|some|a|part|partly)|most|majority|half|previously|in the past|used to|we had|held|hardly|barely|rarely|seldom|rather than|eligible|willing|ready to|prepared to|open to|happy to|pleased to|reasonabl[ey]|in line with|based on|aligned|compatible|(?:worked|served|employed|(?:was|were) (?:with|on|in|part|our|employed|an?)) .{0,60}until",
  ),
  AR(
    "[يت]ذكر (?:ال)?(?:كتالوج|كتيب|نشره|دليل)|المالوف|المعتاد|(?:في )?(?:عدد|جمله|طائفه) من|يبدو|تبدو|يدور حول|تدور حول|في حدود|بحدود|طموح\\p{L}*|نتصور|نتخيل|نحسب|في (?:راينا|نظرنا)|قد (?!\\p{L}+(?:ت|نا|ها|ه)(?!\\p{L}))(?:[ين]\\p{L}{2,}|ت(?!م(?!\\p{L})|اسس|عاقد|سلم|جاوز|ولي|قدم|مكن|حقق)\\p{L}{3,})|يميل|تميل|نميل|في مجمل\\p{L}*|بمجمل\\p{L}*|في جل\\p{L}+|في الاعم|اجمالا|عموما|ما شابه|ربما|لعل|نامل|نرجو|نسعي|نحاول|سنحاول|نتوقع|يتوقع|المتوقع|متوقع|عاده|في (?:العاده|الغالب|المعتاد|العموم|معظم الاحيان|اغلب الاحيان)|(?:حتي|لغايه) (?:العام الماضي|السنه الماضيه)|المستحيل|مستحيل\\p{L}*|في (?:احسن|افضل) (?:الاحوال|الظروف|الحالات)|كالعاده|كالمعتاد|غالبا|احيانا|تقريبا|تقارب|يقارب|نحو|حوالي|قرابه|الي حد|قدر|قصاري|جهدنا|محتمل|المحتمل|يحتمل|يمكن|يمكننا|بامكاننا|ممكن|الممكن|معظم|اغلب|بعض|[يت]صل (?:\\p{L}+ ){0,4}(?:الي|حتي) (?=\\d)|[يت]صل عدد\\p{L}*|قبل (?:\\p{L}+ ){0,2}(?:سنوات|سنه|سنين|عام|اعوام|اشهر)|مبدئيا|جزئيا|تقدير\\p{L}*|نعتقد|نظن|من المرجح|المرجح|مماثل لها|يعادل|متوسط|كان لدينا|كنا|سابقا|في السابق|في الماضي|نادرا|بالكاد|مستعدون|استعداد|مؤهلون|موهلون|جاهزون|نرحب|نصف|متوافق\\p{L}*|مماثل\\p{L}*|مشابه\\p{L}*|بما يتماشي|(?:كان|كانت|كانوا|عمل|عملت) (?!سار|صالح|نافذ).{0,60}(?:حتي|لغايه)",
  ),
];
const PENDING = [
  EN(
    "negotiat\\w*|talks with|advanced stage|awaited|will (?:rise|grow|increase|climb)|(?<!you )will (?:obtain|get|be certified|be registered|be accredited|open|hire|recruit|acquire|buy|purchase|apply|establish|have|hold|renew|receive|become|employ|set up|build|register|be able)|shall be|plans? (?:to|for|on|an?|our|the)|planning|planned|intends?|intend|intention|going to|applied for|applying|application|in progress|in process|under (?:renewal|process|preparation|review|construction|way)|underway|being (?:installed|built|fitted|constructed|recruited|hired|trained|upgraded|arranged|prepared|renewed|processed|obtained|issued|set up)|soon|shortly|next (?:year|month|quarter|week|season|spring|summer|autumn|fall|winter)|(?:starts?|opens?|begins?|commences?|arrives?|launches|reach(?:es)? us)(?: up)? (?:in|on|by|next|this|soon|shortly|later)|becomes?|(?:in|by|before) (?:the )?(?:spring|summer|autumn|winter)|(?:is|are|was|were) to (?:be|open|start|begin|follow|come|join|arrive|move|have|hold|take|receive)|will be (?:opened|established|set up|hired|recruited|acquired|obtained|bought|purchased|leased|rented|built|constructed|renewed|registered|certified|accredited|licensed)|upcoming|forthcoming|in future|in the future|later|awaiting|scheduled|expected|not yet|(?:for us|yet|still) to be|to be (?:obtained|issued|certified|hired|opened|arranged|provided later)|working towards?|preparing|starting(?! (?:on|from|with|at|upon) (?:the )?(?:(?:day|date|moment|time) of )?(?:delivery|handover|acceptance|receipt|signature|signing|completion|commissioning|installation))|by (?:the end|early|late|mid|q\\d|20\\d\\d)|in the process|process of|exams?|examination|look(?:s|ing)? forward",
  ),
  AR(
    "سيتقدم (?:\\p{L}+ ){0,5}(?:لاختبار|لامتحان|بطلب)|س[يت](?:رتفع|زداد|نمو)\\p{L}*|من اجل (?:ال)?(?:تسجيل|حصول|ترخيص|تجديد|اعتماد)|سنحصل|سوف|سنوظف|سنفتح|سنفتتح|سنشتري|سنجدد|سنتقدم|سننشئ|سنؤسس|سنوسس|سيتم|(?:ب)?طلب(?:نا|ا)? (?:ال|لل|ل)?(?:تسجيل|ترخيص|رخصه|شهاده|اعتماد|عضويه|حصول)|[يت]نطلق|[يت]صبح|[يت]صلنا|[يت]فتتح|[يت]فتح مكتبنا|(?:في|قبل|مع|بحلول) (?:الصيف|الخريف|الشتاء|الربيع)|سيفتتح|سيفتح|ستفتتح|ستفتح|سينشا|سينشئ|سيبني|سيجدد|سيحصل|ستحصل|سيكون|ستكون|سيصبح|نخطط|نعتزم|ننوي|نعمل علي|بصدد|قيد|تحت (?:الاجراء|التجديد|الاعداد|الانشاء)|تقدمنا بطلب|قدمنا طلبا|طلب للحصول|لاحقا|قريبا|مستقبلا|العام القادم|الشهر القادم|القادم|القادمه|المقبل|المقبله|في انتظار|مستقبلي\\p{L}*|جاريه?|جار|لم يصدر بعد|منتظر\\p{L}*|مفاوضات|في طور|نستعد|نجهز|بنهايه|(?:ابتداء|اعتبارا) من(?! (?:(?:يوم|تاريخ|لحظه|موعد) )?(?:ال)?(?:استلام|تسلم|تسليم|توقيع|فتح|تشغيل|توريد|تركيب|تقديم)\\p{L}*)|بحلول|من المخطط|ننتظر|ينتظر|تنتظر|نترقب",
  ),
];
const EXCEPTIONS = [
  EN(
    "exclusions?|exceptions|excluded|excepted|except|excepting|excluding|excludes?|exclusive of|other than|apart from|aside from|but for|barring|with the exception|save",
  ),
  AR(
    "باستثناء|استثناءات|استثناء|مستثني|ما عدا|ماعدا|عدا|فيما عدا|سوي|الا|خلا|يستثني|تستثني|نستثني|مستثناه|مستثنيه|مستثنا\\p{L}*",
  ),
];
const ENDED = [
  EN(
    "expired|lapsed|withdrawn|withdrew|revoked|suspended|cancelled|canceled|terminated|ended|ran out|run out|discontinued|no longer|ceased|invalid|void|used to|dropped|lost",
  ),
  AR(
    "الغت|انهت|انقضت|انقضي|انتهت|انتهي|منته|منتهي|منتهيه|المنتهيه|سحبت|سحب|مسحوب\\p{L}*|الغيت|الغي|ملغاه|ملغي|اوقف|اوقفت|علقت|معلق\\p{L}*|موقوف\\p{L}*|لم نعد|لم يعد|لم تعد|فقدنا|سقط\\p{L}*",
  ),
];
const NEGATIONS = [
  EN(
    "free (?:of|from)(?! (?:any )?(?:charge|cost|fee|vat|tax|duty))|un(?!der|it|iq|ion|iform|til|less|ivers)\\w{3,}ed|not|no|nobody|nothing|nowhere|non|none|never|nor|neither|without|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|hasn't|haven't|unable|lacks?|lacking|missing|refuse[sd]?|rejects?|decline[sd]?|unavailable|absent|fail(?:s|ed)? to|(?:outside|beyond|out of) (?:the |our )?(?:\\w+ )?(?:scope|area|range|network)|in place of|instead of|in lieu of",
  ),
  AR(
    "بغير|لا|ما (?:نوفر|عندنا|لدينا|نملك|يوجد|نقبل|عندكم|لنا)|[لب]عدم|ما من|بلا|ليس|ليست|لسنا|لم|لن|غير|بدون|دون|عدم|نرفض|نعتذر|يتعذر|تعذر|ينقصنا|تنقصنا|نفتقر|خالي\\p{L}*|خاليه|يخلو|تخلو|[لب]?خلو(?:ه|ها|هم)?|خارج (?:نطاق|عرضنا|العرض|السعر|حدود)|بدلا (?:من|عن)|عوضا عن",
  ),
];
/** Phrases with "no" that are no negations. */
const IDLE_NEGATIONS =
  /\b(?:not only|without (?:a |any |further )?(?:amendment|amendments|change|changes|deviation|deviations|modification|alteration|break|pause|stop|gap|condition|conditions|reservation|reservations)|without (?:delay|interruption|exception|fail|limitation|prejudice|extra|additional|any (?:extra|additional|delay))|at no (?:extra|additional|charge|cost)\w*|no (?:extra|additional) (?:charge|cost|fee)s?|no doubt|no problem|(?:and |with )?(?:nothing|no (?:one|body|thing|material|grade|make|other \w+)) else|without (?:any )?(?:merging|grouping|bundling|lumping))\b|(?<!\p{L})غير مشروط\p{L}*(?: باي \p{L}+)?(?!\p{L})|\b(?:no conditions?(?: attached)?|unconditional\w*)\b|(?<!\p{L})و?لا (?:نستثني|يستثني|نشترط)(?!\p{L})|\band no longer\b|\b(?:is|are|be|being) not (?:being )?(?:charged|invoiced|billed|priced)(?: for)?(?: separately| extra| additionally)?\b|\b(?:not (?:separately|additionally) (?:charged|invoiced|billed|priced))\b|\bwithout (?:any )?(?:extra |additional |further |separate )?(?:charges?|costs?|fees?|payments?|surcharges?)\b|\bnever (?:closes?|stops?|sleeps?|lapsed|interrupted|been interrupted|ceased)\b|(?<!\p{L})و?لم (?:ن|ي|ت)(?:نقطع|توقف)\p{L}*(?: عن\p{L}*)?(?!\p{L})|(?<!\p{L})(?:دون|بدون|بلا|من غير|من دون) (?:اي )?(?:دمج|تجميع|خلط|مقابل|رسوم|تكاليف|تكلفه|كلفه|اجر)(?: مادي| اضافي\p{L}*)?(?!\p{L})|(?<!\p{L})(?:دون|بدون|بلا|من غير|من دون) (?:اي )?(?:تعديل|تغيير|تحفظات|تاخير|انقطاع|اي شرط|شرط|شروط|اي تحفظ|تكاليف|توقف|استثناء|تحفظ|اي تاخير|تكلفه|رسوم|مقابل)(?!\p{L})|(?<!\p{L})ليس فقط(?!\p{L})|(?<!\p{L})و?(?:لا|دون|بلا) (?:شيء|شي|احد|نوع|ماده) (?:اخر|اخري|غير\p{L}{1,3}|سوا\p{L}{1,3})(?!\p{L})|\bno objections?\b|\bno (?:deviations?|reservations?|qualifications?) (?:whatsoever|of any kind|at all)\b|\bnot (?:counting|to mention)\b|\b(?:and |or )?(?:nowhere|no ?where|none) else(?:where)?\b|\bno different (?:from|to)\b|\bnot (?:be |being )?(?:charged|billed|invoiced) (?:an? |one )(?:single )?(?:fils|penny|cent|dime|dirham|riyal|pound|dollar)\b|(?<!\p{L})و?لا (?:مانع|اعتراض|تحفظ|ممانعه)(?: لدينا| لنا| عندنا)?(?!\p{L})|(?<!\p{L})و?(?:من )?(?:دون|بدون) ان (?:نتقاضي|نحمل\p{L}*|نطلب|نطالب\p{L}*|تتحمل\p{L}*|يتحمل\p{L}*|تدفع\p{L}*|يدفع\p{L}*)(?!\p{L})|(?<!\p{L})و(?:دون|بدون|بلا) (?:اي )?(?:مقابل|رسوم|تكلفه|كلفه|شرط|شروط|تحفظ|تاخير|انقطاع|استثناء)(?!\p{L})|(?<!\p{L})[وف]?(?:لا|ما|لم) [تي]ز[ا]?ل\p{L}*/gu;
/** References to the bidder's own documents. */
const BY_OURS =
  /(?<!\p{L})(?:ب?حسب|وفق|وفقا ل) ?(?!علم|را|تقدير|اعتقاد|فهم|ظن|معرفت|توقع|امكان|قدر)\p{L}{3,}نا(?!\p{L})/gu;
/** `We apologise for not submitting` is one negation. */
const SORRY = /(?<!\p{L})(نعتذر|ناسف|تعتذر)(?: لكم)? (?:عن |ل)?عدم(?!\p{L})/gu;
/** A refusal with a modal verb that is a hedge elsewhere. */
const REFUSED = /(?<!\p{L})(لا|لن|لم) (?:يمكننا|يمكن|نستطيع|بامكاننا|يسعنا)(?!\p{L})/gu;
/** Dates, the buyer, copies and own resources, which imply neither a condition nor a third party. */
const IDLE_WORDS =
  /\bboth our (?:\w+ ){1,2}and (?=we)|\blike our (?:\w+ ){1,2}(?=we )|(?<!\p{L})والشركه الام كلتاهما(?!\p{L})|\bmay (?=\d)|(?<=\d )may\b|(?<=\b(?:for|to|of|with|by|at|in|send|give|gives|grant|offer|hand|provide|train|inform|notify) )(?:the|your) (?:client|customer)(?:'s)?(?! (?:\w+ing|has|have|will|shall|must|provides|pays|supplies|is|bears|holds|owns|arranges))\b|\b(?:for|in|at|from|near|to) (?:the|our) (?:head office|headquarters|hq)\b|(?<!\p{L})(?:التابعه?|تابعه?) (?:لنا|لشركتنا|لمؤسستنا)(?!\p{L})|(?<!\p{L})و?(?:نسخه|صوره|كل|شيئا?|جزءا?|اي|واحده?) (?:منه|منها)(?!\p{L})|(?<=(?:مسجل|معتمد|مرخص|مصنف|عضو|عضويه|مدرج|حساب)\p{L}* )لدي(?!\p{L})|(?<!\p{L})و(?:منه|منها)(?!\p{L})|(?<=[،,] ?)منها (?=\p{L})|\ball (?=of (?:them|these|those))|(?<=\b(?:the|all) (?:[\w-]+ )?[\w-]+ we )(?:would|could|can) (?=(?:use|send|supply|offer|deploy|assign|provide|bring)\b)|\blifts? up to (?=\d)|\bup to (?=\d[\d.]* ?(?:kg|kilograms|tons?|tonnes|kw|kva|bar)\b)|\baround (?=(?:the|our|your|its|every|each|all)\b)|\bopen to (?:customers|clients|the public|visitors|everybody|all)\b|(?<!\p{L})علي (?:حسابنا|نفقتنا|عاتقنا)(?!\p{L})|\bat our (?:own )?(?:cost|expense)s?\b|\bagainst (?:it|us|the company|our company|the firm|the bidder)\b|\b(?:read|studied|noted|reviewed|examined) (?:and understood )?[^,.;]{0,60}? and (?=(?:we )?(?:fully |hereby |do )?(?:accept|agree|comply))|(?<!\p{L})(?:درسنا|اطلعنا علي|قرانا) [^،.؛]{0,60}? و(?=(?:نقبل|نوافق|نلتزم|قبلنا))/gu;
/** Stages of an ordinary contract, which are no conditions. */
const IDLE_CONDITIONS =
  /\b(?:insur|protect|cover|treat|guard|vaccinat|warrant|secur)\w* against\b|\bat once\b|\bonce (?:an?|daily|weekly|monthly|annually)\b|\b(?:up)?on (?:delivery|completion|receipt|handover|site|schedule|payroll|time|board|call)\b|(?<!\p{L})(?:عند|فور|مع) (?:التوقيع|الانجاز|الاكتمال|البدء|الحمل|توقيع العقد|نهايه|انتهاء|التسليم|الاستلام|نقطه|البوابه|المدخل)(?!\p{L})/gu;
/** Here `only` limits a number: `60 days only`. */
const ONLY_SO_MUCH =
  /(?<![\d.])(\d[\d.]{0,20}(?: \p{L}+){0,3}|(?:ثلاث|اربع|خمس|ست|سبع|ثمان|تسع|عشر)\p{L}{0,2}(?: \p{L}+){0,2}|(?<!\p{L})\p{L}{2,20} (?:واحده?|اثنين|اثنان)|يوما|شهرا|سنه|سنتين|سنتان|شهرين|يومين|ساعه|سنوات|اشهر|ايام|(?:ال|بال|لل)(?:عربيه|انجليزيه|انكليزيه|فرنسيه)) (?:only|فقط|لا غير)(?!\p{L})/gu;
/** Elsewhere فقط excludes something without naming it. */
const ARABIC_ONLY = /(?<!\p{L})فقط(?!\p{L})/u;
/** A document that was not renewed has expired. */
export const NOT_RENEWED =
  /\b(?:not|never) (?:been |yet been )?(?:renewed|reissued|restored)\b|\b(?:decided against|against|without|refused|declined|not (?:to|going to|intend to|plan to)) (?:\w+ ){0,3}renew\w*\b|(?<!\p{L})و?لم (?:ن|ي|ت)جدد\p{L}*/gu;
const OWN = [
  /\b(?:we|our|ours|us|i|my|this (?:bid|offer|tender|proposal|quotation)|enclosed|attached|offered|quoted|proposed)\b/,
  /(?<!\p{L})(?:نحن|المعروض\p{L}*|المرفق\p{L}*|مرفق|مرفقه|المقترح\p{L}*|لنا|منا|لدي|[وفس]{0,2}\p{L}{2,}نا|[وف]?(?:ن|س(?!نو|نتان|نتين|نه)ن)(?!سب|ظام|قل|وع|سخ|طاق|هاي|فس|قاط|موذج|جاح|تائج|صف)\p{L}{2,})(?!\p{L})/u,
];

/** The number of negations in a normalized text. */
export function negationsIn(text: string): number {
  const remaining = text.replace(IDLE_NEGATIONS, " ");
  return NEGATIONS.reduce((negations, pattern) => negations + [...remaining.matchAll(pattern)].length, 0);
}

/**
 * Where an independent clause begins, whose negation is separate: `we send no samples, as we do not ship`.
 * `No day on which …` continues the same clause.
 */
const CLAUSE =
  /[,،;؛:]\s*(?=(?:and |but |so |as |because |since )?(?:we|our|it|they|he|she|all|each)\b|و|ف|لان|اذ )| and (?=(?:have|has|are|is|do|does|will|was|were|had) not\b)| (?=ول[امن] |وليس\p{L}* )/u;

/** Counts negations; correlated ones count once: `neither … nor`, لا … ولا. */
function countNegations(found: string[], remaining: string): number {
  const goingOn = found.length < 2 ? [] : remaining.match(GOES_ON) ?? [];
  return Math.max(found.length > 0 ? 1 : 0, found.length - goingOn.length);
}

const GOES_ON =
  /\bnor\b|(?<=(?<!\p{L})لا [يتن]\p{L}+ (?:\p{L}+ ){0,4})ولا(?= [يتن]\p{L}+)|(?<=(?<!\p{L})(?:لا|ليس|ليست|غير|بلا|دون|بدون) (?:\p{L}+ ){1,6})ولا(?= \p{L}+(?: \p{L}+)?$)|(?<=(?<!\p{L})(?:غير|لا|لم|ليس|ليست) .{1,80} )ولم (?=يسبق)/gu;

/** The evidence for each property of a sentence; whether it counts depends on the requirement. */
interface Signs extends Record<Exclude<keyof Stance, "negations" | "own" | "perhaps">, string[]> {
  notRenewed: boolean;
  onlyArabic: boolean;
  negations: number;
  own: boolean;
}

/**
 * All requirements of a tender share the sentences, so their evidence is cached: 4,000 texts of up to 1,000
 * characters.
 */
const signsOf = memoised(
  (text): Signs => {
    const remaining = withoutNeutralPhrases(text).replace(NOT_RENEWED, " ").replace(IDLE_NEGATIONS, " ")
      .replace(
        IDLE_WORDS,
        " ",
      )
      .replace(IDLE_CONDITIONS, " ").replace(BY_OURS, " ").replace(REFUSED, "$1").replace(SORRY, "$1")
      .replace(ONLY_SO_MUCH, "$1");
    const matchesOf = (patterns: RegExp[]) =>
      patterns.flatMap((pattern) => [...remaining.matchAll(pattern)].map(([words]) => words));
    return {
      demands: matchesOf(DEMANDS),
      elsewhere: matchesOf(ELSEWHERE),
      conditional: matchesOf(CONDITIONS),
      hedged: matchesOf(HEDGES),
      pending: matchesOf(PENDING),
      excepted: matchesOf(EXCEPTIONS),
      ended: matchesOf(ENDED),
      notRenewed: text.search(NOT_RENEWED) >= 0,
      onlyArabic: ARABIC_ONLY.test(remaining),
      negations: Math.max(
        ...remaining.split(CLAUSE).map((clause) =>
          countNegations(
            NEGATIONS.flatMap((pattern) => [...clause.matchAll(pattern)].map(([words]) => words)),
            clause,
          )
        ),
      ),
      own: OWN.some((pattern) => pattern.test(text)),
    };
  },
  4_000,
  1_000,
);

/** Whether the sentence's only condition is the case that the requirement names, such as an absence. */
function isCaseOfRequirement(text: string, requirementText: string): boolean {
  const found = requirementText === "" ? undefined : caseOf(text);
  if (found === undefined || signsOf(found.rest.trim()).conditional.length > 0) return false;
  const stems = new Set(wordsOf(requirementText).filter((word) => !isStopWord(word)).flatMap(stemsOf));
  const words = wordsOf(found.case).filter((word) => !isStopWord(word));
  const known = words.filter((word) => stemsOf(word).some((stem) => stems.has(stem)));
  return words.length > 0 && known.length >= Math.min(2, words.length);
}

/**
 * Whether the evidence is an inflection of a word of the requirement: `subcontractors` and `no
 * subcontracting`.
 */
const OUTSOURCED = /من الباطن/;
/** شريك (partner) shares its letters with شركة (company). */
const PARTNER = /شريك|شركاء|شركاؤ/;
function isRequirementWord(sign: string, requirementText: string): boolean {
  if (PARTNER.test(sign)) return PARTNER.test(requirementText);
  if (OUTSOURCED.test(sign) && OUTSOURCED.test(requirementText)) return true;
  if (sign.length < 5 || /\s/.test(sign)) return false;
  const stem = stemOf(sign);
  return wordsOf(requirementText).some((word) => word.length > 4 && stemOf(word) === stem);
}

/** Computes the stance of a normalized sentence; words of the requirement are ignored. */
export function stanceOf(
  text: string,
  { requirementText, question }: { requirementText: string; question: boolean },
): Stance {
  const signs = signsOf(text);
  const within = ` ${requirementText} `;
  const counted = (found: string[]) =>
    found.filter((words) => !within.includes(` ${words} `) && !isRequirementWord(words, requirementText));
  const counts = (found: string[]) => counted(found).length > 0;
  const manners = ["demands", "elsewhere", "conditional", "hedged", "pending"] as const;
  return {
    demands: question || counts(signs.demands),
    elsewhere: counts(signs.elsewhere),
    conditional: counts(signs.conditional) && !isCaseOfRequirement(text, requirementText),
    hedged: counts(signs.hedged) || signs.onlyArabic && !ARABIC_ONLY.test(requirementText),
    pending: counts(signs.pending),
    excepted: counts(signs.excepted),
    ended: counts(signs.ended) || signs.notRenewed,
    negations: signs.negations,
    own: signs.own,
    perhaps: new Set(
      manners.filter((manner) => {
        const cues = counted(signs[manner]);
        return cues.length > 0 && cues.every((words) => AMBIGUOUS.test(words.trim()));
      }),
    ),
  };
}
