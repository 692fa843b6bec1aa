/** Label words in both languages by kind. A word may have several kinds. */

/** Words of trade: documents, goods and money. */
const TRADE = {
  invoice:
    "fee note|note of fees|folio|sale|sales|facture|statement|مبيعات|بيع|كشف|قائمه|القائمه|الفاتوره|invoice|invoices|bill|bills|billing|inv|credit note|debit note|فاتوره|فواتير|فاتورتنا",
  order:
    "requisition|job|مطلب|سند الطلب|وصل الطلب|وصل طلب|وصل الطلبيه|bon de commande|طلبكم|امركم|توريد|work order|job order|service order|سند طلب|اوامر|order|orders|po|p.o|lpo|purchase|purchases|indent|امر|طلب|طلبيه|شراء|امر الشراء|طلبنا",
  quote:
    "estimated|investment|عرض الاثمان|عرض اثمان|quoted|prices|rates|اسعارنا|سعرنا|quote|quotation|offer|estimate|proposal|price offer|proforma|pro forma|bid|tender|عرض|عروض|تسعيره|سعر|اسعار|مقايسه|عرضنا",
  receipt:
    "txn|docket|check|official|sale|sales|chk|tbl|trans|trx|bon|وصول|قسيمه|receipt|voucher|slip|ticket|transaction|till|payment|ايصال|سند|وصل|قبض|تذكره|عمليه|معامله",
  goods:
    "fee|work|job|net fee|fees|professional|professional fees|charges|labour|above|lines|the above|اتعاب|اجور|اعلاه|goods|items|item|materials|works|services|products|lines|بضاعه|بضائع|بنود|اصناف|مواد|اعمال|خدمات",
  total:
    "paid|ttc|جملي|حساب|totals|figure|sums|aggregate|worth|اجماليه|المجموع|مجاميع|مبالغ|القيمه|تكلفه|كلفه|total|totals|sum|amount|value|price|cost|gross|charges|اجمالي|مجموع|مبلغ|قيمه|جمله|حاصل|ثمن",
  final:
    "بالضريبه|ttc|all-in|all in|now|اخير|all|grand total|summed|everything|اجمالي نهائي|شامل|grand|final|overall|full|entire|whole|نهائي|كلي|عام|كامل",
  net:
    "ht|nett|صافيه|صافيا|net|subtotal|sub-total|sub|taxable|assessable|basic|فرعي|جزئي|خاضع|خاضعه|صافي|وعاء|اساسي|بعد الخصم|after discount|net of discount|less discount",
  not: "خض|hors|less|net of|خصم|صاف من|before|excluding|excl|exclusive|without|ex|not|قبل|دون|بدون|غير|خارج",
  tax:
    "ntn|strn|tin|abn|kdv|iva|btw|moms|gstin|vatin|hors taxe|trn|اداءات|جبائي|جبايه|ض ق م|ضقم|tva|excise|state sales tax|sales|tax|taxes|vat|gst|cgst|sgst|igst|hst|pst|duty|levy|mwst|ust|tva|ضريبه|ضرائب|ضريبي|ضريبيه|مضافه|قيمه مضافه|القيمه المضافه|رسم|رسوم|اداء",
  rate:
    "state|city|مدينه|county|local|federal|provincial|municipal|at|rate|standard|reduced|zero|output|sales|add|plus|charged|نسبه|بنسبه|معدل|زائد|اضافه|مبيعات|على",
  with:
    "بكل|بجميع|بكافه|كل|جميع|بالضريبه|ttc|مشمول|مشموله|متضمنه|بما فيه|بما فيها|احتساب|باحتساب|with all|incl|including|inclusive|inc|with|شامل|شامله|شاملا|مع|متضمن|متضمنا",
  pay:
    "يودي|تودي|received|receive|collected|money|funds|owe|اداء|اداوه|اداوها|للاداء|مقبوض|مقبوضه|مدفوع|مدفوعه|مستلم|مدفوعات|تحصيل|محصل|clear|cleared|transfer|reimburse|charge|charged|سدد|تحويل|دفعها|سدادها|دفعه|pay|payable|paid|payment|settle|settled|settlement|remit|remittance|pays|سداد|سداده|دفع|دفعه|يدفع|تدفع|يسدد|تسدد|مسدد|تسديد",
  due:
    "maturity|matures|owe|owes|demand|ذمه|عليكم|مستحقه الدفع|chargeable|collectable|مستحقات|استحقاقها|مستحقا|استحقاقه|due|owing|owed|outstanding|falls due|استحقاق|مستحق|مستحقه|يستحق|تستحق|واجب|واجبه|مطلوب|مطلوبه|متوجب|متوجبه",
  balance: "balance|remaining|remainder|رصيد|متبقي|باقي",
  currency:
    "zar|ngn|ghs|ugx|tzs|cad|aud|nzd|hkd|chf|try|lbp|pkr|jpy|cny|dzd|lyd|iqd|yer|myr|php|thb|idr|lkr|bdt|sek|nok|dkk|pln|brl|mxn|etb|sdg|syp|cedis|naira|shillings|rand|rupees|dinars|aed|sar|qar|omr|kwd|bhd|egp|jod|inr|usd|eur|gbp|sgd|kes|mad|tnd|rs|dhs|euro|euros|dollars|pounds|dirhams|riyals|دراهم|درهم|ريال|ريالات|دينار|جنيه|دولار|يورو|اماراتي|سعودي|قطري|عماني|كويتي|بحريني|مصري|اردني|مغربي|تونسي|جزائري|لبناني",
};

