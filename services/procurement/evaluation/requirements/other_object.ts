/** Compares the object of a commitment: a warranty on pipes is no warranty on pumps. */
import { isInVocabulary, vocabularyOf } from "./vocabulary.ts";
import { numberOf, scaleOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { dualOf, unitOf } from "./units.ts";
import { isBoilerplate, type ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, wordsOf } from "./words.ts";

const PROMISE =
  /\b(?:warrant\w*|guarantee\w*|insur\w*|training|maintenance|discount|spare parts|deliver(?:y|ed)|supply|installation)\b|(?<!\p{L})(?:ال|ب|لل)?(?:ضمان\p{L}*|كفاله|تامين|تدريب|صيانه|خصم|قطع غيار|تسليم|توريد|تركيب)(?!\p{L})/u;
const OF_IT =
  /(?:\b(?:on|for|of|to)|(?<!\p{L})علي|(?<!\p{L})(?=لل\p{L}{3})) ?(?:the |all |our |each |every |جميع |كل |كافه )*((?:\p{L}+)(?: \p{L}+)?)/gu;
/** Generic nouns that match any object. */
const ANY =
  /^(?:devices?|units?|items?|products?|goods|equipment|systems?|works?|parts?|everything|materials?|machines?|deliver\w*|suppl\w*|order\w*|install\w*|contract\w*|handover|accept\w*|receipt|date|day|them|it|manufactur\w*|defects?|labour|site|client|staff|employees|users?|(?:ال|لل)?(?:اجهزه|وحدات|منتجات|معدات|بنود|مواد|اصناف|اعمال|انظمه|عيوب|مصنعيه|تسليم|توريد|استلام|تركيب|عقد|موقع|موظفين|مستخدمين|الجميع)\p{L}*)$/u;

function objectsIn(normal: string): string[] {
  return [...normal.matchAll(OF_IT)].flatMap(([, phrase = ""]) =>
    wordsOf(phrase).slice(0, 2).filter((word) =>
      !isStopWord(word) && !isBoilerplate(word) && numberOf(word) === undefined &&
      scaleOf(word) === undefined &&
      unitOf(word) === undefined && dualOf(word) === undefined
    )
  );
}

/** Whether the sentence omits the required object of a commitment, which may then be another one. */
export function omitsObject({ normal }: ParsedRequirement, statement: Statement): boolean {
  if (!PROMISE.test(normal)) return false;
  const required = objectsIn(normal).filter((word) => !ANY.test(word) && !PROMISE.test(word));
  return required.length > 0 && !required.some((word) => isInVocabulary(word, statement.vocabulary));
}

/** Whether the sentence makes the commitment for another object. */
export function namesOtherObject(
  { normal: requirementText }: ParsedRequirement,
  statement: Statement,
): boolean {
  const { normal, words } = statement;
  if (!PROMISE.test(requirementText) || !PROMISE.test(normal)) return false;
  const required = objectsIn(requirementText).filter((word) => !ANY.test(word) && !PROMISE.test(word));
  const stated = objectsIn(normal).filter((word) => !PROMISE.test(word));
  return required.length > 0 && stated.length > 0 &&
    !required.some((word) => isInVocabulary(word, statement.vocabulary)) &&
    !stated.some((word) => ANY.test(word) || isInVocabulary(word, vocabularyOf(wordsOf(requirementText)))) &&
    !words.some((word) => ANY.test(word));
}
