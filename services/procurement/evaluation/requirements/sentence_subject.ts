import { numberOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { unitOf } from "./units.ts";
import { isDeed, isHaving } from "./verbs.ts";
import { isArabicDeed } from "./verbs_arabic.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, stemOf, stemsOf } from "./words.ts";

const AUXILIARIES =
  /^(?:will|shall|do|also|hereby|always|already|currently|now|fully|both|all|each|therefore|additionally|further|furthermore|been|not|never|and|yes|in|today|to|the|a|an|of|on|at|our|for|with|every|everything|mr|ms|mrs|dr|eng|alone|even|already|year|month|first|last|recent|years|total|offered|quoted|proposed|deploy|listed|that|we|us)$/;
/** Things that are the bidder's own after `our` or with نا. */
const OWN_THINGS =
  /^(?:compan|firm|team|staff|person|employ|engine|techni|bid|price|propos|produc|servic|soluti|system|platfo|softwa|equipm|unit|device|branch|office|factor|plant|worksh|fleet|vehicl|van|truck|driver|guard|kitche|labora|depart|helpde|hotlin|crew|worker|manage|data|facili|site|store|premis|licens|licenc|certif|polic|insura|materi|goods|tool|machin|laptop|server|networ|experi|turnov|deliver|delive|warran|guaran|suppor|traini|respon|capita|sales|compan|yard|wareho|depot|clinic|camp|hall|garage|farm|mill|line|laundr|bakery|showro|truck|lorr|crane|forkli|chemic|glov|unifor|traine|nurse|doctor|teache|cleane|cook|chef|superv|operat|interp|inspec|audito|archit|survey|applic|websit|databa|camera|sensor|consum|rate|bus|local|conten|annual|annu|batter|backup|projec|help|trade|valid)\w{0,3}$/;
const ARABIC_STARTS =
  /^(?:[وف]?س?(?:ن(?:حمل|قدم|وفر|ورد|لتزم|ضمن|منح|شغل|ملك|متلك|جري|خصص|عقد|رفق|نفذ|درب|سلم|صلح|ركب|نجز|ستضيف|ستجيب|عمل|دير|رسل|تعهد|ؤمن|ومن|صدر|غطي|تولي|عين|وظف|حتفظ|نظف|طبق|ستخدم|عرض|شمل|زود|جهز|زيل|نقل|ؤكد|وكد|دفع|وصل))\p{L}*|(?:ار|ا)فقنا|نفذنا|جددنا|انجزنا|وفرنا|لدينا|عندنا|لدي|نحن|يشمل|تشمل|يعمل|تعمل|يغطي|تغطي|يقدم|تقدم|يبلغ|تبلغ|بلغ|بلغت|يتكون|تتكون|يحمل|تحمل|يسري|تسري|يوجد|توجد|يحتوي|تحتوي|يرتدي|ترتدي|اجتاز|اجتازت|تم|يتم|يصدر|يدير|يشفر|مده|قيمه|نسبه|عدد|مدير|راس|حجم|زمن|فتره|مستوي|سعر|جميع|كل|كافه|لا|لن|يقع|تقع|تبعد|يبعد|يسكن|يتحدث|تتحدث|يجيد|تجيد|حصلنا|حصلت|حاصلون|حائزون|مسجلون|معتمدون|مرخصون|نفذت|سلمت|وردت|يتولي|تتولي|بحوزه|بحوزتنا|عويرت|تنقل|تحول|تصدر|يصرف|تصرف|طاقه|قدره|القدره|الطاقه|سعه|وزن|طول|مساحه|مسافه|اسعار|سجل|شهاده|رخصه)$/u;
const ARABIC_OWN =
  /^(?:شركت|فريق|سعر|عرض|عطاء|منتج|منتجات|خدم|خدمات|نظام|انظمت|معدات|اجهزت|وحدات|مهندس|مهندسو|مهندسي|فني|فنيو|موظف|موظفو|موظفي|عامل|مكتب|فرع|مصنع|مطبخ|مركبات|سيارات|اسطول|رخصت|شهادت|وثيقت|تامين|خبرت|مبيعات|ضمان|كفال|حراس|سائق|سائقي|سائقو|مشاريع|مشروعات|زي|بيانات|مقر|مستودع|مخازن|ورش|مختبر|اعمال|مواد|بضائع|مبان|مبني|راسمال|مال)نا$/u;

/** Measures of a thing, which do not say whose it is. */
const MEASURES =
  /^(?:length|weight|width|height|depth|size|capacity|output|power|consumption|yield|speed|range|temperature|duration|period|validity|rate|lead|throughput|resolution|efficiency|turnaround|attendance|response|minimum|maximum)$/;
const OFFERED = /^(?:offered|quoted|proposed|tendered|supplied)$/;

/** Whether the sentence's subject is the bidder or its offer; any other subject may be somebody else. */
export function speaksForBidder(wanted: ParsedRequirement, statement: Statement): boolean {
  const { words } = statement;
  return words.some((word) => /\p{Script=Arabic}/u.test(word))
    ? startsInArabic(wanted, words)
    : startsInEnglish(wanted, statement);
}

function startsInEnglish(
  { terms, possession, normal }: ParsedRequirement,
  { text, words }: Statement,
): boolean {
  const rest = words.slice(subjectOf(words));
  const own = OWN_SUBJECT.test(rest.slice(0, 6).join(" ")) || BY_US.test(words.join(" "));
  const names = namesOf(text);
  const known = (word: string) =>
    isLight(word) || AUXILIARIES.test(word) || terms.includes(stemOf(word)) || numberOf(word) !== undefined ||
    unitOf(word) !== undefined || OWN_THINGS.test(stemOf(word)) || MEASURES.test(word) ||
    // `Our policy with AXA`: a name inside a noun phrase of ours is not another subject.
    own && (names.has(word) || isNaming(word, false) && !AGENT.test(word));
  const verb = rest.findIndex((word, at) => {
    if (AUXILIARIES.test(word)) return false;
    if (isDeed(word, rest[at - 1])) return at > 0 && (!possession || isHaving(word));
    return at > 0 && /^(?:we|will|shall)$/.test(rest[at - 1] ?? "");
  });
  if (
    verb < 0 || !rest.slice(0, verb).every((word, at) => known(word) || OFFERED.test(rest[at + 1] ?? ""))
  ) return false;
  const [said = "", next = ""] = rest.slice(verb);
  if (!isDeed(said) && !terms.includes(stemOf(said))) return false;
  // `Our certificate is at the printer's`.
  const rests = rest.slice(verb + 1);
  if (
    possession && /^(?:is|are)$/.test(said) && !IN_FORCE.test(rests.join(" ")) &&
    !rests.some((word) => terms.includes(stemOf(word)))
  ) return false;
  // The past, and `the mill that weaves our cloth`, which is not ours.
  const before = rest[verb - 1] ?? "";
  if (/^(?:was|were)$/.test(before)) return false;
  if (rest.slice(0, verb).some((word, at) => /^(?:that|which|who)$/.test(word) && rest[at + 1] !== "we")) {
    return false;
  }
  // `We removed one last year`: a single past deed is not an offer, unless the requirement asks about the
  // past.
  if (!possession && before === "we" && /ed$/.test(said) && !LASTING.test(said) && !PAST.test(normal)) {
    return false;
  }
  // `We have advertised for one`: the bidder has none.
  if (/^(?:have|has)$/.test(said) && /ed$/.test(next) && !isDeed(next) && !terms.includes(stemOf(next))) {
    return false;
  }
  // `We are building one`: the bidder has none yet.
  return !(/^(?:are|is)$/.test(said) && /ing$/.test(next) && !terms.includes(stemOf(next)));
}

/** Deeds whose outcome lasts. */
const LASTING =
  /^(?:enclosed|attached|submitted|included|obtained|renewed|received|gained|passed|signed|appointed|assigned|allocated|reserved|dedicated|registered|insured|equipped|fitted|installed|prepared|priced|allowed|need|feed|provided|quoted|offered|proposed|earmarked|employed|trained|certified|agreed|accepted)$/;
/** Words of requirements that ask about the past. */
const PAST =
  /experien|complet|execut|project|referenc|previous|carried out|similar|contract|deliver|suppl|perform|audit|turnover|record|past|\bhas\b|\bhave\b|\bhad\b|\d/;
/** Trades: `our haulier`, `our adviser` are others unless requested. */
const AGENT =
  /^(?!(?:number|paper|water|power|order|offer|cover|quarter|charter|register|letter|powder|timber|rubber|copper|laser|fiber|filter|boiler|tanker|trailer|container|printer|scanner|computer|server|router|generator|elevator|compressor|tractor|motor|sensor|monitor|detector|projector|conveyor|excavator|plant|restaurant|floor|door|interior|exterior|major|senior|junior|tender|helicopter|freezer|cooler|mixer|loader|digger|chiller|heater|burner|conditioner|shelter|theater|counter|locker|reactor|indoor|outdoor|assistant|computer)s?$).*(?:er|or|ist|ant|ian|man|men|eur)s?$/;
/** Somebody by trade, alone and as the subject: `our haulier keeps`. */
const TRADE =
  /^(?:our|the|an?) (?:[a-z-]+ ){0,2}?([a-z]+) (?:has|have|holds?|keeps?|operates?|runs?|owns?|employs?|provides?|offers?|carries)\b/;

/** Whether the subject is somebody by trade whom nobody asked for. */
export function isTradesman({ terms }: ParsedRequirement, { normal }: Statement): boolean {
  const who = TRADE.exec(normal)?.[1];
  return who !== undefined && !/s$/.test(who) && (AGENT.test(who) || DOUBTFUL.test(who)) &&
    !isDeed(who) && !terms.includes(stemOf(who));
}

/** Verbs that state the validity of a named certificate. */
const IN_FORCE =
  /\b(?:valid|current|in force|effective|attached|enclosed|annexed|number|no|issued|held|registered|until|through|renewed|available|up to date|certified|accredited|licensed|licenced|insured|approved|open|here|located|situated|in)\b|\d/;

/** The bidder itself, or one of its things; `two of our trucks`, `in our yard there are`. */
const OWN_SUBJECT =
  /^(?:we|our|(?:all|each|every one|both|none|many|\S+)? ?of our|all our|(?:in|at|on|from|within) our|(?:enclosed|attached|please find)|the \S+(?: \S+){0,3} (?:that |which )?(?:we|offered|quoted|proposed)|mr|ms|mrs|dr|eng)\b/;
/** `Each document is translated by our translators`. */
const BY_US = /\bby (?:us|our|(?:one|two|three|four|five|each|all|\d+) of our)\b/;
/** Words by which a sentence says where, when or with what, before it says who. */
const LEADING =
  /^(?:in|at|on|for|from|within|throughout|with|without|under|along|alongside|besides|during|after|before|since|today|currently|presently|additionally|moreover|furthermore|also|yes|accordingly|therefore|hereby|once|every|each)$/;
const LONGEST_LEAD = 9;

/** Where the subject begins: at `we` or `our` after a lead such as `for each of the rooms`. */
function subjectOf(words: string[]): number {
  if (!LEADING.test(words[0] ?? "") || words[1] === "our") return 0;
  const at = words.findIndex((word) => /^(?:we|our)$/.test(word));
  const lead = words.slice(0, Math.max(0, at));
  return at > 0 && at <= LONGEST_LEAD && lead.every((word) => isLight(word) || isNaming(word, false))
    ? at
    : 0;
}

function startsInArabic({ terms }: ParsedRequirement, words: string[]): boolean {
  const [first = "", second = "", third = ""] = words.filter((word) =>
    !/^(?:و|كما|ان|نحن|جميع|كل|في|عام|هذا|ايضا|\d+)$/.test(word)
  );
  return ARABIC_STARTS.test(first) || ARABIC_OWN.test(first) || terms.includes(stemOf(first)) ||
    terms.includes(stemOf(first.replace(/نا$/, ""))) ||
    ARABIC_WE.test(first) && isNaming(first, true) && isDone(first) ||
    // `تنتج افراننا`, `في مشغلنا`: a verb or a preposition, then something of ours.
    isDone(first) && [first, second, third].some((word) => ARABIC_OURS.test(word) && isNaming(word, true)) ||
    // `بعد انتهاء الاعمال سنزيل`: a lead, then a future verb of ours.
    ARABIC_LEAD.test(first) &&
      words.slice(0, 8).some((word) =>
        /^[وف]?سن\p{L}{3,}$/u.test(word) && isNaming(word, true) && isArabicDeed(word)
      );
}

/** Whether a first word is a verb of having or doing, or none. */
function isDone(first: string): boolean {
  if (/نا$/.test(first) && !ARABIC_VERB.test(first) && !OUR_FEMININE.test(first)) {
    return ARABIC_LASTING.test(first) || !isArabicDeed(first);
  }
  return !ARABIC_VERB.test(first) && !/نا$/.test(first) || isArabicDeed(first) ||
    ARABIC_OURS.test(first) && !ARABIC_VERB.test(first);
}

/** A verb of the first person plural, rather than a noun that begins with the same letter. */
const ARABIC_WE =
  /^(?:[وف]?س?ن(?!سب|ظام|قل|وع|سخ|طاق|هاي|فس|قاط|موذج|جاح|تائج|صف|حو|بيل|ادر|اد|ور|اس)\p{L}{3,}|\p{L}{3,}نا)$/u;
const ARABIC_VERB = /^[وف]?س?[نيت]\p{L}{2,}$/u;
const ARABIC_LEAD = /^(?:بعد|قبل|عند|خلال|مع|منذ|طوال|سوف|بهذا)$/;
/** Past deeds with a lasting outcome, or requested ones. */
const ARABIC_LASTING =
  /^[وف]?(?:ار|ا)?(?:فقنا|نفذنا|جددنا|نجزنا|انجزنا|وفرنا|خصصنا|حصلنا|كملنا|اكملنا|ستخرجنا|استخرجنا|سجلنا|وقعنا|جرينا|اجرينا|صممنا|بنينا|امنا|ضمنا|وردنا|سلمنا|شغلنا|ادرنا|دربنا|عينا|جهزنا|ركبنا|ارفقنا|قدمنا|اودعنا|ادرجنا|حجزنا|زودنا|اعددنا|حددنا|ادينا|توليناها?|تولينا|انشانا|اسسنا|ابرمنا|استوفينا|اجتزنا|نلنا|سعرنا|شملنا)$/u;
/** منشأتنا means "our facility"; many other words with this ending are verbs. */
const OUR_FEMININE = /^\p{L}{3,}تنا$/u;
const ARABIC_OURS = /^[وفبلك]{0,2}\p{L}{2,}نا$/u;

/** Whether the sentence begins with the bidder or its things, whose verb then tells whether they have it. */
export function startsOwn({ words }: Statement): boolean {
  return /^(?:we|our)$/.test(words[0] ?? "");
}

/** Whether the sentence begins with a thing that is offered, rather than with somebody. */
export function speaksOfOffer({ words }: Statement): boolean {
  return /^(?:the|each|all|every|it|its|both)$/.test(words[0] ?? "") ||
    /^(?:ال|لل)\p{L}{3,}$|^(?:كل|لكل|جميع|سعه|قدره|طول|وزن|قياس|حجم|مده|عمر|سرعه|مساحه|نسبه|قيمه)$/u.test(
      words[0] ?? "",
    );
}

/** Whether the words right before each quantity are known: an unknown one may weaken it, as `some 15` does. */
export function plainQuantities(
  { terms }: ParsedRequirement,
  { text, words, quantities }: Statement,
): boolean {
  return quantities.every(({ from }) => {
    const before = words[from - 1];
    return before === undefined || isLight(before) || isDeed(before) || terms.includes(stemOf(before)) ||
      AUXILIARIES.test(before) || numberOf(before) !== undefined || unitOf(before) !== undefined ||
      /^(?:ن|ت|ي|س)\p{Script=Arabic}{2,}$|نا$|^(?:[وفبلك]{0,2}ال|لل)\p{L}{3,}/u.test(before) ||
      text.includes(before.toUpperCase()) ||
      text.includes(` ${before.slice(0, 1).toUpperCase()}${before.slice(1)} `) ||
      OWN_THINGS.test(stemOf(before)) || isNaming(before, /\p{Script=Arabic}/u.test(before)) &&
        !/^(?:say|good|well|toward|towards|past|maybe|like|under)$/.test(before) ||
      /^(?:since|over|than|least|its|سعه|بطول|طول|حجم|بسعه|عدد|عددهم|بعدد|من|وعددهم|خبره|مدتها|مدته|قدرها|قدره|بلغ|تبلغ|يبلغ)$/
        .test(before);
  });
}

/** Words of place or praise, which retract nothing. */
const HARMLESS =
  /^(?:order|contract|site|client|client's|paper|price|annex|appendix|page|section|branch|gate|desk|main|morning|evening|everywhere|everyone|weekends?|working|business|calendar|full|complete|whole|entire|entirely|throughout|purchase|award|signing|signature|handover|house|ourselves|central|modern|own|dedicated|permanent|qualified|experienced|certified|accredited|trained|brand|high|quality|daily|weekly|monthly|yearly|annually|every|per|call|unit|units|parts?|devices?|items?|machines?|company|team|staff|employees|years|recent|since|number|no|uae|dubai|abu|dhabi|sharjah|emirates|attached|enclosed|signed|ms|mr|eng|dr|duration|period|term|end|time|times|always|any|kind|type|model|models|project|projects|copies|copy|which|reports?|documents?|annexed|located)$/;
const ARABIC_HARMLESS =
  /^(?:(?:[وفبلك]|لل|ال|بال|وال)*(?:امر|شراء|الشراء|عقد|العقد|موقع|الموقع|عميل|العميل|سعر|ملحق|صفحه|فرع|فرعنا|بوابه|البوابه|نهايه|بدايه|مده|طوال|سنوات|الاخيره|اخيره|شركه|فريق|وحده|قطعه|قطع|جهاز|اجهزه|الاجهزه|رقم|دبي|ابوظبي|الشارقه|الدوله|الامارات|مهندس|المهندس|المهندسه|سيد|السيد|السيده|كامله|كامل|كاملا|دائم|دائما|يوميا|شهريا|سنويا|اسبوعيا|يوم|شهر|عمل|دوام|لهذا|هذا|جدا|معتمد|معتمده|مؤهل|موهل|حديث|حديثه|عام|ايضا|مكيف|سعه|عدد|ضمن|حاليا|منفذ|مشاريعنا|سنه|ارفاق|توقيع|مدينه|اماره|المصفح))$/;

/** Further words that weaken or limit a statement, or attribute it to somebody else. */
const DOUBTFUL =
  /^(?:although|though|whereas|despite|notwithstanding|insofar|inasmuch|lest|but|however|yet|while|should|ought|must|supposed|supposedly|allegedly|nominally|close|near|short|below|almost|ample|plenty|many|several|few|generous|large|flexible|mind|opinion|view|far|condition|conditions|discretion|rule|theory|request|requests|requested|let|lets|permit|permitting|landlord|neighbour|neighbor|friends?|friendly|neighbours?|neighbors?|auditors?|lawyers?|banks?|bankers?|insurers?|accountants?|tenants?|lenders?|investors?|franchisors?|sponsors?|university|universities|landlords?|donors?|champions?|chairman|chairwoman|president|photographs?|pictures?|images?|brochures?|cousins?|brothers?|relatives?|uncles?|fathers?|siblings?|importer|integrator|broker|ally|allies|someone|somebody|another|other|others|else|whoever|party|parties|lessor|lender|network|access|rented|leased|hired|borrowed|shared|subject|topic|issue|talks?|contacted|approached|negotiat\w*|invited|shortlist\w*|preassess\w*|assessment|preliminary|provisional|interim|trial|pilot|demo|prototype|draft|drafted|stage|phase|future|filed|pending|review|discussion|negotiation|goal|ambition|objective|wish|desire|dream|vision|roadmap|option|options|alternative|similar|like|kind|sort|part|portion|exam|seek|sought|version|also|exists|eligible|qualify|would|tradition|principles?|guidelines?|spirit|philosophy|methodology|intent|intention|promise|promised|proposal|concept|model|customers?|ask|asks|asked|need|needs|want|wants|study|studying|evaluate|evaluating|consider|considering|considered|explore|exploring|scheduled?|upgrade|upgrading|convert|converting|retrofit\w*|build|building)$/;
/** More unknown words than this may hide a clause that retracts the statement. */
const MOST_UNKNOWN = 8;
/** A better measure than required is a statement in itself. */
const MOST_UNKNOWN_MEASURED = 8;
const ARABIC_DOUBTFUL =
  /^[وفبلك]{0,2}(?:ال)?(?:موضوع|مساله|محادثات|مفاوضات|تقييم|اولي|تمهيدي\p{L}*|موقت\p{L}*|مؤقت\p{L}*|ناقلنا|ناقلينا|مستشار\p{L}*|محاسب\p{L}*|خبيرنا|مديرنا|مديرتنا|شاحننا|وسيط\p{L}*|ممول\p{L}*|متعهدنا|دار|صور|جيران\p{L}*|مدققو?|محامي?\p{L}*|مصرف\p{L}*|بنكنا|مستثمر\p{L}*|كفيل\p{L}*|عائله|الجامعه|رئيس|امتحان\p{L}*|كلما|زهاء|يناهز|يفترض|بيد|لكن|رغم|حيث|ريثما|حين|حينما|شبه|صاحب|مالك|جار|صديق|طرف|اخر|اخري|اخرين|غيرنا|مؤجر|موجر|مستاجر|مستاجرين|مستاجرون|شبكه|شبكات|وصول|امكانيه|مستعار|مشترك|مشتركه|قريب|قرب|عموم|كثير|كثيره|عديد|كبيره|كبير|مستورد|ناقلينا|رغبه|مبادئ|مبادي|نهج|منهجيه|روح|ارشادات|هدف|خيار|بديل|نموذج|تجريبي|تجريبيه|دراسه|مرحله|مقترح|لقاء|نظير|راينا|نظرنا|بال|بالنا|امنيات\p{L}*|ذهن\p{L}*)$/u;
/** Verbs, by their person's letter, that ask, wait, plan, let or depend. */
const ARABIC_DOUBTFUL_VERB =
  /^[وف]?س?[ينت](?:نتظر|حتاج|بحث|درس|فكر|قترح|ستاجر|ستعين|ستعير|عتمد|طلب|شترط|فضل|ريد|رغب|ود|تطلع|طمح|سعي|امل|توقع|عتزم|خطط|نوي|بني|عدل|طور|حول|توقف|تطلب|سمح|وافق|دفع|تحمل|مكن|مكننا|نبغي|رجو|بذل|حاول|شتري|فتح|وظف|عين|قارب|ناهز|حرص|ستكمل|حضر|جهز|صلح ل|خدم|كفل|عد|توفر|تيسر)(?:ه|ها|وا|ون)?$/u;

/** Adverbs that retract nothing, unlike `nearly` or `possibly`. */
const PLAIN_MANNER =
  /^(?:permanently|exclusively|solely|fully|daily|weekly|monthly|yearly|hourly|nightly|entirely|directly|promptly|immediately|personally|locally|regularly|continuously|continually|constantly|strictly|properly|carefully|professionally|completely|wholly|totally|individually|electronically|digitally|manually|automatically|freshly|newly|physically|centrally|specially|specifically|expressly|firmly|formally|officially|duly|legally|thoroughly|safely|securely|quarterly|annually|simultaneously|firmly|clearly|plainly|correctly|currently|presently|recently|assembly|family|supply|bodily|early)$/;

/** Whether an unknown word only names a thing or a quality, so that it retracts nothing. */
function isNaming(word: string, arabic: boolean): boolean {
  if (arabic) {
    return !ARABIC_DOUBTFUL.test(word) && !ARABIC_DOUBTFUL_VERB.test(word);
  }
  return word.length > 2 && (!/ly$/.test(word) || PLAIN_MANNER.test(word)) && !DOUBTFUL.test(word);
}

/**
 * Whether a normalized text holds a word that weakens a statement or attributes it to others, or a participle
 * with a condition.
 */
export function isDoubtful(text: string): boolean {
  return /\wing\W{0,9}$/.test(text) ||
    text.split(/[^\p{L}'\d]+/u).some((word) =>
      DOUBTFUL.test(word) || ARABIC_DOUBTFUL.test(word) || ARABIC_DOUBTFUL_VERB.test(word) ||
      /ly$/.test(word) &&
        !/^(?:fully|daily|weekly|monthly|yearly|currently|only|supply|family|directly|entirely)$/.test(word)
    );
}

/**
 * Whether every word of the sentence is understood: an unknown word may be a condition. Before the verb that
 * is each word; after it, words that only name things and qualities may be unknown.
 */
export function isUnderstood(
  wanted: ParsedRequirement,
  statement: Statement,
  { measured = false }: { measured?: boolean } = {},
): boolean {
  const most = measured ? MOST_UNKNOWN_MEASURED : MOST_UNKNOWN;
  const { words } = statement;
  const own = OWN_SUBJECT.test(words.slice(subjectOf(words)).slice(0, 6).join(" ")) ||
    BY_US.test(words.join(" "));
  const verb = own ? 0 : words.findIndex((word, at) => at > 0 && isDeed(word));
  let unknown = 0;
  return wordsAreKnown(wanted, statement, (word, at) => {
    const arabic = /\p{Script=Arabic}/u.test(word);
    return ++unknown <= most &&
      (measured ||
        (arabic ? at > 0 || isArabicDeed(word) || OUR_FEMININE.test(word) : verb >= 0 && at > verb)) &&
      isNaming(word, arabic);
  });
}

/** Whether the sentence names only the requested thing and no substitute. */
export function namesNothingElse(wanted: ParsedRequirement, statement: Statement): boolean {
  return wordsAreKnown(wanted, statement, () => false);
}

function wordsAreKnown(
  { terms, identifiers, quantities }: ParsedRequirement,
  statement: Statement,
  orElse: (word: string, at: number) => boolean,
): boolean {
  const names = namesOf(statement.text);
  const counted = new Set(statement.quantities.flatMap(({ from, to }) => statement.words.slice(from, to)));
  const known = new Set([...terms, ...identifiers, ...quantities.flatMap(({ things }) => things)]);
  return statement.words.every((word, at) =>
    stemsOf(word).some((stem) => known.has(stem)) || isLight(word) || counted.has(word) ||
    numberOf(word) !== undefined ||
    unitOf(word) !== undefined || names.has(word) || isDeed(word) && at < 8 && !DOUBTFUL.test(word) ||
    AUXILIARIES.test(word) ||
    (/\p{Script=Arabic}/u.test(word)
      ? ARABIC_STARTS.test(word) && at < 3 || ARABIC_OWN.test(word) || ARABIC_HARMLESS.test(word) ||
        known.has(stemOf(word.replace(/نا$/, "")))
      : OWN_THINGS.test(stemOf(word)) || HARMLESS.test(word) || word.length === 1) ||
    orElse(word, at)
  );
}

/** Words with a capital within a sentence. */
function namesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/(?<=\S\s)[A-Z][\p{L}\d&.-]*/gu)].map(([name]) =>
      name.toLowerCase().replace(/\W+$/, "")
    ).flatMap((name) => [name, ...name.split("-")]),
  );
}
