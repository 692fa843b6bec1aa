/** Reads subtitles, SubRip and WebVTT, strictly: text is neither dropped nor guessed. */
import type { Segment } from "./transcript.ts";

/** A file that is no subtitles, with the line that shows it. */
export class UnreadableSubtitles extends Error {
  constructor(readonly line: number, fault: string) {
    super(`line ${line}: ${fault}`);
  }
}

interface Block {
  /** The number of its first line, from 1. */
  line: number;
  lines: string[];
}

const CLOCK = String.raw`(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(`^\\s*${CLOCK}\\s*-->\\s*${CLOCK}(?:\\s+\\S.*)?\\s*$`);
// Those of both formats; any other "<" belongs to the words.
const TAG = /<\/?(?:i|b|u|s|c|em|font|ruby|rt|lang)(?:[.\s][^<>]*)?>|<(?:\d+:)?\d{2}:\d{2}\.\d{3}>/gi;
const POSITION = /\{\\[^{}]*\}/g;
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^<>]+)>/gi;
const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  lrm: "\u200E",
  rlm: "\u200F",
};

/** Whether the text begins as WebVTT does. */
export const isWebVtt = (text: string): boolean => /^WEBVTT(?:[ \t\r\n]|$)/.test(text);

/**
 * The cues of a file, in the order of their times. Speakers that WebVTT names stand before their words.
 * @throws {UnreadableSubtitles} for a line that is neither a cue nor a comment.
 */
export function readSubtitles(text: string): Segment[] {
  const web = isWebVtt(text);
  const blocks = blocksOf(text);
  if (web) blocks.shift();
  const cues = blocks.filter((block) => !(web && isComment(block))).map((block) => cueOf(block, web));
  return cues.filter(({ text }) => text !== "").sort((cue, other) => cue.start - other.start);
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === "") open = undefined;
    else if (open) open.lines.push(line);
    else blocks.push(open = { line: index + 1, lines: [line] });
  }
  return blocks;
}

function isComment({ lines: [first = ""] }: Block): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(first);
}

function cueOf({ line, lines }: Block, web: boolean): Segment {
  // One line before the times names the cue.
  const at = TIMING.test(lines[0] ?? "") ? 0 : 1;
  const timing = TIMING.exec(lines[at] ?? "");
  if (!timing) {
    throw new UnreadableSubtitles(line, "a cue begins with its times, 00:00:01,000 --> 00:00:02,500");
  }
  const [, ...clocks] = timing;
  const [start, end] = [seconds(clocks.slice(0, 4)), seconds(clocks.slice(4))];
  if (end < start) throw new UnreadableSubtitles(line + at, "it ends before it begins");
  const said = lines.slice(at + 1);
  const stray = said.findIndex((words) => TIMING.test(words));
  if (stray >= 0) {
    throw new UnreadableSubtitles(line + at + 1 + stray, "an empty line must stand between two cues");
  }
  return { start, end, text: wordsOf(said.join(" "), web) };
}

function seconds([hours = "0", minutes = "0", whole = "0", part = "0"]: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${whole}.${part}`);
}

function wordsOf(text: string, web: boolean): string {
  const plain = text.replace(TAG, "").replace(POSITION, "");
  const named = web ? plain.replace(VOICE, "$1: ").replace(/<\/v>/gi, "") : plain;
  const decoded = web
    ? named.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_all, name) => ENTITIES[name] ?? "")
    : named;
  return decoded.replace(/\s+/gu, " ").trim();
}
