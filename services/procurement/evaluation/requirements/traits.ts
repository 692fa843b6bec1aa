/**
 * Traits of a requirement and a sentence together, each there or not: how much of what is asked the sentence names, how
 * quantities and dates compare, what it denies, by whom it is said, and the order of its small words. None names a thing.
 */
import { isAmong } from "./related_words.ts";
import { isAnother, isAside } from "./passing_mentions.ts";
import { namedOf, type RequirementFeatures } from "./requirement_features.ts";
import { datesIn } from "./dates.ts";
import { tellsOnlyStart } from "./deadline.ts";
import { deniesPart, deniesTaking } from "./denial.ts";
import { isOtherGrade } from "./grades.ts";
import { missingItems } from "./items.ts";
import { type Measure, measureOf } from "./measure.ts";
import { oppositeOf } from "./opposites.ts";
import { ngramsOf } from "./sentence_ngrams.ts";
import { tellsSibling, toldConcepts } from "./told_concepts.ts";
import { isToldByCity } from "./places.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import {
  isDoubtful,
  isTradesman,
  isUnderstood,
  speaksForBidder,
  speaksOfOffer,
  startsOwn,
} from "./sentence_subject.ts";
import { noesOf, type Stance, stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { limitsShare, type ParsedRequirement } from "./parsed_requirement.ts";
import { isLight, wordsOf } from "./words.ts";

/** Words of validity. */
export const VALID =
  /\b(?:valid\w*|in force|current\w*|active|unexpired|up to date|renewed)\b|(?<!\p{L})(?:ال)?(?:ساري?\p{L}?|سريان|صالح\p{L}?|نافذ\p{L}?|مجدد\p{L}?|قائم\p{L}?|فعال\p{L}?)(?!\p{L})/u;
const CONTRAST =
  /\b(?:but|while|whereas|however|although|though|yet|nevertheless)\b|(?<!\p{L})و?(?:لكن\p{L}*|بينما|غير ان\p{L}*|الا ان\p{L}*|بيد ان\p{L}*|اما|انما|مع ان\p{L}*|رغم)(?!\p{L})/u;
const SOME =
  /\b(?:some|part|partly|several|few|perhaps|leaving out|(?:confined|restricted|limited) to)\b|\b(?:many|most|half|a number|a share|a third|a quarter) of (?:them|these|those|which|whom|it)\b|(?<!\p{L})و?(?:م?قتصر\p{L}*|مقصور\p{L}*|[تي]قتصر\p{L}*|بعض\p{L}*|جزئ\p{L}*|(?:معظم|اغلب|اكثر|نصف|ثلث|ربع)ه[امن]?|(?:كثير|عدد|قسم|جزء) من(?:ها|هم|هن|ه))(?!\p{L})/u;
const ONLY =
  /\b(?:only|alone|just|no more|solely)\b|(?<!\p{L})و?(?:فقط|بس|لا غير|وحد\p{L}{1,3}|سوي|لا اكثر|ليس الا)(?!\p{L})/u;
/** A statement that the bidder does not think so neither offers nor refuses. */
const OPINION =
  /\b(?:not|never|hardly) (?:think|believe|consider|see|regard|view|find|feel|doubt|expect|mean)\b|(?<!\p{L})(?:لا|لم|لن|لسنا) (?:نري|نعتقد|نظن|نجد|نعتبر|نحسب|نشك|نقصد|نعني|يعني|تعني)(?!\p{L})/u;
const CLAUSES =
  /[,،;؛:–—]| (?:and|but|while|whereas|however|though|although|nor) | (?=و?(?:لكن|انما|بينما|اما) )| (?=و(?:لا|لم|لن|ليس|ليست|غير|ما) )/u;
/** Text after so many characters is not parted into clauses. */
const LONGEST_CLAUSED = 1_000;

/** A requirement and a sentence, with what several traits are made of. */
export interface Pair {
  asking: RequirementFeatures;
  statement: Statement;
  stance: Stance;
  measure: Measure;
  until: "none" | "over" | "holds";
  /** How often it says no, but for what the requirement denies itself. */
  noes: number;
}

/** The traits of a sentence; `reading` is what the rules make of it, `small` the words that are kept as they are. */
export function traitsOf(
  asking: RequirementFeatures,
  statement: Statement,
  { reading, asOf, small }: { reading: SentenceFinding; asOf: string; small: Set<string> },
): Set<string> {
  const pair = pairOf(asking, statement, asOf);
  return new Set([...firmTraitsOf(pair), ...softTraitsOf(pair, small), `reading ${reading ?? "none"}`]);
}

/** The traits of which some forbid a verdict. */
export function firmTraitsOf(pair: Pair): Set<string> {
  const guards = namesOfTrue(guardsOf(pair));
  const [measure, until, polarity] = [`measure ${pair.measure}`, `until ${pair.until}`, polarityOf(pair)];
  const [list, clear] = [`list ${listOf(pair)}`, clearOf(guards)];
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
    ...placesOfNo(pair).flatMap((place) => [place, `${place}, ${polarity}`, `${place}, ${measure}`]),
  ]);
}

