import { stanceOf } from "./stance.ts";
import { readStatement, type Statement } from "./statement.ts";
import { isDeed } from "./verbs.ts";
import { isArabicDeed } from "./verbs_arabic.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, stemOf, stemsOf, wordsOf } from "./words.ts";

const DENIED_SHARE = 0.5;

/** Whether a statement with one negation denies the requirement. */
export function deniesRequirement(
  { wanted, statement, share, about, covered }: {
    wanted: ParsedRequirement;
    statement: Statement;
    share: number;
    about: number;
    covered: number;
  },
): boolean {
  if (wanted.enumerates && wanted.terms.length > 1 && share >= 0.66) {
    const clauses = statement.normal.split(
      /,|،|;|\bbut\b|\bhowever\b|\bwhile\b|لكن|(?= و(?:ليس|لا|لم|لن|غير)(?!\p{L}))/u,
    );
    const denying = clauses.filter((clause) =>
      stanceOf(clause, { asked: "", question: false }).negations > 0
    );
    return denying.some((clause) => {
      const { stems } = readStatement({ text: clause, question: false }, { listed: false, year: 0 });
      return wanted.terms.some((term) => stems.has(term)) ||
        wanted.identifiers.some((name) => stems.has(name));
    });
  }
  if (
    wanted.identifiers.some((name) => !statement.stems.has(name)) || !deniesTopic(wanted, statement, about) ||
    deniesPart(wanted, statement)
  ) {
    return false;
  }
  return share >= DENIED_SHARE && about >= 0.5 || covered >= 2 && about >= 0.66;
}

/** `Shoes are not part of our offer`, أما الخزائن فلا نوردها: one of the requested things is missing. */
export function deniesItem(wanted: ParsedRequirement, { normal }: Statement, negations: number): boolean {
  if (!wanted.enumerates || wanted.terms.length < 2 || negations !== 1) return false;
  const subject = ITEM_DENIED.exec(normal)?.[1] ?? ITEM_DENIED_ARABIC.exec(normal)?.[1];
  if (subject === undefined) return false;
  const things = wordsOf(subject).filter((word) =>
    !isLight(word) && !/^(?:but|whereas|while|however|اما|لكن)$/.test(word)
  );
  return things.length > 0 &&
    things.every((word) => stemsOf(word).some((stem) => wanted.terms.includes(stem)));
}

const ITEM_DENIED =
  /^((?:[\w-]+ ){1,5})(?:is|are) (?:not (?:part of|included|in (?:our|the|this)|within|offered|supplied|provided|covered|available)|outside (?:our|the) scope)\b/;
const ITEM_DENIED_ARABIC =
  /^((?:\p{L}+ ){1,5})ف?(?:ليست? (?:ضمن|من|في|مشمول\p{L}*|جزءا)|غير (?:مشمول\p{L}*|متوفر\p{L}*|متاح\p{L}*|داخل\p{L}*)|خارج (?:نطاق|عرضنا|العرض))/u;

const DENIED_VERB =
  /^(?:hold|have|has|offer|provid|give|include|includ|cover|accept|carr|avail|able|possib|possess|own|compl|meet|support|suppl|maint|conduct|perform|do|assign|employ|guarant|submit|keep|use|agree|allow|be|been|yet|currently|an?|any|the|of|our|in|all|longer|has|part|currentl|presentl|at|present|ar:(?:نجر|نعد|حمل|قدم|وفر|شمل|ملك|جد|ستطع|عمل|قبل|جر|خصص|غط|لد|تضمن|ضمن|كن|تفر|فر|لتزم|لزم|ستخدم|متلك|ملك|نفذ|عد))$/;

/** A thing that is not removed or charged for is still offered. */
const TAKING =
  /^(?:rule|sell|advertise|count|complain|disturb|charge|invoice|bill|quote|price|stop|delete|destroy|erase|exclude|waive|avoid|prevent|eliminate|remove|transfer|move|change|replace|strip|refund|credit|cost|differ|reject|refuse|limit|go|come|take|lie|put|let|tell|start|finish|return|share|sort|count|count|exceed)\w{0,3}$|^[وف]?س?[نيت](?:ستبعد|شكو|بيع|زعج|تغير|نخفض|تاثر|منع|تجنب|خفض|غير|بدل|ستبدل|سحب|زيد|تجاوز|تحمل|حمل|ستغرق|قطع|تقاض\p{L}|كلف|رد|كشف|نقل|قل|ستثن\p{L}|رفض|تقاضي)\p{L}{0,3}$/u;

