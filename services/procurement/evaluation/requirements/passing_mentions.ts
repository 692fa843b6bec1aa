/**
 * Detects sentences that mention the requested item only in passing: they describe, serve or belong to
 * something else.
 */
import { isInVocabulary } from "./vocabulary.ts";
import { memoised, REQUIREMENT_TEXTS } from "./memoised.ts";
import { compareQuantities } from "./comparison.ts";
import { namesOtherObject } from "./other_object.ts";
import type { Statement } from "./statement.ts";
import { isActionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, stemOf, stemsOf, wordsOf } from "./words.ts";

/** Named persons do not stand for all persons. */
const PERSON = /^(?:mr|ms|mrs|dr|eng)\b|(?<!\p{L})(?:المهندسه?|السيده?|الدكتوره?|الاستاذه?) \p{L}+/u;

/** A required possession must be called the bidder's own. */
const OWNED =
  /\bown(?:ed|s)?\b|(?<!transfer of |transfer the )\bownership\b|(?<!\p{L})(?:مملوك|مملوكه|(?<!(?:نقل|انتقال|تؤول|تنتقل) (?:ال)?)ملكيه|يملك|تملك|يمتلك|تمتلك|خاص به|خاصه به)(?!\p{L})/u;
const OWNING =
  /\b(?:own|owns|owned|(?<!(?:next to|near|beside|opposite|like|than|behind) )ours|have|has|possess|possesses|bought|freehold|belongs? to us|in our name|hold|holds|run|operate)\b|(?<!\p{L})[وف]?(?:مملوك\p{L}*|نملك\p{L}*|نمتلك\p{L}*|تملك\p{L}*|تمتلك\p{L}*|ملكنا|ملكيتنا|ملك|لنا|لدينا|عندنا|باسمنا|يملك\p{L}*)(?!\p{L})/u;
/**
 * Whether the sentence's activity only serves the requested one: `We make parts for the maintenance of
 * lifts`.
 */
function isMeans({ terms, identifiers, quantities }: ParsedRequirement, statement: Statement): boolean {
  const { words } = statement;
  const first = words.findIndex((word) =>
    identifiers.includes(word) || stemsOf(word).some((stem) => terms.includes(stem))
  );
  const verb = words.findIndex((word, at) => at < first && isActionVerb(word, words[at - 1]));
  const [last = "", term = ""] = [words[first - 1], words[first]];
  const arabic = /\p{Script=Arabic}/u.test(term);
  if (arabic) {
    return first > 1 && isArabicActionVerb(words[0] ?? "") && /^(?:لل|ل)\p{L}{3,}/u.test(term) &&
      !/^ل/.test(last) &&
      !words.slice(1, first).some((word) => /نا$/.test(word)) &&
      words.slice(1, first).some((word) => !isStopWord(word) && !/^\d/.test(word)) && !terms.some((one) =>
        stemsOf(term)[0] === one
      );
  }
  if (verb < 0) return false;
  // The phrase gives the required duration: `Covered for four years from handover`.
  if (
    quantities.some((required) =>
      required.dimension !== "count" && compareQuantities(required, statement) === "holds"
    )
  ) {
    return false;
  }
  const between = words.slice(verb + 1, first);
  const preposition = between.findLastIndex((word) =>
    /^(?:for|to|about|against|from|regarding|concerning|towards?)$/.test(word)
  );
  return preposition > 0 && between.length - preposition <= 3 &&
    between.slice(0, preposition).some((word) =>
      !isStopWord(word) && !/^\d|^(?:you|us|them)$/.test(word) && !/s$/.test(last)
    );
}

/** A subset: `two of our drivers`. */
const A_FEW =
  /^(?:only |just )?(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:of (?:our|the|these)|out of)\b(?! \w+ (?:is|are) (?:left|gone))|^(?:\d+|واحد|واحده|اثنان|اثنين|اثنتان|ثلاثه|اربعه|خمسه|سته|سبعه|ثمانيه|تسعه|عشره) (?:فقط )?من (?:بين )?\p{L}/u;
/** For the bidder's own use, not for the buyer: `a tank for our own vehicles`. */
const FOR_OURSELVES =
  /\bfor (?:our own|internal) (?!account|cost|expense)\w+|\bfor our (?:use|needs|vehicles|fleet|offices?|operations)\b|(?<!\p{L})ل(?:سياراتنا|مركباتنا|شاحناتنا|استخدامنا|استعمالنا|احتياجاتنا|مكاتبنا|اغراضنا)(?!\p{L})/u;
/** A supplier of the bidder: `the meat supplier of ours holds`, مورد اللحوم لدينا. */
const OURS_BY_TRADE =
  /^(?:ان )?(?:ال)?(?:مورد|ناقل|مصنع|وكيل|موزع|شريك|مقاول|مستشار|متعهد|مزود|بنك|مصرف|مؤجر|موجر|محاسب|مدقق)\p{L}{0,2} (?:\p{L}+ ){0,3}(?:لدينا|عندنا|لنا)(?!\p{L})/u;
/** A lower rank than required, or only a similar item. */
const LESSER =
  /\b(?:deputy|assistant|vice|junior|trainee)\b|(?<!\p{L})(?:ال)?(?:نائب|مساعد|وكيل|متدرب)\p{L}*(?!\p{L})|\bthe (?:equipment|standards?|quality|level|look|features|facilities) of an?\b/u;
/** Limited to the first ones. */
const FOR_THE_FIRST = /\bfor the first\b|(?<!\p{L})لاول(?!\p{L})/u;

function isLesser({ normal, quantities }: ParsedRequirement, statement: Statement): boolean {
  return LESSER.test(statement.normal) !== LESSER.test(normal) ||
    quantities.length === 0 && FOR_THE_FIRST.test(statement.normal);
}