/** The traits that only weigh. */
export function softTraitsOf(pair: Pair, small: Set<string>): string[] {
  return [
    ...namesOfTrue(signsOfSpeaker(pair)),
    ...sizesOf(pair),
    ...ngramsOf(pair.asking, pair.statement, small),
  ];
}

function clearOf(guards: string[]): string {
  return guards.length === 0 ? "clear" : "guarded";
}

function polarityOf({ asking, noes }: Pair): string {
  return `${asking.wanted.prohibits ? "forbidden" : "asked"}, ${noes} noes`;
}

/** A requirement and a sentence, seen together. */
export function pairOf(asking: RequirementFeatures, statement: Statement, asOf: string): Pair {
  const { wanted } = asking;
  const stance = stanceOf(statement.normal, { asked: wanted.normal, question: statement.question });
  const shared = [...statement.negated].filter((stem) => wanted.negated.has(stem)).length;
  const { validUntil } = statement;
  const until = validUntil === undefined
    ? "none"
    : validUntil < (wanted.validUntil ?? asOf)
    ? "over"
    : "holds";
  const noes = Math.max(0, Math.min(2, stance.negations - shared));
  return {
    asking,
    statement,
    stance,
    measure: measureOf(asking, statement, Number(asOf.slice(0, 4))),
    until,
    noes,
  };
}

function namesOfTrue(signs: Record<string, boolean>): string[] {
  return Object.entries(signs).filter(([, there]) => there).map(([name]) => name);
}

/** Closed classes of words that keep a plain statement from being one. */
function guardsOf({ asking: { wanted }, statement, stance }: Pair): Record<string, boolean> {
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
    aside: isAside(wanted, statement) || isAnother(wanted, statement) || isTradesman(wanted, statement),
    opposite: oppositeOf(wanted, statement),
  };
}

/** `Four to seven weeks`, in words too. */
function isRange({ ranges, quantities, words }: Statement): boolean {
  return ranges ||
    quantities.some(({ from }) =>
      /^(?:الي|to|حتي)$/.test(words[from - 1] ?? "") && quantities.some(({ to }) => to === from - 1)
    );
}

/** By whom it is said. */
function signsOfSpeaker({ asking: { wanted }, statement, stance }: Pair): Record<string, boolean> {
  return {
    own: stance.own,
    speaks: speaksForBidder(wanted, statement),
    offer: speaksOfOffer(statement),
    "starts own": startsOwn(statement),
    understood: isUnderstood(wanted, statement),
    doubtful: isDoubtful(statement.normal),
    arabic: /\p{Script=Arabic}/u.test(statement.normal),
    ...Object.fromEntries([...stance.perhaps].map((manner) => [`perhaps ${manner}`, true])),
  };
}

/** How it is said. */
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

/** The requirement, and which parts of it are named. */
function signsOfSubject(pair: Pair): Record<string, boolean> {
  const { asking, asking: { wanted, words }, statement, stance, measure } = pair;
  const { names, quantities } = wanted;
  const isNamed = (word: string | undefined) =>
    word !== undefined && isAmong(word, statement.things, asking.things);
  return {
    universal: wanted.universal,
    possession: wanted.possession,
    "asks for a name": names.length > 0,
    "names it": names.length > 0 && names.every((name) => statement.stems.has(name)),
    "name missing": lacksName(wanted, statement),
    "first asked": isNamed(words[0]),
    "last asked": isNamed(words.at(-1)),
    "start only": tellsOnlyStart(wanted, statement),
    "sibling told": tellsSibling(asking.things, statement.things),
    "asks for validity": VALID.test(wanted.normal),
    "other name": wanted.identifiers.some((name) => !statement.stems.has(name)),
    "other pace": isOtherPace(wanted.normal, statement.normal),
    "other day": isOtherDay(wanted, statement),
    "other grade": isOtherGrade(wanted.normal, statement.normal),
    "says no more": !stance.own && !statement.listed && addsNothing(pair),
    "denies taking": pair.noes > 0 && deniesTaking(statement.normal),
    "denies a part": pair.noes > 0 && deniesPart(wanted, statement),
    "limits a share": limitsShare(wanted),
    "asks with a no": wanted.prohibits || noesOf(wanted.normal) > 0,
    "better number": measure === "holds" &&
      !quantities.some(({ number }) => statement.quantities.some((one) => one.number === number)),
  };
}

