/**
 * Scores the labelled set field by field. By default it reads the digital documents; `LABELLED=all` also reads the scans
 * and prints the figures of BENCHMARKS.md.
 */
import assert from "node:assert/strict";
import { orders } from "../fixtures/labelled/documents.ts";
import {
  eighthPapers,
  eleventhPapers,
  fifthPapers,
  fourteenthPapers,
  fourthPapers,
  laterPapers,
  ninthPapers,
  papers,
  seventhPapers,
  sixthPapers,
  tenthPapers,
  thirdPapers,
  thirteenthPapers,
  twelfthPapers,
  variedPapers,
} from "../fixtures/labelled/papers/papers.ts";
import { labelledReader, paperReader } from "../fixtures/labelled/reading.ts";
import { ALL, bins, shown, table } from "../fixtures/labelled/figures.ts";
import { type Check, figuresOf } from "../fixtures/labelled/score.ts";
import { print } from "lib/print.ts";

Deno.test("values of labelled digital documents are right or flagged", async () => {
  const read = await labelledReader();
  const checks: Check[] = [];
  for (const order of orders()) {
    if (order.medium === "digital" && !order.aside) checks.push(...await read(order));
  }
  const { checks: count, right, wrong, sureAndWrong } = figuresOf(checks);
  const wrongs = checks.filter(({ verdict }) => verdict === "wrong");
  assert.ok(right / count >= 0.97, shown("digital", checks));
  assert.ok(wrong / count <= 0.01 && sureAndWrong === 0, JSON.stringify(wrongs, null, 1));
});

Deno.test("values of manually composed digital documents are right or flagged", async () => {
  const read = await paperReader();
  const checks: Check[] = [];
  for (const paper of [...papers(), ...laterPapers()]) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  const others = checks.filter(({ verdict }) => verdict !== "right");
  assert.ok(right / count >= 0.97 && wrong === 0, JSON.stringify(others, null, 1));
});

Deno.test("values of digital documents by a fourth author are right, flagged or omitted, never wrong", async () => {
  const read = await paperReader();
  const checks: Check[] = [];
  for (const paper of fourthPapers()) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right } = figuresOf(checks);
  const wrong = checks.filter(({ kind, verdict }) => kind !== "type" && verdict === "wrong");
  assert.ok(
    right / count >= 0.6 && wrong.length === 0,
    `${shown("digital", checks)} ${JSON.stringify(wrong)}`,
  );
});

Deno.test("values of digital documents by later authors are right, flagged or omitted, never wrong", async () => {
  const read = await paperReader();
  const checks: Check[] = [];
  const worked = [
    fifthPapers,
    sixthPapers,
    eighthPapers,
    tenthPapers,
    twelfthPapers,
    fourteenthPapers,
    variedPapers,
  ];
  for (const paper of worked.flatMap((set) => set())) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(
    right / count >= 0.95 && wrong === 0,
    `${shown("digital", checks)} ${JSON.stringify(checks.filter(({ verdict }) => verdict !== "right"))}`,
  );
});

Deno.test("values of the last set of digital documents are right, flagged or omitted, never wrong", async () => {
  const read = await paperReader();
  const checks: Check[] = [];
  for (const paper of seventhPapers()) {
    if (paper.medium === "digital") checks.push(...await read(paper));
  }
  const { checks: count, right, wrong } = figuresOf(checks);
  assert.ok(right / count >= 0.85 && wrong === 0, shown("digital", checks));
});

Deno.test("rows of a scanned table that layout analysis merges are all read", async () => {
  const read = await labelledReader();
  const order = orders().find(({ name }) => name.startsWith("invoice 15 "));
  assert.ok(order?.medium === "scan");
  const rows = (await read(order)).filter(({ kind }) => kind === "row");
  assert.deepEqual(rows.map(({ verdict }) => verdict), ["right", "right", "right", "right"]);
});

Deno.test({
  name: "all labelled documents, those set aside apart, with their figures",
  ignore: !ALL,
  async fn() {
    const read = await labelledReader();
    for (const aside of [false, true]) {
      const checks: Check[] = [];
      for (const order of orders().filter((one) => one.aside === aside)) checks.push(...await read(order));
      print(
        `\n${aside ? "Set aside" : "Worked on"}:\n\n${table(checks).join("\n")}\n\n${
          bins(checks).join("\n")
        }`,
      );
      const { checks: count, right } = figuresOf(checks);
      assert.ok(right / count >= 0.6, shown("all", checks));
    }
  },
});

Deno.test({
  name: "manually composed documents, with their figures",
  ignore: !ALL,
  async fn() {
    const read = await paperReader();
    const sets = {
      first: papers(),
      later: laterPapers(),
      third: thirdPapers(),
      fourth: fourthPapers(),
      fifth: fifthPapers(),
      sixth: sixthPapers(),
      seventh: seventhPapers(),
      eighth: eighthPapers(),
      ninth: ninthPapers(),
      tenth: tenthPapers(),
      eleventh: eleventhPapers(),
      twelfth: twelfthPapers(),
      thirteenth: thirteenthPapers(),
      fourteenth: fourteenthPapers(),
      varied: variedPapers(),
    };
    for (const [name, set] of Object.entries(sets)) {
      const checks: Check[] = [];
      for (const paper of set) checks.push(...await read(paper));
      print(`\nWritten out by hand, ${name}:\n\n${table(checks).join("\n")}`);
      const { checks: count, right } = figuresOf(checks);
      assert.ok(
        right / count >= (/^(?:first|later)$/.test(name) ? 0.8 : 0.6),
        shown(name, checks),
      );
    }
  },
});
