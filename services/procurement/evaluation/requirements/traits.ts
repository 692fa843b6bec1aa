/**
 * Traits: the binary features of a requirement and a sentence that the regression weighs. They cover the share that
 * is named, comparisons of quantities and dates, negations, the speaker, and n-grams of function words. No trait names
 * an item. Their names are the keys of `weights.json`.
 */
import { isInVocabulary } from "./vocabulary.ts";
import { concernsSomethingElse, isPassingMention } from "./passing_mentions.ts";
import { type RequirementFeatures, shareNamed } from "./requirement_features.ts";
import { datesIn } from "./dates.ts";
import { tellsOnlyStart } from "./deadline.ts";
import { negatesRelatedThing, negatesRemoval } from "./denial.ts";
import { isOtherGrade } from "./grades.ts";
import { missingItems } from "./items.ts";
import { statesOpposite } from "./opposites.ts";
import { ngramsOf } from "./sentence_ngrams.ts";
import { namesSiblingConcept, shareOfConcepts } from "./concept_coverage.ts";
import { isImpliedByCity } from "./places.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import {
  isDoubtful,
  isTradesman,
  isUnderstood,
  speaksForBidder,
  startsWithBidder,
  startsWithOffer,
} from "./sentence_subject.ts";
import { negationsIn } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { limitsShare, type ParsedRequirement } from "./parsed_requirement.ts";
import { isStopWord, wordsOf } from "./words.ts";
import { type Pair, pairOf } from "./sentence_pair.ts";

/** Words of validity. */
export const VALID =
  /\b(?:valid\w*|in force|current\w*|active|unexpired|up to date|renewed)\b|(?<!\p{L})(?:ال)?(?:ساري?\p{L}?|سريان|صالح\p{L}?|نافذ\p{L}?|مجدد\p{L}?|قائم\p{L}?|فعال\p{L}?)(?!\p{L})/u;
const CONTRAST =
  /\b(?:but|while|whereas|however|although|though|yet|nevertheless)\b|(?<!\p{L})و?(?:لكن\p{L}*|بينما|غير ان\p{L}*|الا ان\p{L}*|بيد ان\p{L}*|اما|انما|مع ان\p{L}*|رغم)(?!\p{L})/u;
const SOME =
  /\b(?:some|part|partly|several|few|perhaps|leaving out|(?:confined|restricted|limited) to)\b|\b(?:many|most|half|a number|a share|a third|a quarter) of (?:them|these|those|which|whom|it)\b|(?<!\p{L})و?(?:م?قتصر\p{L}*|مقصور\p{L}*|[تي]قتصر\p{L}*|بعض\p{L}*|جزئ\p{L}*|(?:معظم|اغلب|اكثر|نصف|ثلث|ربع)ه[امن]?|(?:كثير|عدد|قسم|جزء) من(?:ها|هم|هن|ه))(?!\p{L})/u;
const ONLY =
  /\b(?:only|alone|just|no more|solely)\b|(?<!\p{L})و?(?:فقط|بس|لا غير|وحد\p{L}{1,3}|سوي|لا اكثر|ليس الا)(?!\p{L})/u;
/** A bound contains a negation, but denies nothing: `no less than`, لا تقل عن. */
const BOUND =
  /\b(?:no|not|nor) (?:be |to )?(?:less|fewer|lower|more|greater|higher|later|older|under|below|above|exceed\w*)\b|(?<!\p{L})ا?لا (?:[تي]قل|[تي]زيد|[تي]تجاوز|[تي]تعدي|[تي]نقص)\p{L}*/gu;
/** A negated opinion is neither an offer nor a refusal. */
const OPINION =
  /\b(?:not|never|hardly) (?:think|believe|consider|see|regard|view|find|feel|doubt|expect|mean)\b|(?<!\p{L})(?:لا|لم|لن|لسنا) (?:نري|نعتقد|نظن|نجد|نعتبر|نحسب|نشك|نقصد|نعني|يعني|تعني)(?!\p{L})/u;
