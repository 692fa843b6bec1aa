import assert from "node:assert/strict";
import { matchPattern, patternFault } from "./pattern.ts";

Deno.test("matchPattern() finds, keeps the group, and may ask for the whole response", () => {
  assert.deepEqual(matchPattern({ text: "order INV-42 ok" }, ["INV-(\\d+)"], { group: 1 }), {
    score: 1,
    extracted: "42",
    rule: "matched",
  });
  assert.equal(matchPattern({ text: "xINV-1" }, ["INV-\\d"], { full: true }).score, 0);
  assert.equal(matchPattern({ text: "inv-1" }, ["INV-\\d"], { ignoreCase: true }).score, 1);
});

Deno.test("matchPattern() stays linear on a pattern that would hang a backtracking engine", () => {
  assert.equal(matchPattern({ text: `${"a".repeat(50_000)}!` }, ["^(a+)+$"]).score, 0);
});

Deno.test("patternFault() names what RE2 cannot read", () => {
  assert.equal(patternFault("[0-9]+"), undefined);
  assert.match(patternFault("(?=x)") ?? "", /./);
  assert.match(patternFault("x".repeat(1001)) ?? "", /longer/);
});
