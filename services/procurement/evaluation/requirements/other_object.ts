/** A promise on one thing is none on another: `a warranty on pipes`, where one on pumps is asked for. */
import { isAmong, thingsOf } from "./related_words.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { dualOf, unitOf } from "./units.ts";
import { isFrame, type ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, wordsOf } from "./words.ts";

const PROMISE =
  /\b(?:warrant\w*|guarantee\w*|insur\w*|training|maintenance|discount|spare parts|deliver(?:y|ed)|supply|installation)\b|(?<!\p{L})(?:ال|ب|لل)?(?:ضمان\p{L}*|كفاله|تامين|تدريب|صيانه|خصم|قطع غيار|تسليم|توريد|تركيب)(?!\p{L})/u;
const OF_IT =
  /(?:\b(?:on|for|of|to)|(?<!\p{L})علي|(?<!\p{L})(?=لل\p{L}{3})) ?(?:the |all |our |each |every |جميع |كل |كافه )*((?:\p{L}+)(?: \p{L}+)?)/gu;
/** Words that may mean any thing. */
const ANY =
  /^(?:devices?|units?|items?|products?|goods|equipment|systems?|works?|parts?|everything|materials?|machines?|deliver\w*|suppl\w*|order\w*|install\w*|contract\w*|handover|accept\w*|receipt|date|day|them|it|manufactur\w*|defects?|labour|site|client|staff|employees|users?|(?:ال|لل)?(?:اجهزه|وحدات|منتجات|معدات|بنود|مواد|اصناف|اعمال|انظمه|عيوب|مصنعيه|تسليم|توريد|استلام|تركيب|عقد|موقع|موظفين|مستخدمين|الجميع)\p{L}*)$/u;

function objectsIn(normal: string): string[] {
  return [...normal.matchAll(OF_IT)].flatMap(([, phrase = ""]) =>
    wordsOf(phrase).slice(0, 2).filter((word) =>
      !isLight(word) && !isFrame(word) && numberOf(word) === undefined && scaleOf(word) === undefined &&
      unitOf(word) === undefined && dualOf(word) === undefined
    )
  );
}

/** Whether a promise is asked for on a thing that is not named, so that it may be made on another. */
export function lacksObject({ normal }: ParsedRequirement, { things }: Statement): boolean {
  if (!PROMISE.test(normal)) return false;
  const asked = objectsIn(normal).filter((word) => !ANY.test(word) && !PROMISE.test(word));
  return asked.length > 0 && !asked.some((word) => isAmong(word, things));
}

/** Whether a promise is asked for on one thing, and told on another. */
export function isOnAnother(
  { normal: asks }: ParsedRequirement,
  { normal, words, things }: Statement,
): boolean {
  if (!PROMISE.test(asks) || !PROMISE.test(normal)) return false;
  const asked = objectsIn(asks).filter((word) => !ANY.test(word) && !PROMISE.test(word));
  const said = objectsIn(normal).filter((word) => !PROMISE.test(word));
  return asked.length > 0 && said.length > 0 && !asked.some((word) => isAmong(word, things)) &&
    !said.some((word) => ANY.test(word) || isAmong(word, thingsOf(wordsOf(asks)))) &&
    !words.some((word) => ANY.test(word));
}
