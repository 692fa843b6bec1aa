import { fold } from "lib/fold.ts";
import { memoised } from "./memoised.ts";
import { HYPERNYMS, SYNONYMS } from "./synonyms.ts";

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
    "مورد متعهد مقاول متقدم عطاء عارض تقديم نقدم توفير نوفر يتوفر تتوفر متوفره متوفر يحمل نحمل حمل ساري ساريه المفعول سارٍ صالح صالحه داخل الاقل الاكثر اقصي ادني اقل اكثر منذ عام سنه " +
    "بعد قبل وهي وهو وكلها كلها به بها له لها حتي تاريخ ايضا عطائنا عرضنا واحد واحده atleast atmost " +
    "كحد لا يقل تقل يزيد تزيد عدد معدل مدينه بمدينه متقدم المتقدم للمتقدم للمقاول للمتعهد الجهه حاصل حاصلا حاصله حاصلون حصول الحصول خاصه يشمل تشمل ارفقنا مرفق مرفقه يتم تم سيتم بواسطه علينا زمن وقت وفق الخاص خاص لكم اليكم")
    .split(" ").map((
      word,
    ) => fold(word)),
);

/** Synonyms with different stems. */
const SAME: [RegExp, string][] = [[/^valid/, "valid"], [/^offers?$/, "bid"], [/^bids?$/, "bid"], [
  /^(?:ال)?(?:[يت]?سري(?:ان)?|ساري[اه]?|صالح[اه]?|نافذ[اه]?|صلاحيه|صلاحيت\p{L}+)$/u,
  "ar:سري",
]];

/** Suffixes, longest first. */
const ENGLISH_ENDINGS = /(?:ations?|ated|ates?|ating|ments?|ings?|ers?|ors?|ied|ies|ed|es|s|y|e|al)$/;

/** A conjunction at the front of a word, unless the letter belongs to the root: ورشة, وثيقة. */
const RADICAL_WAW =
  /^و(?!رش|رق|زن|زار|قود|قت|ثائق|ثيق|ثاق|كيل|كال|صول|حد|جب|سائل|سيل|ظائف|ظيف|قاي|ردي|صل|اجه|اق|صف|ديع|طن|لاي|سط|فد)(?=.{3})/;

const GROUP_OF = new Map(
  SYNONYMS.flatMap((group, index) =>
    group.split(" ").map((word) => [inflected(word), `same:${index}`] as const)
  ),
);

const LISTED = new Map(
  SYNONYMS.flatMap((group, index) => group.split(" ").map((word) => [word, index] as const)),
);

/** The synonym group that lists a folded word as written. */
export function groupOf(word: string): number | undefined {
  return LISTED.get(word) ?? LISTED.get(`${word}ه`);
}

/** The stem of a folded word, shared by its inflections and often by a noun and its verb. */
export const stemOf: (word: string) => string = memoised((word) => {
  const same = SAME.find(([pattern]) => pattern.test(word));
  if (same) return same[1];
  const stem = inflected(word);
  return GROUP_OF.get(stem) ?? stem;
});

/** The stems that may match a word: its own, and the one without an Arabic preposition. */
export const stemsOf: (word: string) => string[] = memoised((word) => {
  const bare = /^un\w{4,}ed$/.test(word) ? word.slice(2) : withoutPreposition(word);
  return bare === word ? [stemOf(word)] : [stemOf(word), stemOf(bare)];
});

const KIND_OF = new Map(
  HYPERNYMS.flatMap(([hypernym, hyponyms]) =>
    hyponyms.split(" ").flatMap((thing) =>
      [thing, `${thing}s`].map((word) => [word, stemOf(hypernym)] as const)
    )
  ),
);

/** The stem of a word's hypernym, if any. */
export const hypernymStem: (word: string) => string | undefined = memoised((word) =>
  KIND_OF.get(word) ?? KIND_OF.get(word.replace(/^[وفبلك]{0,2}(?:ال|لل)(?=.{3})/u, "").replace(/نا$/u, ""))
);

/** The stems of a word in a sentence: those that may match it, and that of its hypernym. */
export const stemsWithHypernym: (word: string) => string[] = memoised((word) => {
  const kind = hypernymStem(word);
  return kind === undefined ? stemsOf(word) : [...stemsOf(word), kind];
});

