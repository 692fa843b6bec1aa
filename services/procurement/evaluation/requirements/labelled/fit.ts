/**
 * Fits the weights of `weighing.ts` anew and writes them: `deno run --allow-read --allow-write labelled/fit.ts`. With
 * `--leave-out` it writes nothing, and prints for each set what weights fitted to all the others find in it.
 */
import { learned, written } from "./learning.ts";
import { boundFor, BOUNDS, type LeftOut, leftOut, VERDICTS, wilson } from "./left_out.ts";
import { type Labelled, labelledIn } from "./sentences.ts";

/** The files, and where the sets that one holds end. */
const FILES: [name: string, ends: number[]][] = [
  ["working", []],
  ["kinds", [440, 896, 1_358]],
  ["free_wording", []],
  ["held_out", []],
  ["second_held_out", []],
  ["third_held_out", []],
  ["fourth_held_out", []],
  ["fifth_held_out", []],
  ["passages", []],
  ["own_passages", []],
  ["last_passages", []],
  ["sixth_hand", []],
  ["seventh_hand", []],
  ["sixth_hand_last", []],
  ["seventh_hand_last", []],
  ["eighth_hand", []],
];

async function setsOf(name: string, ends: number[]): Promise<[string, Labelled[]][]> {
  const all = labelledIn(await Deno.readTextFile(new URL(`./${name}.tsv`, import.meta.url)));
  return [0, ...ends].map((
    from,
    at,
  ) => [ends.length > 0 ? `${name} ${at + 1}` : name, all.slice(from, ends[at])]);
}

/** Each left-out set at each bound, and at the bound that all the others ask for. */
function report(looks: LeftOut[]): string {
  const lines = VERDICTS.flatMap((verdict) => {
    const told = looks.map(({ name, at }) => {
      const bound = boundFor(looks.filter((other) => other.name !== name), verdict);
      const all = at[verdict].map(({ right, said }, index) => `${BOUNDS[index]}: ${right}/${said}`).join(
        "  ",
      );
      return {
        chosen: at[verdict][bound],
        line: `${verdict} ${name} of ${at[verdict][0]?.of}: ${all}; others ask for ${BOUNDS[bound]}`,
      };
    });
    const sum = (of: "right" | "said" | "of") =>
      told.reduce((all, { chosen }) => all + (chosen?.[of] ?? 0), 0);
    const [right, said, of] = [sum("right"), sum("said"), sum("of")];
    const shares = ([low, high]: [number, number]) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
    return [
      ...told.map(({ line }) => line),
      `${verdict} at the bounds of others: right ${right} of ${said} (${
        shares(wilson(right, said))
      }), found ${right} of ${of}`,
      `${verdict}: all sets ask for ${BOUNDS[boundFor(looks, verdict)]}`,
    ];
  });
  return `${lines.join("\n")}\n`;
}

const sets = (await Promise.all(FILES.map(([name, ends]) => setsOf(name, ends)))).flat();
if (Deno.args.includes("--leave-out")) {
  const looks = leftOut(sets);
  await Deno.stdout.write(
    new TextEncoder().encode(
      [`a quantity is asked for\n${report(looks.counted)}`, `none is\n${report(looks.others)}`].join("\n"),
    ),
  );
} else {
  await Deno.writeTextFile(
    new URL("../weights.json", import.meta.url),
    written(learned(sets.map(([, of]) => of))),
  );
}
