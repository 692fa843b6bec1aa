import fc from "fast-check";
import assert from "node:assert/strict";
import { type Cue, CUE_SECONDS, cuesOf, LINE_CHARACTERS } from "./cues.ts";

const ENGLISH =
  "The committee met on Tuesday to discuss the budget for the coming year, and after a long debate about the cost " +
  "of the new building, which nobody had expected to rise so quickly, it decided to ask the ministry for more time.";
const ARABIC =
  "اجتمعت اللجنة يوم الثلاثاء لمناقشة ميزانية العام القادم، وبعد نقاش طويل حول تكلفة المبنى الجديد التي لم يتوقع " +
  "أحد أن ترتفع بهذه السرعة، قررت أن تطلب من الوزارة مزيدا من الوقت، ثم انتقلت إلى البند التالي من جدول الأعمال.";

function spokenOf(cues: Cue[]): string {
  return cues.flatMap(({ lines }) => lines).join(" ");
}

/** Characters that take room. */
function width(line: string): number {
  return [...line].filter((character) => !/\p{M}|\p{Cf}/u.test(character)).length;
}

function assertReadable(cues: Cue[]): void {
  for (const { lines } of cues) {
    assert.ok(lines.length === 1 || lines.length === 2, lines.join(" | "));
    for (const line of lines) assert.ok(width(line) <= LINE_CHARACTERS, line);
  }
}

for (const [language, sentence] of [["English", ENGLISH], ["Arabic", ARABIC]] as const) {
  Deno.test(`a long ${language} sentence is several cues of one or two lines that follow each other`, () => {
    const cues = cuesOf([{ start: 10, end: 26, text: sentence }]);
    assert.ok(sentence.length > 200 && cues.length >= 3 && cues.length <= 6, `${cues.length}`);
    assertReadable(cues);
    assert.equal(spokenOf(cues), sentence);
    assert.deepEqual([cues[0]?.start, cues.at(-1)?.end], [10, 26]);
    cues.reduce((before, cue) => {
      assert.equal(cue.start, before.end);
      assert.ok(cue.end - cue.start > 1 && cue.end - cue.start <= CUE_SECONDS, `${cue.end - cue.start}`);
      return cue;
    }, { start: 10, end: 10, lines: [] });
  });

  Deno.test(`a long ${language} sentence is cut where it pauses rather than within a phrase`, () => {
    const ends = cuesOf([{ start: 0, end: 16, text: sentence }]).map(({ lines }) => lines.at(-1) ?? "");
    assert.ok(ends.filter((line) => /[,.،]$/u.test(line)).length >= 2, ends.join(" | "));
  });
}

Deno.test("a short sentence stays one cue with its own times", () => {
  const segments = [{ start: 1, end: 2.5, text: " The meeting\n starts at nine. " }];
  assert.deepEqual(cuesOf(segments), [{ start: 1, end: 2.5, lines: ["The meeting starts at nine."] }]);
  assert.deepEqual(cuesOf([{ start: 1, end: 2, text: " \n" }]), []);
});

Deno.test("slow speech is cut by time as well as by length", () => {
  const text = "And so we come, slowly, to the end of this very long and quiet afternoon.";
  const cues = cuesOf([{ start: 0, end: 20, text }]);
  assert.ok(cues.length >= 3);
  assert.equal(spokenOf(cues), text);
});

Deno.test("a word longer than a line is cut, vowel signs take no room, whatever was said is shown once", () => {
  const vowelled = "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ".repeat(1);
  assert.equal(cuesOf([{ start: 0, end: 3, text: vowelled }])[0]?.lines.length, 1);
  fc.assert(fc.property(
    fc.array(
      fc.string({ unit: fc.constantFrom("a", "،", ".", "ا", "ل", "م", "ّ", "会", "👩‍👩‍👧", " "), maxLength: 120 }),
      {
        maxLength: 12,
      },
    ),
    fc.double({ min: 0, max: 3600, noNaN: true }),
    (texts, seconds) => {
      const text = texts.join(" ");
      const cues = cuesOf([{ start: 5, end: 5 + seconds, text }]);
      assertReadable(cues);
      assert.equal(spokenOf(cues).replace(/\s/gu, ""), text.replace(/\s/gu, ""));
      for (const { start, end } of cues) assert.ok(5 <= start && start <= end && end <= 5 + seconds);
    },
  ));
});

Deno.test("an hour in one segment is cut too", () => {
  const text = Array.from({ length: 60 }, () => `${ENGLISH} ${ARABIC}`).join(" ");
  const cues = cuesOf([{ start: 0, end: 3600, text }]);
  assertReadable(cues);
  assert.equal(spokenOf(cues), text);
});
