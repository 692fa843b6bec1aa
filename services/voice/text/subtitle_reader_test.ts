import assert from "node:assert/strict";
import { readSubtitles, UnreadableSubtitles } from "./subtitle_reader.ts";
import { srt, vtt } from "./subtitles.ts";

Deno.test("readSubtitles() reads SubRip with its markup, bare numbers and Windows line ends", () => {
  const file = "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<i>Good</i> morning\r\neverybody.\r\n\r\n" +
    "2\r\n00:00:03,5 --> 00:00:04\r\nIs 3 < 4 & 5 > 4?\r\n";
  assert.deepEqual(readSubtitles(file), [
    { start: 1, end: 2.5, text: "Good morning everybody." },
    { start: 3.5, end: 4, text: "Is 3 < 4 & 5 > 4?" },
  ]);
});

Deno.test("readSubtitles() reads WebVTT with comments, settings, entities and speakers, in the order of times", () => {
  const file = [
    "WEBVTT - minutes\nKind: captions",
    "NOTE by hand\nin two lines",
    "STYLE\n::cue { color: red }",
    "last\n01:00:05.000 --> 01:00:06.000 align:start\n<v.loud أمل>نعم &amp; شكرًا</v>",
    "00:01.000 --> 00:02.000\n<c.x>One</c> <00:00:01.500>two",
  ].join("\n\n");
  assert.deepEqual(readSubtitles(file), [
    { start: 1, end: 2, text: "One two" },
    { start: 3605, end: 3606, text: "أمل: نعم & شكرًا" },
  ]);
});

Deno.test("readSubtitles() names the line of text that belongs to no cue, and of times that run backwards", () => {
  for (
    const [file, line] of [
      ["", undefined],
      ["Dear all,\nplease see below.", 1],
      ["1\n00:00:01,000 --> 00:00:02,000\nOne\n\nstray words", 5],
      ["00:00:02,000 --> 00:00:01,000\nOne", 1],
      ["00:00:01,000 --> 00:00:02,000\nOne\n00:00:03,000 --> 00:00:04,000\nTwo", 3],
      ["WEBVTT\n\n00:99.000 --> 01:00.000\nOne", 3],
    ] as const
  ) {
    if (line === undefined) assert.deepEqual(readSubtitles(file), []);
    else {
      assert.throws(
        () => readSubtitles(file),
        (error) => error instanceof UnreadableSubtitles && error.line === line,
        file,
      );
    }
  }
});

Deno.test("readSubtitles() gives back the words and times of what this service writes, in both formats", () => {
  const segments = [
    { start: 0, end: 1.8, text: "The meeting starts at nine & ends <b>soon." },
    { start: 3600.25, end: 3602, text: "مرحبا بكم في الاجتماع" },
  ];
  assert.deepEqual(readSubtitles(vtt(segments)), segments);
  const plain = segments.map((segment) => ({ ...segment, text: segment.text.replace("<b>", "") }));
  assert.deepEqual(readSubtitles(srt(plain)), plain);
});