/** A name is missing, and no city of a country tells it. */
function lacksName({ names, normal }: ParsedRequirement, statement: Statement): boolean {
  const missing = names.filter((name) => !statement.stems.has(name));
  return missing.length > 0 && !isToldByCity(normal, statement.normal, missing);
}

const PACE =
  /\b(?:once|twice|thrice|daily|weekly|monthly|quarterly|annually|yearly|(?:two|three|four|five|six|\d+) times)\b|(?<!\p{L})(?:مره|مرتين|مرتان|(?:ثلاث|اربع|خمس|ست|\d+) مرات|يوميا|شهريا|اسبوعيا|سنويا|فصليا)(?!\p{L})/gu;

/** How often is asked for, and told otherwise. */
function isOtherPace(asks: string, says: string): boolean {
  const asked = asks.match(PACE)?.map(String) ?? [];
  const said = says.match(PACE)?.map(String) ?? [];
  return said.length > 0 && asked.some((pace) => !said.includes(pace));
}

/** `By the fifth day of each month`, قبل اليوم الخامس. */
const DAY_OF_MONTH =
  /\b(?:by|before|on) the (?:\w+ (?:working )?day|\d+(?:st|nd|rd|th)?) of|(?<!\p{L})(?:قبل|في|بحلول) (?:ال)?يوم ال\p{L}+ من/u;
/** Days of the Hijri calendar are not compared. */
const HIJRI = /(?:\d{1,2} )?(?:(?:شهر )?\p{L}+ ){0,3}1[34]\d\d ?ه(?:\p{M}|ـ)*(?!\p{L})/u;

/** A day is asked for, and another or none named. */
function isOtherDay(
  { normal: asks, validUntil, dueBy, days }: ParsedRequirement,
  { normal }: Statement,
): boolean {
  if (DAY_OF_MONTH.test(asks) && !DAY_OF_MONTH.test(normal)) return true;
  const hijri = asks.match(HIJRI)?.[0];
  if (hijri !== undefined && !normal.includes(hijri)) return true;
  if (validUntil !== undefined || days.length === 0) return false;
  const said = datesIn(normal);
  if (dueBy !== undefined) return said.length === 0 || said.some((day) => day > dueBy);
  return days.some((day) => !said.includes(day));
}

/** A demand that is copied says nothing beyond its own words, but for a number or a day of its own. */
function addsNothing({ asking: { wanted, things }, statement, until }: Pair): boolean {
  const sameNumbers = statement.quantities.every(({ number }) =>
    wanted.quantities.some((asked) => asked.number === number) || wanted.identifiers.includes(String(number))
  );
  return until === "none" && sameNumbers &&
    statement.words.every((word) => isLight(word) || /^[\d%٪]/.test(word) || isAmong(word, things));
}

function listOf({ asking: { items }, statement }: Pair): string {
  if (items.length === 0) return "none";
  return missingItems(items, statement.words) === 0 ? "all" : "some missing";
}

/** The greatest of rising bounds that a value reaches. */
function step(name: string, value: number, bounds: number[]): string {
  return `${name} ${bounds.findLast((bound) => value >= bound) ?? 0}`;
}

function sharesOf({ asking, statement }: Pair): string[] {
  const { terms } = asking.wanted;
  const share = terms.filter((term) => statement.stems.has(term)).length / Math.max(1, terms.length);
  return [
    step("share", share, [0, 0.01, 0.34, 0.5, 0.66, 0.8, 1]),
    step("named", namedOf(asking, statement.things), [0, 0.01, 0.26, 0.34, 0.5, 0.66, 0.8, 1]),
    step("concepts", toldConcepts(asking.things, statement.things), [0, 0.01, 0.34, 0.5, 0.66, 0.8, 1]),
  ];
}

function sizesOf({ asking: { things }, statement }: Pair): string[] {
  const others = [...statement.content].filter((stem) => !things.stems.has(stem)).length;
  return [
    step("words", statement.words.length, [0, 5, 9, 14, 20, 30]),
    step("other things", others, [0, 1, 2, 4, 6, 9, 13]),
    step("quantities", statement.quantities.length, [0, 1, 2, 3]),
  ];
}

/** Whether a clause that says no names what is asked for, and whether one that says none does. */
function placesOfNo({ asking: { things }, statement: { normal, things: told }, noes }: Pair): string[] {
  if (noes === 0) return [];
  const places = normal.slice(0, LONGEST_CLAUSED).split(CLAUSES).map((clause) => {
    const names = wordsOf(clause).some((word) => !isLight(word) && isAmong(word, things, told));
    return `${noesOf(clause) > 0 ? "no" : "yes"} ${names ? "of it" : "of others"}`;
  });
  return [...new Set(places)];
}
