import fc from "fast-check";
import assert from "node:assert/strict";
import { copiedTexts } from "./copied_text.ts";

/** The reference: all runs of five words. */
function runsOf(words: number[]): Set<string> {
  return new Set(words.slice(4).map((_word, at) => words.slice(at, at + 5).join(" ")));
}

Deno.test("the share counts each run of five words once, of the proposal or of the tender", () => {
  const text = fc.array(fc.nat(4), { minLength: 10, maxLength: 60 });
  fc.assert(fc.property(text, text, fc.boolean(), (tender, other, copies) => {
    const proposal = copies ? [...tender, ...other] : other;
    const [asked, runs] = [runsOf(tender), runsOf(proposal)];
    const common = runs.intersection(asked).size;
    const share = Math.max(common / runs.size, common / asked.size);
    const flagged = asked.size >= 8 && runs.size >= 8 && share >= 0.5;
    assert.deepEqual(
      copiedTexts([Uint32Array.from(tender)], [Uint32Array.from(proposal)]),
      flagged ? [{ index: 0, share }] : [],
    );
  }));
});
