/** Finds events that only start a period: `36 months from delivery` promises no delivery. */
import type { RequirementFeatures } from "./requirement_features.ts";
import { isInVocabulary, vocabularyOf } from "./vocabulary.ts";
import type { Statement } from "./statement.ts";
import { isStopWord, stemOf, wordsOf } from "./words.ts";

const COUNTED_FROM =
  /\b(?:from|after|following|since|of|upon) (?:the |its |your |our )?(?:date of |day of |final |provisional |successful )?(?:(?:receipt|receiving|award|acceptance|signing|signature) of (?:the |your |our |an? )?(?:purchase |final )?(?:order|contract|invoice|works?|goods)|deliver(?:y|ies)|acceptance|handover|receipt|award|(?:purchase )?order|signature|signing|installation|commissioning|completion|invoice(?: date)?)\b|(?<!\p{L})(?:من|بعد) (?:تاريخ |يوم |محضر )?(?:ال)?(?:تسليم|استلام|توريد|تركيب|توقيع|ترسيه|تشغيل|امر الشراء|صدور الفاتوره|فاتوره)(?!\p{L})(?: (?:ال)?(?:نهائي|ابتدائي|امر|عقد|موقع))?/gu;

/** The reference events in a text. */
function daysIn(normal: string): string[] {
  return [...normal.matchAll(COUNTED_FROM)].map(([phrase]) => wordsOf(phrase).map(stemOf).at(-1) ?? "");
}

/** Whether a sentence names the required item only as the reference event of another period. */
export function isOnlyCountedFrom(features: RequirementFeatures, { normal }: Statement): boolean {
  const rest = normal.replace(COUNTED_FROM, " ");
  if (rest === normal) return false;
  const days = daysIn(features.requirement.normal);
  if (daysIn(normal).some((day) => days.includes(day))) return false;
  const vocabulary = vocabularyOf(features.wordsWithoutUnits);
  const named = (text: string) =>
    wordsOf(text).some((word) => !isStopWord(word) && isInVocabulary(word, vocabulary));
  return named(normal) && !named(rest);
}
