/** Holds the events of a streamed answer back until the texts in them have been checked. */
import {
  type Channel,
  dropEdits,
  editedText,
  isEdited,
  type TextWindow,
  type WindowVerdict,
} from "./held_channel.ts";
import { heldChannels } from "./held_channels.ts";
import { heldQueue, type Waiting } from "./held_queue.ts";
import type { StreamedText } from "./message_texts.ts";

/** The results for all windows, and how much new text is worth the next check. */
export interface HoldVerdict {
  /** One for each window, in order. */
  windows: readonly WindowVerdict[];
  /** Code units of new text that are worth the next check. */
  step: number;
}

/** The properties of a stream that its holder needs. */
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

/** Amount of new text for the first check. */
const FIRST_STEP = 128;

/** A holder for one stream. */
export function holdStream<E>(options: HoldOptions<E>): Hold<E> {
  const channels = heldChannels();
  const inOrder = (event: E) => options.inOrder?.(event) ?? false;
  const queue = heldQueue<E>(inOrder);
  let step = FIRST_STEP;

  async function check(windows: readonly TextWindow[], last: boolean): Promise<void> {
    const verdict = await options.check(windows, last);
    step = Math.max(1, verdict.step);
    channels.take(windows, verdict.windows);
  }

  function released(): E[] {
    const free = queue.release().map(edited);
    for (const channel of channels.all()) {
      if (channel.edits.length > 0) forgetEdits(channel, queue.events());
    }
    return free;
  }

  function edited({ event, parts }: Waiting<E>): E {
    return parts.some(isEdited) ? options.rewrite(event, parts.map(editedText)) : event;
  }

  return {
    async take(event) {
      const { parts, ended } = channels.add(options.texts(event), inOrder(event));
      queue.push({ event, parts });
      const windows = channels.due(step, ended);
      if (windows.length > 0) await check(windows, false);
      return windows.length > 0 || queue.isSilent() ? released() : [];
    },
    async end() {
      const windows = channels.whole();
      if (windows.length > 0) await check(windows, true);
      queue.open();
      return released();
    },
    texts: channels.texts,
    isReleasing: queue.isReleasing,
  };
}

/** Forgets the edits of text that has left. */
function forgetEdits<E>(channel: Channel, kept: readonly Waiting<E>[]): void {
  const first = kept.flatMap(({ parts }) => parts).find((part) => part.channel === channel);
  dropEdits(channel, first?.start ?? channel.all.length);
}
