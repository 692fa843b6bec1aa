/**
 * Fits the weights of `weighing.ts` anew and writes them: `deno run --allow-read --allow-write labelled/fit.ts`. With
 * `--leave-out` it writes nothing, and prints for each set what weights fitted to all the others find in it.
 */
import { requirementReader } from "../requirement_reader.ts";
import type { Weights } from "../weights.ts";
import { learned, written } from "./learning.ts";
import { AS_OF, type Labelled, labelledIn } from "./sentences.ts";

/** The files, and where the sets that one holds end. */
const FILES: [name: string, ends: number[]][] = [
  ["working", []],
  ["kinds", [440, 896, 1_358]],
  ["free_wording", []],
  ["held_out", []],
  ["second_held_out", []],
];

async function setsOf(name: string, ends: number[]): Promise<[string, Labelled[]][]> {
  const all = labelledIn(await Deno.readTextFile(new URL(`./${name}.tsv`, import.meta.url)));
  return [0, ...ends].map((
    from,
    at,
  ) => [ends.length > 0 ? `${name} ${at + 1}` : name, all.slice(from, ends[at])]);
}

/** Right, said and true findings of a status, as `right/said/true`. */
function tally(pairs: Labelled[], weights: Weights, status: string): string {
  const said = pairs.filter(({ requirement, text, listed }) => {
    const read = requirementReader([requirement], { asOf: AS_OF, weights });
    const [finding] = read(listed ? { proposal: "", listed: [text] } : { proposal: text, listed: [] });
    return finding?.status === status;
  });
  const right = said.filter(({ label }) => label === status).length;
  return `${right}/${said.length}/${pairs.filter(({ label }) => label === status).length}`;
}

const sets = (await Promise.all(FILES.map(([name, ends]) => setsOf(name, ends)))).flat();
if (Deno.args.includes("--leave-out")) {
  for (const [name, pairs] of sets) {
    const weights = learned(sets.filter(([other]) => other !== name).map(([, of]) => of));
    const line = ["met", "not_met"].map((status) => `${status} ${tally(pairs, weights, status)}`).join(", ");
    await Deno.stdout.write(new TextEncoder().encode(`${name}: ${line}\n`));
  }
} else {
  await Deno.writeTextFile(
    new URL("../weights.json", import.meta.url),
    written(learned(sets.map(([, of]) => of))),
  );
}
