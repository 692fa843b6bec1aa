import { fold } from "lib/fold.ts";
import { remembered } from "./remembered.ts";

/** A text as the reading of requirements sees it: folded, digits in ASCII, words that mean one thing written as one. */
export function normalized(text: string): string {
  return fold(text)
    .replace(/[’‘`]/g, "'")
    .replace(/\bcan't\b/g, "cannot").replace(/\bwon't\b/g, "will not").replace(/n't\b/g, " not")
    .replace(/\bno\. ?(?=\d)/g, "number ")
    .replace(/(?<![\p{L}])(?:م|m|sq\.? ?m) ?2(?!\d)|متر(?:ا)? مربع(?:ا)?|square met(?:er|re)s?/gu, " sqm ")
    .replace(/(?<![\p{L}])(?:م|m) ?3(?!\d)|متر(?:ا)? مكعب(?:ا)?|cubic met(?:er|re)s?/gu, " cbm ")
    .replace(/\bno (\w+(?: \w+){0,3}) (?:longer|more|later|older|heavier|higher) than\b/g, "$1 atmost")
    .replace(/\bno (\w+(?: \w+){0,3}) (?:shorter|less|fewer|younger|lighter|lower) than\b/g, "$1 atleast")
    // `We use nothing but …` is an affirmation with two denials.
    .replace(/(?<!\p{L})(?:لا|لم|لن) (\p{L}+) الا(?! اذا)(?!\p{L})/gu, "$1")
    .replace(/(?<!\p{L})ما من ((?:\p{L}+ ){1,6})الا و/gu, "$1 و")
    .replace(/\bnothing but\b|\bnone but\b/g, " ")
    .replace(/(\p{L})(?=\d)/gu, "$1 ").replace(/(\d)(?=\p{L})/gu, "$1 ")
    .replace(
      /\b24\s*(?:\/|x)\s*7\b|24 hours a day|around the clock|round the clock|علي مدار الساعه/g,
      " roundclock ",
    )
    .replace(/roundclock\s*,?\s*(?:and\s*)?(?:7|seven) days a week/g, "roundclock")
    .replace(/(\d),(?=\d{3}(?:\D|$))/g, "$1")
    .replace(/(\d)٬(?=\d{3})/g, "$1").replace(/(\d)٫(\d)/g, "$1.$2")
    .replace(/\bsub-contract/g, "subcontract").replace(/\bon-site\b/g, "onsite")
    .replace(/\bthird[- ]party insurance/g, "thirdparty insurance")
    .replace(/\bwork ?days?\b/g, "workday")
    .replace(
      /\bno (?:less|fewer|lower|shorter) than\b|\bnot (?:less|fewer|lower|shorter) than\b/g,
      " atleast ",
    )
    .replace(
      /\bno (?:more|later|longer|greater|higher) than\b|\bnot (?:more|later|longer|greater|higher) than\b/g,
      " atmost ",
    )
    .replace(
      /\bnot (?:to )?exceed(?:ing)?\b|\bdoes not exceed\b|\bdo not exceed\b|\bnever exceeds?\b/g,
      " atmost ",
    )
    .replace(
      /\bnot (?:be |have been )?(?:older|more|later|longer|heavier|higher|over|above) than\b/g,
      " atmost ",
    )
    .replace(
      /(?<!\p{L})(?:ان |ما )?(?:لا|ولا|الا) ?(?:تقل|يقل)(?:ان)?((?: \p{L}+){0,7}?) عن(?!\p{L})/gu,
      "$1 atleast ",
    )
    .replace(
      /(?<!\p{L})(?:ان |ما )?(?:لا|ولا|الا) ?(?:تزيد|يزيد|تتجاوز|يتجاوز|تتعدي|يتعدي|تبعد|يبعد)((?: \p{L}+){0,7}?) (?:عن|علي|اكثر من)(?= ?\d)/gu,
      "$1 atmost ",
    )
    .replace(
      /(?<!\p{L})(?:ان )?(?:لا|ولا|الا) ?(?:تزيد|يزيد|تتجاوز|يتجاوز|تتعدي|يتعدي)(?: عن| علي)?(?!\p{L})/gu,
      " atmost ",
    )
    .replace(/كيلو ?فولت ?امبير|ك ?\.? ?ف ?\.? ?ا(?!\p{L})/gu, " kva ").replace(/كيلو متر/g, "كيلومتر")
    .replace(/(?<!\p{L})(?:ال)?ايزو(?!\p{L})/gu, "iso");
}

const ENGLISH_LIGHT = new Set(
  ("a an and are as at be been by for from has have had in is it its of on or to with within that the their this these those any " +
    "each per than least most such which who will shall must should we our us you your i my they he she was were do does did " +
    "not no nor bidder bidders supplier suppliers contractor contractors tenderer company firm provide provides provided offer " +
    "offers offered give gives given hold holds held own owns submit submits submitted ensure maintain valid current currently " +
    "minimum maximum atleast atmost own all every whole full both either also so more less only inside deadline enclosed " +
    "enclose there us about after before during under above below over up into between our ours keep keep keeps get make makes " +
    "against taken any anyone such must fully made available carry carries come comes contain contains used use run runs see place last first now same one until till may might can could would time")
    .split(" "),
);
const ARABIC_LIGHT = new Set(
  ("عن علي في من الي ان او مع كل جميع هذا هذه ذلك تلك يجب التي الذي ما هو هي وان يكون تكون كان كانت مقدم العطاء العطاءات الشركه شركه شركتنا المورد " +
    "المتعهد المقاول لدي لدينا لنا لديكم نحن عند عندنا خلال لمده مده بقيمه قيمه بنسبه نسبه اي الا لا لم لن ليس ليست غير دون بدون عدم وجود يوجد توجد " +
    "تقديم نقدم توفير نوفر يتوفر تتوفر متوفره متوفر يحمل نحمل حمل ساري ساريه المفعول سارٍ صالح صالحه داخل الاقل الاكثر اقصي ادني اقل اكثر منذ عام سنه " +
    "بعد قبل وهي وهو وكلها كلها به بها له لها حتي تاريخ ايضا عطائنا عرضنا واحد واحده atleast atmost " +
    "كحد لا يقل تقل يزيد تزيد عدد معدل مدينه بمدينه متقدم المتقدم للمتقدم للمقاول للمتعهد الجهه حاصل حاصلا حاصله حاصلون حصول الحصول خاصه يشمل تشمل ارفقنا مرفق مرفقه يتم تم سيتم بواسطه علينا زمن وقت وفق الخاص خاص لكم اليكم")
    .split(" ").map((
      word,
    ) => fold(word)),
);

/** Words whose stems differ and that say the same. */
const SAME: [RegExp, string][] = [[/^valid/, "valid"], [/^offers?$/, "bid"], [/^bids?$/, "bid"], [
  /^(?:ال)?[يت]?سري(?:ان)?$/,
  "ar:سري",
]];

/** Words that end a stem, longest first. */
const ENGLISH_ENDINGS = /(?:ations?|ated|ates?|ating|ments?|ings?|ers?|ors?|ied|ies|ed|es|s|y|e|al)$/;

/** Groups of words that say the same in tenders and bids, as folding leaves them; one of each inflection is enough. */
const SYNONYMS = [
  "warranty guarantee guaranteed",
  "licence license licensed licensing",
  "staff personnel employ employee workforce payroll headcount",
  "account statement",
  "turnover revenue",
  "insurance insured policy",
  "member membership",
  "appoint assign nominate",
  "subcontract outsource",
  "deliver delivery supply supplied",
  "operative technician worker",
  "lorry truck",
  "clear clearance",
  "weight weigh",
  "ضمان كفاله ضمانات كفالات",
  "توريد تسليم نورد نسلم نسلمكم",
  "سداد دفع نسدد ندفع",
  "ايرادات مبيعات ايراداتنا مبيعاتنا",
  "قبول موافقه نقبل نوافق موافقون",
  "تنفيذ انجاز ننفذ ننجز نفذنا انجزنا نفذت منفذه",
  "عمال عماله عمالنا عاملين موظفين موظفينا موظفونا موظفا",
  "مملوك مملوكه نملك نمتلك تملك بحوزه باسمنا وباسمها",
  "شاحنه شاحنات",
  "استجابه نستجيب",
];
const GROUP_OF = new Map(
  SYNONYMS.flatMap((group, index) =>
    group.split(" ").map((word) => [inflected(word), `same:${index}`] as const)
  ),
);

/** The stem of a folded word; the same for its inflections, often for the noun and the verb of one thing. */
export const stemOf: (word: string) => string = remembered((word) => {
  const same = SAME.find(([pattern]) => pattern.test(word));
  if (same) return same[1];
  const stem = inflected(word);
  return GROUP_OF.get(stem) ?? stem;
});

/** A word without its inflection. */
function inflected(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) return arabicStem(word);
  if (/\d/.test(word)) return word;
  let stem = word;
  for (let round = 0; round < 2 && stem.length > 4; round++) stem = stem.replace(ENGLISH_ENDINGS, "");
  return (stem.length > 2 ? stem : word).slice(0, 6);
}

/** Affixes off, then the consonants: one form for a verb, its noun and its plural, as far as that goes. */
function arabicStem(word: string): string {
  let stem = word.replace(/^(?:وال|بال|كال|فال|ولل|لل|ال)(?=.{3})/, "").replace(/^و(?=.{3})/, "");
  stem = stem.replace(/^[سل](?=[نيت].{3})/, "");
  // The alef of an indefinite object: ضمانا is ضمان, not "our" anything.
  stem = stem.replace(/(?<=.{2}ان)ا$/, "");
  stem = stem.replace(/(?<=.{3})(?:ات|ون|ين|ان|تنا|تهم|تها|نا|ها|هم|كم|يه|ته|ه|ي|ا)$/, "");
  stem = stem.replace(/(?<=.{3})(?:ات|ون|ين|ان|ه|ي|ا)$/, "");
  const bare = stem.replace(/^(?:[نيا]?ت|[منيا])(?=.{3})/, "");
  const bones = bare.replace(/(?<=.)[اويىئءؤ]/g, "");
  return `ar:${bones.length >= 2 ? bones : bare}`;
}

/** Words of a normalized text. */
export function wordsOf(text: string): string[] {
  return text.match(/[%٪$€£]|\d+(?:\.\d+)?|[\p{L}\p{M}]+(?:'[a-z]+)?\d*/gu) ?? [];
}

/** Whether a word says nothing of a thing. */
export const isLight: (word: string) => boolean = remembered((word) => {
  if (word.length < 2 && !/\d/.test(word)) return true;
  const bare = word.replace(/^(?:وال|بال|فال|ولل|لل|ال|و|ف)(?=\p{L}{2})/u, "");
  return ENGLISH_LIGHT.has(word) || ARABIC_LIGHT.has(word) || ARABIC_LIGHT.has(bare);
});
