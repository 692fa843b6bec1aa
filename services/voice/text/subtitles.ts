/** Segments as subtitle files. */
import { type Cue, cuesOf } from "./cues.ts";
import type { Segment } from "./transcript.ts";

/** SubRip. */
export function srt(segments: Segment[]): string {
  return shownCues(segments).map(({ start, end, lines }, index) =>
    `${index + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${withoutArrows(lines)}\n`
  ).join("\n");
}

/** WebVTT. */
export function vtt(segments: Segment[]): string {
  const cues = shownCues(segments).map(({ start, end, lines }) =>
    `${clock(start, ".")} --> ${clock(end, ".")}\n${escaped(withoutArrows(lines))}\n`
  );
  return ["WEBVTT\n", ...cues].join("\n");
}

/** Nobody reads a subtitle that is shown for less. */
const LEAST_SECONDS = 0.1;
/** How long words are shown whose time is not known. */
const TIMELESS_SECONDS = 1;

/**
 * Cues that players show: in order, each for some time. Words to which the model gave no time of their own are shown
 * with those before them, or with the next ones at the beginning.
 */
function shownCues(segments: Segment[]): Cue[] {
  const timed: Segment[] = [];
  for (const { start, end, text } of segments.toSorted((a, b) => a.start - b.start)) {
    const last = timed.at(-1);
    if (last && (isShort(last) || isShort({ start, end }))) {
      last.end = Math.max(last.end, end);
      last.text += ` ${text}`;
    } else timed.push({ start, end, text });
  }
  for (const segment of timed) if (isShort(segment)) segment.end = segment.start + TIMELESS_SECONDS;
  const cues = cuesOf(timed).map((cue) => ({ ...cue, end: Math.max(cue.end, cue.start + 0.001) }));
  return cues.sort((a, b) => a.start - b.start);
}

function isShort({ start, end }: Pick<Segment, "start" | "end">): boolean {
  return end - start < LEAST_SECONDS;
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