const CLAUSES =
  /[,،;؛:–—]| (?:and|but|while|whereas|however|though|although|nor) | (?=و?(?:لكن|انما|بينما|اما) )| (?=و(?:لا|لم|لن|ليس|ليست|غير|ما) )/u;
/** Text beyond this length is not split into clauses. */
const LONGEST_CLAUSED = 1_000;

/**
 * Computes all features of a sentence; `reading` is the reading by the rules, `small` holds the function
 * words.
 */
export function traitsOf(
  features: RequirementFeatures,
  statement: Statement,
  { reading, asOf, small }: { reading: SentenceFinding; asOf: string; small: Set<string> },
): Set<string> {
  const pair = pairOf(features, statement, asOf);
  return new Set([...firmTraitsOf(pair), ...softTraitsOf(pair, small), `reading ${reading ?? "none"}`]);
}

/** The features that may forbid a verdict. */
export function firmTraitsOf(pair: Pair): Set<string> {
  const guards = namesOfTrue(guardsOf(pair));
  const [measure, until, polarity] = [`measure ${pair.measure}`, `until ${pair.until}`, polarityOf(pair)];
  const [list, clear] = [`list ${listOf(pair)}`, guardedness(guards)];
  return new Set([
    ...guards,
    ...namesOfTrue(signsOfManner(pair)),
    ...namesOfTrue(signsOfSubject(pair)),
    ...[list, measure, until, polarity, clear],
    ...[`${measure}, ${clear}`, `${measure}, ${polarity}`, `${measure}, ${list}`],
    ...[`${polarity}, ${clear}`, `${until}, ${clear}`, `${until}, ${polarity}`],
    ...sharesOf(pair).flatMap((
      share,
    ) => [share, ...[measure, polarity, clear].map((also) => `${share}, ${also}`)]),
    ...negationPlaces(pair).flatMap((place) => [place, `${place}, ${polarity}`, `${place}, ${measure}`]),
  ]);
}

/** The features that only have a weight. */
export function softTraitsOf(pair: Pair, small: Set<string>): string[] {
  return [
    ...namesOfTrue(signsOfSpeaker(pair)),
    ...sizesOf(pair),
    ...ngramsOf(pair.features, pair.statement, small),
  ];
}

function guardedness(guards: string[]): string {
  return guards.length === 0 ? "clear" : "guarded";
}

function polarityOf({ features, negations }: Pair): string {
  return `${features.requirement.prohibits ? "forbidden" : "asked"}, ${negations} noes`;
}

function namesOfTrue(signs: Record<string, boolean>): string[] {
  return Object.entries(signs).filter(([, there]) => there).map(([name]) => name);
}

/** Properties that keep a sentence from being a plain statement. */
function guardsOf({ features: { requirement }, statement, stance }: Pair): Record<string, boolean> {
  return {
    demands: stance.demands && (statement.question || !stance.perhaps.has("demands")),
    elsewhere: stance.elsewhere && !stance.perhaps.has("elsewhere"),
    conditional: stance.conditional && !stance.perhaps.has("conditional"),
    hedged: stance.hedged && !stance.perhaps.has("hedged"),
    pending: stance.pending && !stance.perhaps.has("pending"),
    excepted: stance.excepted,
    ended: stance.ended,
    quoted: statement.quoted,
    ranges: isRange(statement),
    aside: isPassingMention(requirement, statement) || concernsSomethingElse(requirement, statement) ||
      isTradesman(requirement, statement),
    opposite: statesOpposite(requirement, statement),
  };
}

/** Whether a sentence states a range, also in words: `four to seven weeks`. */
function isRange({ ranges, quantities, words }: Statement): boolean {
  return ranges ||
    quantities.some(({ from }) =>
      /^(?:الي|to|حتي)$/.test(words[from - 1] ?? "") && quantities.some(({ to }) => to === from - 1)
    );
}