/** Words of time. */
const TIME = {
  date: "time|date and time|ساعه|وقت|يومه|date|dates|dated|day|on the|تاريخ|تاريخه|يوم|موافق|مورخ|مورخه",
  made:
    "فوتره|توقيع|ابرام|signing|signature|ابرامه|توقيعه|tax point|posting|registered|incorporated|established|certificate date|done|transacted|مسجل|مسجله|طباعه|نشا|تاسست|تاسيس|filed|compiled|sent|posted|completed|نظم|نظمت|محرر|محرره|انشئت|طبع|ارسل|ارسلت|تنظيم|كتابه|issued|issue|issuance|issuing|raised|drawn|made|prepared|written|created|generated|billed|invoiced|quoted|ordered|placed|printed|signed|executed|entered|given|granted|حرر|حررت|تحرير|تحريرا|صدر|صدرت|صادر|صادره|اصدار|اصدارها|اصدرت|كتب|كتبت|وضع|اعد|اعداد|منح|منحت",
  by:
    "نهائيه|final|no later|at latest|اقصي|الاقصي|حد|by|before|latest|deadline|until|till|through|thru|up to|no later than|not later than|on or before|at the latest|last|to date|قبل|اقصاه|اقصي|موعد|حتي|لغايه|غايه|اخر|اجل|الي غايه|مهله|في موعد|نهائي",
  valid:
    "closes|closing|binding|acceptance|تجدد|يجدد|قبول|القبول|ملزمه|مضمونه|ثابته|قابله|in force|remains open|remain|remains|kept|keep|firm|acceptable|accept|acceptance|معتمد|مفتوح|قابل|ملزم|valid|validity|open|good|holds|hold|held|firm|stands|stand|expires|expire|expiry|expiring|expiration|ends|end|ending|lapses|runs|renew|renewal|صالح|صالحه|صلاحيه|ساري|ساريه|سريان|يسري|تسري|سار|ينتهي|تنتهي|انتهاء|نهايه|نافذ|نافذه|قائم|يظل|تجديد",
  deliver:
    "eta|promised|promise|shipping|متوقع|متوقعه|site|on site|on-site|يسلم|تسلم|يورد|تورد|يتم|تورد في|completion|ready|goods in|handover|hand over|collect|collection|wanted|due in|expected|استلامها|تسليمها|وصولها|توريدها|التنفيذ|deliver|delivery|delivered|deliveries|required|needed|need|arrive|arrival|reach|ship|shipment|dispatch|despatch|supply|توريد|تسليم|استلام|وصول|مطلوب|توصيل",
  start:
    "valid from|with effect|effect|since|اعتبارا|ابتداء|اول|سريانه|first day|ابتدا|from date|go-live|in force from|takes effect|operative|running from|تاريخ البدء|دخول|انطلاق|تنفيذ|start|starts|starting|commencement|commences|commencing|begin|begins|beginning|effective|effect|from|سريان|بدء|بدايه|يبدا|تبدا|مباشره|نفاذ|سري|تسري من|يسري من|ابتداء",
  finish:
    "expiration|غايه|ينقضي|تنقضي|انجاز|انجازه|to date|last|فسخ|to|اخر|الي|until|till|last day|closes|lasts|تستمر|حتي|لغايه|غايه|انقضاء|اخر يوم|end|ends|ending|expiry|expires|completion|termination|terminates|finish|نهايه|انتهاء|ينتهي|تنتهي|انقضاء",
  born: "ازدياد|ولد|ولدت|birthday|birth|born|dob|ميلاد|ولاده|مولود|مولوده",
  publish:
    "release|dated|date of notice|اعلنت|معلن|صدر|طرحه|posted|issued|dispatch|opened|طرحت|نشرت|صدور|اصدار|published|publication|advertised|advertisement|announced|announcement|notice|floated|launched|released|اعلان|نشر|طرح|اعلن|دعوه",
  close:
    "تقدم|يقدم|received|يغلق|تغلق|يقفل|close on|reach|final|باب|cut off|end|الاقصي|ورود|وصول|bids in|deadline|cut-off|cutoff|deposit|delivery|handing|tendering|submitting|lodging|receiving|due|ارسال|تقديمها|استقبال|انتهاء|closing|closes|close|submission|submissions|submit|submitted|receipt|receive|received|lodged|lodge|return|returned|تقديم|تسليم|استلام|ايداع|قبول|اغلاق|اقفال|غلق|تسلم",
};

