/**
 * Fits the weights of `../weights.json` and `../wording.json` to the labelled texts: a logistic regression, held
 * back by the squares of its weights. `deno run -A services/guard/injection/labelled/fit_weights.ts` writes them
 * and prints how well weights that were fitted without a file do on that file.
 */
import { evidenceIn } from "../detect_injection.ts";
import { featuresOf, LEAST_OVERRIDE } from "../evidence.ts";
import { TEXT_ORIGINS } from "../sign.ts";
import { fitWeights, type Sample } from "./regression.ts";
import { z } from "zod";

const FILES = [
  ...["working", "held_out", "second", "third", "fourth", "fifth"],
  ...["sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"],
];
/** Texts that are neither attacks nor look-alikes: the weights learn from them, but no figure counts them. */
const ORDINARY = "ordinary";
/** The share of benign texts of the newest sets, the hardest ones, that may be taken for attacks. */
const FALSE_ALARMS = 0.02;
const NEWEST = FILES.slice(-5);
/** A word or pair that fewer texts have says nothing about others. */
const LEAST_TEXTS = 3;
const WORD = "word ";
const FOREIGN = "foreign word ";

const Line = z.object({ label: z.enum(["attack", "benign"]), place: z.enum(TEXT_ORIGINS), text: z.string() });
interface Example extends Sample {
  file: string;
  /** Whether it counts as an attack whatever its sum. */
  isSure: boolean;
}
type Weights = ReadonlyMap<string, number>;

function examplesOf(file: string): Example[] {
  const lines = Deno.readTextFileSync(new URL(`${file}.jsonl`, import.meta.url)).trim().split("\n");
  return lines.map((line) => {
    const { label, place, text } = Line.parse(JSON.parse(line));
    const evidence = evidenceIn(text, place);
    const features = featuresOf(evidence, place);
    for (const name of evidence.wording) {
      features.set(WORD + name, 1);
      if (place !== "input") features.set(FOREIGN + name, 1);
    }
    const isSure = (evidence.families.get("override") ?? 0) >= LEAST_OVERRIDE;
    return { file, isAttack: label === "attack", features, isSure };
  });
}

/** Leaves out words that few of the texts have. */
function withoutRare(examples: readonly Example[]): Example[] {
  const counts = new Map<string, number>();
  for (const { features } of examples) {
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const isKept = (name: string) =>
    !(name.startsWith(WORD) || name.startsWith(FOREIGN)) || (counts.get(name) ?? 0) >= LEAST_TEXTS;
  return examples.map((example) => ({
    ...example,
    features: new Map([...example.features].filter(([name]) => isKept(name))),
  }));
}

const sumOf = (weights: Weights, features: ReadonlyMap<string, number>) =>
  [...features].reduce((sum, [name, value]) => sum + value * (weights.get(name) ?? 0), 0);

/** The sum that no more than the allowed share of benign texts exceeds. */
function limitOf(scored: readonly { file: string; isAttack: boolean; sum: number }[]): number {
  const benign = scored.filter(({ file, isAttack }) => !isAttack && NEWEST.includes(file));
  const sums = benign.map(({ sum }) => sum).sort((a, b) => b - a);
  return (sums[Math.floor(FALSE_ALARMS * sums.length)] ?? 0) + 0.001;
}

const examples = withoutRare([...FILES, ORDINARY].flatMap(examplesOf));
const unseen = FILES.flatMap((file) => {
  const weights = fitWeights(examples.filter((example) => example.file !== file));
  return examples.filter((example) => example.file === file)
    .map(({ features, ...example }) => ({ ...example, sum: sumOf(weights, features) }));
});
const limit = limitOf(unseen);
const report = FILES.map((file) => {
  const shareOf = (over: (example: typeof unseen[number]) => boolean) => {
    const all = unseen.filter((example) => example.file === file && over(example));
    const attacks = all.filter(({ isAttack }) => isAttack).length;
    return `${attacks} attacks found, ${all.length - attacks} false alarms`;
  };
  return `${file}: ${shareOf(({ sum }) => sum >= limit)}; with orders to set rules aside ${
    shareOf(({ sum, isSure }) => isSure || sum >= limit)
  }`;
});

const weights = fitWeights(examples);
const rounded = (weight = 0) => Math.round(weight * 1_000) / 1_000;
// So that the score at the limit is 0.5.
const others = [...weights].filter(([name]) => !name.startsWith(WORD) && !name.startsWith(FOREIGN))
  .map(([name, weight]): [string, number] => [name, rounded(name === "bias" ? weight - limit : weight)]);
const words = [...weights.keys()].filter((name) => name.startsWith(WORD)).map((name) =>
  name.slice(WORD.length)
);
const write = (file: string, json: string) =>
  Deno.writeTextFileSync(new URL(`../${file}`, import.meta.url), json);
write("weights.json", `${JSON.stringify(Object.fromEntries(others.sort()), null, 2)}\n`);
const rows = words.sort()
  .map((name) => [name, rounded(weights.get(WORD + name)), rounded(weights.get(FOREIGN + name))] as const)
  .filter(([, all, foreign]) => all !== 0 || foreign !== 0);
write("wording.json", `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`);
const detected = unseen.filter(({ isAttack, isSure, sum }) => isAttack && (isSure || sum >= limit)).length;
const alarms = unseen.filter(({ isAttack, isSure, sum }) => !isAttack && (isSure || sum >= limit)).length;
const all =
  `all: ${detected} attacks found, ${alarms} false alarms of ${unseen.length} texts, limit ${limit}`;
await Deno.stdout.write(new TextEncoder().encode(`${report.join("\n")}\n${all}\n`));
