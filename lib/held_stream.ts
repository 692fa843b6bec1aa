/** Holds the events of a streamed answer back until the texts in them have been checked. */
import type { StreamedText } from "./message_texts.ts";

/** A piece of a text that is replaced when it is released; offsets in UTF-16 code units. */
export interface Edit {
  /** Where the piece begins. */
  start: number;
  /** Where it ends. */
  end: number;
  /** Its replacement. */
  text: string;
}

/** Text of a channel to be checked: what was released before, for its context, and what is held. */
export interface TextWindow {
  /** The channel, such as `0/content`. */
  channel: string;
  /** Its text from where the context begins. */
  text: string;
  /** How much of the text was released before. */
  released: number;
  /** Whether more may follow. */
  open: boolean;
}

/** The result of a check that blocks nothing. */
export interface WindowVerdict {
  /** How many of the text's code units may be released; of a text to which no more comes, all. */
  release: number;
  /** In order; none crosses `release`. */
  edits: readonly Edit[];
}

/** The results for all windows, and how much new text is worth the next check. */
export interface HoldVerdict {
  /** One for each window, in order. */
  windows: readonly WindowVerdict[];
  /** Code units of new text that are worth the next check. */
  step: number;
}

/** What a holder needs to know of the stream that it holds. */
export interface HoldOptions<E> {
  /** Checks texts; throws when they are blocked. `last` comes once, with every channel's whole text. */
  check(windows: readonly TextWindow[], last: boolean): Promise<HoldVerdict>;
  /** The texts of an event. */
  texts(event: E): readonly StreamedText[];
  /** The event with other texts, in the order of `texts`. */
  rewrite(event: E, texts: readonly string[]): E;
  /**
   * Whether an event stays behind all before it, and ends the channel before where it begins another; otherwise events
   * of one channel may overtake those of another.
   */
  inOrder?(event: E): boolean;
}

/** A stream's events on their way through the checks. */
export interface Hold<E> {
  /** Takes the next event; gives those that may be released now. */
  take(event: E): Promise<E[]>;
  /** Nothing follows: checks all texts once more, whole, and gives the rest. */
  end(): Promise<E[]>;
  /** Everything that has arrived, by channel. */
  texts(): Map<string, string>;
  /** Whether any text was released. */
  isReleasing(): boolean;
}

/** Text released before that is checked again with the text behind it. */
const CONTEXT = 1_000;
/** Amount of new text for the first check. */
const FIRST_STEP = 128;
/** A part of the held text, so that no text is checked more than a few times. */
const STEPS_HELD = 4;
/** More is held of no answer; an event counts for some of it, however little it says. */
const MOST_HELD = 8 * 2 ** 20;
const EVENT_SIZE = 64;
/** So many events without text do not wait for the first text any longer. */
const MOST_SILENT = 1_000;

interface Channel {
  all: string;
  /** Code units that may be released. */
  cleared: number;
  /** Code units that were there when it was last checked. */
  asked: number;
  edits: Edit[];
}

interface Waiting<E> {
  event: E;
  parts: { channel: Channel; start: number; end: number }[];
  size: number;
}

/** The answer is longer than can be held back. */
export class HeldTooLong extends Error {}

