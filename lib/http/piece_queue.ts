/** A queue of a stream's pieces between its producer and its connection. */
import type { StreamOutlet } from "lib/http/incoming.ts";

/** Pieces waiting to be sent. */
export interface PieceQueue {
  /** Where the producer writes; it wants more while the queue is empty. */
  outlet: StreamOutlet;
  /** Whether a piece or the end is available. */
  isReady(): boolean;
  /** Whether the stream has ended. */
  isClosed(): boolean;
  /** Resolves when a piece or the end is available. */
  ready(): Promise<void>;
  /** Takes all waiting pieces. */
  take(): Uint8Array[];
}

/** An empty queue; `pull` is called whenever it has been emptied. */
export function pieceQueue(pull: () => void): PieceQueue {
  let waiting: Uint8Array[] = [];
  let closed = false;
  let wake: (() => void) | undefined;
  const woken = () => {
    wake?.();
    wake = undefined;
  };
  return {
    outlet: {
      get desiredSize() {
        return waiting.length === 0 && !closed ? 1 : 0;
      },
      enqueue(bytes) {
        if (closed || bytes.length === 0) return;
        waiting.push(bytes);
        woken();
      },
      close() {
        closed = true;
        woken();
      },
    },
    isReady: () => closed || waiting.length > 0,
    isClosed: () => closed,
    ready() {
      const { promise, resolve } = Promise.withResolvers<void>();
      // A piece may have arrived during the last write.
      if (closed || waiting.length > 0) resolve();
      else wake = resolve;
      return promise;
    },
    take() {
      const taken = waiting;
      waiting = [];
      if (!closed) pull();
      return taken;
    },
  };
}
