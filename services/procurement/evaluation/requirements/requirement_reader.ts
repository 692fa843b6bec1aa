import type { RequirementFinding, RequirementSuggestion } from "./requirement_finding.ts";
import {
  mentionsRequirement,
  type RequirementFeatures,
  requirementFeatures,
} from "./requirement_features.ts";
import { leavesToBuyer } from "./buyer_duties.ts";
import { mayAffirm, mayContradict } from "./contradiction.ts";
import { certaintyOf, type Reader, suggestionOf, type Verdict } from "./certainty.ts";
import { coreDenial, coreReading, type CoresLeft } from "./core_clause.ts";
import { lacksNation } from "./nations.ts";
import { outsourcesForbidden } from "./outsourcing.ts";
import { lacksPace } from "./recurrence.ts";
import { readSentence, type SentenceFinding } from "./sentence_finding.ts";
import { joinedStatement, takesBack } from "./joined_statements.ts";
import { accountsReading } from "./enclosed_accounts.ts";
import { isOtherCover } from "./insurance_kinds.ts";
import { deadlineReading } from "./deadline.ts";
import { frequencyReading } from "./frequency.ts";
import { intervalIn } from "./intervals.ts";
import { isRenewed } from "./renewal.ts";
import { modelYearReading } from "./model_year.ts";
import { isOnlyCountedFrom } from "./reference_day.ts";
import { ratioReading } from "./ratio_reading.ts";
import { refusesRequirement } from "./refusal.ts";
import { isRepetition } from "./repetition.ts";
import { stanceOf } from "./stance.ts";
import { spanReading } from "./span_reading.ts";
import { readStatement, sentencesOf, type Statement } from "./statement.ts";
import { ageOfFirm } from "./firm_age.ts";
import { isOtherBond, isSubstitute } from "./substitutes.ts";
import { isUnitPrice, totalReading } from "./totals.ts";
import { isOfAPart, isUnoffered } from "./unoffered.ts";
import { type ParsedRequirement, readWanted } from "./parsed_requirement.ts";
import { lacksValidity } from "./unproven_validity.ts";
import { weighedReading } from "./weighing.ts";
import type { Weights } from "./weights.ts";

/** The text of a bid: its proposal, and the things that it lists as its own. */
export interface BidTexts {
  proposal: string;
  listed: string[];
}

/**
 * Checks a tender's requirements against a bid, sentence by sentence: owner, time, negation, conditions,
 * quantities and dates. `met` and `not_met` need a plain sentence or arithmetic; contradictory, conditional
 * or missing statements are `unclear`. `asOf` is the day (ISO) on which certificates must be valid.
 */
export function requirementReader(
  requirements: string[],
  { asOf, weights, isCopied = () => false }: {
    asOf: string;
    weights?: Weights;
    /** Whether a sentence repeats the tender's words: it shows nothing, unless the bidder says that it does so. */
    isCopied?: (sentence: string) => boolean;
  },
): (bid: BidTexts) => RequirementFinding[] {
  const year = Number(asOf.slice(0, 4));
  const askings = requirements.map((text) => requirementFeatures(readWanted(text, year)));
  return ({ proposal, listed }) => {
    if (askings.length === 0) return [];
    const statements = [
      ...sentencesOf(proposal).map((sentence) => readStatement(sentence, { listed: false, year })),
      ...listed.map((text) => readStatement({ text, question: false }, { listed: true, year })),
    ];
    const left = { cores: MOST_CORES };
    const pairs = statements.map((one, at) => joinedStatement(one, statements[at + 1], year));
    return askings.map((asking) =>
      findingOf(asking, { proposal, statements, pairs }, { asOf, left, weights, isCopied })
    );
  };
}

/** Real bids have fewer sentences with a separate core; beyond this number they stay unclear. */
const MOST_CORES = 1_000;

/** The sentences of a bid; `pairs`: each with the next one, where that goes on with it. */
interface Said {
  proposal: string;
  statements: Statement[];
  pairs: (Statement | undefined)[];
}

interface Read extends Told {
  statement: Statement;
  /** The bid's own words: of two sentences that are read together both, with what is between. */
  quote: string;
}

/** The reading of a sentence, and the reader that made it. */
interface Told {
  reading: SentenceFinding;
  by: Reader;
}

interface With {
  isCopied: (sentence: string) => boolean;
  asOf: string;
  left: CoresLeft;
  weights: Weights | undefined;
}

