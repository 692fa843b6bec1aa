/**
 * Fits the weights of `../weights.json` to the labelled texts: a logistic regression, held back by the squares
 * of its weights. `deno run -A services/guard/injection/labelled/fit_weights.ts` writes them and prints how
 * well weights that were fitted without a file do on that file.
 */
import { evidenceIn } from "../detect_injection.ts";
import { featuresOf } from "../evidence.ts";
import { PLACES } from "../sign.ts";
import { z } from "zod";

const FILES = ["working", "held_out", "second"];
/** The share of benign texts that may be taken for attacks. */
const FALSE_ALARMS = 0.03;
const ROUNDS = 3_000;
const STEP = 0.5;
const HOLD_BACK = 1;

const Line = z.object({ label: z.enum(["attack", "benign"]), place: z.enum(PLACES), text: z.string() });
interface Example {
  file: string;
  isAttack: boolean;
  features: Map<string, number>;
  hasSign: boolean;
}
type Weights = Map<string, number>;

function examplesOf(file: string): Example[] {
  const lines = Deno.readTextFileSync(new URL(`${file}.jsonl`, import.meta.url)).trim().split("\n");
  return lines.map((line) => {
    const { label, place, text } = Line.parse(JSON.parse(line));
    const evidence = evidenceIn(text, place);
    return {
      file,
      isAttack: label === "attack",
      features: featuresOf(evidence, place),
      hasSign: evidence.families.size > 0,
    };
  });
}

const sumOf = (weights: Weights, features: Map<string, number>) =>
  [...features].reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);

function fit(examples: readonly Example[]): Weights {
  const weights: Weights = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    const slopes: Weights = new Map();
    for (const [name, weight] of weights) slopes.set(name, HOLD_BACK * weight);
    for (const { isAttack, features } of examples) {
      const miss = 1 / (1 + Math.exp(-sumOf(weights, features))) - (isAttack ? 1 : 0);
      for (const [name, value] of features) slopes.set(name, (slopes.get(name) ?? 0) + miss * value);
    }
    for (const [name, slope] of slopes) {
      weights.set(name, (weights.get(name) ?? 0) - STEP * slope / examples.length);
    }
  }
  return weights;
}

/** The sum that no more than the allowed share of benign texts exceeds. */
function limitOf(scored: readonly { isAttack: boolean; sum: number }[]): number {
  const sums = scored.filter(({ isAttack }) => !isAttack).map(({ sum }) => sum).sort((a, b) => b - a);
  return (sums[Math.floor(FALSE_ALARMS * sums.length)] ?? 0) + 0.001;
}

const examples = FILES.flatMap(examplesOf);
const unseen = FILES.flatMap((file) => {
  const weights = fit(examples.filter((one) => one.file !== file));
  return examples.filter((one) => one.file === file).map(({ isAttack, features, hasSign }) => ({
    ...{ file, isAttack },
    sum: hasSign ? sumOf(weights, features) : -Infinity,
  }));
});
const limit = limitOf(unseen);
const report = FILES.map((file) => {
  const over = unseen.filter((one) => one.file === file && one.sum >= limit);
  const attacks = over.filter(({ isAttack }) => isAttack).length;
  return `${file}: ${attacks} attacks found, ${over.length - attacks} false alarms`;
});
const weights = fit(examples);
// So that the score at the limit is 0.5.
weights.set("bias", (weights.get("bias") ?? 0) - limit);
const rounded = [...weights].sort().map(([name, weight]) => [name, Math.round(weight * 1_000) / 1_000]);
Deno.writeTextFileSync(
  new URL("../weights.json", import.meta.url),
  `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`,
);
await Deno.stdout.write(new TextEncoder().encode(`${report.join("\n")}\nlimit ${limit}\n`));
