/**
 * The held-back text of one channel of a stream: the text received, the part released, and the edits to it.
 */

/** A piece of a text that is replaced when it is released; offsets in UTF-16 code units. */
export interface Edit {
  /** Where the piece begins. */
  start: number;
  /** Where it ends. */
  end: number;
  /** Its replacement. */
  text: string;
}

/** Text of a channel to check: the end of the released text as context, then the held text. */
export interface TextWindow {
  /** The channel, such as `0/content`. */
  channel: string;
  /** The text, from the beginning of the context. */
  text: string;
  /** How many code units of the text were released before. */
  released: number;
  /** Whether more may follow. */
  open: boolean;
}

/** The verdict of a check that blocks nothing. */
export interface WindowVerdict {
  /** How many of the text's code units may be released; all of them when the text is complete. */
  release: number;
  /** In order; none crosses `release`. */
  edits: readonly Edit[];
}

/**
 * A channel of a stream: all its text, and how much is checked and released; offsets in UTF-16 code units.
 */
export interface Channel {
  /** Everything that has arrived. */
  all: string;
  /** Code units that may be released. */
  cleared: number;
  /** Code units that had arrived at the last check. */
  asked: number;
  /** Edits to text that is not sent yet. */
  edits: Edit[];
}

/** A piece of a channel's text. */
export interface Part {
  /** Its channel. */
  channel: Channel;
  /** Where the piece begins. */
  start: number;
  /** Where it ends. */
  end: number;
}

/** Code units of released text that are checked again as context. */
const CONTEXT = 1_000;
/** The share of the held text that must be new, so that no text is checked more than a few times. */
const STEPS_HELD = 4;

/** A channel without text. */
export function emptyChannel(): Channel {
  return { all: "", cleared: 0, asked: 0, edits: [] };
}

/** Appends a text to a channel; returns its position. */
export function addText(channel: Channel, text: string): Part {
  const start = channel.all.length;
  channel.all += text;
  return { channel, start, end: channel.all.length };
}

/**
 * Whether a check is due: at least `step` units, and a share of the held text, are new; at the channel's end
 * any new text counts.
 */
export function isDue({ all, cleared, asked }: Channel, step: number, isEnd: boolean): boolean {
  const enough = all.length - asked >= Math.max(step, (asked - cleared) / STEPS_HELD);
  return cleared < all.length && (isEnd || enough);
}

/** The held text of a channel with its context, which begins at a word boundary. */
export function heldWindow(name: string, { all, cleared }: Channel, open: boolean): TextWindow {
  let from = Math.max(0, cleared - CONTEXT);
  if (from > 0) {
    const space = all.slice(from, cleared).search(/\s/);
    if (space >= 0) from += space + 1;
  }
  return { channel: name, text: all.slice(from), released: cleared - from, open };
}

/** The whole text of a complete channel. */
export function wholeWindow(name: string, { all, cleared }: Channel): TextWindow {
  return { channel: name, text: all, open: false, released: cleared };
}

/** Applies the verdict on a window of a channel; undefined releases nothing. */
export function takeVerdict(
  channel: Channel,
  { text, released }: TextWindow,
  { release, edits }: WindowVerdict = { release: 0, edits: [] },
): void {
  const origin = channel.cleared - released;
  for (const { start, end, text: replacement } of edits) {
    // Edits to text that was sent come too late, and text beyond the release is checked again.
    if (start < released || end > release) continue;
    channel.edits.push({ start: start + origin, end: end + origin, text: replacement });
  }
  channel.asked = origin + text.length;
  channel.cleared = Math.min(channel.asked, Math.max(channel.cleared, origin + release));
}

/** Whether any edit changes a piece of text. */
export function isEdited({ channel, start, end }: Part): boolean {
  return channel.edits.some((edit) => touches(edit, start, end));
}

/** A piece of text with its edits applied; a replacement is placed where its edit begins. */
export function editedText({ channel: { all, edits }, start, end }: Part): string {
  let text = "";
  let at = start;
  for (const edit of edits) {
    if (!touches(edit, start, end)) continue;
    if (edit.start >= start) text += all.slice(at, edit.start) + edit.text;
    at = Math.max(at, Math.min(edit.end, end));
  }
  return text + all.slice(at, end);
}

/** Drops the edits to text before `from`, which was sent. */
export function dropEdits(channel: Channel, from: number): void {
  channel.edits = channel.edits.filter(({ end }) => end > from);
}

function touches(edit: Edit, start: number, end: number): boolean {
  return edit.start < end && (edit.end > start || (edit.start === edit.end && edit.start >= start));
}