/** Features of the speaker. */
function signsOfSpeaker({ features: { requirement }, statement, stance }: Pair): Record<string, boolean> {
  return {
    own: stance.own,
    speaks: speaksForBidder(requirement, statement),
    offer: startsWithOffer(statement),
    "starts own": startsWithBidder(statement),
    understood: isUnderstood(requirement, statement),
    doubtful: isDoubtful(statement.normal),
    arabic: /\p{Script=Arabic}/u.test(statement.normal),
    ...Object.fromEntries([...stance.perhaps].map((manner) => [`perhaps ${manner}`, true])),
  };
}

/** Features of the manner. */
function signsOfManner(
  { statement: { normal, text, listed, question }, until }: Pair,
): Record<string, boolean> {
  return {
    listed,
    question,
    colon: /^[^,،:]{2,40}:/.test(text),
    "says validity": VALID.test(normal) || until === "holds",
    contrast: CONTRAST.test(normal),
    "some only": SOME.test(normal),
    "only so much": ONLY.test(normal),
    opinion: OPINION.test(normal),
  };
}

/** Features of the requirement and of its parts that the sentence names. */
function signsOfSubject(pair: Pair): Record<string, boolean> {
  const { features, features: { requirement, words }, statement, stance, measure } = pair;
  const { names, quantities } = requirement;
  const isNamed = (word: string | undefined) =>
    word !== undefined && isInVocabulary(word, statement.vocabulary, features.vocabulary);
  return {
    universal: requirement.universal,
    possession: requirement.possession,
    "asks for a name": names.length > 0,
    "names it": names.length > 0 && names.every((name) => statement.stems.has(name)),
    "name missing": omitsName(requirement, statement),
    "first asked": isNamed(words[0]),
    "last asked": isNamed(words.at(-1)),
    "start only": tellsOnlyStart(requirement, statement),
    "sibling told": namesSiblingConcept(features.vocabulary, statement.vocabulary),
    "asks for validity": VALID.test(requirement.normal),
    "other name": requirement.identifiers.some((name) =>
      !statement.stems.has(name) && !statement.normal.includes(name)
    ),
    "other pace": isOtherPace(requirement.normal, statement.normal),
    "other day": isOtherDay(requirement, statement),
    "other grade": isOtherGrade(requirement.normal, statement.normal),
    "says no more": !stance.own && !statement.listed && addsNoInformation(pair),
    "denies taking": pair.negations > 0 && negatesRemoval(statement.normal),
    "denies a part": pair.negations > 0 && negatesRelatedThing(requirement, statement),
    "limits a share": limitsShare(requirement),
    "asks with a no": requirement.prohibits || negationsIn(requirement.normal.replace(BOUND, " ")) > 0,
    "better number": measure === "holds" &&
      !quantities.some(({ number }) => statement.quantities.some((one) => one.number === number)),
  };
}

/** Whether the sentence omits a name and no city implies it. */
function omitsName({ names, normal }: ParsedRequirement, statement: Statement): boolean {
  const missing = names.filter((name) => !statement.stems.has(name));
  return missing.length > 0 && !isImpliedByCity(normal, statement.normal, missing);
}

const PACE =
  /\b(?:once|twice|thrice|daily|weekly|monthly|quarterly|annually|yearly|(?:two|three|four|five|six|\d+) times)\b|(?<!\p{L})(?:مره|مرتين|مرتان|(?:ثلاث|اربع|خمس|ست|\d+) مرات|يوميا|شهريا|اسبوعيا|سنويا|فصليا)(?!\p{L})/gu;

/** Whether the sentence states another frequency than required. */
function isOtherPace(requirementText: string, sentenceText: string): boolean {
  const required = requirementText.match(PACE)?.map(String) ?? [];
  const stated = sentenceText.match(PACE)?.map(String) ?? [];
  return stated.length > 0 && required.some((pace) => !stated.includes(pace));
}

