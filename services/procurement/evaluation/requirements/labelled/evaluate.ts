/**
 * Evaluates the reader on sets of labelled sentences: `deno run --allow-read labelled/evaluate.ts FILE.tsv …`. It
 * prints findings alone and with suggestions as correct / predicted / actual. `--wrong` lists wrong verdicts,
 * `--missed` missed ones, and `--rows` every verdict with its reader and likelihood, from which the
 * thresholds are chosen.
 */
import { type ProportionInterval, wilsonInterval } from "lib/wilson_interval.ts";
import type { RequirementFinding } from "../requirement_finding.ts";
import { WEIGHTS } from "../weighing.ts";
import type { Weights } from "../weights.ts";
import { findingOf, tallyOf, VERDICTS } from "./leave_one_out.ts";
import { type Labelled, labelledIn } from "./sentences.ts";

type QuotedReading = Labelled & { found: RequirementFinding };

function withFinding(pair: Labelled, weights: Weights = WEIGHTS): QuotedReading {
  return { ...pair, found: findingOf(pair, weights) };
}

const predictedOf = ({ found }: QuotedReading) => found.suggestion?.status ?? found.status;

function tallyText(name: string, pairs: QuotedReading[]): string {
  const tiers: [string, string[]][] = [
    ["findings", pairs.map(({ found }) => found.status)],
    ["with suggestions", pairs.map(predictedOf)],
  ];
  return tiers.map(([tier, predicted]) =>
    `${name}, ${tier}: ` + VERDICTS.map((verdict) => {
      const { correct: right, predicted: uses, actual: of } = tallyOf(pairs, predicted, verdict);
      const share = ({ low, high }: ProportionInterval) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
      return `${verdict} ${right} / ${uses} / ${of}, right ${(right / Math.max(1, uses)).toFixed(3)} (${
        share(wilsonInterval(right, uses))
      }), found ${(right / Math.max(1, of)).toFixed(3)} (${share(wilsonInterval(right, of))})`;
    }).join("; ")
  ).join("\n");
}

/** Unreachable thresholds, so that each verdict is a suggestion with its likelihood. */
const NEVER = { plain: 2, rule: 2, kind: 2, weights: 2 };
const UNSURE = { ...WEIGHTS, sure: { met: NEVER, not_met: NEVER } };

function rowOf(pair: QuotedReading): string {
  const { found: { suggestion }, label, language, requirement, text } = pair;
  const { likelihood, reason } = withFinding(pair, UNSURE).found.suggestion ?? {};
  const tier = suggestion ? "suggestion" : "finding";
  const right = predictedOf(pair) === label ? "right" : "wrong";
  return [right, predictedOf(pair), label, tier, likelihood, reason, language, requirement, text].join("\t");
}

const files = Deno.args.filter((argument) => !argument.startsWith("--"));
const sets = await Promise.all(
  files.map(async (file) =>
    [file, labelledIn(await Deno.readTextFile(file)).map((pair) => withFinding(pair))] as const
  ),
);
const all = sets.flatMap(([, pairs]) => pairs);
const lines = [
  ...sets.map(([file, pairs]) => tallyText(file.split("/").at(-1) ?? file, pairs)),
  ...["en", "ar"].map((language) => tallyText(language, all.filter((pair) => pair.language === language))),
  tallyText("together", all),
];
const listed = all.filter((pair) => {
  const [predicted, { label }] = [predictedOf(pair), pair];
  return Deno.args.includes("--rows") && predicted !== "unclear" ||
    Deno.args.includes("--wrong") && predicted !== "unclear" && predicted !== label ||
    Deno.args.includes("--missed") && predicted === "unclear" && label !== "unclear";
});
await Deno.stdout.write(new TextEncoder().encode([...lines, ...listed.map(rowOf), ""].join("\n")));
