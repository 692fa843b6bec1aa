import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";
import { isActionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, stemOf, stemsOf, wordsOf } from "./words.ts";

const DENIED_SHARE = 0.5;

/** Whether a statement with one negation denies the requirement. */
export function deniesRequirement(
  { requirement, statement, share, topicShare, covered }: {
    requirement: ParsedRequirement;
    statement: Statement;
    share: number;
    topicShare: number;
    covered: number;
  },
): boolean {
  if (requirement.enumerates && requirement.terms.length > 1 && share >= 0.66) {
    const clauses = statement.normal.split(
      /,|،|;|\bbut\b|\bhowever\b|\bwhile\b|لكن|(?= و(?:ليس|لا|لم|لن|غير)(?!\p{L}))/u,
    );
    const denying = clauses.filter((clause) =>
      stanceOf(clause, { requirementText: "", question: false }).negations > 0
    );
    return denying.some((clause) => {
      const { stems } = readStatement({ text: clause, question: false }, { listed: false, year: 0 });
      return requirement.terms.some((term) => stems.has(term)) ||
        requirement.identifiers.some((name) => stems.has(name));
    });
  }
  if (
    requirement.identifiers.some((name) => !statement.stems.has(name)) ||
    !negatesTopic(requirement, statement, topicShare) ||
    negatesRelatedThing(requirement, statement)
  ) {
    return false;
  }
  return share >= DENIED_SHARE && topicShare >= 0.5 || covered >= 2 && topicShare >= 0.66;
}

/**
 * Whether a sentence excludes one of the listed items: `Shoes are not part of our offer`, أما الخزائن فلا
 * نوردها.
 */
export function deniesListedItem(
  requirement: ParsedRequirement,
  { normal }: Statement,
  negations: number,
): boolean {
  if (!requirement.enumerates || requirement.terms.length < 2 || negations !== 1) return false;
  const subject = ITEM_DENIED.exec(normal)?.[1] ?? ITEM_DENIED_ARABIC.exec(normal)?.[1];
  if (subject === undefined) return false;
  const topicWords = wordsOf(subject).filter((word) =>
    !isStopWord(word) && !/^(?:but|whereas|while|however|اما|لكن)$/.test(word)
  );
  return topicWords.length > 0 &&
    topicWords.every((word) => stemsOf(word).some((stem) => requirement.terms.includes(stem)));
}

const ITEM_DENIED =
  /^((?:[\w-]+ ){1,5})(?:is|are) (?:not (?:part of|included|in (?:our|the|this)|within|offered|supplied|provided|covered|available)|outside (?:our|the) scope)\b/;
const ITEM_DENIED_ARABIC =
  /^((?:\p{L}+ ){1,5})ف?(?:ليست? (?:ضمن|من|في|مشمول\p{L}*|جزءا)|غير (?:مشمول\p{L}*|متوفر\p{L}*|متاح\p{L}*|داخل\p{L}*)|خارج (?:نطاق|عرضنا|العرض))/u;

const DENIED_VERB =
  /^(?:hold|have|has|offer|provid|give|include|includ|cover|accept|carr|avail|able|possib|possess|own|compl|meet|support|suppl|maint|conduct|perform|do|assign|employ|guarant|submit|keep|use|agree|allow|be|been|yet|currently|an?|any|the|of|our|in|all|longer|has|part|currentl|presentl|at|present|ar:(?:نجر|نعد|حمل|قدم|وفر|شمل|ملك|جد|ستطع|عمل|قبل|جر|خصص|غط|لد|تضمن|ضمن|كن|تفر|فر|لتزم|لزم|ستخدم|متلك|ملك|نفذ|عد))$/;

/** Verbs of removing or charging: negating them leaves the item in the offer. */
const REMOVAL_VERB =
  /^(?:rule|sell|advertise|count|complain|disturb|charge|invoice|bill|quote|price|stop|delete|destroy|erase|exclude|waive|avoid|prevent|eliminate|remove|transfer|move|change|replace|strip|refund|credit|cost|differ|reject|refuse|limit|go|come|take|lie|put|let|tell|start|finish|return|share|sort|count|count|exceed)\w{0,3}$|^[وف]?س?[نيت](?:ستبعد|شكو|بيع|زعج|تغير|نخفض|تاثر|منع|تجنب|خفض|غير|بدل|ستبدل|سحب|زيد|تجاوز|تحمل|حمل|ستغرق|قطع|تقاض\p{L}|كلف|رد|كشف|نقل|قل|ستثن\p{L}|رفض|تقاضي)\p{L}{0,3}$/u;

const NEGATED_WORD =
  /(?:\b(?:not|no|none|never|without|cannot|unable to|lacks?|refuses?|rejects?)\b|(?<!\p{L})و?(?:لا|ليس|ليست|لم|لن|غير|بدون|دون|عدم|نرفض|لسنا)(?!\p{L}))\s+(?:\p{L}+ly\s+)?([\p{L}\d]+)/u;

