import type { RequirementFinding, RequirementSuggestion } from "./requirement_finding.ts";
import {
  mentionsRequirement,
  type RequirementFeatures,
  requirementFeatures,
} from "./requirement_features.ts";
import { mayAffirm, mayContradict } from "./contradiction.ts";
import { certaintyOf, suggestionOf, type Verdict } from "./certainty.ts";
import { type SentenceFinding } from "./sentence_finding.ts";
import { memoised } from "./memoised.ts";
import { joinedStatement, retracts } from "./joined_statements.ts";
import { isRenewed } from "./renewal.ts";
import { readStatement, sentencesOf, type Statement } from "./statement.ts";
import { parseRequirement } from "./parsed_requirement.ts";
import type { Weights } from "./weights.ts";
import { checkedReading, NO_READING, type ReaderOptions, type SentenceReading } from "./sentence_reading.ts";

/** The texts of a bid: its proposal and its listed qualifications. */
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
    /** Whether a sentence copies the tender's words; a copy counts only if the bidder commits to it. */
    isCopied?: (sentence: string) => boolean;
  },
): (bid: BidTexts) => RequirementFinding[] {
  const year = Number(asOf.slice(0, 4));
  const allFeatures = requirements.map((text) => requirementFeatures(parseRequirement(text, year)));
  const listedStatement = memoised(
    (text) => readStatement({ text, question: false }, { listed: true, year }),
    ...LISTED_TEXTS,
  );
  const listedReadings: ListedReadings = new WeakMap();
  return ({ proposal, listed }) => {
    if (allFeatures.length === 0) return [];
    const statements = [
      ...sentencesOf(proposal).map((sentence) => readStatement(sentence, { listed: false, year })),
      ...listed.map(listedStatement),
    ];
    const budget = { remaining: MOST_CORES };
    const pairs = statements.map((one, at) => joinedStatement(one, statements[at + 1], year));
    return allFeatures.map((features) =>
      findingOf(features, { proposal, statements, pairs }, {
        asOf,
        budget,
        weights,
        isCopied,
        listedReadings,
      })
    );
  };
}

/** Entries and characters of the listed qualifications in the cache, since many bids list the same ones. */
const LISTED_TEXTS = [500, 100] as const;

/** The readings of the listed qualifications in the cache by requirement. */
type ListedReadings = WeakMap<Statement, Map<RequirementFeatures, SentenceReading>>;

interface BidReaderOptions extends ReaderOptions {
  listedReadings: ListedReadings;
}

/** Real bids have fewer separate core clauses; further ones stay unclear. */
const MOST_CORES = 1_000;

/** The sentences of a bid; `pairs` holds each sentence joined with the next one that continues it. */
interface BidSentences {
  proposal: string;
  statements: Statement[];
  pairs: (Statement | undefined)[];
}

interface QuotedReading extends SentenceReading {
  statement: Statement;
  /** The bid's own words; for joined sentences, both with the text between them. */
  quote: string;
}

