/** How often something is done, against how often it is asked for: each week is more than each month. */
import { isAmong } from "./related_words.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { intervalIn, isPace } from "./intervals.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

/** Of these a pace is the name. */
const NAMES =
  /\b(?:report|account|statement|turnover|revenue|rent|fee|cost|price|value|budget|licen[cs]e|consumption|output|production|capacity|income|salar|wage|paid|payment|invoice)|(?:تقرير|تقارير|حساب|ايراد|مبيعات|دخل|ايجار|رسوم|ميزاني|انتاج|طاقه|استهلاك|رخصه|قيمه|سعر|رواتب|راتب|اجور|دفع|فاتوره|فواتير)/u;

/** The finding where a pace is asked for, and another or the same is told. */
export function frequencyReading(asking: RequirementFeatures, statement: Statement): SentenceFinding {
  const asked = asking.interval;
  const { normal: asks, prohibits, quantities } = asking.wanted;
  const { normal, words, question, quoted, listed, joined } = statement;
  if (asked === undefined || prohibits || question || quoted || listed || joined || NAMES.test(asks)) {
    return undefined;
  }
  if (quantities.some(({ dimension }) => dimension !== "days")) return undefined;
  if (SEVERAL_DAYS.test(normal)) return undefined;
  const said = intervalIn(words);
  if (said === undefined || Math.abs(said - asked) < 0.01 * asked) return undefined;
  const { demands, elsewhere, hedged, pending, excepted, ended, negations, conditional } = stanceOf(
    normal.replace(/\bonce\b/g, " "),
    { asked: asks, question },
  );
  if (demands || elsewhere || hedged || pending || excepted || ended || conditional || negations > 0) {
    return undefined;
  }
  const things = asking.about.filter((word) => !isPace(word));
  const named = things.filter((word) => isAmong(word, statement.things));
  if (named.length === 0 || named.length < LEAST_NAMED * things.length) return undefined;
  return said < asked ? "met" : "not_met";
}

/** `On the first and third Sunday`, `on Mondays and Thursdays`: more often than the pace tells. */
const SEVERAL_DAYS =
  /\b(?:first|second|third|1 ?st|2 ?nd|\d{1,2}(?: ?th)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?),? (?:and|,) (?:the )?(?:second|third|fourth|last|\d{1,2}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|(?<!\p{L})(?:ال)?(?:اول|ثاني|ثالث|سبت|احد|اثنين|ثلاثاء|اربعاء|خميس)\p{L}{0,2} وال\p{L}+/u;

const LEAST_NAMED = 0.6;
