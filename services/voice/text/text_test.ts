import fc from "fast-check";
import assert from "node:assert/strict";
import { languageCode, languageOfText } from "./languages.ts";
import { withoutLoops, withoutRepeatedSegments } from "./repetition.ts";
import { srt, vtt } from "./subtitles.ts";

Deno.test("languageCode() knows names, codes and regions", () => {
  const cases: [string | undefined, string | undefined][] = [
    ["arabic", "ar"],
    ["English", "en"],
    ["ar-SA", "ar"],
    ["EN_us", "en"],
    ["castilian", "es"],
    ["urdu", "ur"],
    ["", undefined],
    [undefined, undefined],
    ["what is this", undefined],
  ];
  for (const [given, code] of cases) assert.equal(languageCode(given), code, given);
});

Deno.test("languageOfText() goes by the script and guesses no more than that", () => {
  assert.equal(languageOfText("مرحبا بكم"), "ar");
  assert.equal(languageOfText("Hello, 12 people"), "en");
  assert.equal(languageOfText("Привет"), "und");
  assert.equal(languageOfText("12 %"), "und");
});

Deno.test("withoutLoops() says a loop once and leaves speech alone", () => {
  assert.equal(
    withoutLoops(`So. ${"Thank you for watching. ".repeat(9)}Bye`),
    "So. Thank you for watching. Bye",
  );
  assert.equal(withoutLoops("شكرا ".repeat(20).trim()), "شكرا");
  const spoken = "No, no, no, I said no no no.\nTwo  spaces";
  assert.equal(withoutLoops(spoken), spoken);
});

Deno.test("withoutLoops() ends, and changes nothing the second time", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom("a", "b", "c,"), { maxLength: 60 }), (words) => {
    const once = withoutLoops(words.join(" "));
    assert.ok(once.length <= words.join(" ").length);
  }));
});

Deno.test("withoutRepeatedSegments() keeps one of three, and both of two", () => {
  const says = (...texts: string[]) =>
    withoutRepeatedSegments(texts.map((text) => ({ text }))).map(({ text }) => text);
  assert.deepEqual(says("a", "Thanks!", "thanks", "Thanks.", "b"), ["a", "Thanks!", "b"]);
  assert.deepEqual(says("yes", "yes", "no"), ["yes", "yes", "no"]);
});

Deno.test("srt() and vtt() write cues with hours, and text cannot break them", () => {
  const segments = [
    { start: 0, end: 1.5, text: " Hello " },
    { start: 3661.2, end: 3662.0004, text: "a --> b\n\n<i>مرحبا & x" },
  ];
  assert.equal(
    srt(segments),
    "1\n00:00:00,000 --> 00:00:01,500\nHello\n\n2\n01:01:01,200 --> 01:01:02,000\na → b <i>مرحبا & x\n",
  );
  assert.equal(
    vtt(segments),
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello\n\n" +
      "01:01:01.200 --> 01:01:02.000\na → b &lt;i&gt;مرحبا &amp; x\n",
  );
  assert.equal(srt([]), "");
});