function findingOf(asking: RequirementFeatures, said: Said, how: With): RequirementFinding {
  const { wanted } = asking;
  const readings = readingsOf(asking, said, how);
  const year = Number(how.asOf.slice(0, 4));
  if (readings.some(({ reading }) => reading === "met")) {
    for (const one of readings) {
      if (one.reading === undefined && mayContradict(wanted, one.statement, { year })) {
        one.reading = "doubted";
      }
    }
  }
  const readingsThatAre = (wantedReading: SentenceFinding) =>
    readings.filter(({ reading }) => reading === wantedReading);
  const [met, notMet, doubted] = [
    readingsThatAre("met"),
    readingsThatAre("not_met"),
    readingsThatAre("doubted"),
  ];
  const denying = notMet[0]?.statement;
  if (met.length > 0 && notMet.length === 0 && doubted.length === 0) return decided(asking, "met", met, how);
  const affirms = () =>
    readings.some(({ reading, statement }) =>
      reading === undefined && denying !== undefined && mayAffirm(wanted, statement, denying)
    );
  if (notMet.length > 0 && met.length === 0 && !affirms()) return decided(asking, "not_met", notMet, how);
  const evidence = (notMet[0] ?? doubted[0])?.quote ?? "";
  return { requirement: wanted.text, found_by: "text", status: "unclear", evidence: evidence.slice(0, 300) };
}

/** Of more sentences that say the same, the first ones are compared. */
const MOST_COMPARED = 100;

/** The finding of sentences that agree: the first that is sure decides, else the most likely one suggests. */
function decided(
  asking: RequirementFeatures,
  verdict: Verdict,
  readings: Read[],
  how: With,
): RequirementFinding {
  const base = { requirement: asking.wanted.text, found_by: "text" };
  let best: { suggestion: RequirementSuggestion; evidence: string } | undefined;
  for (const { statement, quote, by } of readings.slice(0, MOST_COMPARED)) {
    const { likelihood, lacks } = certaintyOf(asking, statement, { ...how, verdict, by });
    const evidence = quote.slice(0, 300);
    if (lacks === undefined) return { ...base, status: verdict, evidence };
    if (best === undefined || likelihood > best.suggestion.likelihood) {
      best = { suggestion: suggestionOf({ verdict, by, quote: evidence }, { likelihood, lacks }), evidence };
    }
  }
  return { ...base, status: "unclear", evidence: "", ...best };
}

/** The reading of each sentence; two sentences without one may have one together. */
function readingsOf(asking: RequirementFeatures, { proposal, statements, pairs }: Said, how: With): Read[] {
  const alone = statements.map((statement, index): Read => {
    const { reading, by } = readOne(asking, statement, how);
    // A thing that expired in one sentence may be renewed in the next.
    const renewed = reading === "not_met" && isRenewed(statements[index + 1]);
    return { statement, quote: statement.text, by, reading: renewed ? "doubted" : reading };
  });
  const year = Number(how.asOf.slice(0, 4));
  alone.forEach(({ reading }, at) => {
    const next = alone[at + 1];
    // `It does not apply in salt water`: taken back at once.
    if (reading === "met" && next?.reading === undefined && next && takesBack(next.statement)) {
      next.reading = "doubted";
    }
  });
  const readings: Read[] = [];
  for (let at = 0; at < alone.length; at++) {
    const [one, next, pair] = [alone[at], alone[at + 1], pairs[at]];
    // A sentence that reads as met may be gone on with in the next one, which contradicts it else.
    const leads = one !== undefined && one.reading === undefined && next?.reading === "met" &&
      !mayContradict(asking.wanted, one.statement, { year, joined: true, leading: true });
    const open = one?.reading === undefined ||
      one.reading === "met" && next !== undefined &&
        !mayContradict(asking.wanted, next.statement, { year, joined: true });
    const silent = (leads || open && next?.reading === undefined) && pair !== undefined;
    const { reading, by } = silent && mentionsRequirement(asking, pair)
      ? readOne(asking, pair, how)
      : NOTHING;
    if (
      pair !== undefined && reading !== undefined && (one?.reading ?? next?.reading ?? reading) === reading
    ) {
      const quote = quoteOf(proposal, one?.statement.text ?? "", next?.statement.text ?? "");
      readings.push({ statement: pair, quote, reading, by });
      at++;
    } else if (one) readings.push(one);
  }
  return readings;
}

/** More than a mark and white space stands between two sentences that are said twice. */
const FARTHEST = 20;

/** From the beginning of one sentence to the end of the next, as the bid has them; what is left out is marked. */
function quoteOf(proposal: string, one: string, next: string): string {
  const from = proposal.indexOf(one);
  const at = proposal.indexOf(next, from + one.length);
  const apart = at - from - one.length;
  return from < 0 || at < 0 || apart > FARTHEST ? `${one} … ${next}` : proposal.slice(from, at + next.length);
}

