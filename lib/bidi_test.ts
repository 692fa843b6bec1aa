import assert from "node:assert/strict";
import { directionOf, leftToRight, visualPieces } from "lib/bidi.ts";

function laid(line: string, base: "ltr" | "rtl"): string {
  return visualPieces(line, base).map(({ text }) => text).join("|");
}

Deno.test("directionOf() goes by the first strong letter", () => {
  assert.equal(directionOf("1. مرحبا hello"), "rtl");
  assert.equal(directionOf("- hello مرحبا"), "ltr");
  assert.equal(directionOf("123"), "ltr");
});

Deno.test("visualPieces() turns Arabic words round and leaves Latin runs and numbers as they are", () => {
  assert.equal(laid("أحمد Gulf Tech 25", "rtl"), "Gulf| |Tech| |25| |أحمد");
  assert.equal(laid("to أحمد علي now", "ltr"), "to| |علي| |أحمد| |now");
});

Deno.test("visualPieces() turns brackets in right-to-left text, and only there", () => {
  assert.equal(laid("(دبي)", "rtl"), ")دبي(");
  assert.equal(laid("(Dubai)", "ltr"), "(Dubai)");
  assert.equal(laid("المرحلة (2)", "rtl"), "(|2|)| |المرحلة");
});

Deno.test("leftToRight() keeps a date in its order within Arabic text", () => {
  assert.equal(laid(`في ${leftToRight("2026-11-21")}`, "rtl").replaceAll("|", ""), "2026-11-21 في");
});

Deno.test("visualPieces() turns round brackets and marks that stand together without a letter", () => {
  const drawn = visualPieces("المادة 50(1): نص", "rtl").map(({ text }) => text).join("");
  assert.equal(drawn, "نص :(1)50 المادة");
});
