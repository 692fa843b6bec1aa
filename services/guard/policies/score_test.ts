import assert from "node:assert/strict";
import { contentScore, FLAGGED, strongestAction } from "./score.ts";

Deno.test("strongestAction() ranks block over warn over log over pass", () => {
  assert.equal(strongestAction([]), "pass");
  assert.equal(strongestAction(["log", "block", "warn"]), "block");
  assert.equal(strongestAction(["log", "warn"]), "warn");
});

Deno.test("contentScore() is 0 for nothing, flags a warning, adds up and stays below 1", () => {
  const email = { type: "EMAIL", confidence: 1 };
  const card = { type: "CREDIT_CARD", confidence: 1 };
  assert.equal(contentScore([], []), 0);
  assert.equal(contentScore([{ action: "warn" }], []), FLAGGED);
  assert.equal(contentScore([{ action: "block" }], []), 0.7);
  assert.equal(contentScore([{ action: "log" }], []), 0.1);
  assert.equal(contentScore([], [email]), 0.1);
  assert.equal(contentScore([], [card, card]), 0.36);
  assert.equal(contentScore([{ action: "block" }], [card]), 0.76);
  assert.ok(contentScore(Array(99).fill({ action: "block" }), []) <= 1);
});