/** Whether the negated word is a verb of removal, so that its negation denies nothing. */
export function negatesRemoval(normal: string): boolean {
  return REMOVAL_VERB.test(NEGATED_WORD.exec(normal)?.[1] ?? "");
}

const NOT_ALL =
  /\b(?:not|never)\b.{0,40}\b(?:all|every|each|always|only)\b|(?<!\p{L})(?:لا|لم|لن|ليس|ليست|لسنا)(?!\p{L}).{0,40}(?<!\p{L})ب?(?:جميع|كل|كافه|دائما|فقط)(?!\p{L})/u;

const OBJECT =
  /\b(?:not|never|cannot|no) (?:\w+ )?(?:submit|provide|offer|supply|show|keep|share|publish|make|take|accept|hold|have|sell) ((?:[\w-]+ ){1,4}?)(?:from|of|by|about|for|with) (.{1,80})/;
const NO_THING = /^(?:any|form|kind|type|range|part|sort|such|single|own|member|piece)$/;

/** Whether the negation concerns a related thing: `We submit no pictures from the cameras`. */
export function negatesRelatedThing({ terms }: ParsedRequirement, { normal }: Statement): boolean {
  const [, object = "", rest = ""] = OBJECT.exec(normal) ?? [];
  const objectWords = wordsOf(object).filter((word) => !isStopWord(word) && !NO_THING.test(word));
  const isAsked = (word: string) => stemsOf(word).some((stem) => terms.includes(stem));
  return objectWords.length > 0 && !objectWords.some(isAsked) && wordsOf(rest).some(isAsked);
}

/** Whether the negation concerns the requested thing or a verb of possession. */
function negatesTopic(
  { terms, identifiers, universal }: ParsedRequirement,
  { normal, stems }: Statement,
  topicShare: number,
): boolean {
  // "Not all" may still mean some.
  if (!universal && NOT_ALL.test(normal)) return false;
  const governed = NEGATED_WORD.exec(normal)?.[1];
  if (governed === undefined) return true;
  const stem = stemOf(governed);
  return terms.includes(stem) || identifiers.includes(governed) || DENIED_VERB.test(stem) ||
    DENIED_VERB.test(governed) ||
    isStopWord(governed) || stems.size === 0 ||
    topicShare >= 0.75 && (isActionVerb(governed, "we") || isArabicActionVerb(governed)) &&
      !REMOVAL_VERB.test(governed);
}

/**
 * Whether a double negation affirms: `We use no tool that has not been tested`, لا نوظف حارسا لم يجتز الفحص.
 */
function negatesItsAbsence({ terms }: ParsedRequirement, normal: string): boolean {
  if (normal.length > LONGEST_DOUBLE_DENIAL || HIDING.test(normal)) return false;
  const [, between = ",", lacking = ""] =
    /\b(?:no|not a single|not one|none|never|nothing|nobody)\b(.*?)\b((?:(?:that|which|who|whom)\b.{0,40}\b(?:not|no|lacks?|without)|un\w{4,}ed|missing|lacks?|without)\b.*)/
      .exec(normal) ??
      /(?<!\p{L})(?:لا|ليس|ليست|لن|لم|ما من)(?!\p{L})((?: \p{L}+){1,8}?) ((?:لا|لم|غير|بلا|دون|بدون|من غير|من دون|من)(?!\p{L}).*)/u
        .exec(normal) ??
      [];
  // `No work starts without payment` is a condition, unless the requirement asks for payment.
  return !/[,;،]|\b(?:and|or|nor|but)\b/.test(between) &&
    wordsOf(lacking).flatMap(stemsOf).some((stem) => terms.includes(stem));
}

/** Verbs of concealing: `We do not deny that we did not attend`. */
const HIDING = /\b(?:den(?:y|ies|ied)|conceal|hide|dispute)\b|(?<!\p{L})[نتي](?:نكر|خفي)(?!\p{L})/u;

/** Longer sentences are not searched, since the search would be slow and they contain no double negations. */
const LONGEST_DOUBLE_DENIAL = 400;

/** Whether a negated `without` affirms: `No meal leaves our kitchen without a label`. */
export function affirmsByDoubleNegation(requirement: ParsedRequirement, { normal }: Statement): boolean {
  return negatesItsAbsence(requirement, normal) ||
    /^(?:there (?:is|are) )?(?:no|not (?:a single|one)|none|never|at no time|we never)\b.*\b(?:without|lacks?)\b/u
      .test(normal) ||
    /^(?:و)?(?:لا|ليس|ما من)(?: \p{L}+){1,7} (?:بلا|دون|بدون|من غير|من دون) /u.test(normal);
}
