import { numberOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { unitOf } from "./units.ts";
import type { Wanted } from "./wanted.ts";
import { isLight, stemOf } from "./words.ts";

/** Verbs by which a bidder says that it has or does a thing. */
const VERBS =
  /^(?:have|has|hold|holds|own|owns|offer|offers|provide|provides|give|gives|grant|grants|supply|supplies|deliver|delivers|maintain|maintains|operate|operates|operated|run|runs|carry|carries|employ|employs|keep|keeps|use|uses|enclose|enclosed|enclosing|submit|submits|attach|guarantee|guarantees|commit|undertake|ensure|assign|assigns|appoint|include|includes|cover|covers|come|comes|contain|contains|install|installs|perform|performs|complete|completed|completes|execute|executed|implemented|respond|responds|host|hosts|send|sends|train|trains|repair|repairs|issue|issues|possess|are|is|stays|remains|wear|wears|make|makes|manage|managed|clean|cleans|place|places|pay|accept|accepts|agree|keep|holding|serve|serves|work|works|speak|speaks|deliver)$/;
const AUXILIARIES =
  /^(?:will|shall|do|also|hereby|always|already|currently|now|fully|both|all|each|therefore|additionally|further|furthermore|been|not|never|and|yes|in|today|to|the|a|an|of|on|at|our|for|with|every|everything|alone|even|already|year|month|first|last|recent|years|total)$/;
/** What is the bidder's own when `our` or نا says so. */
const OWN_THINGS =
  /^(?:compan|firm|team|staff|person|employ|engine|techni|bid|price|propos|produc|servic|soluti|system|platfo|softwa|equipm|unit|device|branch|office|factor|plant|worksh|fleet|vehicl|van|truck|driver|guard|kitche|labora|depart|helpde|hotlin|crew|worker|manage|data|facili|site|store|premis|licens|licenc|certif|polic|insura|materi|goods|tool|machin|laptop|server|networ|experi|turnov|deliver|delive|warran|guaran|suppor|traini|respon|capita|sales|compan|local|conten|annual|annu|batter|backup|projec|help|trade|valid)\w{0,3}$/;
const ARABIC_STARTS =
  /^(?:[وف]?س?(?:ن(?:حمل|قدم|وفر|ورد|لتزم|ضمن|منح|شغل|ملك|متلك|جري|خصص|عقد|رفق|نفذ|درب|سلم|صلح|ركب|نجز|ستضيف|ستجيب|عمل|دير|رسل|تعهد|ؤمن|ومن|صدر|غطي|تولي|عين|وظف|حتفظ|نظف|طبق|ستخدم|عرض|شمل|زود|جهز|زيل|نقل|ؤكد|وكد|دفع|وصل))\p{L}*|(?:ار|ا)فقنا|نفذنا|جددنا|انجزنا|وفرنا|لدينا|عندنا|لدي|نحن|يشمل|تشمل|يعمل|تعمل|يغطي|تغطي|يقدم|تقدم|يبلغ|تبلغ|بلغ|بلغت|يتكون|تتكون|يحمل|تحمل|يسري|تسري|يوجد|توجد|يحتوي|تحتوي|يرتدي|ترتدي|اجتاز|اجتازت|تم|يتم|يصدر|يدير|يشفر|مده|قيمه|نسبه|عدد|مدير|راس|حجم|زمن|فتره|مستوي|سعر|جميع|كل|لا|لن)$/u;
const ARABIC_OWN =
  /^(?:شركت|فريق|سعر|عرض|عطاء|منتج|منتجات|خدم|خدمات|نظام|انظمت|معدات|اجهزت|وحدات|مهندس|مهندسو|مهندسي|فني|فنيو|موظف|موظفو|موظفي|عامل|مكتب|فرع|مصنع|مطبخ|مركبات|سيارات|اسطول|رخصت|شهادت|وثيقت|تامين|خبرت|مبيعات|ضمان|كفال|حراس|سائق|سائقي|سائقو|مشاريع|مشروعات|زي|بيانات|مقر|مستودع|مخازن|ورش|مختبر|اعمال|مواد|بضائع|مبان|مبني|راسمال|مال)نا$/u;

/** Whether the sentence says of the bidder, or of its offer, that it has or does the thing; any other subject may be anyone. */
export function speaksForBidder(wanted: Wanted, statement: Statement): boolean {
  const { words } = statement;
  return words.some((word) => /\p{Script=Arabic}/u.test(word))
    ? startsInArabic(wanted, words)
    : startsInEnglish(wanted, words);
}

function startsInEnglish({ terms }: Wanted, words: string[]): boolean {
  const known = (word: string) =>
    isLight(word) || AUXILIARIES.test(word) || terms.includes(stemOf(word)) || numberOf(word) !== undefined ||
    unitOf(word) !== undefined || OWN_THINGS.test(stemOf(word));
  const verb = words.findIndex((word, at) => {
    if (AUXILIARIES.test(word)) return false;
    if (VERBS.test(word)) return at > 0;
    return at > 0 && /^(?:we|will|shall|ly)$/.test(words[at - 1] ?? "");
  });
  if (verb < 0 || !words.slice(0, verb).every(known)) return false;
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

/** Whether the words right before each quantity are known: an unknown one may weaken it, as `some 15` does. */
export function plainQuantities({ terms }: Wanted, { words, quantities }: Statement): boolean {
  return quantities.every(({ from }) => {
    const before = words[from - 1];
    return before === undefined || isLight(before) || VERBS.test(before) || terms.includes(stemOf(before)) ||
      AUXILIARIES.test(before) || numberOf(before) !== undefined || unitOf(before) !== undefined ||
      /^(?:ن|ت|ي|س)\p{Script=Arabic}{2,}$|نا$/u.test(before) || OWN_THINGS.test(stemOf(before)) ||
      /^(?:since|over|than|least|its|سعه|بطول|طول|حجم|بسعه|عدد|عددهم|بعدد|من|وعددهم|خبره|مدتها|مدته|قدرها|قدره|بلغ|تبلغ|يبلغ)$/
        .test(before);
  });
}

/** Words that place or praise a thing and take nothing back. */
const HARMLESS =
  /^(?:order|contract|site|client|client's|paper|price|annex|appendix|page|section|branch|gate|desk|main|morning|evening|everywhere|everyone|weekends?|working|business|calendar|full|complete|whole|entire|entirely|throughout|purchase|award|signing|signature|handover|house|ourselves|central|modern|own|dedicated|permanent|qualified|experienced|certified|accredited|trained|brand|high|quality|daily|weekly|monthly|yearly|annually|every|per|call|unit|units|parts?|devices?|items?|machines?|company|team|staff|employees|years|recent|since|number|no|uae|dubai|abu|dhabi|sharjah|emirates|attached|enclosed|signed|ms|mr|eng|dr|duration|period|term|end|time|times|always|any|kind|type|model|models|project|projects)$/;
const ARABIC_HARMLESS =
  /^(?:(?:[وفبلك]|لل|ال|بال|وال)*(?:امر|شراء|الشراء|عقد|العقد|موقع|الموقع|عميل|العميل|سعر|ملحق|صفحه|فرع|فرعنا|بوابه|البوابه|نهايه|بدايه|مده|طوال|سنوات|الاخيره|اخيره|شركه|فريق|وحده|قطعه|قطع|جهاز|اجهزه|الاجهزه|رقم|دبي|ابوظبي|الشارقه|الدوله|الامارات|مهندس|المهندس|المهندسه|سيد|السيد|السيده|كامله|كامل|كاملا|دائم|دائما|يوميا|شهريا|سنويا|اسبوعيا|يوم|شهر|عمل|دوام|لهذا|هذا|جدا|معتمد|معتمده|مؤهل|موهل|حديث|حديثه|عام|ايضا|مكيف|سعه|عدد|ضمن|حاليا|منفذ|مشاريعنا|سنه|ارفاق|توقيع|مدينه|اماره|المصفح))$/;

/** Whether every word of the sentence is understood: a word that is not may be the condition that is not known here. */
export function isUnderstood({ terms, identifiers, quantities }: Wanted, statement: Statement): boolean {
  const names = new Set(
    [...statement.text.matchAll(/(?<=\S\s)[A-Z][\p{L}\d&.-]*/gu)].map(([name]) =>
      name.toLowerCase().replace(/\W+$/, "")
    ),
  );
  const counted = new Set(statement.quantities.flatMap(({ from, to }) => statement.words.slice(from, to)));
  const known = new Set([...terms, ...identifiers, ...quantities.flatMap(({ things }) => things)]);
  return statement.words.every((word, at) => {
    const arabic = /\p{Script=Arabic}/u.test(word);
    return known.has(stemOf(word)) || isLight(word) || counted.has(word) || numberOf(word) !== undefined ||
      unitOf(word) !== undefined || names.has(word) || VERBS.test(word) && at < 8 || AUXILIARIES.test(word) ||
      (arabic
        ? ARABIC_STARTS.test(word) && at < 3 || ARABIC_OWN.test(word) || ARABIC_HARMLESS.test(word) ||
          known.has(stemOf(word.replace(/نا$/, "")))
        : OWN_THINGS.test(stemOf(word)) || HARMLESS.test(word) || word.length === 1);
  });
}
