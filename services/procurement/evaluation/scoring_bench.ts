/**
 * Evaluates 1,000 bids with 10 criteria without storage: scores, requirements, red flags, wording, and the
 * hash of the inputs. The limit is a ratio to splitting the same texts once into folded words.
 */
import { cpuUsage } from "node:process";
import { fold } from "lib/fold.ts";
import { evaluate, inputsHash } from "./evaluate.ts";
import type { Inputs } from "./evaluation.ts";
import { wordsOf } from "./terms.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const LIMIT = 80;
const words = (n: number, seed: number) =>
  Array.from({ length: n }, (_, i) => `word${(i * 7919 + seed * 31) % 2_000}`).join(" ");

const bids: Inputs["bids"] = Array.from({ length: 1_000 }, (_, i) => {
  const proposal = words(60, i);
  return {
    id: `b${i}`,
    supplier_id: `s${i}`,
    supplier_name: `Supplier ${i}`,
    amount: String(1_000_000 + i * 37),
    delivery_days: 10 + i % 90,
    proposal,
    listed: ["ISO 9001"],
    disqualified: i % 50 === 0,
    disqualified_reason: i % 50 === 0 ? "No bond" : null,
    late: false,
    judged: Object.fromEntries(Array.from({ length: 7 }, (_, c) => [`criterion ${c}`, [50 + i % 50, 60]])),
    findings: {},
  };
});
const inputs: Inputs = {
  tender: {
    id: "t",
    title: "Laptops",
    description: words(40, 3),
    category: "it",
    budget_min: 900_000,
    budget_max: 1_100_000,
    currency: "AED",
    coverage_order: false,
    closes_at: "2026-12-31T20:00:00.000Z",
    created_at: "2026-11-21T08:00:00.000Z",
    requirements: [words(6, 1), words(6, 2), words(6, 3)],
    evaluation_criteria: {
      price: 0.1,
      delivery: 0.1,
      compliance: 0.1,
      ...Object.fromEntries(Array.from({ length: 7 }, (_, c) => [`criterion ${c}`, 0.1])),
    },
  },
  bids,
};

/** The processor time of this process in milliseconds, which excludes other load on the machine. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

const evaluateAll = async () => {
  evaluate(inputs);
  await inputsHash(inputs);
};
const readOnce = () => bids.map(({ proposal }) => wordsOf(fold(proposal)).length);

// After a warm-up both alternate, so that a slow phase of the machine affects both.
for (let round = 0; round < 10; round++) [await evaluateAll(), readOnce()];
const rounds: { evaluated: number; read: number }[] = [];
for (let round = 0; round < 20; round++) {
  rounds.push({ evaluated: await processorTime(evaluateAll), read: await processorTime(readOnce) });
}

const evaluated = median(rounds.map((round) => round.evaluated));
const read = median(rounds.map((round) => round.read));
const ratio = evaluated / read;
const line =
  `evaluate-all of ${bids.length} bids, 10 criteria, without storage: ${
    evaluated.toFixed(1)
  } ms of processor ` +
  `time, ${ratio.toFixed(1)} times the reading of their texts (${read.toFixed(1)} ms), limit ${LIMIT}`;
print(line);
if (!(ratio <= LIMIT)) throw new Error(`More than ${LIMIT} times`);
