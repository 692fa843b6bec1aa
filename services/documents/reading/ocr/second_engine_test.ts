import assert from "node:assert/strict";
import { withUnits } from "./second_engine.ts";
import type { Word } from "../layout/page.ts";

const word = (text: string, left: number, right: number, bottom = 22): Word => ({
  text,
  confidence: 0.9,
  box: { left, top: 0, right, bottom },
});

Deno.test("a stroke close after a number is read as the l of a unit and flagged; a rule beside it is not", () => {
  const [, litre] = withUnits([word("20", 0, 25), word("|", 37, 40)]);
  assert.deepEqual([litre?.text, litre?.confidence], ["l", 0.6]);
  const [, pounds] = withUnits([word("5", 0, 12), word("|b", 20, 40)]);
  assert.deepEqual([pounds?.text, pounds?.confidence], ["lb", 0.6]);
  const far = [word("20", 0, 25), word("|", 90, 93)];
  const tall = [word("20", 0, 25), word("|", 37, 40, 60)];
  const behindName = [word("can", 0, 25), word("|", 37, 40)];
  for (const words of [far, tall, behindName, [word("5", 0, 12), word("|bag", 20, 60)]]) {
    assert.deepEqual(withUnits(words), words);
  }
});
