/** Scores the papers that a browser printed; by default the digital ones, with `LABELLED=all` also scans, with figures. */
import assert from "node:assert/strict";
import { ALL, shown, table } from "../fixtures/labelled/figures.ts";
import { type Check, figuresOf } from "../fixtures/labelled/score.ts";
import { ALL_PRINTED, PRINTED_SETS } from "../fixtures/printed/papers.ts";
import { printedReader } from "../fixtures/printed/reading.ts";
import { print } from "lib/print.ts";

/** The least share of right values in the digital papers of sets, and the most wrong and unflagged ones. */
const FLOORS: { sets: (keyof typeof PRINTED_SETS)[]; right: number; wrong: number }[] = [
  { sets: ["first", "later", "last", "fifteenth", "common"], right: 0.97, wrong: 0 },
  { sets: ["sixteenth", "seventeenth"], right: 0.95, wrong: 0 },
  // Of two names in two languages the truth has one; a letterhead on two lines is cut.
  { sets: ["eighteenth"], right: 0.8, wrong: 2 },
  { sets: ["nineteenth", "twentieth", "twentyfirst", "twentysecond", "twentythird"], right: 0.95, wrong: 0 },
  // Of a method of payment in two languages the truth has the one on the other side.
  {
    sets: ["twentyfourth", "twentyfifth", "twentysixth", "twentyeighth", "twentyninth"],
    right: 0.97,
    wrong: 1,
  },
  { sets: ["twentyseventh"], right: 0.95, wrong: 0 },
  { sets: ["thirtieth", "thirtyfirst", "thirtythird", "thirtyfourth"], right: 0.97, wrong: 0 },
  { sets: ["thirtysecond", "thirtyfifth", "thirtysixth"], right: 0.97, wrong: 0 },
  { sets: ["thirtyseventh", "thirtyeighth"], right: 0.98, wrong: 0 },
  { sets: ["thirtyninth", "fortieth"], right: 0.98, wrong: 0 },
  { sets: ["fortyfirst", "fortysecond"], right: 0.95, wrong: 0 },
];

for (const { sets, right, wrong } of FLOORS) {
  Deno.test(`digital papers of the printed sets ${sets.join(", ")} are right or flagged`, async () => {
    const read = await printedReader();
    const checks: Check[] = [];
    for (const paper of sets.flatMap((set) => PRINTED_SETS[set])) {
      if (paper.medium === "digital") checks.push(...await read(paper));
    }
    const figures = figuresOf(checks);
    const others = checks.filter(({ verdict }) => verdict !== "right");
    assert.ok(
      figures.right / figures.checks >= right && figures.wrong <= wrong && figures.sureAndWrong === 0,
      `${shown("digital", checks)} ${JSON.stringify(others, null, 1)}`,
    );
  });
}

Deno.test("each printed paper is of one set", () => {
  const sets = FLOORS.flatMap(({ sets }) => sets);
  assert.deepEqual(sets.toSorted(), Object.keys(PRINTED_SETS).toSorted());
  assert.equal(new Set(ALL_PRINTED.map(({ file }) => file)).size, ALL_PRINTED.length);
});

Deno.test({
  name: "documents printed by a browser, with their figures",
  ignore: !ALL,
  async fn() {
    const read = await printedReader();
    for (const [name, set] of Object.entries(PRINTED_SETS)) {
      const checks: Check[] = [];
      for (const paper of set) checks.push(...await read(paper));
      print(`\nPrinted by a browser, ${name}:\n\n${table(checks).join("\n")}`);
      const { checks: count, right } = figuresOf(checks);
      assert.ok(right / count >= 0.8, shown("printed", checks));
    }
  },
});
