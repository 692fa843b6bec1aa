/** The pieces of a stream between the one who makes them and a connection. */
import type { StreamOutlet } from "lib/http/incoming.ts";

/** Pieces that wait to be sent. */
export interface PieceQueue {
  /** Takes them; wants more while nothing waits. */
  outlet: StreamOutlet;
  /** Whether a piece or the end is there. */
  isReady(): boolean;
  /** Whether nothing will be added. */
  isClosed(): boolean;
  /** Resolves when a piece or the end is there. */
  ready(): Promise<void>;
  /** All that wait. */
  take(): Uint8Array[];
}

/** An empty queue; `pull` is called when all that waited was taken. */
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
      // It may have come while its reader was sending.
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
