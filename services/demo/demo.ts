/** Fills a running platform with example work in both languages. */
import { agents } from "./agents.ts";
import { checkAnswering, type Client, client, DemoFailure, type Reach } from "./client.ts";
import { compliance } from "./compliance.ts";
import { documents } from "./documents.ts";
import { evaluation } from "./evaluation.ts";
import { gateway } from "./gateway.ts";
import { guard } from "./guard.ts";
import { ADMIN } from "./people.ts";
import { prices } from "./prices.ts";
import { procurement } from "./procurement.ts";
import { voice } from "./voice.ts";

type Part = (client: Client, say: (line: string) => void) => Promise<string>;

// Documents come first, since they are processed in the background while the other parts are filled.
const PARTS: [string, Part][] = [
  ["documents", documents],
  ["guard", guard],
  ["procurement", procurement],
  ["compliance", compliance],
  ["agents", agents],
  ["evaluation", evaluation],
  ["voice", voice],
];

/**
 * Fills the platform at `reach` and reports progress through `say`; returns the parts that failed. Existing
 * data stays unchanged.
 * @throws {DemoFailure} when the platform does not answer.
 */
export async function fill(reach: Reach, say: (line: string) => void): Promise<string[]> {
  await checkAnswering(reach);
  const demo = client(reach, ADMIN);
  const failed: string[] = [];
  // Prices come first, since every part calls models and a call is billed at the price at its start.
  const priced = prices(demo);
  await Promise.allSettled([priced]);
  const filled: Part = async (client) => {
    const made = await priced;
    return `${await gateway(client)}; ${made}`;
  };
  const parts: [string, Part][] = [...PARTS, ["gateway", filled]];
  await Promise.all(parts.map(async ([name, part]) => {
    try {
      say(`${name}: ${await part(demo, say)}`);
    } catch (error) {
      failed.push(name);
      say(`${name}: not filled. ${error instanceof DemoFailure ? error.message : error}`);
    }
  }));
  return failed;
}
