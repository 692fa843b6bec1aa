/** Segments as subtitle files. */
import { cuesOf } from "./cues.ts";
import type { Segment } from "./transcript.ts";

/** SubRip. */
export function srt(segments: Segment[]): string {
  return cuesOf(segments).map(({ start, end, lines }, index) =>
    `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${withoutArrows(lines)}\n`
  ).join("\n");
}

/** WebVTT. */
export function vtt(segments: Segment[]): string {
  const cues = cuesOf(segments).map(({ start, end, lines }) =>
    `${clock(start, ".")} --> ${clock(end, ".")}\n${escaped(withoutArrows(lines))}\n`
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

/** An arrow would begin another cue. */
function withoutArrows(lines: string[]): string {
  return lines.join("\n").replaceAll("-->", "→");
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
