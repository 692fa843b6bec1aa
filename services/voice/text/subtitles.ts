/** Segments as subtitle files. */
import type { Segment } from "./transcript.ts";

/** SubRip. */
export function srt(segments: Segment[]): string {
  return segments.map(({ start, end, text }, index) =>
    `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${oneCue(text)}\n`
  ).join("\n");
}

/** WebVTT. */
export function vtt(segments: Segment[]): string {
  const cues = segments.map(({ start, end, text }) =>
    `${clock(start, ".")} --> ${clock(end, ".")}\n${escaped(oneCue(text))}\n`
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

/** An empty line would end the cue, an arrow would begin another. */
function oneCue(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, "\n").replaceAll("-->", "→");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function clock(seconds: number, mark: string): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${part(ms / 3_600_000)}:${part(ms / 60_000 % 60)}:${part(ms / 1000 % 60)}${mark}${
    part(ms % 1000, 3)
  }`;
}