/** A limited acceptance. */
const ACCEPTS = /\b(?:accept\w*|agree\w*)\b|(?<!\p{L})(?:ال)?(?:قبول|موافقه)(?!\p{L})/u;
const SO_FAR =
  /\b(?:atmost|up to|capped|limited to|to the extent|as far as)\b|(?<!\p{L})(?:atmost|بحد اقصي|في حدود|بما لا|الي حد|في ما عدا|ما دام)(?!\p{L})/u;

function isLimitedConsent({ normal, quantities }: ParsedRequirement, statement: Statement): boolean {
  return quantities.length === 0 && ACCEPTS.test(normal) && SO_FAR.test(statement.normal);
}

/** A fraction: `18 drivers out of 21`. */
const OUT_OF =
  /(?<!\d)(\d{1,9}) (?:\p{L}+ ){0,2}(?:من اصل|out of|of (?:the|our)) (\d{1,9})|(?<!\d)(\d{1,9}) of (\d{1,9}) |(?<!\p{L})وال(?:باقون|باقي|بقيه|باقين|باقيه)(?!\p{L})|\bthe (?:rest|remaining|others)\b/u;

function excludesSome({ universal }: ParsedRequirement, { normal }: Statement): boolean {
  if (!universal) return false;
  const [found, one, all, few, many] = OUT_OF.exec(normal) ?? [];
  if (found === undefined) return false;
  const [part, whole] = [Number(one ?? few), Number(all ?? many)];
  return Number.isNaN(part) || part < whole;
}

function isOfAFew({ quantities }: ParsedRequirement, { normal }: Statement): boolean {
  return A_FEW.test(normal) && quantities.every(({ dimension }) => dimension !== "count");
}

/** Whether an affirmative sentence concerns another item, a subset, or a third party. */
export function concernsSomethingElse(requirement: ParsedRequirement, statement: Statement): boolean {
  return isMeans(requirement, statement) || isOfAFew(requirement, statement) ||
    excludesSome(requirement, statement) ||
    omitsField(requirement, statement) ||
    OURS_BY_TRADE.test(statement.normal) || isLimitedConsent(requirement, statement) ||
    isLesser(requirement, statement) ||
    FOR_OURSELVES.test(statement.normal) && !FOR_OURSELVES.test(requirement.normal) ||
    namesOtherObject(requirement, statement) ||
    requirement.possession && isBuyers(requirement, statement) ||
    requirement.universal && PERSON.test(statement.normal) ||
    OWNED.test(requirement.normal) && !isOwned(requirement, statement);
}

/** Whether most requested words are in a clause that only describes or belongs to something else. */
export function isPassingMention({ terms, identifiers }: ParsedRequirement, { normal }: Statement): boolean {
  const required = (text: string) =>
    new Set(
      wordsOf(text).flatMap((word) => identifiers.includes(word) ? [word] : stemsOf(word)).filter((stem) =>
        terms.includes(stem) || identifiers.includes(stem)
      ),
    ).size;
  const at = normal.search(
    /(?<!confirm|declare|state|undertake|ensure|guarantee|certify|agree) (?:that|which|who|whose) (?!we\b|our\b|is\b|are\b|has\b|have\b)/,
  );
  if (at >= 0 && required(normal.slice(0, at)) * 2 < required(normal)) return true;
  // In a possessive the owner is not the item: `the batteries' chargers` are not batteries.
  return [...normal.matchAll(/\b(\w+)(?:'s|(?<=s)') (\w+)/g)].some(([, holder = "", held = ""]) =>
    terms.includes(stemOf(holder)) && !terms.includes(stemOf(held)) && !isStopWord(held)
  );
}

/** Years of experience in a field: `at least ten years in the water sector`. */
const FIELD =
  /\b(?:years?|months?)(?:')? (?:of )?(?:\w+ ){0,2}?(?:in|with) (?:the )?((?:[\w-]+ ){0,3}[\w-]+)$|(?<!\p{L})(?:سنه|سنوات|عاما?|اعوام) (?:\p{L}+ ){0,2}?في (?:مجال |قطاع )?((?:\p{L}+ ){0,3}\p{L}+)$/u;

/** The words of that field. */
const fieldOf: (requirementText: string) => string[] = memoised(
  (requirementText) => {
    const [, english, arabic] = FIELD.exec(requirementText.replace(/[.\s]+$/, "")) ?? [];
    return wordsOf(english ?? arabic ?? "").filter((word) =>
      !isStopWord(word) &&
      !/^(?:sector|field|industry|area|similar|same|works?|role|position|team|leader)$/.test(word)
    );
  },
  ...REQUIREMENT_TEXTS,
);

/** Whether the sentence omits the field of the required experience. */
function omitsField({ normal }: ParsedRequirement, statement: Statement): boolean {
  const words = fieldOf(normal);
  return !statement.listed && words.length > 0 &&
    !words.some((word) => isInVocabulary(word, statement.vocabulary));
}

/** Whether the item belongs to the buyer: `your branch`, فرعكم. */
function isBuyers({ terms }: ParsedRequirement, { words }: Statement): boolean {
  return words.some((word, at) =>
    (words[at - 1] === "your" || /\p{L}{2}كم$/u.test(word)) &&
    stemsOf(word).some((stem) => terms.includes(stem))
  );
}

function isOwned({ terms }: ParsedRequirement, { normal, words, listed }: Statement): boolean {
  return listed || OWNING.test(normal) ||
    words.some((word, at) =>
      word === "our" && words.slice(at + 1, at + 3).some((next) => terms.includes(stemOf(next))) ||
      /نا$/.test(word) && terms.includes(stemOf(word))
    );
}
