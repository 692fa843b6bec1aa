import type { RequirementFinding } from "./requirement_finding.ts";
import { type Asking, askingOf } from "./asking.ts";
import { mayAffirm, mayContradict } from "./contradiction.ts";
import { coreReading, type CoresLeft } from "./core.ts";
import { type Reading, readingOf } from "./reading.ts";
import { isRenewed } from "./renewal.ts";
import { isRepetition } from "./repetition.ts";
import { readStatement, sentencesOf, type Statement } from "./statement.ts";
import { readWanted } from "./wanted.ts";
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
  { asOf, weights }: { asOf: string; weights?: Weights },
): (bid: BidTexts) => RequirementFinding[] {
  const year = Number(asOf.slice(0, 4));
  const askings = requirements.map((text) => askingOf(readWanted(text, year)));
  return ({ proposal, listed }) => {
    if (askings.length === 0) return [];
    const statements = [
      ...sentencesOf(proposal).map((sentence) => readStatement(sentence, { listed: false, year })),
      ...listed.map((text) => readStatement({ text, question: false }, { listed: true, year })),
    ];
    const left = { cores: MOST_CORES };
    return askings.map((asking) => findingOf(asking, statements, { asOf, left, weights }));
  };
}

/** Real bids have fewer sentences with a separate core; beyond this number they stay unclear. */
const MOST_CORES = 1_000;

function findingOf(
  asking: Asking,
  statements: Statement[],
  { asOf, left, weights }: { asOf: string; left: CoresLeft; weights: Weights | undefined },
): RequirementFinding {
  const { wanted } = asking;
  const readings: { statement: Statement; reading: Reading }[] = statements.map((statement, index) => {
    const read = readingOf(wanted, statement, asOf) ??
      coreReading(wanted, statement, { asOf, left }) ?? weighedReading(asking, statement, { asOf, weights });
    // A thing that expired in one sentence may be renewed in the next.
    const renewed = read === "not_met" && isRenewed(statements[index + 1]);
    const repeated = read === "met" && isRepetition(wanted, statement);
    return { statement, reading: renewed ? "doubted" as const : repeated ? undefined : read };
  });
  const year = Number(asOf.slice(0, 4));
  if (readings.some(({ reading }) => reading === "met")) {
    for (const one of readings) {
      if (one.reading === undefined && mayContradict(wanted, one.statement, year)) one.reading = "doubted";
    }
  }
  const denying = readings.find(({ reading }) => reading === "not_met")?.statement;
  const says = (reading: Reading) => readings.find((one) => one.reading === reading)?.statement.text;
  const [met, notMet, doubted] = [says("met"), says("not_met"), says("doubted")];
  const base = { requirement: wanted.text, found_by: "text" };
  if (met !== undefined && notMet === undefined && doubted === undefined) {
    return { ...base, status: "met", evidence: met.slice(0, 300) };
  }
  const affirms = () =>
    readings.some(({ reading, statement }) =>
      reading === undefined && denying !== undefined && mayAffirm(wanted, statement, denying)
    );
  if (notMet !== undefined && met === undefined && !affirms()) {
    return { ...base, status: "not_met", evidence: notMet.slice(0, 300) };
  }
  return { ...base, status: "unclear", evidence: (notMet ?? doubted ?? "").slice(0, 300) };
}
