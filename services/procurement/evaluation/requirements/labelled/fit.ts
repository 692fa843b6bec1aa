/**
 * Fits the weights of `weighing.ts` and writes them: `deno run --allow-read --allow-write labelled/fit.ts`.
 * With `--leave-out` it writes nothing and prints, for each author, the tallies of weights that are fitted to
 * all other authors; names of files limit it to their authors.
 */
import { fitWeights, weightsTable } from "./learning.ts";
import { leaveOneAuthorOut, type Tally, VERDICTS } from "./leave_one_out.ts";
import { type Labelled, labelledIn } from "./sentences.ts";

/** The files of each author; the numbers are the row counts at which sets within a file end. */
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
  [["thirteenth_hand"]],
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
    tallies.map(({ correct: right, predicted, actual: of }, at) =>
      `${VERDICTS[at]} ${right} / ${predicted} / ${of}`
    ).join(", ");
}

if (Deno.args.includes("--leave-out")) {
  const named = Deno.args.filter((argument) => !argument.startsWith("--"));
  for (const [at, [files]] of AUTHORS.entries()) {
    if (named.length > 0 && !files.some((file) => named.includes(file))) continue;
    const { findings, read } = leaveOneAuthorOut(authors, at);
    const report = `${files.join(", ")}; ${line("findings", findings)}; ${line("with suggestions", read)}\n`;
    await Deno.stdout.write(new TextEncoder().encode(report));
  }
} else {
  await Deno.writeTextFile(
    new URL("../weights.json", import.meta.url),
    weightsTable(fitWeights(authors.flat())),
  );
}