function findingOf(
  features: RequirementFeatures,
  sentences: BidSentences,
  options: BidReaderOptions,
): RequirementFinding {
  const { requirement } = features;
  const readings = readingsOf(features, sentences, options);
  const year = Number(options.asOf.slice(0, 4));
  if (readings.some(({ reading }) => reading === "met")) {
    for (const one of readings) {
      if (one.reading === undefined && mayContradict(requirement, one.statement, { year })) {
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
  if (met.length > 0 && notMet.length === 0 && doubted.length === 0) {
    return findingFrom(features, "met", met, options);
  }
  const affirms = () =>
    readings.some(({ reading, statement }) =>
      reading === undefined && denying !== undefined && mayAffirm(requirement, statement, denying)
    );
  if (notMet.length > 0 && met.length === 0 && !affirms()) {
    return findingFrom(features, "not_met", notMet, options);
  }
  const evidence = (notMet[0] ?? doubted[0])?.quote ?? "";
  return {
    requirement: requirement.text,
    found_by: "text",
    status: "unclear",
    evidence: evidence.slice(0, 300),
  };
}

/** If more sentences agree, only the first ones are compared. */
const MOST_COMPARED = 100;

/**
 * Combines sentences that agree: the first certain reading decides, otherwise the most likely one becomes the
 * suggestion.
 */
function findingFrom(
  features: RequirementFeatures,
  verdict: Verdict,
  readings: QuotedReading[],
  options: ReaderOptions,
): RequirementFinding {
  const base = { requirement: features.requirement.text, found_by: "text" };
  let best: { suggestion: RequirementSuggestion; evidence: string } | undefined;
  for (const { statement, quote, by } of readings.slice(0, MOST_COMPARED)) {
    const { likelihood, shortcoming } = certaintyOf(features, statement, { ...options, verdict, by });
    const evidence = quote.slice(0, 300);
    if (shortcoming === undefined) return { ...base, status: verdict, evidence };
    if (best === undefined || likelihood > best.suggestion.likelihood) {
      best = {
        suggestion: suggestionOf({ verdict, by, quote: evidence }, { likelihood, shortcoming }),
        evidence,
      };
    }
  }
  return { ...base, status: "unclear", evidence: "", ...best };
}

/** Reads a sentence; a listed qualification, which needs nothing else of its bid, once for all bids. */
function readingOf(
  features: RequirementFeatures,
  statement: Statement,
  options: BidReaderOptions,
): SentenceReading {
  if (!statement.listed) return checkedReading(features, statement, options);
  const readings = options.listedReadings.get(statement) ?? new Map<RequirementFeatures, SentenceReading>();
  const reading = readings.get(features) ?? checkedReading(features, statement, options);
  options.listedReadings.set(statement, readings.set(features, reading));
  return reading;
}

/** Reads each sentence; two sentences without a reading may have one when joined. */
function readingsOf(
  features: RequirementFeatures,
  { proposal, statements, pairs }: BidSentences,
  options: BidReaderOptions,
): QuotedReading[] {
  const alone = statements.map((statement, index): QuotedReading => {
    const { reading, by } = readingOf(features, statement, options);
    // The next sentence may renew an expired document.
    const renewed = reading === "not_met" && isRenewed(statements[index + 1]);
    return { statement, quote: statement.text, by, reading: renewed ? "doubted" : reading };
  });
  const year = Number(options.asOf.slice(0, 4));
  alone.forEach(({ reading }, at) => {
    const next = alone[at + 1];
    // The next sentence may retract the reading: `It does not apply in salt water`.
    if (reading === "met" && next?.reading === undefined && next && retracts(next.statement)) {
      next.reading = "doubted";
    }
  });
  const readings: QuotedReading[] = [];
  for (let at = 0; at < alone.length; at++) {
    const [one, next, pair] = [alone[at], alone[at + 1], pairs[at]];
    // A sentence that contradicts a `met` reading on its own may continue it when joined.
    const leads = one !== undefined && one.reading === undefined && next?.reading === "met" &&
      !mayContradict(features.requirement, one.statement, { year, joined: true, leading: true });
    const open = one?.reading === undefined ||
      one.reading === "met" && next !== undefined &&
        !mayContradict(features.requirement, next.statement, { year, joined: true });
    const silent = (leads || open && next?.reading === undefined) && pair !== undefined;
    const { reading, by } = silent && mentionsRequirement(features, pair)
      ? checkedReading(features, pair, options)
      : NO_READING;
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

/** A longer gap, in characters, means that the texts occur elsewhere in the proposal too. */
const FARTHEST = 20;

/** Quotes two sentences from the proposal; an ellipsis marks omitted text. */
function quoteOf(proposal: string, one: string, next: string): string {
  const from = proposal.indexOf(one);
  const at = proposal.indexOf(next, from + one.length);
  const apart = at - from - one.length;
  return from < 0 || at < 0 || apart > FARTHEST ? `${one} … ${next}` : proposal.slice(from, at + next.length);
}