/** A holder for one stream. */
export function holdStream<E>(options: HoldOptions<E>): Hold<E> {
  const channels = new Map<string, Channel>();
  let waiting: Waiting<E>[] = [];
  let heldSize = 0;
  let step = FIRST_STEP;
  let releasing = false;
  let latest: string | undefined;

  /** Takes an event in; gives the channels that end with it. */
  function arrive(event: E): string[] {
    const parts: Waiting<E>["parts"] = [];
    const ended: string[] = [];
    for (const { channel: name, text, whole: isWhole } of options.texts(event)) {
      const channel = channels.get(name) ?? { all: "", cleared: 0, asked: 0, edits: [] };
      channels.set(name, channel);
      const start = channel.all.length;
      channel.all += text;
      parts.push({ channel, start, end: channel.all.length });
      if (isWhole) ended.push(name);
      if (latest !== undefined && latest !== name && options.inOrder?.(event)) ended.push(latest);
      latest = name;
    }
    const size = parts.reduce((sum, { start, end }) => sum + end - start, EVENT_SIZE);
    waiting.push({ event, parts, size });
    heldSize += size;
    if (heldSize > MOST_HELD) throw new HeldTooLong("The answer is too long to be held back");
    return ended;
  }

  /** The channels that are to be checked now. */
  function due(ended: readonly string[]): TextWindow[] {
    const windows: TextWindow[] = [];
    for (const [name, channel] of channels) {
      const { all, cleared, asked } = channel;
      const isEnd = ended.includes(name);
      const enough = all.length - asked >= Math.max(step, (asked - cleared) / STEPS_HELD);
      if (cleared < all.length && (isEnd || enough)) windows.push(windowOf(name, channel, !isEnd));
    }
    return windows;
  }

  async function check(windows: readonly TextWindow[], last: boolean): Promise<void> {
    const verdict = await options.check(windows, last);
    step = Math.max(1, verdict.step);
    for (const [i, { channel: name, text, released }] of windows.entries()) {
      const channel = channels.get(name);
      const { release = 0, edits = [] } = verdict.windows[i] ?? {};
      if (!channel) continue;
      const origin = channel.cleared - released;
      for (const { start, end, text: replacement } of edits) {
        // Text that has left cannot be changed any more, and text beyond the release is checked again.
        if (start < released || end > release) continue;
        channel.edits.push({ start: start + origin, end: end + origin, text: replacement });
      }
      channel.asked = origin + text.length;
      channel.cleared = Math.min(channel.asked, Math.max(channel.cleared, origin + release));
    }
  }

  function released(): E[] {
    const free: E[] = [];
    const kept: Waiting<E>[] = [];
    const blocked = new Set<Channel>();
    // Events without text in front of the first text leave with it.
    releasing ||= waiting.some((one) => one.parts.length > 0 && isCleared(one));
    for (const one of waiting) {
      if (mayLeave(one, kept.length > 0, blocked)) {
        free.push(edited(one));
        heldSize -= one.size;
        continue;
      }
      kept.push(one);
      for (const { channel } of one.parts) blocked.add(channel);
    }
    waiting = kept;
    for (const channel of channels.values()) dropEdits(channel, kept);
    return free;
  }

  function mayLeave(one: Waiting<E>, isBehind: boolean, blocked: Set<Channel>): boolean {
    const { parts } = one;
    // Events without text wait for those before them, and for the first text: a refusal may still come.
    if (parts.length === 0) return !isBehind && (releasing || waiting.length > MOST_SILENT);
    if (isBehind && options.inOrder?.(one.event)) return false;
    return isCleared(one) && !parts.some(({ channel }) => blocked.has(channel));
  }

  function edited({ event, parts }: Waiting<E>): E {
    if (!parts.some(({ channel, start, end }) => channel.edits.some((edit) => touches(edit, start, end)))) {
      return event;
    }
    return options.rewrite(event, parts.map(({ channel, start, end }) => rewritten(channel, start, end)));
  }

  return {
    async take(event) {
      const windows = due(arrive(event));
      if (windows.length > 0) await check(windows, false);
      const isSilent = waiting.length === 1 || (!releasing && waiting.length > MOST_SILENT);
      return windows.length > 0 || isSilent ? released() : [];
    },
    async end() {
      const windows = [...channels].map(([name, channel]) => wholeOf(name, channel));
      if (windows.length > 0) await check(windows, true);
      releasing = true;
      return released();
    },
    texts: () => new Map([...channels].map(([name, { all }]) => [name, all])),
    isReleasing: () => releasing,
  };
}

function windowOf(channel: string, { all, cleared }: Channel, open: boolean): TextWindow {
  let from = Math.max(0, cleared - CONTEXT);
  if (from > 0) {
    // The window begins at a word.
    const space = all.slice(from, cleared).search(/\s/);
    if (space >= 0) from += space + 1;
  }
  return { channel, text: all.slice(from), released: cleared - from, open };
}

const wholeOf = (channel: string, { all, cleared }: Channel): TextWindow => ({
  ...{ channel, text: all, open: false },
  released: cleared,
});

const isCleared = <E>({ parts }: Waiting<E>) => parts.every(({ channel, end }) => end <= channel.cleared);

const touches = (edit: Edit, start: number, end: number) =>
  edit.start < end && (edit.end > start || (edit.start === edit.end && edit.start >= start));

/** The part of a channel from `start` to `end` with its edits made; a replacement stands where its edit begins. */
function rewritten({ all, edits }: Channel, start: number, end: number): string {
  let text = "";
  let at = start;
  for (const edit of edits) {
    if (!touches(edit, start, end)) continue;
    if (edit.start >= start) text += all.slice(at, edit.start) + edit.text;
    at = Math.max(at, Math.min(edit.end, end));
  }
  return text + all.slice(at, end);
}

/** Forgets the edits of text that has left. */
function dropEdits<E>(channel: Channel, kept: readonly Waiting<E>[]): void {
  if (channel.edits.length === 0) return;
  const starts = kept.flatMap(({ parts }) => parts).filter((part) => part.channel === channel);
  const from = starts[0]?.start ?? channel.all.length;
  channel.edits = channel.edits.filter(({ end }) => end > from);
}
