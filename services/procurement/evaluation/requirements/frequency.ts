/** Compares how often something is done with the required frequency: weekly exceeds monthly. */
import { isInVocabulary } from "./vocabulary.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { intervalIn, isPace } from "./intervals.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

/** Nouns whose name contains a frequency: `annual report`. */
const NAMES =
  /\b(?:report|account|statement|turnover|revenue|rent|fee|cost|price|value|budget|licen[cs]e|consumption|output|production|capacity|income|salar|wage|paid|payment|invoice)|(?:تقرير|تقارير|حساب|ايراد|مبيعات|دخل|ايجار|رسوم|ميزاني|انتاج|طاقه|استهلاك|رخصه|قيمه|سعر|رواتب|راتب|اجور|دفع|فاتوره|فواتير)/u;

/** Reads a requirement with a frequency. */
export function frequencyReading(features: RequirementFeatures, statement: Statement): SentenceFinding {
  const required = features.interval;
  const { normal: requirementText, prohibits, quantities } = features.requirement;
  const { normal, words, question, quoted, listed, joined } = statement;
  if (
    required === undefined || prohibits || question || quoted || listed || joined ||
    NAMES.test(requirementText)
  ) {
    return undefined;
  }
  if (quantities.some(({ dimension }) => dimension !== "days")) return undefined;
  if (SEVERAL_DAYS.test(normal)) return undefined;
  const stated = intervalIn(words);
  if (stated === undefined || Math.abs(stated - required) < 0.01 * required) return undefined;
  const { demands, elsewhere, hedged, pending, excepted, ended, negations, conditional } = stanceOf(
    normal.replace(/\bonce\b/g, " "),
    { requirementText, question },
  );
  if (demands || elsewhere || hedged || pending || excepted || ended || conditional || negations > 0) {
    return undefined;
  }
  const topicWords = features.wordsWithoutUnits.filter((word) => !isPace(word));
  const named = topicWords.filter((word) => isInVocabulary(word, statement.vocabulary));
  if (named.length === 0 || named.length < LEAST_NAMED * topicWords.length) return undefined;
  return stated < required ? "met" : "not_met";
}

/** Several days in a period mean a higher frequency: `on the first and third Sunday`. */
const SEVERAL_DAYS =
  /\b(?:first|second|third|1 ?st|2 ?nd|\d{1,2}(?: ?th)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?),? (?:and|,) (?:the )?(?:second|third|fourth|last|\d{1,2}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|(?<!\p{L})(?:ال)?(?:اول|ثاني|ثالث|سبت|احد|اثنين|ثلاثاء|اربعاء|خميس)\p{L}{0,2} وال\p{L}+/u;

const LEAST_NAMED = 0.6;