/** Strips an attached Arabic preposition if the letters allow it: بطول becomes طول, but بيت stays. */
function withoutPreposition(word: string): string {
  return word.replace(/^[وف]?(?:لل|[بلك](?:ال)?)(?=\p{Script=Arabic}{3})/u, "");
}

/** Words whose first letter only looks like a preposition. */
const ROOTED =
  /^(?:برنامج|برامج|برمج|بنا|بيئ|بلد|بطار|بضا|بنك|بنوك|بريد|بيان|بطاق|بواب|بلاط|بذور|بحر|بحث|بحوث|بدي?ل|بصم|بروتوكول|بلاست|بيطر|بني|بند|بنود|باص|بوليص|بقال|بيع|بيت|بيوت|بصر|بترول|بنز|بخار|بكالور|بارد|براد|بشر|بوص|بلازم|بستان|بساتين|بلاغ|لوح|لغ|لجن|لجان|لحم|لحوم|ليل|لحام|لباس|لقاح|لافت|لواز|لياق|ليزر|لون|لوج|لائح|لوائح|لبن|لتر|لازم|كامل|كامير|كابل|كتاب|كتب|كراس|كرسي|كفا|كهرب|كيم|كيلو|كلي|كفيل|كمبيوتر|كميات|كميه|كوادر|كادر|كود|كلور|كشف|كنب|كرا|كلم|كلب|كبار|كبير|كحول|كاتب|كاش|كسار|كلاب|كول|كوب|كاف)/;

/** The stem that matches a requirement's word. */
export function requirementStem(word: string): string {
  return stemOf(ROOTED.test(word.replace(/^و/, "")) ? word : withoutPreposition(word));
}

/** A word without its inflection. */
function inflected(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) return arabicStem(word);
  if (/\d/.test(word)) return word;
  let stem = word;
  for (let round = 0; round < 2 && stem.length > 4; round++) stem = stem.replace(ENGLISH_ENDINGS, "");
  return (stem.length > 2 ? stem : word).slice(0, 6);
}

/** Strips affixes and keeps the consonants, which a verb, its noun and its plural mostly share. */
function arabicStem(word: string): string {
  let stem = word.replace(/^(?:(?:وال|بال|كال|فال|ولل|لل)(?=.{3})|ال(?=.{2}))/, "").replace(RADICAL_WAW, "");
  stem = stem.replace(/^(?!سياج|سيار|سياس|سياح|سينم|سيول|ستار|ستائر|لياق|ليمون)[سل](?=[نيت].{3})/, "");
  // The accusative alef: ضمانا is ضمان without a possessive.
  stem = stem.replace(/(?<=.{2}ان)ا$/, "");
  // مؤقتا is no dual.
  stem = stem.replace(/^(مؤقت|موقت|صامت|ثابت|خافت|لافت)ا$/, "$1");
  // تخزين is a noun, not a plural.
  if (/^ت.{1,2}ين$/.test(stem)) return consonantsOf(stem);
  stem = stem.replace(/(?<=.{3})(?:ات|ون|ين|ان|تان|تين|تا|تي|تنا|تهم|تها|نا|ها|هم|كم|يه|ته|ه|ي|ا)$/, "");
  stem = stem.replace(/(?<=.{3})(?:ات|ون|ين|ان|ه|ي|ا)$/, "");
  return consonantsOf(stem);
}

/** The consonants of an Arabic word without affixes. */
function consonantsOf(stem: string): string {
  const bare = stem.replace(/^(?:[نيا]?ت|[منيا])(?=.{3})/, "").replace(/^[ؤئ]/, "ا");
  const bones = bare.replace(/(?<=.)[اويىئءؤ]/g, "");
  return `ar:${bones.length >= 2 ? bones : bare}`;
}

/** The words of a normalized text. */
export function wordsOf(text: string): string[] {
  return text.match(/[%٪$€£]|\d+(?:\.\d+)?|[\p{L}\p{M}]+(?:'[a-z]+)?\d*/gu) ?? [];
}

/** Whether a word is a stop word. */
export const isStopWord: (word: string) => boolean = memoised((word) => {
  if (word.length < 2 && !/\d/.test(word)) return true;
  const bare = word.replace(/^(?:وال|بال|فال|ولل|لل|ال|و|ف|ب|ل|وب|ول)(?=\p{L}{2})/u, "");
  return ENGLISH_LIGHT.has(word) || ARABIC_LIGHT.has(word) || ARABIC_LIGHT.has(bare);
});
