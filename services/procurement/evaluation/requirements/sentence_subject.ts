import { numberOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { unitOf } from "./units.ts";
import { isActionVerb, isPossessionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, stemOf, stemsOf } from "./words.ts";

const AUXILIARIES =
  /^(?:will|shall|do|also|hereby|always|already|currently|now|fully|both|all|each|therefore|additionally|further|furthermore|been|not|never|and|yes|in|today|to|the|a|an|of|on|at|our|for|with|every|everything|mr|ms|mrs|dr|eng|alone|even|already|year|month|first|last|recent|years|total|offered|quoted|proposed|deploy|listed|that|we|us)$/;
/** Nouns for the bidder's own resources after `our` or with نا. */
const OWN_THINGS =
  /^(?:compan|firm|team|staff|person|employ|engine|techni|bid|price|propos|produc|servic|soluti|system|platfo|softwa|equipm|unit|device|branch|office|factor|plant|worksh|fleet|vehicl|van|truck|driver|guard|kitche|labora|depart|helpde|hotlin|crew|worker|manage|data|facili|site|store|premis|licens|licenc|certif|polic|insura|materi|goods|tool|machin|laptop|server|networ|experi|turnov|deliver|delive|warran|guaran|suppor|traini|respon|capita|sales|compan|yard|wareho|depot|clinic|camp|hall|garage|farm|mill|line|laundr|bakery|showro|truck|lorr|crane|forkli|chemic|glov|unifor|traine|nurse|doctor|teache|cleane|cook|chef|superv|operat|interp|inspec|audito|archit|survey|applic|websit|databa|camera|sensor|consum|rate|bus|local|conten|annual|annu|batter|backup|projec|help|trade|valid)\w{0,3}$/;
const ARABIC_STARTS =
  /^(?:[وف]?س?(?:ن(?:حمل|قدم|وفر|ورد|لتزم|ضمن|منح|شغل|ملك|متلك|جري|خصص|عقد|رفق|نفذ|درب|سلم|صلح|ركب|نجز|ستضيف|ستجيب|عمل|دير|رسل|تعهد|ؤمن|ومن|صدر|غطي|تولي|عين|وظف|حتفظ|نظف|طبق|ستخدم|عرض|شمل|زود|جهز|زيل|نقل|ؤكد|وكد|دفع|وصل))\p{L}*|(?:ار|ا)فقنا|نفذنا|جددنا|انجزنا|وفرنا|لدينا|عندنا|لدي|نحن|يشمل|تشمل|يعمل|تعمل|يغطي|تغطي|يقدم|تقدم|يبلغ|تبلغ|بلغ|بلغت|يتكون|تتكون|يحمل|تحمل|يسري|تسري|يوجد|توجد|يحتوي|تحتوي|يرتدي|ترتدي|اجتاز|اجتازت|تم|يتم|يصدر|يدير|يشفر|مده|قيمه|نسبه|عدد|مدير|راس|حجم|زمن|فتره|مستوي|سعر|جميع|كل|كافه|لا|لن|يقع|تقع|تبعد|يبعد|يسكن|يتحدث|تتحدث|يجيد|تجيد|حصلنا|حصلت|حاصلون|حائزون|مسجلون|معتمدون|مرخصون|نفذت|سلمت|وردت|يتولي|تتولي|بحوزه|بحوزتنا|عويرت|تنقل|تحول|تصدر|يصرف|تصرف|طاقه|قدره|القدره|الطاقه|سعه|وزن|طول|مساحه|مسافه|اسعار|سجل|شهاده|رخصه)$/u;
const ARABIC_OWN =
  /^(?:شركت|فريق|سعر|عرض|عطاء|منتج|منتجات|خدم|خدمات|نظام|انظمت|معدات|اجهزت|وحدات|مهندس|مهندسو|مهندسي|فني|فنيو|موظف|موظفو|موظفي|عامل|مكتب|فرع|مصنع|مطبخ|مركبات|سيارات|اسطول|رخصت|شهادت|وثيقت|تامين|خبرت|مبيعات|ضمان|كفال|حراس|سائق|سائقي|سائقو|مشاريع|مشروعات|زي|بيانات|مقر|مستودع|مخازن|ورش|مختبر|اعمال|مواد|بضائع|مبان|مبني|راسمال|مال)نا$/u;

/** Measures, which do not name an owner. */
const MEASURES =
  /^(?:length|weight|width|height|depth|size|capacity|output|power|consumption|yield|speed|range|temperature|duration|period|validity|rate|lead|throughput|resolution|efficiency|turnaround|attendance|response|minimum|maximum)$/;
const OFFERED = /^(?:offered|quoted|proposed|tendered|supplied)$/;

/** Whether the subject is the bidder or its offer; other subjects may be third parties. */
export function speaksForBidder(requirement: ParsedRequirement, statement: Statement): boolean {
  const { words } = statement;
  return words.some((word) => /\p{Script=Arabic}/u.test(word))
    ? startsInArabic(requirement, words)
    : startsInEnglish(requirement, statement);
}

function startsInEnglish(
  { terms, possession, normal }: ParsedRequirement,
  { text, words }: Statement,
): boolean {
  const rest = words.slice(subjectOf(words));
  const verb = rest.findIndex((word, at) => {
    if (AUXILIARIES.test(word)) return false;
    if (isActionVerb(word, rest[at - 1])) return at > 0 && (!possession || isPossessionVerb(word));
    return at > 0 && /^(?:we|will|shall)$/.test(rest[at - 1] ?? "");
  });
  if (verb < 0) return false;
  const own = OWN_SUBJECT.test(rest.slice(0, 6).join(" ")) || BY_US.test(words.join(" "));
  const names = namesOf(text);
  const known = (word: string) =>
    isStopWord(word) || AUXILIARIES.test(word) || terms.includes(stemOf(word)) ||
    numberOf(word) !== undefined ||
    unitOf(word) !== undefined || OWN_THINGS.test(stemOf(word)) || MEASURES.test(word) ||
    // A name within a noun phrase is no second subject: `Our policy with AXA`.
    own && (names.has(word) || isNeutralWord(word, false) && !AGENT.test(word));
  if (!rest.slice(0, verb).every((word, at) => known(word) || OFFERED.test(rest[at + 1] ?? ""))) return false;
  const [stated = "", next = ""] = rest.slice(verb);
  if (!isActionVerb(stated) && !terms.includes(stemOf(stated))) return false;
  // The item is elsewhere: `Our certificate is at the printer's`.
  const rests = rest.slice(verb + 1);
  if (
    possession && /^(?:is|are)$/.test(stated) && !IN_FORCE.test(rests.join(" ")) &&
    !rests.some((word) => terms.includes(stemOf(word)))
  ) return false;
  // The past tense, or a relative clause about a third party: `the mill that weaves our cloth`.
  const before = rest[verb - 1] ?? "";
  if (/^(?:was|were)$/.test(before)) return false;
  if (rest.slice(0, verb).some((word, at) => /^(?:that|which|who)$/.test(word) && rest[at + 1] !== "we")) {
    return false;
  }
  // A single past action is no offer, unless the requirement asks about the past: `We removed one last year`.
  if (!possession && before === "we" && /ed$/.test(stated) && !LASTING.test(stated) && !PAST.test(normal)) {
    return false;
  }
  // The item does not exist yet: `We have advertised for one`.
  if (
    /^(?:have|has)$/.test(stated) && /ed$/.test(next) && !isActionVerb(next) && !terms.includes(stemOf(next))
  ) {
    return false;
  }
  // The item does not exist yet: `We are building one`.
  return !(/^(?:are|is)$/.test(stated) && /ing$/.test(next) && !terms.includes(stemOf(next)));
}

/** Verbs with a lasting result. */
const LASTING =
  /^(?:enclosed|attached|submitted|included|obtained|renewed|received|gained|passed|signed|appointed|assigned|allocated|reserved|dedicated|registered|insured|equipped|fitted|installed|prepared|priced|allowed|need|feed|provided|quoted|offered|proposed|earmarked|employed|trained|certified|agreed|accepted)$/;
/** Requirement words that ask about the past. */
const PAST =
  /experien|complet|execut|project|referenc|previous|carried out|similar|contract|deliver|suppl|perform|audit|turnover|record|past|\bhas\b|\bhave\b|\bhad\b|\d/;
/** Trades, which are third parties unless requested: `our haulier`, `our adviser`. */
const AGENT =
  /^(?!(?:number|paper|water|power|order|offer|cover|quarter|charter|register|letter|powder|timber|rubber|copper|laser|fiber|filter|boiler|tanker|trailer|container|printer|scanner|computer|server|router|generator|elevator|compressor|tractor|motor|sensor|monitor|detector|projector|conveyor|excavator|plant|restaurant|floor|door|interior|exterior|major|senior|junior|tender|helicopter|freezer|cooler|mixer|loader|digger|chiller|heater|burner|conditioner|shelter|theater|counter|locker|reactor|indoor|outdoor|assistant|computer)s?$).*(?:er|or|ist|ant|ian|man|men|eur)s?$/;
/** A trade as the only subject: `our haulier keeps`. */
const TRADE =
  /^(?:our|the|an?) (?:[a-z-]+ ){0,2}?([a-z]+) (?:has|have|holds?|keeps?|operates?|runs?|owns?|employs?|provides?|offers?|carries)\b/;

/** Whether the subject is a trade that the requirement does not name. */
export function isTradesman({ terms }: ParsedRequirement, { normal }: Statement): boolean {
  const who = TRADE.exec(normal)?.[1];
  return who !== undefined && !/s$/.test(who) && (AGENT.test(who) || DOUBTFUL.test(who)) &&
    !isActionVerb(who) && !terms.includes(stemOf(who));
}

/** Verbs and adjectives that state the validity of a named certificate. */
const IN_FORCE =
  /\b(?:valid|current|in force|effective|attached|enclosed|annexed|number|no|issued|held|registered|until|through|renewed|available|up to date|certified|accredited|licensed|licenced|insured|approved|open|here|located|situated|in)\b|\d/;

/** The bidder or its resources as the subject: `two of our trucks`, `in our yard there are`. */
const OWN_SUBJECT =
  /^(?:we|our|(?:all|each|every one|both|none|many|\S+)? ?of our|all our|(?:in|at|on|from|within) our|(?:enclosed|attached|please find)|the \S+(?: \S+){0,3} (?:that |which )?(?:we|offered|quoted|proposed)|mr|ms|mrs|dr|eng)\b/;
/** The bidder as the agent of a passive: `Each document is translated by our translators`. */
const BY_US = /\bby (?:us|our|(?:one|two|three|four|five|each|all|\d+) of our)\b/;
/** Words that start an adverbial phrase before the subject. */
const LEADING =
  /^(?:in|at|on|for|from|within|throughout|with|without|under|along|alongside|besides|during|after|before|since|today|currently|presently|additionally|moreover|furthermore|also|yes|accordingly|therefore|hereby|once|every|each)$/;
const LONGEST_LEAD = 9;

/** The position of the subject: `we` or `our` may follow a phrase such as `for each of the rooms`. */
function subjectOf(words: string[]): number {
  if (!LEADING.test(words[0] ?? "") || words[1] === "our") return 0;
  const at = words.findIndex((word) => /^(?:we|our)$/.test(word));
  const lead = words.slice(0, Math.max(0, at));
  return at > 0 && at <= LONGEST_LEAD && lead.every((word) => isStopWord(word) || isNeutralWord(word, false))
    ? at
    : 0;
}

function startsInArabic({ terms }: ParsedRequirement, words: string[]): boolean {
  const [first = "", second = "", third = ""] = words.filter((word) =>
    !/^(?:و|كما|ان|نحن|جميع|كل|في|عام|هذا|ايضا|\d+)$/.test(word)
  );
  return ARABIC_STARTS.test(first) || ARABIC_OWN.test(first) || terms.includes(stemOf(first)) ||
    terms.includes(stemOf(first.replace(/نا$/, ""))) ||
    ARABIC_WE.test(first) && isNeutralWord(first, true) && mayStartClaim(first) ||
    // A verb or a preposition before the bidder's resource: `تنتج افراننا`, `في مشغلنا`.
    mayStartClaim(first) &&
      [first, second, third].some((word) => ARABIC_OURS.test(word) && isNeutralWord(word, true)) ||
    // An adverbial phrase before a future verb of the bidder: `بعد انتهاء الاعمال سنزيل`.
    ARABIC_LEAD.test(first) &&
      words.slice(0, 8).some((word) =>
        /^[وف]?سن\p{L}{3,}$/u.test(word) && isNeutralWord(word, true) && isArabicActionVerb(word)
      );
}

/** Whether a first word can start a claim of the bidder: an action verb or a noun. */
function mayStartClaim(first: string): boolean {
  if (/نا$/.test(first) && !ARABIC_VERB.test(first) && !OUR_FEMININE.test(first)) {
    return ARABIC_LASTING.test(first) || !isArabicActionVerb(first);
  }
  return !ARABIC_VERB.test(first) && !/نا$/.test(first) || isArabicActionVerb(first) ||
    ARABIC_OURS.test(first) && !ARABIC_VERB.test(first);
}

/** A verb in the first person plural, as opposed to a noun with the same first letter. */
const ARABIC_WE =
  /^(?:[وف]?س?ن(?!سب|ظام|قل|وع|سخ|طاق|هاي|فس|قاط|موذج|جاح|تائج|صف|حو|بيل|ادر|اد|ور|اس)\p{L}{3,}|\p{L}{3,}نا)$/u;
const ARABIC_VERB = /^[وف]?س?[نيت]\p{L}{2,}$/u;
const ARABIC_LEAD = /^(?:بعد|قبل|عند|خلال|مع|منذ|طوال|سوف|بهذا)$/;
/** Past actions with a lasting or requested result. */
const ARABIC_LASTING =
  /^[وف]?(?:ار|ا)?(?:فقنا|نفذنا|جددنا|نجزنا|انجزنا|وفرنا|خصصنا|حصلنا|كملنا|اكملنا|ستخرجنا|استخرجنا|سجلنا|وقعنا|جرينا|اجرينا|صممنا|بنينا|امنا|ضمنا|وردنا|سلمنا|شغلنا|ادرنا|دربنا|عينا|جهزنا|ركبنا|ارفقنا|قدمنا|اودعنا|ادرجنا|حجزنا|زودنا|اعددنا|حددنا|ادينا|توليناها?|تولينا|انشانا|اسسنا|ابرمنا|استوفينا|اجتزنا|نلنا|سعرنا|شملنا)$/u;
/** In منشأتنا, "our facility", the ending is possessive; many other words with it are verbs. */
const OUR_FEMININE = /^\p{L}{3,}تنا$/u;
const ARABIC_OURS = /^[وفبلك]{0,2}\p{L}{2,}نا$/u;

/** Whether the sentence starts with the bidder or its resource. */
export function startsWithBidder({ words }: Statement): boolean {
  return /^(?:we|our)$/.test(words[0] ?? "");
}

/** Whether the sentence starts with the offered item rather than a person. */
export function startsWithOffer({ words }: Statement): boolean {
  return /^(?:the|each|all|every|it|its|both)$/.test(words[0] ?? "") ||
    /^(?:ال|لل)\p{L}{3,}$|^(?:كل|لكل|جميع|سعه|قدره|طول|وزن|قياس|حجم|مده|عمر|سرعه|مساحه|نسبه|قيمه)$/u.test(
      words[0] ?? "",
    );
}

/** Whether the word before each quantity is known; an unknown one may be a hedge, such as `some 15`. */
export function hasKnownModifiers(
  { terms }: ParsedRequirement,
  { text, words, quantities }: Statement,
): boolean {
  return quantities.every(({ from }) => {
    const before = words[from - 1];
    return before === undefined || isStopWord(before) || isActionVerb(before) ||
      terms.includes(stemOf(before)) ||
      AUXILIARIES.test(before) || numberOf(before) !== undefined || unitOf(before) !== undefined ||
      /^(?:ن|ت|ي|س)\p{Script=Arabic}{2,}$|نا$|^(?:[وفبلك]{0,2}ال|لل)\p{L}{3,}/u.test(before) ||
      text.includes(before.toUpperCase()) ||
      text.includes(` ${before.slice(0, 1).toUpperCase()}${before.slice(1)} `) ||
      OWN_THINGS.test(stemOf(before)) || isNeutralWord(before, /\p{Script=Arabic}/u.test(before)) &&
        !/^(?:say|good|well|toward|towards|past|maybe|like|under)$/.test(before) ||
      /^(?:since|over|than|least|its|سعه|بطول|طول|حجم|بسعه|عدد|عددهم|بعدد|من|وعددهم|خبره|مدتها|مدته|قدرها|قدره|بلغ|تبلغ|يبلغ)$/
        .test(before);
  });
}

/** Words of place or praise, which limit nothing. */
const HARMLESS =
  /^(?:order|contract|site|client|client's|paper|price|annex|appendix|page|section|branch|gate|desk|main|morning|evening|everywhere|everyone|weekends?|working|business|calendar|full|complete|whole|entire|entirely|throughout|purchase|award|signing|signature|handover|house|ourselves|central|modern|own|dedicated|permanent|qualified|experienced|certified|accredited|trained|brand|high|quality|daily|weekly|monthly|yearly|annually|every|per|call|unit|units|parts?|devices?|items?|machines?|company|team|staff|employees|years|recent|since|number|no|uae|dubai|abu|dhabi|sharjah|emirates|attached|enclosed|signed|ms|mr|eng|dr|duration|period|term|end|time|times|always|any|kind|type|model|models|project|projects|copies|copy|which|reports?|documents?|annexed|located)$/;
const ARABIC_HARMLESS =
  /^(?:(?:[وفبلك]|لل|ال|بال|وال)*(?:امر|شراء|الشراء|عقد|العقد|موقع|الموقع|عميل|العميل|سعر|ملحق|صفحه|فرع|فرعنا|بوابه|البوابه|نهايه|بدايه|مده|طوال|سنوات|الاخيره|اخيره|شركه|فريق|وحده|قطعه|قطع|جهاز|اجهزه|الاجهزه|رقم|دبي|ابوظبي|الشارقه|الدوله|الامارات|مهندس|المهندس|المهندسه|سيد|السيد|السيده|كامله|كامل|كاملا|دائم|دائما|يوميا|شهريا|سنويا|اسبوعيا|يوم|شهر|عمل|دوام|لهذا|هذا|جدا|معتمد|معتمده|مؤهل|موهل|حديث|حديثه|عام|ايضا|مكيف|سعه|عدد|ضمن|حاليا|منفذ|مشاريعنا|سنه|ارفاق|توقيع|مدينه|اماره|المصفح))$/;

/** Words that weaken, limit or attribute a statement. */
const DOUBTFUL =
  /^(?:although|though|whereas|despite|notwithstanding|insofar|inasmuch|lest|but|however|yet|while|should|ought|must|supposed|supposedly|allegedly|nominally|close|near|short|below|almost|ample|plenty|many|several|few|generous|large|flexible|mind|opinion|view|far|condition|conditions|discretion|rule|theory|request|requests|requested|let|lets|permit|permitting|landlord|neighbour|neighbor|friends?|friendly|neighbours?|neighbors?|auditors?|lawyers?|banks?|bankers?|insurers?|accountants?|tenants?|lenders?|investors?|franchisors?|sponsors?|university|universities|landlords?|donors?|champions?|chairman|chairwoman|president|photographs?|pictures?|images?|brochures?|cousins?|brothers?|relatives?|uncles?|fathers?|siblings?|importer|integrator|broker|ally|allies|someone|somebody|another|other|others|else|whoever|party|parties|lessor|lender|network|access|rented|leased|hired|borrowed|shared|subject|topic|issue|talks?|contacted|approached|negotiat\w*|invited|shortlist\w*|preassess\w*|assessment|preliminary|provisional|interim|trial|pilot|demo|prototype|draft|drafted|stage|phase|future|filed|pending|review|discussion|negotiation|goal|ambition|objective|wish|desire|dream|vision|roadmap|option|options|alternative|similar|like|kind|sort|part|portion|exam|seek|sought|version|also|exists|eligible|qualify|would|tradition|principles?|guidelines?|spirit|philosophy|methodology|intent|intention|promise|promised|proposal|concept|model|customers?|ask|asks|asked|need|needs|want|wants|study|studying|evaluate|evaluating|consider|considering|considered|explore|exploring|scheduled?|upgrade|upgrading|convert|converting|retrofit\w*|build|building)$/;
/** More unknown words than this may hide a clause that limits the statement. */
const MOST_UNKNOWN = 8;
const ARABIC_DOUBTFUL =
  /^[وفبلك]{0,2}(?:ال)?(?:موضوع|مساله|محادثات|مفاوضات|تقييم|اولي|تمهيدي\p{L}*|موقت\p{L}*|مؤقت\p{L}*|ناقلنا|ناقلينا|مستشار\p{L}*|محاسب\p{L}*|خبيرنا|مديرنا|مديرتنا|شاحننا|وسيط\p{L}*|ممول\p{L}*|متعهدنا|دار|صور|جيران\p{L}*|مدققو?|محامي?\p{L}*|مصرف\p{L}*|بنكنا|مستثمر\p{L}*|كفيل\p{L}*|عائله|الجامعه|رئيس|امتحان\p{L}*|كلما|زهاء|يناهز|يفترض|بيد|لكن|رغم|حيث|ريثما|حين|حينما|شبه|صاحب|مالك|جار|صديق|طرف|اخر|اخري|اخرين|غيرنا|مؤجر|موجر|مستاجر|مستاجرين|مستاجرون|شبكه|شبكات|وصول|امكانيه|مستعار|مشترك|مشتركه|قريب|قرب|عموم|كثير|كثيره|عديد|كبيره|كبير|مستورد|ناقلينا|رغبه|مبادئ|مبادي|نهج|منهجيه|روح|ارشادات|هدف|خيار|بديل|نموذج|تجريبي|تجريبيه|دراسه|مرحله|مقترح|لقاء|نظير|راينا|نظرنا|بال|بالنا|امنيات\p{L}*|ذهن\p{L}*)$/u;
/** Verbs that ask, wait, plan, permit or depend, by their person prefix. */
const ARABIC_DOUBTFUL_VERB =
  /^[وف]?س?[ينت](?:نتظر|حتاج|بحث|درس|فكر|قترح|ستاجر|ستعين|ستعير|عتمد|طلب|شترط|فضل|ريد|رغب|ود|تطلع|طمح|سعي|امل|توقع|عتزم|خطط|نوي|بني|عدل|طور|حول|توقف|تطلب|سمح|وافق|دفع|تحمل|مكن|مكننا|نبغي|رجو|بذل|حاول|شتري|فتح|وظف|عين|قارب|ناهز|حرص|ستكمل|حضر|جهز|صلح ل|خدم|كفل|عد|توفر|تيسر)(?:ه|ها|وا|ون)?$/u;

/** Adverbs that limit nothing, unlike `nearly` or `possibly`. */
const PLAIN_MANNER =
  /^(?:permanently|exclusively|solely|fully|daily|weekly|monthly|yearly|hourly|nightly|entirely|directly|promptly|immediately|personally|locally|regularly|continuously|continually|constantly|strictly|properly|carefully|professionally|completely|wholly|totally|individually|electronically|digitally|manually|automatically|freshly|newly|physically|centrally|specially|specifically|expressly|firmly|formally|officially|duly|legally|thoroughly|safely|securely|quarterly|annually|simultaneously|firmly|clearly|plainly|correctly|currently|presently|recently|assembly|family|supply|bodily|early)$/;

/** Whether an unknown word only names a thing or quality and limits nothing. */
function isNeutralWord(word: string, arabic: boolean): boolean {
  if (arabic) {
    return !ARABIC_DOUBTFUL.test(word) && !ARABIC_DOUBTFUL_VERB.test(word);
  }
  return word.length > 2 && (!/ly$/.test(word) || PLAIN_MANNER.test(word)) && !DOUBTFUL.test(word);
}

/**
 * Whether a normalized text contains a word that weakens or attributes a statement, or a conditional
 * participle.
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
 * Whether every word of the sentence is known, since an unknown word may be a condition. After the verb,
 * unknown nouns and adjectives are allowed.
 */
export function isUnderstood(
  requirement: ParsedRequirement,
  statement: Statement,
  { measured = false }: { measured?: boolean } = {},
): boolean {
  const { words } = statement;
  const own = OWN_SUBJECT.test(words.slice(subjectOf(words)).slice(0, 6).join(" ")) ||
    BY_US.test(words.join(" "));
  const verb = own ? 0 : words.findIndex((word, at) => at > 0 && isActionVerb(word));
  let unknown = 0;
  return wordsAreKnown(requirement, statement, (word, at) => {
    const arabic = /\p{Script=Arabic}/u.test(word);
    return ++unknown <= MOST_UNKNOWN &&
      (measured ||
        (arabic ? at > 0 || isArabicActionVerb(word) || OUR_FEMININE.test(word) : verb >= 0 && at > verb)) &&
      isNeutralWord(word, arabic);
  });
}

/** Whether the sentence names only the requested item and no substitute. */
export function namesNothingElse(requirement: ParsedRequirement, statement: Statement): boolean {
  return wordsAreKnown(requirement, statement, () => false);
}

function wordsAreKnown(
  { terms, identifiers, quantities }: ParsedRequirement,
  statement: Statement,
  orElse: (word: string, at: number) => boolean,
): boolean {
  const names = namesOf(statement.text);
  const counted = new Set(statement.quantities.flatMap(({ from, to }) => statement.words.slice(from, to)));
  const known = new Set([
    ...terms,
    ...identifiers,
    ...quantities.flatMap(({ countedStems }) => countedStems),
  ]);
  return statement.words.every((word, at) =>
    stemsOf(word).some((stem) => known.has(stem)) || isStopWord(word) || counted.has(word) ||
    numberOf(word) !== undefined ||
    unitOf(word) !== undefined || names.has(word) || isActionVerb(word) && at < 8 && !DOUBTFUL.test(word) ||
    AUXILIARIES.test(word) ||
    (/\p{Script=Arabic}/u.test(word)
      ? ARABIC_STARTS.test(word) && at < 3 || ARABIC_OWN.test(word) || ARABIC_HARMLESS.test(word) ||
        known.has(stemOf(word.replace(/نا$/, "")))
      : OWN_THINGS.test(stemOf(word)) || HARMLESS.test(word) || word.length === 1) ||
    orElse(word, at)
  );
}

/** Capitalised words within a sentence. */
function namesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/(?<=\S\s)[A-Z][\p{L}\d&.-]*/gu)].map(([name]) =>
      name.toLowerCase().replace(/\W+$/, "")
    ).flatMap((name) => [name, ...name.split("-")]),
  );
}