/** A day of each month: `by the fifth day of each month`, قبل اليوم الخامس. */
const DAY_OF_MONTH =
  /\b(?:by|before|on) the (?:\w+ (?:working )?day|\d+(?:st|nd|rd|th)?) of|(?<!\p{L})(?:قبل|في|بحلول) (?:ال)?يوم ال\p{L}+ من/u;
/** Hijri dates are compared as text only. */
const HIJRI = /(?:\d{1,2} )?(?:(?:شهر )?\p{L}+ ){0,3}1[34]\d\d ?ه(?:\p{M}|ـ)*(?!\p{L})/u;

/** Whether the sentence names another day than required, or none. */
function isOtherDay(
  { normal: requirementText, validUntil, dueBy, days }: ParsedRequirement,
  { normal }: Statement,
): boolean {
  if (DAY_OF_MONTH.test(requirementText) && !DAY_OF_MONTH.test(normal)) return true;
  const hijri = requirementText.match(HIJRI)?.[0];
  if (hijri !== undefined && !normal.includes(hijri)) return true;
  if (validUntil !== undefined || days.length === 0) return false;
  const stated = datesIn(normal);
  if (dueBy !== undefined) return stated.length === 0 || stated.some((day) => day > dueBy);
  return days.some((day) => !stated.includes(day));
}

/** Whether a sentence adds no word, number or date to the requirement. */
function addsNoInformation({ features: { requirement, vocabulary }, statement, until }: Pair): boolean {
  const sameNumbers = statement.quantities.every(({ number }) =>
    requirement.quantities.some((required) => required.number === number) ||
    requirement.identifiers.includes(String(number))
  );
  return until === "none" && sameNumbers &&
    statement.words.every((word) =>
      isStopWord(word) || /^[\d%٪]/.test(word) || isInVocabulary(word, vocabulary)
    );
}

function listOf({ features: { items }, statement }: Pair): string {
  if (items.length === 0) return "none";
  return missingItems(items, statement.words) === 0 ? "all" : "some missing";
}

/** The name of a bucket: the greatest bound that a value reaches. */
function bucket(name: string, value: number, bounds: number[]): string {
  return `${name} ${bounds.findLast((bound) => value >= bound) ?? 0}`;
}

function sharesOf({ features, statement }: Pair): string[] {
  const { terms } = features.requirement;
  const share = terms.filter((term) => statement.stems.has(term)).length / Math.max(1, terms.length);
  return [
    bucket("share", share, [0, 0.01, 0.34, 0.5, 0.66, 0.8, 1]),
    bucket("named", shareNamed(features, statement.vocabulary), [0, 0.01, 0.26, 0.34, 0.5, 0.66, 0.8, 1]),
    bucket("concepts", shareOfConcepts(features.vocabulary, statement.vocabulary), [
      0,
      0.01,
      0.34,
      0.5,
      0.66,
      0.8,
      1,
    ]),
  ];
}

function sizesOf({ features: { vocabulary }, statement }: Pair): string[] {
  const others = [...statement.content].filter((stem) => !vocabulary.stems.has(stem)).length;
  return [
    bucket("words", statement.words.length, [0, 5, 9, 14, 20, 30]),
    bucket("other things", others, [0, 1, 2, 4, 6, 9, 13]),
    bucket("quantities", statement.quantities.length, [0, 1, 2, 3]),
  ];
}

/** Whether clauses with and without a negation name the requirement. */
function negationPlaces(
  { features: { vocabulary }, statement: { normal, vocabulary: statementVocabulary }, negations }: Pair,
): string[] {
  if (negations === 0) return [];
  const places = normal.slice(0, LONGEST_CLAUSED).split(CLAUSES).map((clause) => {
    const names = wordsOf(clause).some((word) =>
      !isStopWord(word) && isInVocabulary(word, vocabulary, statementVocabulary)
    );
    return `${negationsIn(clause) > 0 ? "no" : "yes"} ${names ? "of it" : "of others"}`;
  });
  return [...new Set(places)];
}
