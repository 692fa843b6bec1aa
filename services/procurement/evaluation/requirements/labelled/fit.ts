/**
 * Fits the weights of `weighing.ts` anew and writes them: `deno run --allow-read --allow-write labelled/fit.ts`. With
 * `--leave-out` it writes nothing, and prints for each author what weights fitted to all the others find.
 */
import { fitWeights, weightsTable } from "./learning.ts";
import { leftOut, type Tally, VERDICTS } from "./left_out.ts";
import { type Labelled, labelledIn } from "./sentences.ts";

/** The files of each author; sets within one file end at these rows. */
const AUTHORS: [files: string[], ends?: number[]][] = [
  [["working", "own_passages"]],
  [["kinds"], [440, 896, 1_358]],
  [["free_wording"]],
  [["held_out"]],
  [["second_held_out"]],
  [["third_held_out"]],
  [["fourth_held_out"]],
  [["fifth_held_out"]],
  [["passages", "last_passages"]],
  [["sixth_hand", "sixth_hand_last"]],
  [["seventh_hand", "seventh_hand_last"]],
  [["eighth_hand", "eighth_hand_last"]],
  [["ninth_hand", "ninth_hand_last"]],
  [["tenth_hand"]],
  [["eleventh_hand"]],
  [["twelfth_hand"]],
];

async function setsOf(name: string, ends: number[]): Promise<Labelled[][]> {
  const all = labelledIn(await Deno.readTextFile(new URL(`./${name}.tsv`, import.meta.url)));
  return [0, ...ends].map((from, at) => all.slice(from, ends[at]));
}

const authors = await Promise.all(
  AUTHORS.map(async ([files, ends = []]) =>
    (await Promise.all(files.map((file) => setsOf(file, ends)))).flat()
  ),
);

function line(tier: string, tallies: Tally[]): string {
  return `${tier}: ` +
    tallies.map(({ right, said, of }, at) => `${VERDICTS[at]} ${right} / ${said} / ${of}`).join(", ");
}

if (Deno.args.includes("--leave-out")) {
  for (const [at, [files]] of AUTHORS.entries()) {
    const { findings, read } = leftOut(authors, at);
    const told = `${files.join(", ")}; ${line("findings", findings)}; ${line("with suggestions", read)}\n`;
    await Deno.stdout.write(new TextEncoder().encode(told));
  }
} else {
  await Deno.writeTextFile(
    new URL("../weights.json", import.meta.url),
    weightsTable(fitWeights(authors.flat())),
  );
}
