/**
 * Detects substitutes for the required item: a response instead of a repair, a lesser item, a document
 * instead of goods.
 */
import type { RequirementFeatures } from "./requirement_features.ts";
import type { Statement } from "./statement.ts";
import { stemOf } from "./words.ts";

/** Repairing a fault, and the first steps towards it. */
const MENDS =
  /\b(?:resol(?:v\w*|ution)|repair\w*|fix\w*|rectif\w*|restor\w*|mend\w*|correct(?:ed|ion)|replac\w*|clear(?:ed|ance)?|back in (?:service|operation))\b|(?<!\p{L})(?:ال|ب|لل|و|[ينت]|ن)?(?:اصلاح\p{L}*|صلح\p{L}*|معالج\p{L}*|حل|حلها|استعاد\p{L}*|ستعيد\p{L}*|استبدال\p{L}*|ستبدل\p{L}*)(?!\p{L})/u;
const ANSWERS =
  /\b(?:acknowledg\w*|respon[ds]\w*|answer\w*|picked up|attend\w*|arriv\w*|on site|reach\w*|logged|assigned)\b|(?<!\p{L})(?:ال|ب|لل|و)?(?:استجاب\p{L}*|[نيت]ستجيب\p{L}*|[نيت]صل|وصول\p{L}*|[نيت]رد|الرد|[نيت]باشر\p{L}*|[نيت]حضر\p{L}*)(?!\p{L})/u;

/** An item that only resembles the offered one. */
const LESSER =
  /\b(?:a|the) (?:smaller|larger|bigger|older|newer|earlier|previous|sister|similar|related|different|lighter) \p{L}+ (?:of|from|in) the same\b|\bfrom the same (?:range|family|series|maker)\b|\bthan the (?:one|model|unit)s? (?:we )?(?:offered|offer|proposed|quoted)\b|(?<!\p{L})(?:من نفس (?:ال)?(?:فئه|سلسله|عائله|طراز)|(?:طراز|موديل|نوع) (?:اصغر|اكبر|اقدم|احدث|مشابه))(?!\p{L})/u;

/** Documents, which are delivered too. */
const PAPER =
  /\b(?:bonds?|guarantees?|securit(?:y|ies)|certificates?|reports?|invoices?|insurance|polic(?:y|ies)|drawings?|training|samples?|plans?|cvs?)\b|(?<!\p{L})(?:ال)?(?:ضمان|كفاله|خطاب|شهاده|تقرير|تقارير|فاتوره|وثيقه|تدريب|عينه|عينات|خطه)(?!\p{L})/u;
const DELIVERS = /^(?:ship|ar:(?:سلم|ورد|شحن))/;
const DELIVERY = new Set([stemOf("deliver"), stemOf("توريد")]);

/** The leader of a consortium, and all its members together. */
const LEADER =
  /\b(?:lead(?:er|ing)? (?:firm|partner|member|company|of)|leader)\b|(?<!\p{L})(?:ال|ل)?(?:قائد|رئيس) (?:ال)?(?:تحالف|ائتلاف|مجموعه)(?!\p{L})/u;
const ALL_MEMBERS =
  /\b(?:together|combined|jointly|between them|all (?:members|partners|firms|companies)|consortium as a whole)\b|(?<!\p{L})(?:مجموع|معا|مجتمع\p{L}*|شركات|اعضاء)(?!\p{L})/u;

/** Bonds and guarantees: bid, performance, advance payment, retention. */
const BONDS: [RegExp, string][] = [
  [
    /\b(?:bid|tender) (?:bond|security|guarantee)s?\b|(?<!\p{L})(?:ال)?(?:ضمان\p{L}*|كفاله) (?:\p{L}+ )?(?:ال)?(?:ابتدائي|مؤقت|موقت)\p{L}*/u,
    "bid",
  ],
  [
    /\bperformance (?:bond|security|guarantee)s?\b|(?<!\p{L})(?:ال)?(?:ضمان\p{L}*|كفاله) (?:\p{L}+ )?(?:ال)?(?:نهائي\p{L}*|حسن)/u,
    "performance",
  ],
  [/\badvance payment (?:bond|security|guarantee)s?\b|(?:ضمان|كفاله) (?:ال)?دفعه (?:ال)?مقدمه/u, "advance"],
  [/\bretention (?:bond|security|guarantee)s?\b/u, "retention"],
];
const WARRANTY =
  /\b(?:warrant\w*|guarantee\w*)\b|(?<!\p{L})(?:مده )?(?:ال)?ضمان\p{L}{0,2}(?! (?:بنكي|ابتدائي|نهائي|مالي))(?!\p{L})/u;
const VALIDITY =
  /\b(?:bid|offer|tender)s? (?:validity|\w+ valid)\b|\bbidvalidity\b|(?<!\p{L})(?:صلاحيه|سريان) (?:ال)?(?:عطاء|عرض)/u;

function bondsIn(normal: string): string[] {
  return BONDS.filter(([kind]) => kind.test(normal)).map(([, name]) => name);
}

/**
 * Whether the sentence names another bond than required; a bond's duration is neither a warranty nor a bid
 * validity.
 */
export function isOtherBond(requirementText: string, sentenceText: string): boolean {
  const stated = bondsIn(sentenceText);
  if (stated.length === 0) return false;
  const required = bondsIn(requirementText);
  return required.length > 0
    ? !required.some((kind) => stated.includes(kind))
    : WARRANTY.test(requirementText) || VALIDITY.test(requirementText);
}

/** A rank that excludes the others where all are required: `our senior drivers`. */
const SOME_OF =
  /\b(?:our|the) (?:senior|chief|lead|head|main|principal|certain|older|newer|qualified|experienced|best|night|day|regular) (\p{L}+)/u;
const ALL = /\b(?:all|every|each)\b/u;

function limitsToRank({ requirement, vocabulary }: RequirementFeatures, { normal }: Statement): boolean {
  const [whole = "", noun] = SOME_OF.exec(normal) ?? [];
  if (noun === undefined || !requirement.universal || ALL.test(normal)) return false;
  return vocabulary.stems.has(stemOf(noun)) && !requirement.normal.includes(whole.split(" ")[1] ?? "");
}

/** Whether a sentence states a substitute, whatever its quantity. */
export function isSubstitute(features: RequirementFeatures, statement: Statement): boolean {
  const { requirement: { normal: requirementText }, wordsWithoutUnits } = features;
  const { normal: sentenceText } = statement;
  return MENDS.test(requirementText) && !MENDS.test(sentenceText) && ANSWERS.test(sentenceText) &&
      !ANSWERS.test(requirementText) ||
    LESSER.test(sentenceText) && !LESSER.test(requirementText) ||
    wordsWithoutUnits.every((word) => DELIVERY.has(stemOf(word)) || DELIVERS.test(stemOf(word))) &&
      PAPER.test(sentenceText) ||
    LEADER.test(requirementText) && !LEADER.test(sentenceText) && ALL_MEMBERS.test(sentenceText) ||
    limitsToRank(features, statement);
}
