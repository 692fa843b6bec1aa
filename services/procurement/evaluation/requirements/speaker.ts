import { numberOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { unitOf } from "./units.ts";
import type { Wanted } from "./wanted.ts";
import { isLight, stemOf } from "./words.ts";

/** Verbs by which a bidder says that it has or does a thing. */
const VERBS =
  /^(?:have|has|hold|holds|own|owns|offer|offers|provide|provides|give|gives|grant|grants|supply|supplies|deliver|delivers|maintain|maintains|operate|operates|operated|run|runs|carry|carries|employ|employs|keep|keeps|use|uses|enclose|enclosed|enclosing|submit|submits|attach|guarantee|guarantees|commit|undertake|ensure|assign|assigns|appoint|include|includes|cover|covers|come|comes|contain|contains|install|installs|perform|performs|complete|completed|completes|execute|executed|implemented|respond|responds|host|hosts|send|sends|train|trains|repair|repairs|issue|issues|possess|are|is|stays|remains|wear|wears|make|makes|manage|managed|clean|cleans|place|places|pay|accept|accepts|agree|keep|holding|serve|serves|work|works|speak|speaks|deliver|weigh|weighs|comprise|comprises|buy|buys|list|lists|remove|removes|change|changes|train|amounts|amounted|stand|stands|received|receives|measures|lasts|costs|consumes|meets|complies|comply|enter|lies|sits|confirm|confirms|deploys|takes|uses|renewed|gained|obtained|passed|built|be|carried|refuse|refuses|reject|rejects)$/;
const AUXILIARIES =
  /^(?:will|shall|do|also|hereby|always|already|currently|now|fully|both|all|each|therefore|additionally|further|furthermore|been|not|never|and|yes|in|today|to|the|a|an|of|on|at|our|for|with|every|everything|alone|even|already|year|month|first|last|recent|years|total|offered|quoted|proposed|deploy|listed|that|we|us)$/;
/** What is the bidder's own when `our` or نا says so. */
const OWN_THINGS =
  /^(?:compan|firm|team|staff|person|employ|engine|techni|bid|price|propos|produc|servic|soluti|system|platfo|softwa|equipm|unit|device|branch|office|factor|plant|worksh|fleet|vehicl|van|truck|driver|guard|kitche|labora|depart|helpde|hotlin|crew|worker|manage|data|facili|site|store|premis|licens|licenc|certif|polic|insura|materi|goods|tool|machin|laptop|server|networ|experi|turnov|deliver|delive|warran|guaran|suppor|traini|respon|capita|sales|compan|yard|wareho|depot|clinic|camp|hall|garage|farm|mill|line|laundr|bakery|showro|truck|lorr|crane|forkli|chemic|glov|unifor|traine|nurse|doctor|teache|cleane|cook|chef|superv|operat|interp|inspec|audito|archit|survey|applic|websit|databa|camera|sensor|consum|rate|bus|local|conten|annual|annu|batter|backup|projec|help|trade|valid)\w{0,3}$/;
const ARABIC_STARTS =
  /^(?:[وف]?س?(?:ن(?:حمل|قدم|وفر|ورد|لتزم|ضمن|منح|شغل|ملك|متلك|جري|خصص|عقد|رفق|نفذ|درب|سلم|صلح|ركب|نجز|ستضيف|ستجيب|عمل|دير|رسل|تعهد|ؤمن|ومن|صدر|غطي|تولي|عين|وظف|حتفظ|نظف|طبق|ستخدم|عرض|شمل|زود|جهز|زيل|نقل|ؤكد|وكد|دفع|وصل))\p{L}*|(?:ار|ا)فقنا|نفذنا|جددنا|انجزنا|وفرنا|لدينا|عندنا|لدي|نحن|يشمل|تشمل|يعمل|تعمل|يغطي|تغطي|يقدم|تقدم|يبلغ|تبلغ|بلغ|بلغت|يتكون|تتكون|يحمل|تحمل|يسري|تسري|يوجد|توجد|يحتوي|تحتوي|يرتدي|ترتدي|اجتاز|اجتازت|تم|يتم|يصدر|يدير|يشفر|مده|قيمه|نسبه|عدد|مدير|راس|حجم|زمن|فتره|مستوي|سعر|جميع|كل|كافه|لا|لن|يقع|تقع|تبعد|يبعد|يسكن|يتحدث|تتحدث|يجيد|تجيد|حصلنا|حصلت|حاصلون|حائزون|مسجلون|معتمدون|مرخصون|نفذت|سلمت|وردت|يتولي|تتولي|بحوزه|بحوزتنا|عويرت|تنقل|تحول|تصدر|يصرف|تصرف|طاقه|قدره|القدره|الطاقه|سعه|وزن|طول|مساحه|مسافه|اسعار|سجل|شهاده|رخصه)$/u;
const ARABIC_OWN =
  /^(?:شركت|فريق|سعر|عرض|عطاء|منتج|منتجات|خدم|خدمات|نظام|انظمت|معدات|اجهزت|وحدات|مهندس|مهندسو|مهندسي|فني|فنيو|موظف|موظفو|موظفي|عامل|مكتب|فرع|مصنع|مطبخ|مركبات|سيارات|اسطول|رخصت|شهادت|وثيقت|تامين|خبرت|مبيعات|ضمان|كفال|حراس|سائق|سائقي|سائقو|مشاريع|مشروعات|زي|بيانات|مقر|مستودع|مخازن|ورش|مختبر|اعمال|مواد|بضائع|مبان|مبني|راسمال|مال)نا$/u;

/** What is measured of a thing, and says nothing of whose it is. */
const MEASURES =
  /^(?:length|weight|width|height|depth|size|capacity|output|power|consumption|yield|speed|range|temperature|duration|period|validity|rate|lead|throughput|resolution|efficiency|turnaround|attendance|response|minimum|maximum)$/;
const OFFERED = /^(?:offered|quoted|proposed|tendered|supplied)$/;

/** Whether the sentence says of the bidder, or of its offer, that it has or does the thing; any other subject may be anyone. */
export function speaksForBidder(wanted: Wanted, statement: Statement): boolean {
  const { words } = statement;
  return words.some((word) => /\p{Script=Arabic}/u.test(word))
    ? startsInArabic(wanted, words)
    : startsInEnglish(wanted, statement);
}

function startsInEnglish({ terms }: Wanted, { text, words }: Statement): boolean {
  // `Our policy with AXA`: a name within what is ours is no other speaker, which a noun before it would have said.
  const own = words[0] === "our" || words[0] === "all" && words[1] === "our" ||
    /^(?:mr|ms|mrs|dr|eng)$/.test(words[0] ?? "");
  const names = namesOf(text);
  const known = (word: string) =>
    isLight(word) || AUXILIARIES.test(word) || terms.includes(stemOf(word)) || numberOf(word) !== undefined ||
    unitOf(word) !== undefined || OWN_THINGS.test(stemOf(word)) || MEASURES.test(word) ||
    own && names.has(word);
  const verb = words.findIndex((word, at) => {
    if (AUXILIARIES.test(word)) return false;
    if (VERBS.test(word)) return at > 0;
    return at > 0 && /^(?:we|will|shall|ly)$/.test(words[at - 1] ?? "");
  });
  if (
    verb < 0 || !words.slice(0, verb).every((word, at) => known(word) || OFFERED.test(words[at + 1] ?? ""))
  ) return false;
  const [said = "", next = ""] = words.slice(verb);
  if (!VERBS.test(said) && !terms.includes(stemOf(said))) return false;
  // `We are building one` has none yet.
  return !(/^(?:are|is)$/.test(said) && /ing$/.test(next) && !terms.includes(stemOf(next)));
}

function startsInArabic({ terms }: Wanted, words: string[]): boolean {
  const [first = ""] = words.filter((word) => !/^(?:و|كما|ان|نحن|جميع|كل|في|عام|هذا|ايضا|\d+)$/.test(word));
  return ARABIC_STARTS.test(first) || ARABIC_OWN.test(first) || terms.includes(stemOf(first)) ||
    terms.includes(stemOf(first.replace(/نا$/, "")));
}

/** Whether the sentence begins with a thing that is offered, rather than with somebody. */
export function speaksOfOffer({ words }: Statement): boolean {
  return /^(?:the|each|all|every|our|we|it|its|both)$/.test(words[0] ?? "") ||
    /^(?:ال|لل)\p{L}{3,}$|^(?:كل|جميع|سعه|قدره|طول|وزن|قياس|حجم|مده|عمر|سرعه|مساحه|نسبه|قيمه)$/u.test(
      words[0] ?? "",
    );
}

/** Whether the words right before each quantity are known: an unknown one may weaken it, as `some 15` does. */
export function plainQuantities({ terms }: Wanted, { text, words, quantities }: Statement): boolean {
  return quantities.every(({ from }) => {
    const before = words[from - 1];
    return before === undefined || isLight(before) || VERBS.test(before) || terms.includes(stemOf(before)) ||
      AUXILIARIES.test(before) || numberOf(before) !== undefined || unitOf(before) !== undefined ||
      /^(?:ن|ت|ي|س)\p{Script=Arabic}{2,}$|نا$|^(?:[وفبلك]{0,2}ال|لل)\p{L}{3,}/u.test(before) ||
      text.includes(` ${before.slice(0, 1).toUpperCase()}${before.slice(1)} `) ||
      OWN_THINGS.test(stemOf(before)) ||
      /^(?:since|over|than|least|its|سعه|بطول|طول|حجم|بسعه|عدد|عددهم|بعدد|من|وعددهم|خبره|مدتها|مدته|قدرها|قدره|بلغ|تبلغ|يبلغ)$/
        .test(before);
  });
}

/** Words that place or praise a thing and take nothing back. */
const HARMLESS =
  /^(?:order|contract|site|client|client's|paper|price|annex|appendix|page|section|branch|gate|desk|main|morning|evening|everywhere|everyone|weekends?|working|business|calendar|full|complete|whole|entire|entirely|throughout|purchase|award|signing|signature|handover|house|ourselves|central|modern|own|dedicated|permanent|qualified|experienced|certified|accredited|trained|brand|high|quality|daily|weekly|monthly|yearly|annually|every|per|call|unit|units|parts?|devices?|items?|machines?|company|team|staff|employees|years|recent|since|number|no|uae|dubai|abu|dhabi|sharjah|emirates|attached|enclosed|signed|ms|mr|eng|dr|duration|period|term|end|time|times|always|any|kind|type|model|models|project|projects|copies|copy|which|reports?|documents?|annexed|located)$/;
const ARABIC_HARMLESS =
  /^(?:(?:[وفبلك]|لل|ال|بال|وال)*(?:امر|شراء|الشراء|عقد|العقد|موقع|الموقع|عميل|العميل|سعر|ملحق|صفحه|فرع|فرعنا|بوابه|البوابه|نهايه|بدايه|مده|طوال|سنوات|الاخيره|اخيره|شركه|فريق|وحده|قطعه|قطع|جهاز|اجهزه|الاجهزه|رقم|دبي|ابوظبي|الشارقه|الدوله|الامارات|مهندس|المهندس|المهندسه|سيد|السيد|السيده|كامله|كامل|كاملا|دائم|دائما|يوميا|شهريا|سنويا|اسبوعيا|يوم|شهر|عمل|دوام|لهذا|هذا|جدا|معتمد|معتمده|مؤهل|موهل|حديث|حديثه|عام|ايضا|مكيف|سعه|عدد|ضمن|حاليا|منفذ|مشاريعنا|سنه|ارفاق|توقيع|مدينه|اماره|المصفح))$/;

/** Words that weaken, limit or lend a statement to somebody else, beyond those of the stances. */
const DOUBTFUL =
  /^(?:although|though|whereas|despite|notwithstanding|insofar|inasmuch|lest|but|however|yet|while|should|ought|must|supposed|supposedly|allegedly|nominally|close|near|short|below|almost|ample|plenty|many|several|few|generous|large|flexible|mind|opinion|view|far|list|condition|conditions|discretion|rule|theory|request|requests|requested|let|lets|permit|permitting|landlord|neighbour|neighbor|friend|friendly|importer|integrator|broker|ally|allies|someone|somebody|another|other|others|else|whoever|party|parties|lessor|lender|network|access|rented|leased|hired|borrowed|shared|trial|pilot|demo|prototype|draft|drafted|stage|phase|future|filed|pending|review|discussion|negotiation|goal|ambition|objective|wish|desire|dream|vision|roadmap|option|options|alternative|similar|like|kind|sort|part|portion|exam|seek|sought|version|also|exists|eligible|qualify|would|tradition|intent|intention|promise|promised|proposal|concept|model|customers?|ask|asks|asked|need|needs|want|wants|study|studying|evaluate|evaluating|consider|considering|considered|explore|exploring|scheduled?|upgrade|upgrading|convert|converting|retrofit\w*|build|building)$/;
/** More words than these that no list knows could hold a clause that takes all back. */
const MOST_UNKNOWN = 1;
/** A measure that is better than the one asked for is a statement of its own. */
const MOST_UNKNOWN_MEASURED = 4;
const ARABIC_DOUBTFUL =
  /^[وفبلك]{0,2}(?:ال)?(?:كلما|زهاء|يناهز|يفترض|بيد|لكن|رغم|حيث|ريثما|حين|حينما|شبه|صاحب|مالك|جار|صديق|طرف|اخر|اخري|اخرين|غيرنا|مؤجر|موجر|مستاجر|مستاجرين|مستاجرون|شبكه|شبكات|وصول|امكانيه|مستعار|مشترك|مشتركه|قريب|قرب|عموم|كثير|كثيره|عديد|كبيره|كبير|مستورد|ناقلينا|رغبه|هدف|خيار|بديل|نموذج|تجريبي|تجريبيه|دراسه|مرحله|مقترح|لقاء|نظير|راينا|نظرنا|بال|بالنا|امنيات\p{L}*|قائمه|ذهن\p{L}*)$/u;
/** Verbs, by their person's letter, that ask, wait, plan, let or depend. */
const ARABIC_DOUBTFUL_VERB =
  /^[وف]?س?[ينت](?:نتظر|حتاج|بحث|درس|فكر|قترح|ستاجر|ستعين|ستعير|عتمد|طلب|شترط|فضل|ريد|رغب|ود|تطلع|طمح|سعي|امل|توقع|عتزم|خطط|نوي|بني|عدل|طور|حول|توقف|تطلب|سمح|وافق|دفع|تحمل|مكن|مكننا|نبغي|رجو|بذل|حاول|شتري|فتح|وظف|عين|قارب|ناهز|حرص|ستكمل|حضر|جهز|صلح ل|كفل|عد|توفر|تيسر)(?:ه|ها|وا|ون)?$/u;

/** Whether a word that no list knows only names a thing or a quality, and so takes nothing back. */
function isNaming(word: string, arabic: boolean): boolean {
  if (arabic) {
    return word.length > 2 && !ARABIC_DOUBTFUL.test(word) && !ARABIC_DOUBTFUL_VERB.test(word);
  }
  return word.length > 2 && !/ly$/.test(word) && !DOUBTFUL.test(word);
}

/** Whether a normalized text holds a word that weakens or lends what it is added to, or a condition in a participle. */
export function isDoubtful(text: string): boolean {
  return /\w+ing\W*$/.test(text) ||
    text.split(/[^\p{L}'\d]+/u).some((word) =>
      DOUBTFUL.test(word) || ARABIC_DOUBTFUL.test(word) || ARABIC_DOUBTFUL_VERB.test(word) ||
      /ly$/.test(word) &&
        !/^(?:fully|daily|weekly|monthly|yearly|currently|only|supply|family|directly|entirely)$/.test(word)
    );
}

/**
 * Whether every word of the sentence is understood: a word that is not may be the condition that is not known here.
 * Before the verb that is each word; after it, words that only name things and qualities may be unknown.
 */
export function isUnderstood(
  wanted: Wanted,
  statement: Statement,
  { measured = false }: { measured?: boolean } = {},
): boolean {
  const most = measured ? MOST_UNKNOWN_MEASURED : MOST_UNKNOWN;
  const verb = statement.words.findIndex((word, at) => at > 0 && VERBS.test(word));
  let unknown = 0;
  return wordsAreKnown(wanted, statement, (word, at) => {
    const arabic = /\p{Script=Arabic}/u.test(word);
    return ++unknown <= most && (measured || (arabic ? at > 0 : verb >= 0 && at > verb)) &&
      isNaming(word, arabic);
  });
}

/** Whether the sentence names nothing but what is wanted, so that no other thing stands in its place. */
export function namesNothingElse(wanted: Wanted, statement: Statement): boolean {
  return wordsAreKnown(wanted, statement, () => false);
}

function wordsAreKnown(
  { terms, identifiers, quantities }: Wanted,
  statement: Statement,
  orElse: (word: string, at: number) => boolean,
): boolean {
  const names = namesOf(statement.text);
  const counted = new Set(statement.quantities.flatMap(({ from, to }) => statement.words.slice(from, to)));
  const known = new Set([...terms, ...identifiers, ...quantities.flatMap(({ things }) => things)]);
  return statement.words.every((word, at) =>
    known.has(stemOf(word)) || isLight(word) || counted.has(word) || numberOf(word) !== undefined ||
    unitOf(word) !== undefined || names.has(word) || VERBS.test(word) && at < 8 || AUXILIARIES.test(word) ||
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
    ),
  );
}
