/** The channels of one held-back stream. */
import {
  addText,
  type Channel,
  emptyChannel,
  heldWindow,
  isDue,
  type Part,
  takeVerdict,
  type TextWindow,
  wholeWindow,
  type WindowVerdict,
} from "lib/streams/held_channel.ts";
import type { StreamedText } from "lib/streams/message_texts.ts";

/** All channels of a stream, by name. */
export interface HeldChannels {
  /**
   * Appends the texts of an event; returns their positions and the channels that end with it. An `inOrder`
   * event that begins another channel ends the one before.
   */
  add(texts: readonly StreamedText[], inOrder: boolean): { parts: Part[]; ended: string[] };
  /** The windows that are due for a check: of channels with `step` new code units, and of those that end. */
  due(step: number, ended: readonly string[]): TextWindow[];
  /** One window per channel, with its whole text. */
  whole(): TextWindow[];
  /** Applies the verdicts on these windows, one for each. */
  take(windows: readonly TextWindow[], verdicts: readonly WindowVerdict[]): void;
  /** Everything that has arrived, by channel. */
  texts(): Map<string, string>;
  /** The channels themselves. */
  all(): Iterable<Channel>;
}

/** No channels yet. */
export function heldChannels(): HeldChannels {
  const channels = new Map<string, Channel>();
  let latest: string | undefined;

  function channelOf(name: string): Channel {
    const channel = channels.get(name) ?? emptyChannel();
    channels.set(name, channel);
    return channel;
  }

  return {
    add(texts, inOrder) {
      const parts: Part[] = [];
      const ended: string[] = [];
      for (const { channel: name, text, whole: isWhole } of texts) {
        parts.push(addText(channelOf(name), text));
        if (isWhole) ended.push(name);
        if (latest !== undefined && latest !== name && inOrder) ended.push(latest);
        latest = name;
      }
      return { parts, ended };
    },
    due(step, ended) {
      const windows: TextWindow[] = [];
      for (const [name, channel] of channels) {
        const isEnd = ended.includes(name);
        if (isDue(channel, step, isEnd)) windows.push(heldWindow(name, channel, !isEnd));
      }
      return windows;
    },
    whole: () => [...channels].map(([name, channel]) => wholeWindow(name, channel)),
    take(windows, verdicts) {
      for (const [i, window] of windows.entries()) {
        const channel = channels.get(window.channel);
        if (channel) takeVerdict(channel, window, verdicts[i]);
      }
    },
    texts: () => new Map([...channels].map(([name, { all }]) => [name, all])),
    all: () => channels.values(),
  };
}