const GOVERNED =
  /(?:\b(?:not|no|none|never|without|cannot|unable to|lacks?|refuses?|rejects?)\b|(?<!\p{L})و?(?:لا|ليس|ليست|لم|لن|غير|بدون|دون|عدم|نرفض|لسنا)(?!\p{L}))\s+(?:\p{L}+ly\s+)?([\p{L}\d]+)/u;

/** Whether the word that a no governs takes something away, so that its denial denies nothing. */
export function deniesTaking(normal: string): boolean {
  return TAKING.test(GOVERNED.exec(normal)?.[1] ?? "");
}

const NOT_ALL =
  /\b(?:not|never)\b.{0,40}\b(?:all|every|each|always|only)\b|(?<!\p{L})(?:لا|لم|لن|ليس|ليست|لسنا)(?!\p{L}).{0,40}(?<!\p{L})ب?(?:جميع|كل|كافه|دائما|فقط)(?!\p{L})/u;

const OBJECT =
  /\b(?:not|never|cannot|no) (?:\w+ )?(?:submit|provide|offer|supply|show|keep|share|publish|make|take|accept|hold|have|sell) ((?:[\w-]+ ){1,4}?)(?:from|of|by|about|for|with) (.{1,80})/;
const NO_THING = /^(?:any|form|kind|type|range|part|sort|such|single|own|member|piece)$/;

/** `We submit no pictures from the cameras`: another thing, which only has to do with the requested one. */
export function deniesPart({ terms }: ParsedRequirement, { normal }: Statement): boolean {
  const [, object = "", rest = ""] = OBJECT.exec(normal) ?? [];
  const things = wordsOf(object).filter((word) => !isLight(word) && !NO_THING.test(word));
  const isAsked = (word: string) => stemsOf(word).some((stem) => terms.includes(stem));
  return things.length > 0 && !things.some(isAsked) && wordsOf(rest).some(isAsked);
}

/** Whether the negated word is the requested thing, or only a verb of having it. */
function deniesTopic(
  { terms, identifiers, universal }: ParsedRequirement,
  { normal, stems }: Statement,
  about: number,
): boolean {
  // "Not all" may still mean some.
  if (!universal && NOT_ALL.test(normal)) return false;
  const governed = GOVERNED.exec(normal)?.[1];
  if (governed === undefined) return true;
  const stem = stemOf(governed);
  return terms.includes(stem) || identifiers.includes(governed) || DENIED_VERB.test(stem) ||
    DENIED_VERB.test(governed) ||
    isLight(governed) || stems.size === 0 ||
    about >= 0.75 && (isDeed(governed, "we") || isArabicDeed(governed)) && !TAKING.test(governed);
}

/** `We use no tool that has not been tested`, لا نوظف حارسا لم يجتز الفحص: a double negation that affirms. */
function isDoublyDenied({ terms }: ParsedRequirement, normal: string): boolean {
  if (normal.length > LONGEST_DOUBLE_DENIAL || HIDING.test(normal)) return false;
  const [, between = ",", lacking = ""] =
    /\b(?:no|not a single|not one|none|never|nothing|nobody)\b(.*?)\b((?:(?:that|which|who|whom)\b.{0,40}\b(?:not|no|lacks?|without)|un\w{4,}ed|missing|lacks?|without)\b.*)/
      .exec(normal) ??
      /(?<!\p{L})(?:لا|ليس|ليست|لن|لم|ما من)(?!\p{L})((?: \p{L}+){1,8}?) ((?:لا|لم|غير|بلا|دون|بدون|من غير|من دون|من)(?!\p{L}).*)/u
        .exec(normal) ??
      [];
  // `No work starts without payment` is a condition, unless payment was asked for.
  return !/[,;،]|\b(?:and|or|nor|but)\b/.test(between) &&
    wordsOf(lacking).flatMap(stemsOf).some((stem) => terms.includes(stem));
}

/** `We do not deny that we did not attend`. */
const HIDING = /\b(?:den(?:y|ies|ied)|conceal|hide|dispute)\b|(?<!\p{L})[نتي](?:نكر|خفي)(?!\p{L})/u;

/** Longer sentences are not searched for double negations: the search would be slow, and there are none. */
const LONGEST_DOUBLE_DENIAL = 400;

/** `No meal leaves our kitchen without a label`: none without it means that all have it. */
export function deniesWithout(wanted: ParsedRequirement, { normal }: Statement): boolean {
  return isDoublyDenied(wanted, normal) ||
    /^(?:there (?:is|are) )?(?:no|not (?:a single|one)|none|never|at no time|we never)\b.*\b(?:without|lacks?)\b/u
      .test(normal) ||
    /^(?:و)?(?:لا|ليس|ما من)(?: \p{L}+){1,7} (?:بلا|دون|بدون|من غير|من دون) /u.test(normal);
}
