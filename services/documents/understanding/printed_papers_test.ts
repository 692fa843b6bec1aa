/** Scores the papers that a browser printed; by default the digital ones, with `LABELLED=all` also scans, with figures. */
import assert from "node:assert/strict";
import { ALL, shown, table } from "../fixtures/labelled/figures.ts";
import { type Check, figuresOf } from "../fixtures/labelled/score.ts";
import {
  COMMON_PRINTED,
  EIGHTEENTH_PRINTED,
  FIFTEENTH_PRINTED,
  LAST_PRINTED,
  LATER_PRINTED,
  NINETEENTH_PRINTED,
  PRINTED,
  SEVENTEENTH_PRINTED,
  SIXTEENTH_PRINTED,
  THIRTIETH_PRINTED,
  THIRTYFIFTH_PRINTED,
  THIRTYFIRST_PRINTED,
  THIRTYFOURTH_PRINTED,
  THIRTYSECOND_PRINTED,
  THIRTYSIXTH_PRINTED,
  THIRTYTHIRD_PRINTED,
  TWENTIETH_PRINTED,
  TWENTYEIGHTH_PRINTED,
  TWENTYFIFTH_PRINTED,
  TWENTYFIRST_PRINTED,
  TWENTYFOURTH_PRINTED,
  TWENTYNINTH_PRINTED,
  TWENTYSECOND_PRINTED,
  TWENTYSEVENTH_PRINTED,
  TWENTYSIXTH_PRINTED,
  TWENTYTHIRD_PRINTED,
} from "../fixtures/printed/papers.ts";
import { printedReader } from "../fixtures/printed/reading.ts";
import { print } from "lib/print.ts";

Deno.test("values of digital documents printed by a browser are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  const all = [...PRINTED, ...LATER_PRINTED, ...LAST_PRINTED, ...FIFTEENTH_PRINTED, ...COMMON_PRINTED];
  for (const paper of all) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  const others = checks.filter(({ verdict }) => verdict !== "right");
  assert.ok(right / count >= 0.97 && wrong === 0, JSON.stringify(others, null, 1));
});

Deno.test("values of digital documents of a sixteenth and a seventeenth author are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  for (const paper of [...SIXTEENTH_PRINTED, ...SEVENTEENTH_PRINTED]) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.95 && wrong === 0, shown("digital", checks));
});

Deno.test("values of digital documents of five later authors printed by a browser are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  const sets = [
    NINETEENTH_PRINTED,
    TWENTIETH_PRINTED,
    TWENTYFIRST_PRINTED,
    TWENTYSECOND_PRINTED,
    TWENTYTHIRD_PRINTED,
  ];
  for (const paper of sets.flat()) if (paper.medium === "digital") checks.push(...await read(paper));
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.95 && wrong === 0, shown("digital", checks));
});

Deno.test("values of digital documents of five more authors printed by a browser are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  const sets = [
    TWENTYFOURTH_PRINTED,
    TWENTYFIFTH_PRINTED,
    TWENTYSIXTH_PRINTED,
    TWENTYEIGHTH_PRINTED,
    TWENTYNINTH_PRINTED,
  ];
  for (const paper of sets.flat()) if (paper.medium === "digital") checks.push(...await read(paper));
  const { checks: count, right, wrong, sureAndWrong } = figuresOf(checks);
  // Of a method of payment in two languages the truth has the one on the other side.
  assert.ok(right / count >= 0.97 && wrong <= 1 && sureAndWrong === 0, shown("digital", checks));
});

Deno.test("values of the digital documents of a twenty-seventh author are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  for (const paper of TWENTYSEVENTH_PRINTED) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.95 && wrong === 0, shown("digital", checks));
});

Deno.test("values of digital documents of four later authors printed by a browser are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  const sets = [THIRTIETH_PRINTED, THIRTYFIRST_PRINTED, THIRTYTHIRD_PRINTED, THIRTYFOURTH_PRINTED];
  for (const paper of sets.flat()) if (paper.medium === "digital") checks.push(...await read(paper));
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.97 && wrong === 0, shown("digital", checks));
});

Deno.test("values of the digital documents of three authors that were read last are right or flagged", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  const sets = [THIRTYSECOND_PRINTED, THIRTYFIFTH_PRINTED, THIRTYSIXTH_PRINTED];
  for (const paper of sets.flat()) if (paper.medium === "digital") checks.push(...await read(paper));
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.97 && wrong === 0, shown("digital", checks));
});

Deno.test("values of digital documents of an eighteenth author are mostly right, none surely wrong", async () => {
  const read = await printedReader();
  const checks: Check[] = [];
  for (const paper of EIGHTEENTH_PRINTED) if (paper.medium === "digital") checks.push(...await read(paper));
  const { checks: count, right, wrong, sureAndWrong } = figuresOf(checks);
  // Of two names in two languages the truth has one; a letterhead on two lines is cut.
  assert.ok(right / count >= 0.8 && wrong <= 2 && sureAndWrong === 0, shown("digital", checks));
});

Deno.test({
  name: "documents printed by a browser, with their figures",
  ignore: !ALL,
  async fn() {
    const read = await printedReader();
    const sets = {
      first: PRINTED,
      later: LATER_PRINTED,
      last: LAST_PRINTED,
      fifteenth: FIFTEENTH_PRINTED,
      sixteenth: SIXTEENTH_PRINTED,
      seventeenth: SEVENTEENTH_PRINTED,
      eighteenth: EIGHTEENTH_PRINTED,
      nineteenth: NINETEENTH_PRINTED,
      twentieth: TWENTIETH_PRINTED,
      twentyfirst: TWENTYFIRST_PRINTED,
      twentysecond: TWENTYSECOND_PRINTED,
      twentythird: TWENTYTHIRD_PRINTED,
      twentyfourth: TWENTYFOURTH_PRINTED,
      twentyfifth: TWENTYFIFTH_PRINTED,
      twentysixth: TWENTYSIXTH_PRINTED,
      twentyseventh: TWENTYSEVENTH_PRINTED,
      twentyeighth: TWENTYEIGHTH_PRINTED,
      twentyninth: TWENTYNINTH_PRINTED,
      thirtieth: THIRTIETH_PRINTED,
      thirtyfirst: THIRTYFIRST_PRINTED,
      thirtythird: THIRTYTHIRD_PRINTED,
      thirtyfourth: THIRTYFOURTH_PRINTED,
      thirtysecond: THIRTYSECOND_PRINTED,
      thirtyfifth: THIRTYFIFTH_PRINTED,
      thirtysixth: THIRTYSIXTH_PRINTED,
      common: COMMON_PRINTED,
    };
    for (const [name, set] of Object.entries(sets)) {
      const checks: Check[] = [];
      for (const paper of set) checks.push(...await read(paper));
      print(`\nPrinted by a browser, ${name}:\n\n${table(checks).join("\n")}`);
      const { checks: count, right } = figuresOf(checks);
      assert.ok(right / count >= 0.8, shown("printed", checks));
    }
  },
});