/** Words of people and official documents. */
const OFFICE = {
  customer:
    "lessee|مكتري|proposer|guardian|ولي الامر|اولياء الامور|طالب التامين|importer|receiver|recipient|addressee|party|patient|bill-to party|مستلم|مرسل اليه|متسلم|جهه|ضيف|guest|patient|member|subscriber|tenant|passenger|student|policyholder|نزيل|مريض|مشترك|مستاجر|طالب|مستفيد|متلقي|customer|client|buyer|purchaser|consignee|payer|debtor|bill-to|sold-to|عميل|عميلنا|زبون|مشتري|حريف|متعامل|مدين",
  vendor:
    "landlord|lessor|موجر|مكري|exporter|shipper|مورده|ممون|مقاول|contractor|company|منشاه|شركه مورده|الشركه المورده|مقدم الخدمه|مؤسسه مورده|service provider|shop|store|outlet|صاحب المتجر|شركه موردة|الجهه الموردة|المتجر|محل|vendor|supplier|seller|merchant|provider|merchant|creditor|payee|مورد|موردون|بائع|مجهز|مزود|تاجر|متعهد",
  name:
    "surname|surnames|given|forenames|forename|family|first|last|لقب|عائلي|عائله|تسميه|establishment|trading as|trading|محل|نسب|كني|name|names|full name|party|title|details|اسم|اسماء|بيانات|طرف|جهه|شركه|منشاه|موسسه|company|firm|business",
  honorific:
    "عنايه|لعنايه|مكرم|مكرمه|استاذ|دكتور|مهندس|حضرات|سيدي|سادتي|mr|mrs|ms|dr|dear|messrs|m/s|attn|attention|ساده|سيد|سيده|سعاده|معالي|حضره|حضره الساده",
  to:
    "اليه|اليهم|in favour of|لفائده|لصالحه|في حساب|to|for|الي|ل|لامر|لصالح|باسم|لحساب|لاجل|on account of|account of",
  from: "from|with|من|لدي|عن",
  send:
    "quoted to|forwarded|due|مسلم|مسلمه|مباع|مباعه|مفوتر|مقدم اليه|sold|supplied|supply|charged|charge|addressed|sent|send|submitted|billed|bill|invoiced|prepared|quoted|issued|offered|presented|rendered|مقدم|مقدمه|موجه|موجهه|صادره|صادر|مرسل|محرره|مطلوب",
  buy:
    "ordering|placed|place|contracted|اقتناء|ordered|purchased|bought|placed|order|purchase|مطلوب|طلب|شراء",
  seek:
    "requisition|requestor|requesting|امره|صاحب|الامره|مقدم|requested|required|requisitioned|raised|ordered|authorised|authorized|طالب|طالبه|مشتريه",
  number:
    "n|#no|num.|ترقيم|رقما|digits|figure|ser|sr|رق|ر.ق|تسلسل رقمي|no|nos|nr|num|number|numbers|№|nº|n°|#|رقم|ارقام|عدد|مسلسل|تسلسل|تسلسلي|متسلسل|serial|sequence|قيد",
  ref: "اشاري|الاشاري|إشاري|مرجعيه|refs|ref|refs|reference|مرجع|مرجعي|مرجعنا|اشاره|اشارتنا|الاشاره",
  code:
    "pin|uen|nric|ملف|تعريفي|التعريفي|رمزي|unique|id|identifier|identification|code|رمز|كود|معرف|تعريف|تعريفي|هويه",
  our: "our|ours|my|مرجعنا|اشارتنا|لدينا|صادر",
  your: "your|yours|their|طلبكم|امركم|كتابكم|خطابكم|مرجعكم",
  side: "party|parties|طرف|فريق|اطراف",
  first: "first|one|landlord|lessor|employer|client|owner|principal|اول|موجر|مالك|صاحب عمل|رب عمل|مكري",
  second:
    "second|two|other|tenant|lessee|contractor|consultant|supplier|employee|provider|ثاني|ثان|مستاجر|مقاول|مورد|مكتري|موظف|عامل|استشاري",
  document: "document|doc|paper|certificate|مستند|وثيقه|محرر|شهاده|مستخرج|افاده",
  contract:
    "صفقه|عقود|تعاقد|tenancy|engagement|employment|كراء|contract|agreement|deed|lease|عقد|اتفاقيه|اتفاق",
  tender:
    "ifb|eoi|ifp|expression of interest|طلب العروض المفتوح|open tender|طلب عروض|طلب العروض|طلبات العروض|طلب اثمان|notice|استدراج|مظروف فني|contract|مظاريف|ظروف|مغلفات|مغلف|quotations|مناقصات|tender|tenders|bid|bids|rfp|rfq|itt|itb|nit|ift|solicitation|procurement|competition|offer|offers|proposal|proposals|مناقصه|منافسه|عطاء|عطاءات|مزايده|ممارسه|طرح|كراسه|عرض|عروض|مظروف|ظرف",
  licence:
    "reg|business|company|entity|firm|uen|تجاريه|اجازه|مهنيه|صناعيه|الرخصه|establishment|liability|cr|brn|licence|license|permit|registration|register|registry|commercial|trade|cr|establishment|رخصه|ترخيص|سجل|تجاري|تسجيل|قيد|منشاه|موحد",
  person: "personal|identity|national|civil|card|هويه|وطني|وطنيه|مدني|شخصي|قومي|بطاقه|شخصيه|اقامه",
  passport: "passport|travel|جواز|سفر",
  taxpayer:
    "trade|business|company|name of person|persons|تجاري|شركه|موسسه|tax payer|trader|operator|party|خاضعين|مكلفين|منشاه|مسجله|تاجر|taxable entity|taxpayer|taxable|registrant|registered|person|entity|legal|مكلف|ممول|خاضع|مسجل|قانوني|كيان",
  account:
    "الحساب|حسابي|iban account|accounts|customer account|حسابكم|الحساب الجاري|current|savings|جاري|توفير|account|a/c|acct|acc|حساب",
  bank: "bank|branch|بنك|مصرف|فرع",
  holder:
    "owned|owners|held|proprietor name|principal|منشئ|صاحبها|مالكها|proprietors|licencee|partner|partners|registrant|permit holder|شريك|شركاء|تاجر|صاحب المنشاه|holder|owner|proprietor|licensee|bearer|proprietress|صاحب|مالك|مرخص|حامل|صاحبه|مالكه",
  manager: "managing|responsible|authorised|مسئول|مدراء|مفوض|manager|director|مدير|مسوول",
  form: "constitution|category|class|تصنيف|فئه|طابع|form|type|status|structure|kind|شكل|نوع|صفه|طبيعه",
  activity:
    "principal|main|permitted|licensed|رئيسي|رئيسيه|مرخص|مرخصه|مرخص بها|مزاول|شركه|منشاه|trade|purpose|objects|object|نوع النشاط|مجال|تجاره|اغراض|activity|activities|nature|line of business|business|licensed|نشاط|انشطه|اعمال|غرض|مزاوله",
  address:
    "situated|situated at|registered address|رئيسي|اجتماعي|وطني|كائن|كائنه|سكن|اقامه|domicile|address|addresses|location|premises|principal place|principal place of business|place of business|head office|registered office|عنوان|مقر|محل|موقع",
  letter:
    "outgoing|ملف|معامله|صادره|وارد|letters|letter|memo|correspondence|dispatch|file|كتاب|خطاب|ارساليه|مراسله|رساله|مذكره|صادر",
  subject:
    "غرض|مسمي|نطاق|object|purpose|subj|sub|topic|عنوان|subject|sub|re|regarding|concerning|matter|about|topic|موضوع|بشان|بخصوص|موضوعه",
  work:
    "requirement|requirements|required|مطلوب|مطلوبه|اشغال|توريد|procurement|works|work|project|assignment|services|scope|title|name|description|مشروع|اعمال|عمل|اسم|وصف|عنوان|موضوع",
  issuer:
    "issuer|issuing|inviting|ministry|متعاقده|منفذه|dept|public|purchasing|entity name|عموميه|عمومي|صاحب|مشروع|دائره|وزاره|بلديه|هيئه|جهة طارحه|project owner|entity|authority|agency|client|employer|owner|procuring|contracting|purchaser|department|body|organisation|organization|institution|جهه|طارحه|معلنه|داعيه|مالكه|صاحبه|حكوميه|مشتريه|مستفيده",
  money:
    "القيمه|اجر|مالي|lump|basic|base|gross|lump sum|سومه كرائيه|agreed|annual|monthly|yearly|total fee|سنوي|سنويه|شهري|شهريه|سومه|كرائيه|خدمات|services|price|fee|fees|consideration|remuneration|rent|salary|rental|value|sum|amount|قيمه|مبلغ|اجره|بدل|مقابل|اتعاب|راتب|ايجار|ثمن",
  period: "شهر|month|أجل|اجل|months|days|period|term|duration|time|length|مده|فتره|مهله",
  notify:
    "اعلام|ابلاغ|leave|to terminate|انذار|تنبيه|notice|termination|terminate|cancellation|اشعار|اخطار|انهاء|فسخ",
  law: "نظام|النظام|law|laws|jurisdiction|قانون|قوانين|نظام|انظمه|احكام",
  govern: "governing|applicable|governed|proper|حاكم|واجب|مطبق|تطبيق|ناظم|ساري",
  security:
    "provisional|موقت|موقته|ابتدائيه|خطاب ضمان|خطاب الضمان|earnest money|surety|بدائي|ابتدائي|دخول|security|bond|guarantee|deposit|earnest|emd|ضمان|تامين|كفاله",
  budget:
    "approximate|engineer|engineers|مرصوده|مالي|مقدره|اعتماد|اعتمادات|budget|estimated|estimate|ceiling|ميزانيه|تقديريه|تقديري|تقدير|سقف",
  means: "means|via|how|mode|method|mode|means|manner|type|by|طريقه|وسيله|نوع|كيفيه",
  contact:
    "email|e-mail|mail|phone|telephone|tel|mobile|fax|website|بريد|الكتروني|هاتف|جوال|تلفون|موبايل|فاكس|محمول|اتصال|تواصل",
  trait:
    "nationality|sex|gender|marital|status|religion|profession|occupation|blood|height|age|skills|languages|education|experience|جنسيه|جنس|حاله|اجتماعيه|ديانه|مهنه|وظيفه|فصيله|عمر|مهارات|لغات|تعليم|خبرات|موهلات",
  terms: "terms|conditions|term|شروط|شرط|احكام",
  opening:
    "ما قبله|قبله|opened|last statement|at start|ابتدائي|اولي|opening|brought|forward|previous|start|starting|beginning|last|b/f|b/fwd|افتتاحي|سابق|مدور|مرحل|منقول|بدايه|اول|افتتاح",
  closing:
    "اغلاق|close|at close|at end|available|ختام|متوفر|متاح|متبق|closing|carried|ending|end|final|new|current|c/f|c/fwd|ختامي|نهائي|حالي|نهايه|اخر|اقفال|جديد",
};

/** Words without a meaning of their own. */
const FILLERS = {
  filler:
    "must|next|ما|متفق|عليه|عليها|required|requested|expected|reach|arrive|time|no later|يرجي|الرجاء|رجاء|نرجو|وقدره|قدره|رقما|كتابه|باب|subject|agreed|unique|s|as|above|the|of|a|an|this|these|that|is|are|be|was|were|been|will|shall|up|out|kindly|please|we|us|you|hereby|and|&|in|falls|fall|falling|here|as|now|هذا|هذه|ذلك|تم|قد|كل|هو|هي|به|بها|له|لها|و|اعلاه|ادناه|العمل|معا",
  on: "on|at|في|ب",
};

const ALL = { ...TRADE, ...TIME, ...OFFICE, ...FILLERS };
export type Kind = keyof typeof ALL;
export const LABEL_WORDS: Record<Kind, string> = ALL;
