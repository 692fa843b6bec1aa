import assert from "node:assert/strict";
import { agreesWith, decidedNumber } from "./decided_number.ts";
import type { ReadSigns } from "./sign_model.ts";

function signs(text: string, confidence = 0.95, indic = 0.98): ReadSigns {
  return { text, confidence, indic };
}

const SHAPE = { text: "٢٠٢٩/٠٢", confidence: 0.6 };

Deno.test("two readings that agree are as sure as the model, a stop at the end aside", () => {
  for (const [probability, confidence] of [[0.95, 0.93], [0.7, 0.82], [0.5, 0.6]]) {
    const read = decidedNumber({ text: "٣٤٠", confidence: 0.6 }, signs("٣٤٠", probability));
    assert.deepEqual(read, { text: "٣٤٠", confidence });
  }
  assert.deepEqual(decidedNumber({ text: "٣٤٠،", confidence: 0.6 }, signs(".٣٤٠")), {
    text: "٣٤٠،",
    confidence: 0.93,
  });
});

Deno.test("a stroke or a dot alone stays in doubt, since specks and rules look like them", () => {
  assert.equal(decidedNumber({ text: "١", confidence: 0.78 }, signs("١", 0.99))?.confidence, 0.78);
  assert.equal(decidedNumber(undefined, signs("٠", 0.99)), undefined);
  assert.equal(decidedNumber(undefined, signs("١١", 0.99)), undefined);
});

Deno.test("a sure model corrects the shapes, below the confidence of two readings that agree", () => {
  assert.deepEqual(decidedNumber(SHAPE, signs("٢٠٢٩/٠٣", 0.9)), { text: "٢٠٢٩/٠٣", confidence: 0.82 });
});

Deno.test("readings that differ without a sure one are flagged", () => {
  assert.deepEqual(decidedNumber(SHAPE, signs("٢٠٢٩/٠٣", 0.6)), { text: "٢٠٢٩/٠٣", confidence: 0.55 });
  assert.deepEqual(decidedNumber(SHAPE, signs("٢٠٢٩١٠٣", 0.6)), { text: SHAPE.text, confidence: 0.55 });
  assert.deepEqual(decidedNumber(SHAPE, signs("/", 0.99)), { text: SHAPE.text, confidence: 0.55 });
});

Deno.test("a number that only the model reads is flagged, and left out when it may be other ink", () => {
  assert.deepEqual(decidedNumber(undefined, signs("٢٢٠٧")), { text: "٢٢٠٧", confidence: 0.7 });
  assert.equal(decidedNumber(undefined, signs("٢٢٠٧", 0.6)), undefined);
  assert.equal(decidedNumber(undefined, signs("٢٢٠٧", 0.95, 0.5)), undefined);
});

Deno.test("a date that lost a stroke to a touching digit is in doubt, although both readings agree", () => {
  for (const text of ["٢٥/٧٢٠٢٦", "٧/٧٢٠٢٦", "٢٠٢٦/٠٧٢٦"]) {
    assert.equal(decidedNumber({ text, confidence: 0.78 }, signs(text))?.confidence, 0.55);
  }
  assert.equal(decidedNumber({ text: "٧/٤/٢٠٢٦", confidence: 0.78 }, signs("٧/٤/٢٠٢٦"))?.confidence, 0.93);
});

Deno.test("the model agrees with a number that it reads alike, surely, in digits that specks do not look like", () => {
  assert.ok(agreesWith("٤٢/٢٠٢٦", signs("٤٢/٢.٢٦")));
  assert.ok(!agreesWith("٤٢/٢٠٢٦", signs("٤٣/٢٠٢٦")));
  assert.ok(!agreesWith("٤٢/٢٠٢٦", signs("٤٢/٢٠٢٦", 0.4)));
  assert.ok(!agreesWith("٤٢/٢٠٢٦", signs("٤٢/٢٠٢٦", 0.9, 0.5)));
  assert.ok(!agreesWith("١٠", signs("١٠")));
});
