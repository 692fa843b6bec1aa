/** Events that wait until all their texts are released, in order and within bounds. */
import type { Channel, Part } from "lib/streams/held_channel.ts";

/** An event with the pieces of text in it. */
export interface Waiting<E> {
  /** The event as it came. */
  event: E;
  /** Its pieces of text; an event without any waits for the first text. */
  parts: Part[];
}

/** The events of one stream that are held back. */
export interface HeldQueue<E> {
  /** Adds an event. @throws {HeldTooLong} when the stream would exceed its bound. */
  push(waiting: Waiting<E>): void;
  /** Removes and returns the events that may be sent. */
  release(): Waiting<E>[];
  /** Whether an event without text may be blocking the queue, so that `release` is worth calling. */
  isSilent(): boolean;
  /** Whether any text was released. */
  isReleasing(): boolean;
  /** From now on no refusal can come, so events without text no longer wait for the first text. */
  open(): void;
  /** The events that wait. */
  events(): readonly Waiting<E>[];
}

/** The answer exceeds the bound of held text. */
export class HeldTooLong extends Error {}

/** The bound of held text per answer; every event counts for a minimum. */
const MOST_HELD = 8 * 2 ** 20;
const EVENT_SIZE = 64;
/** Beyond this number, events without text no longer wait for the first text. */
const MOST_SILENT = 1_000;

/** An empty queue. `inOrder` events stay behind all before them; others may overtake other channels. */
export function heldQueue<E>(inOrder: (event: E) => boolean): HeldQueue<E> {
  let waiting: Waiting<E>[] = [];
  let heldSize = 0;
  let releasing = false;

  function mayLeave({ event, parts }: Waiting<E>, isBehind: boolean, blocked: Set<Channel>): boolean {
    // Events without text wait for those before them, and for the first text: a refusal may still come.
    if (parts.length === 0) return !isBehind && (releasing || waiting.length > MOST_SILENT);
    if (isBehind && inOrder(event)) return false;
    return isCleared(parts) && !parts.some(({ channel }) => blocked.has(channel));
  }

  return {
    push(piece) {
      waiting.push(piece);
      heldSize += sizeOf(piece);
      if (heldSize > MOST_HELD) throw new HeldTooLong("The answer is too long to be held back");
    },
    release() {
      const free: Waiting<E>[] = [];
      const kept: Waiting<E>[] = [];
      const blocked = new Set<Channel>();
      // Events without text before the first text are sent with it.
      releasing ||= waiting.some(({ parts }) => parts.length > 0 && isCleared(parts));
      for (const piece of waiting) {
        if (mayLeave(piece, kept.length > 0, blocked)) {
          free.push(piece);
          heldSize -= sizeOf(piece);
          continue;
        }
        kept.push(piece);
        for (const { channel } of piece.parts) blocked.add(channel);
      }
      waiting = kept;
      return free;
    },
    isSilent: () => waiting.length === 1 || (!releasing && waiting.length > MOST_SILENT),
    isReleasing: () => releasing,
    open: () => void (releasing = true),
    events: () => waiting,
  };
}

function isCleared(parts: readonly Part[]): boolean {
  return parts.every(({ channel, end }) => end <= channel.cleared);
}

function sizeOf({ parts }: Waiting<unknown>): number {
  let size = EVENT_SIZE;
  for (const { start, end } of parts) size += end - start;
  return size;
}
