import assert from "node:assert/strict";
import fc from "fast-check";
import { srt, vtt } from "./subtitles.ts";

interface Shown {
  start: number;
  end: number;
}

/** The times of the cues in a subtitle file, in milliseconds. */
function timesOf(file: string): Shown[] {
  const clock = (text: string) => {
    const [hours, minutes, seconds] = text.replace(",", ".").split(":").map(Number);
    return Math.round(((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000);
  };
  return [...file.matchAll(/^([\d:.,]+) --> ([\d:.,]+)$/gm)].map(([, start = "", end = ""]) => ({
    start: clock(start),
    end: clock(end),
  }));
}

const wordsOf = (file: string) => file.match(/word\d+/g) ?? [];

Deno.test("every cue is shown for some time, in order, and no word is lost, whatever times the model gave", () => {
  const time = fc.oneof(fc.constantFrom(0, 1.9, 60), fc.double({ min: 0, max: 60, noNaN: true }));
  fc.assert(fc.property(fc.array(fc.tuple(time, time), { maxLength: 40 }), (times) => {
    const segments = times.map(([start, end], i) => ({ start, end: Math.max(start, end), text: `word${i}` }));
    for (const file of [srt(segments), vtt(segments)]) {
      const shown = timesOf(file);
      for (const { start, end } of shown) assert.ok(end > start, file);
      assert.deepEqual(
        shown.map(({ start }) => start),
        shown.map(({ start }) => start).toSorted((a, b) => a - b),
      );
      assert.deepEqual(wordsOf(file).toSorted(), segments.map(({ text }) => text).toSorted());
    }
  }));
});

Deno.test("words without a time of their own are shown with those before them", () => {
  const file = srt([
    { start: 0, end: 2, text: "صباح الخير" },
    { start: 2, end: 2, text: "يا أهل الدار" },
    { start: 3, end: 5, text: "Good morning" },
  ]);
  assert.deepEqual(timesOf(file), [{ start: 0, end: 2000 }, { start: 3000, end: 5000 }]);
  assert.match(file, /صباح الخير يا أهل الدار/);
});

Deno.test("twenty thousand segments without room are written at once", () => {
  const segments = Array.from({ length: 20_000 }, (_, i) => ({
    start: i / 10_000,
    end: (i + 1) / 10_000,
    text: `word${i}`,
  }));
  const file = vtt(segments);
  assert.equal(wordsOf(file).length, 20_000);
  for (const { start, end } of timesOf(file)) assert.ok(end > start);
});
