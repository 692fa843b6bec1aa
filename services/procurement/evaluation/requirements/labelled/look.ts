/**
 * What the reader makes of sets of labelled sentences: `deno run --allow-read labelled/look.ts FILE.tsv …`. Findings
 * and findings with suggestions apart, each as right / said / true; `--wrong` lists what is wrong, `--missed` what is
 * not found, and `--rows` each verdict with its reader and likelihood, from which the bounds are chosen.
 */
import { type ProportionInterval, wilsonInterval } from "lib/wilson_interval.ts";
import type { RequirementFinding } from "../requirement_finding.ts";
import { WEIGHTS } from "../weighing.ts";
import type { Weights } from "../weights.ts";
import { findingOf, tallyOf, VERDICTS } from "./left_out.ts";
import { type Labelled, labelledIn } from "./sentences.ts";

type Read = Labelled & { found: RequirementFinding };

function withFinding(pair: Labelled, weights: Weights = WEIGHTS): Read {
  return { ...pair, found: findingOf(pair, weights) };
}

const saidOf = ({ found }: Read) => found.suggestion?.status ?? found.status;

function tallyText(name: string, pairs: Read[]): string {
  const tiers: [string, string[]][] = [
    ["findings", pairs.map(({ found }) => found.status)],
    ["with suggestions", pairs.map(saidOf)],
  ];
  return tiers.map(([tier, said]) =>
    `${name}, ${tier}: ` + VERDICTS.map((verdict) => {
      const { right, said: uses, of } = tallyOf(pairs, said, verdict);
      const share = ({ low, high }: ProportionInterval) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
      return `${verdict} ${right} / ${uses} / ${of}, right ${(right / Math.max(1, uses)).toFixed(3)} (${
        share(wilsonInterval(right, uses))
      }), found ${(right / Math.max(1, of)).toFixed(3)} (${share(wilsonInterval(right, of))})`;
    }).join("; ")
  ).join("\n");
}

/** Bounds that nothing reaches: each verdict is a suggestion that tells its likelihood. */
const NEVER = { plain: 2, rule: 2, kind: 2, weights: 2 };
const UNSURE = { ...WEIGHTS, sure: { met: NEVER, not_met: NEVER } };

function rowOf(pair: Read): string {
  const { found: { suggestion }, label, language, requirement, text } = pair;
  const { likelihood, reason } = withFinding(pair, UNSURE).found.suggestion ?? {};
  const tier = suggestion ? "suggestion" : "finding";
  const right = saidOf(pair) === label ? "right" : "wrong";
  return [right, saidOf(pair), label, tier, likelihood, reason, language, requirement, text].join("\t");
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
  const [said, { label }] = [saidOf(pair), pair];
  return Deno.args.includes("--rows") && said !== "unclear" ||
    Deno.args.includes("--wrong") && said !== "unclear" && said !== label ||
    Deno.args.includes("--missed") && said === "unclear" && label !== "unclear";
});
await Deno.stdout.write(new TextEncoder().encode([...lines, ...listed.map(rowOf), ""].join("\n")));
