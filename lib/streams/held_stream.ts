/** Holds back the events of a streamed answer until their texts have been checked. */
import {
  type Channel,
  dropEdits,
  editedText,
  isEdited,
  type TextWindow,
  type WindowVerdict,
} from "lib/streams/held_channel.ts";
import { heldChannels } from "lib/streams/held_channels.ts";
import { heldQueue, type Waiting } from "lib/streams/held_queue.ts";
import type { StreamedText } from "lib/streams/message_texts.ts";

/** The verdicts on all windows, and the amount of new text that makes the next check due. */
export interface HoldVerdict {
  /** One for each window, in order. */
  windows: readonly WindowVerdict[];
  /** Code units of new text that make the next check due. */
  step: number;
}

/** How a kind of stream is held back. */
export interface HoldOptions<E> {
  /** Checks texts; throws when they are blocked. `last` comes once, with every channel's whole text. */
  check(windows: readonly TextWindow[], last: boolean): Promise<HoldVerdict>;
  /** Reads the texts of an event. */
  texts(event: E): readonly StreamedText[];
  /** Replaces the texts of an event, in the order of `texts`. */
  rewrite(event: E, texts: readonly string[]): E;
  /**
   * Whether an event stays behind all before it and ends the previous channel when it begins another;
   * otherwise events of one channel may overtake those of another.
   */
  inOrder?(event: E): boolean;
}

/** A stream's events on their way through the checks. */
export interface Hold<E> {
  /** Takes the next event; returns those that may be sent now. */
  take(event: E): Promise<E[]>;
  /** Ends the stream: checks all whole texts once more and returns the remaining events. */
  end(): Promise<E[]>;
  /** Everything that has arrived, by channel. */
  texts(): Map<string, string>;
  /** Whether any text was released. */
  isReleasing(): boolean;
}

/** Amount of new text for the first check. */
const FIRST_STEP = 128;

/** Holds back one stream. */
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

/** Drops the edits to text that was sent. */
function forgetEdits<E>(channel: Channel, kept: readonly Waiting<E>[]): void {
  const first = kept.flatMap(({ parts }) => parts).find((part) => part.channel === channel);
  dropEdits(channel, first?.start ?? channel.all.length);
}