/** A waiver of something forbidden is a denial without a word of negation. */
const WAIVES =
  /\b(?:waiv|forgo|renounc|exempt)\w*\b|(?<!\p{L})(?:[نتي]تنازل|[نتي]عفي|تنازلنا|اعفينا|معفي)\p{L}*/u;

const NOTHING: Told = { reading: undefined, by: "rule" };

function readOne(asking: RequirementFeatures, statement: Statement, how: With): Told {
  const told = firstReading(asking, statement, how);
  // Most sentences tell nothing of a requirement: what forbids a reading is looked for where there is one.
  if (told.reading === undefined || isOfAnother(asking, statement)) return NOTHING;
  const { wanted } = asking;
  if (told.reading === "not_met" && isOfAPart(asking, statement)) return NOTHING;
  return told.reading === "met" &&
      (isRepetition(wanted, statement) || repeatsTender(statement, how) || isUnanswered(wanted, statement) ||
        isSubstitute(asking, statement) || isUnoffered(asking, statement))
    ? NOTHING
    : told;
}

/** `Supply of 200 laptops, on-site support …`, as the tender describes it, with nobody who promises it. */
function repeatsTender({ text, normal, listed }: Statement, { isCopied }: With): boolean {
  return !listed && isCopied(text) && !stanceOf(normal, { asked: "", question: false }).own;
}

/** Whether another insurance or bond is told, or only a day that counts, or a waiver. */
function isOfAnother(asking: RequirementFeatures, statement: Statement): boolean {
  const [{ normal: asks, prohibits }, says] = [asking.wanted, statement.normal];
  return isOtherCover(asks, says) || isOtherBond(asks, says) || isOnlyCountedFrom(asking, statement) ||
    prohibits && WAIVES.test(says);
}

function firstReading(asking: RequirementFeatures, statement: Statement, how: With): Told {
  const year = Number(how.asOf.slice(0, 4));
  if (mentionsRequirement(asking, statement) && refusesRequirement(asking, statement, year)) {
    return { reading: "not_met", by: "kind" };
  }
  if (asking.ratio) return { reading: ratioReading(asking, asking.ratio, statement), by: "kind" };
  const plain = plainReading(asking, statement, year);
  if (plain !== undefined) return { reading: plain, by: "kind" };
  const told = readingInTurn(asking, statement, how);
  return told.reading !== undefined && isOfOtherPace(asking, statement) ? NOTHING : told;
}

/** The rules first, then the weights, then the core of a sentence that falls short. */
function readingInTurn(
  asking: RequirementFeatures,
  statement: Statement,
  { asOf, left, weights }: With,
): Told {
  const { wanted } = asking;
  if (wanted.span !== undefined) return { reading: spanReading(asking, wanted.span, statement), by: "kind" };
  const rule = readSentence(wanted, statement, asOf) ?? coreReading(wanted, statement, { asOf, left });
  if (rule !== undefined) return { reading: rule, by: "rule" };
  const weighed = weighedReading(asking, statement, { asOf, weights });
  if (weighed !== undefined || !mentionsRequirement(asking, statement)) {
    return { reading: weighed, by: "weights" };
  }
  return { reading: coreDenial(asking, statement, { asOf, left, weights }), by: "kind" };
}

/** The reading by a rule for few cases: charges left to the buyer, work given away, sums and days. */
function plainReading(asking: RequirementFeatures, statement: Statement, year: number): SentenceFinding {
  const { wanted } = asking;
  if (leavesToBuyer(asking, statement, year) || outsourcesForbidden(wanted, statement)) return "not_met";
  return totalReading(wanted, statement) ?? deadlineReading(asking, statement) ??
    frequencyReading(asking, statement) ?? modelYearReading(asking, statement) ??
    ageOfFirm(wanted, statement, year) ??
    accountsReading(asking, statement, year);
}

/** So much a month is not compared with so much a year as it stands. */
function isOfOtherPace({ wanted, interval }: RequirementFeatures, statement: Statement): boolean {
  if (interval === undefined || wanted.quantities.length === 0 || /\btimes\b|مرات/u.test(wanted.normal)) {
    return false;
  }
  const said = intervalIn(statement.words);
  return said !== undefined && Math.abs(said - interval) > 0.01 * interval;
}

/** A pace, a nationality or a whole sum is asked for, and the sentence says nothing of it. */
function isUnanswered(wanted: ParsedRequirement, statement: Statement): boolean {
  return lacksPace(wanted.normal, statement.normal) || lacksNation(wanted.normal, statement.normal) ||
    isUnitPrice(wanted, statement) || lacksValidity(wanted, statement);
}
