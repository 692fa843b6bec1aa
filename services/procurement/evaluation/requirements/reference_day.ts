/** Days from which a time is counted: `36 months from delivery` tells nothing of the delivery. */
import type { RequirementFeatures } from "./requirement_features.ts";
import { isAmong, thingsOf } from "./related_words.ts";
import type { Statement } from "./statement.ts";
import { isLight, stemOf, wordsOf } from "./words.ts";

const COUNTED_FROM =
  /\b(?:from|after|following|since|of|upon) (?:the |its |your |our )?(?:date of |day of |final |provisional |successful )?(?:(?:receipt|receiving|award|acceptance|signing|signature) of (?:the |your |our |an? )?(?:purchase |final )?(?:order|contract|invoice|works?|goods)|deliver(?:y|ies)|acceptance|handover|receipt|award|(?:purchase )?order|signature|signing|installation|commissioning|completion|invoice(?: date)?)\b|(?<!\p{L})(?:من|بعد) (?:تاريخ |يوم |محضر )?(?:ال)?(?:تسليم|استلام|توريد|تركيب|توقيع|ترسيه|تشغيل|امر الشراء|صدور الفاتوره|فاتوره)(?!\p{L})(?: (?:ال)?(?:نهائي|ابتدائي|امر|عقد|موقع))?/gu;

/** The events from which a text counts. */
function daysIn(normal: string): string[] {
  return [...normal.matchAll(COUNTED_FROM)].map(([phrase]) => wordsOf(phrase).map(stemOf).at(-1) ?? "");
}

/** Whether a sentence names what is asked for only as the day from which another time is counted. */
export function isOnlyCountedFrom(asking: RequirementFeatures, { normal }: Statement): boolean {
  const rest = normal.replace(COUNTED_FROM, " ");
  if (rest === normal) return false;
  const days = daysIn(asking.wanted.normal);
  if (daysIn(normal).some((day) => days.includes(day))) return false;
  const things = thingsOf(asking.about);
  const named = (text: string) => wordsOf(text).some((word) => !isLight(word) && isAmong(word, things));
  return named(normal) && !named(rest);
}
